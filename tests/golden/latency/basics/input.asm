# requests to two disks: one is issued twice, one completes that nobody issued, one never completes; two at a time of one sector on two disks
event block:block_rq_issue type=tracepoint config=1 sample_type=ip|tid|time|cpu|raw|period|identifier ids=1 flags=sample_id_all period=1
event block:block_rq_complete type=tracepoint config=2 sample_type=ip|tid|time|cpu|raw|period|identifier ids=2 flags=sample_id_all period=1
tracepoint block:block_rq_issue id=1 fields="dev_t dev; sector_t sector; unsigned int nr_sector; unsigned int bytes; unsigned short ioprio; char rwbs[10]; char comm[16]" print='"x"'
tracepoint block:block_rq_complete id=2 fields="dev_t dev; sector_t sector; unsigned int nr_sector; int error; unsigned short ioprio; char rwbs[10]" print='"x"'
feature nrcpus 4 4
feature arch x86_64
feature event_desc
comm pid=10 tid=10 comm=dd time=1000
comm pid=20 tid=21 comm=<log>&co time=1000
sample id=2 pid=0 tid=0 cpu=3 time=10000000 ip=0xffffffff81000010 misc=kernel raw="u16:2 u8:0 u8:0 u32:0 u32:8388608 zeros:4 u64:999 u32:8 u32:0 u16:0 text:R zeros:9"
sample id=1 pid=20 tid=21 cpu=0 time=10001000 ip=0xffffffff81000010 misc=kernel raw="u16:1 u8:0 u8:0 u32:21 u32:266338305 zeros:4 u64:100 u32:8 u32:4096 u16:0 text:WS zeros:8 text:dd zeros:14"
sample id=2 pid=0 tid=0 cpu=3 time=10002500 ip=0xffffffff81000010 misc=kernel raw="u16:2 u8:0 u8:0 u32:0 u32:266338305 zeros:4 u64:100 u32:8 u32:0 u16:0 text:WS zeros:8"
sample id=1 pid=10 tid=10 cpu=1 time=12001000 ip=0xffffffff81000010 misc=kernel raw="u16:1 u8:0 u8:0 u32:10 u32:8388608 zeros:4 u64:108 u32:8 u32:4096 u16:0 text:R zeros:9 text:dd zeros:14"
sample id=2 pid=0 tid=0 cpu=3 time=12003500 ip=0xffffffff81000010 misc=kernel raw="u16:2 u8:0 u8:0 u32:0 u32:8388608 zeros:4 u64:108 u32:8 u32:0 u16:0 text:R zeros:9"
sample id=1 pid=10 tid=10 cpu=0 time=14001000 ip=0xffffffff81000010 misc=kernel raw="u16:1 u8:0 u8:0 u32:10 u32:8388608 zeros:4 u64:116 u32:8 u32:4096 u16:0 text:WS zeros:8 text:dd zeros:14"
sample id=2 pid=0 tid=0 cpu=3 time=14004999 ip=0xffffffff81000010 misc=kernel raw="u16:2 u8:0 u8:0 u32:0 u32:8388608 zeros:4 u64:116 u32:8 u32:0 u16:0 text:WS zeros:8"
sample id=1 pid=10 tid=10 cpu=1 time=16001000 ip=0xffffffff81000010 misc=kernel raw="u16:1 u8:0 u8:0 u32:10 u32:266338305 zeros:4 u64:124 u32:8 u32:4096 u16:0 text:R zeros:9 text:dd zeros:14"
sample id=2 pid=0 tid=0 cpu=3 time=16005000 ip=0xffffffff81000010 misc=kernel raw="u16:2 u8:0 u8:0 u32:0 u32:266338305 zeros:4 u64:124 u32:8 u32:0 u16:0 text:R zeros:9"
sample id=1 pid=20 tid=21 cpu=0 time=18001000 ip=0xffffffff81000010 misc=kernel raw="u16:1 u8:0 u8:0 u32:21 u32:8388608 zeros:4 u64:132 u32:8 u32:4096 u16:0 text:WS zeros:8 text:dd zeros:14"
sample id=2 pid=0 tid=0 cpu=3 time=18091000 ip=0xffffffff81000010 misc=kernel raw="u16:2 u8:0 u8:0 u32:0 u32:8388608 zeros:4 u64:132 u32:8 u32:0 u16:0 text:WS zeros:8"
sample id=1 pid=10 tid=10 cpu=1 time=20001000 ip=0xffffffff81000010 misc=kernel raw="u16:1 u8:0 u8:0 u32:10 u32:8388608 zeros:4 u64:140 u32:8 u32:4096 u16:0 text:R zeros:9 text:dd zeros:14"
sample id=2 pid=0 tid=0 cpu=3 time=21201000 ip=0xffffffff81000010 misc=kernel raw="u16:2 u8:0 u8:0 u32:0 u32:8388608 zeros:4 u64:140 u32:8 u32:0 u16:0 text:R zeros:9"
sample id=1 pid=10 tid=10 cpu=0 time=22001000 ip=0xffffffff81000010 misc=kernel raw="u16:1 u8:0 u8:0 u32:10 u32:266338305 zeros:4 u64:148 u32:8 u32:4096 u16:0 text:WS zeros:8 text:dd zeros:14"
sample id=2 pid=0 tid=0 cpu=3 time=22001007 ip=0xffffffff81000010 misc=kernel raw="u16:2 u8:0 u8:0 u32:0 u32:266338305 zeros:4 u64:148 u32:8 u32:0 u16:0 text:WS zeros:8"
sample id=1 pid=10 tid=10 cpu=1 time=24001000 ip=0xffffffff81000010 misc=kernel raw="u16:1 u8:0 u8:0 u32:10 u32:8388608 zeros:4 u64:156 u32:8 u32:4096 u16:0 text:R zeros:9 text:dd zeros:14"
sample id=2 pid=0 tid=0 cpu=3 time=24009500 ip=0xffffffff81000010 misc=kernel raw="u16:2 u8:0 u8:0 u32:0 u32:8388608 zeros:4 u64:156 u32:8 u32:0 u16:0 text:R zeros:9"
sample id=1 pid=20 tid=21 cpu=0 time=26001000 ip=0xffffffff81000010 misc=kernel raw="u16:1 u8:0 u8:0 u32:21 u32:8388608 zeros:4 u64:164 u32:8 u32:4096 u16:0 text:WS zeros:8 text:dd zeros:14"
sample id=2 pid=0 tid=0 cpu=3 time=26065000 ip=0xffffffff81000010 misc=kernel raw="u16:2 u8:0 u8:0 u32:0 u32:8388608 zeros:4 u64:164 u32:8 u32:0 u16:0 text:WS zeros:8"
sample id=1 pid=10 tid=10 cpu=1 time=28001000 ip=0xffffffff81000010 misc=kernel raw="u16:1 u8:0 u8:0 u32:10 u32:266338305 zeros:4 u64:172 u32:8 u32:4096 u16:0 text:R zeros:9 text:dd zeros:14"
sample id=2 pid=0 tid=0 cpu=3 time=28034333 ip=0xffffffff81000010 misc=kernel raw="u16:2 u8:0 u8:0 u32:0 u32:266338305 zeros:4 u64:172 u32:8 u32:0 u16:0 text:R zeros:9"
sample id=1 pid=10 tid=10 cpu=0 time=50000000 ip=0xffffffff81000010 misc=kernel raw="u16:1 u8:0 u8:0 u32:10 u32:8388608 zeros:4 u64:5 u32:8 u32:4096 u16:0 text:R zeros:9 text:dd zeros:14"
sample id=1 pid=10 tid=10 cpu=0 time=50000010 ip=0xffffffff81000010 misc=kernel raw="u16:1 u8:0 u8:0 u32:10 u32:266338305 zeros:4 u64:5 u32:8 u32:4096 u16:0 text:R zeros:9 text:dd zeros:14"
sample id=2 pid=0 tid=0 cpu=1 time=50005000 ip=0xffffffff81000010 misc=kernel raw="u16:2 u8:0 u8:0 u32:0 u32:266338305 zeros:4 u64:5 u32:8 u32:0 u16:0 text:R zeros:9"
sample id=2 pid=0 tid=0 cpu=1 time=50007000 ip=0xffffffff81000010 misc=kernel raw="u16:2 u8:0 u8:0 u32:0 u32:8388608 zeros:4 u64:5 u32:8 u32:0 u16:0 text:R zeros:9"
sample id=1 pid=10 tid=10 cpu=0 time=51000000 ip=0xffffffff81000010 misc=kernel raw="u16:1 u8:0 u8:0 u32:10 u32:8388608 zeros:4 u64:6 u32:8 u32:4096 u16:0 text:R zeros:9 text:dd zeros:14"
sample id=1 pid=10 tid=10 cpu=0 time=51100000 ip=0xffffffff81000010 misc=kernel raw="u16:1 u8:0 u8:0 u32:10 u32:8388608 zeros:4 u64:6 u32:8 u32:4096 u16:0 text:R zeros:9 text:dd zeros:14"
sample id=2 pid=0 tid=0 cpu=1 time=51150000 ip=0xffffffff81000010 misc=kernel raw="u16:2 u8:0 u8:0 u32:0 u32:8388608 zeros:4 u64:6 u32:8 u32:0 u16:0 text:R zeros:9"
sample id=1 pid=10 tid=10 cpu=0 time=51200000 ip=0xffffffff81000010 misc=kernel raw="u16:1 u8:0 u8:0 u32:10 u32:8388608 zeros:4 u64:7 u32:8 u32:4096 u16:0 text:R zeros:9 text:dd zeros:14"
