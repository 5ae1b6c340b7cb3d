# halves of calls are missing, payloads are cut, an end is of another call, times go back, tids have no name
event raw_syscalls:sys_enter type=tracepoint config=10 sample_type=ip|tid|time|cpu|raw|period|identifier ids=1 \
  flags=sample_id_all period=1
event raw_syscalls:sys_exit type=tracepoint config=11 sample_type=ip|tid|time|cpu|raw|period|identifier|callchain \
  ids=2 flags=sample_id_all period=1
tracepoint raw_syscalls:sys_enter id=10 fields="long id; unsigned long args[6]" print='"x"'
tracepoint raw_syscalls:sys_exit id=11 fields="long id; long ret" print='"x"'
feature nrcpus 2 2
feature arch x86_64
feature event_desc
comm pid=300 tid=300 comm=odd time=1000
sample id=1 pid=300 tid=300 cpu=0 time=2000000 misc=kernel ip=0xffffffff81000020 fields="args=3,0x1000,10"
sample id=1 pid=300 tid=300 cpu=0 time=3000000 misc=kernel ip=0xffffffff81000020 fields="id=1 args=3,0x1000,10"
sample id=2 pid=300 tid=300 cpu=0 time=4000000 misc=kernel ip=0xffffffff81000030 chain_nr=0 fields="ret=10"
sample id=2 pid=300 tid=300 cpu=0 time=5000000 misc=kernel ip=0xffffffff81000030 chain_nr=0 fields="id=1 ret=10"
sample id=1 pid=300 tid=300 cpu=0 time=9000000 misc=kernel ip=0xffffffff81000020 fields="id=3 args=5"
sample id=2 pid=300 tid=300 cpu=0 time=8000000 misc=kernel ip=0xffffffff81000030 chain_nr=0 fields="id=3"
sample id=1 pid=300 tid=300 cpu=0 time=10000000 misc=kernel ip=0xffffffff81000020 raw="u16:10 u8:0 u8:0 u32:300 u32:1"
sample id=1 pid=300 tid=300 cpu=0 time=11000000 misc=kernel ip=0xffffffff81000020 raw="u16:10 u8:0 u8:0 u32:300 \
  u64:1 u64:3"
sample id=2 pid=300 tid=300 cpu=0 time=12000000 misc=kernel ip=0xffffffff81000020 chain_nr=0 raw="u16:11 u8:0 u8:0 \
  u32:300 u64:1"
sample id=1 pid=400 tid=401 cpu=1 time=13000000 misc=kernel ip=0xffffffff81000020 fields="id=35 args=0x1000"
sample id=2 pid=400 tid=401 cpu=1 time=14000000 misc=kernel ip=0xffffffff81000030 chain_nr=0 fields="id=35"
lost id=1 lost=17 time=14000001
sample id=1 pid=300 tid=300 cpu=0 time=15000000 misc=kernel ip=0xffffffff81000020 fields="id=-1 args=1"
sample id=2 pid=300 tid=300 cpu=0 time=16000000 misc=kernel ip=0xffffffff81000030 chain_nr=0 \
  fields="id=0x7fffffffffffffff ret=-5000"
sample id=1 pid=300 tid=300 cpu=0 time=17000000 misc=kernel ip=0xffffffff81000020 fields="id=61 args=-1"
