event sched:x type=tracepoint config=300 sample_type=identifier|ip|tid|time|cpu|period|callchain|raw ids=1 \
  flags=sample_id_all
event sched:y type=tracepoint config=301 sample_type=identifier|ip|tid|time|cpu|period|raw ids=2 flags=sample_id_all
event cycles sample_type=identifier|ip|tid|time|period ids=3 flags=sample_id_all
event instructions config=1 sample_type=identifier|ip|tid|time|cpu|period|callchain ids=4 flags=sample_id_all
tracepoint sched:x id=300 fields="int a" print='"a=%d", REC->a'
tracepoint sched:y id=301 fields="int a" print='"a=%d", REC->a'
default ip=0x400123
comm pid=10 tid=11 comm=prog time=1000
mmap2 pid=10 tid=11 start=0x400000 len=0x100000 file=/nonexistent/prog time=1001 prot=rx
sample id=1 pid=10 tid=11 cpu=3 misc=user time=2000000000 period=5 chain=user,0x400123,0x400200 fields="a=7"
sample id=2 pid=10 tid=11 cpu=3 misc=user time=2000000100 period=5 fields="a=7"
sample id=3 pid=10 tid=11 cpu=3 misc=user time=2000000200 period=5
sample id=4 pid=10 tid=11 cpu=3 misc=user time=2000000300 period=5 chain=user,0x400123,0x400200
