# requests to two disks: one is issued twice, one completes that nobody issued, one never completes; two at a time of one sector on two disks
event block:block_rq_issue type=tracepoint config=1 sample_type=ip|tid|time|cpu|raw|period|identifier ids=1 \
  flags=sample_id_all period=1
event block:block_rq_complete type=tracepoint config=2 sample_type=ip|tid|time|cpu|raw|period|identifier ids=2 \
  flags=sample_id_all period=1
tracepoint block:block_rq_issue id=1 fields="dev_t dev; sector_t sector; unsigned int nr_sector; unsigned int bytes; \
  unsigned short ioprio; char rwbs[10]; char comm[16]" print='"x"'
tracepoint block:block_rq_complete id=2 fields="dev_t dev; sector_t sector; unsigned int nr_sector; int error; \
  unsigned short ioprio; char rwbs[10]" print='"x"'
feature nrcpus 4 4
feature arch x86_64
feature event_desc
default ip=0xffffffff81000010
comm pid=10 tid=10 comm=dd time=1000
comm pid=20 tid=21 comm=<log>&co time=1000
sample id=2 pid=0 tid=0 cpu=3 time=10000000 misc=kernel fields="dev=8388608 sector=999 nr_sector=8 rwbs=R"
sample id=1 pid=20 tid=21 cpu=0 time=10001000 misc=kernel fields="dev=266338305 sector=100 nr_sector=8 bytes=4096 \
  rwbs=WS comm=dd"
sample id=2 pid=0 tid=0 cpu=3 time=10002500 misc=kernel fields="dev=266338305 sector=100 nr_sector=8 rwbs=WS"
sample id=1 pid=10 tid=10 cpu=1 time=12001000 misc=kernel fields="dev=8388608 sector=108 nr_sector=8 bytes=4096 \
  rwbs=R comm=dd"
sample id=2 pid=0 tid=0 cpu=3 time=12003500 misc=kernel fields="dev=8388608 sector=108 nr_sector=8 rwbs=R"
sample id=1 pid=10 tid=10 cpu=0 time=14001000 misc=kernel fields="dev=8388608 sector=116 nr_sector=8 bytes=4096 \
  rwbs=WS comm=dd"
sample id=2 pid=0 tid=0 cpu=3 time=14004999 misc=kernel fields="dev=8388608 sector=116 nr_sector=8 rwbs=WS"
sample id=1 pid=10 tid=10 cpu=1 time=16001000 misc=kernel fields="dev=266338305 sector=124 nr_sector=8 bytes=4096 \
  rwbs=R comm=dd"
sample id=2 pid=0 tid=0 cpu=3 time=16005000 misc=kernel fields="dev=266338305 sector=124 nr_sector=8 rwbs=R"
sample id=1 pid=20 tid=21 cpu=0 time=18001000 misc=kernel fields="dev=8388608 sector=132 nr_sector=8 bytes=4096 \
  rwbs=WS comm=dd"
sample id=2 pid=0 tid=0 cpu=3 time=18091000 misc=kernel fields="dev=8388608 sector=132 nr_sector=8 rwbs=WS"
sample id=1 pid=10 tid=10 cpu=1 time=20001000 misc=kernel fields="dev=8388608 sector=140 nr_sector=8 bytes=4096 \
  rwbs=R comm=dd"
sample id=2 pid=0 tid=0 cpu=3 time=21201000 misc=kernel fields="dev=8388608 sector=140 nr_sector=8 rwbs=R"
sample id=1 pid=10 tid=10 cpu=0 time=22001000 misc=kernel fields="dev=266338305 sector=148 nr_sector=8 bytes=4096 \
  rwbs=WS comm=dd"
sample id=2 pid=0 tid=0 cpu=3 time=22001007 misc=kernel fields="dev=266338305 sector=148 nr_sector=8 rwbs=WS"
sample id=1 pid=10 tid=10 cpu=1 time=24001000 misc=kernel fields="dev=8388608 sector=156 nr_sector=8 bytes=4096 \
  rwbs=R comm=dd"
sample id=2 pid=0 tid=0 cpu=3 time=24009500 misc=kernel fields="dev=8388608 sector=156 nr_sector=8 rwbs=R"
sample id=1 pid=20 tid=21 cpu=0 time=26001000 misc=kernel fields="dev=8388608 sector=164 nr_sector=8 bytes=4096 \
  rwbs=WS comm=dd"
sample id=2 pid=0 tid=0 cpu=3 time=26065000 misc=kernel fields="dev=8388608 sector=164 nr_sector=8 rwbs=WS"
sample id=1 pid=10 tid=10 cpu=1 time=28001000 misc=kernel fields="dev=266338305 sector=172 nr_sector=8 bytes=4096 \
  rwbs=R comm=dd"
sample id=2 pid=0 tid=0 cpu=3 time=28034333 misc=kernel fields="dev=266338305 sector=172 nr_sector=8 rwbs=R"
sample id=1 pid=10 tid=10 cpu=0 time=50000000 misc=kernel fields="dev=8388608 sector=5 nr_sector=8 bytes=4096 rwbs=R \
  comm=dd"
sample id=1 pid=10 tid=10 cpu=0 time=50000010 misc=kernel fields="dev=266338305 sector=5 nr_sector=8 bytes=4096 \
  rwbs=R comm=dd"
sample id=2 pid=0 tid=0 cpu=1 time=50005000 misc=kernel fields="dev=266338305 sector=5 nr_sector=8 rwbs=R"
sample id=2 pid=0 tid=0 cpu=1 time=50007000 misc=kernel fields="dev=8388608 sector=5 nr_sector=8 rwbs=R"
sample id=1 pid=10 tid=10 cpu=0 time=51000000 misc=kernel fields="dev=8388608 sector=6 nr_sector=8 bytes=4096 rwbs=R \
  comm=dd"
sample id=1 pid=10 tid=10 cpu=0 time=51100000 misc=kernel fields="dev=8388608 sector=6 nr_sector=8 bytes=4096 rwbs=R \
  comm=dd"
sample id=2 pid=0 tid=0 cpu=1 time=51150000 misc=kernel fields="dev=8388608 sector=6 nr_sector=8 rwbs=R"
sample id=1 pid=10 tid=10 cpu=0 time=51200000 misc=kernel fields="dev=8388608 sector=7 nr_sector=8 bytes=4096 rwbs=R \
  comm=dd"
