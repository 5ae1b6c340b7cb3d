# an exec, calls that overlap, wait, fail, are interrupted and restarted, do not return; two processes, three threads
event raw_syscalls:sys_enter type=tracepoint config=10 sample_type=ip|tid|time|cpu|raw|period|identifier ids=1 \
  flags=sample_id_all period=1
event raw_syscalls:sys_exit type=tracepoint config=11 sample_type=ip|tid|time|cpu|raw|period|identifier|callchain \
  ids=2 flags=sample_id_all period=1
event page-faults type=software config=2 sample_type=ip|tid|time|cpu|addr|period|identifier ids=3 \
  flags=sample_id_all period=1
event sched:sched_switch type=tracepoint config=12 sample_type=ip|tid|time|cpu|raw|period|identifier ids=4 \
  flags=sample_id_all period=1
tracepoint raw_syscalls:sys_enter id=10 fields="long id; unsigned long args[6]" print='"x"'
tracepoint raw_syscalls:sys_exit id=11 fields="long id; long ret" print='"x"'
tracepoint sched:sched_switch id=12 fields="char prev_comm[16]; pid_t prev_pid; int prev_prio; long prev_state" \
  print='"x"'
feature nrcpus 2 2
feature arch x86_64
feature event_desc
comm pid=100 tid=100 comm=perf-exec time=1000
comm pid=200 tid=200 comm=server time=1001
comm pid=200 tid=201 comm=worker time=1002
comm pid=100 tid=100 comm=ls misc=exec time=1999999
mmap2 pid=100 tid=100 start=0x400000 len=0x1000 file=/nonexistent/ls prot=rx time=2000000
sample id=2 pid=100 tid=100 cpu=0 time=2000000 misc=kernel ip=0xffffffff81000030 chain_nr=0 fields="id=59"
sample id=1 pid=100 tid=100 cpu=0 time=2100000 misc=kernel ip=0xffffffff81000020 fields="id=12"
sample id=2 pid=100 tid=100 cpu=0 time=2105500 misc=kernel ip=0xffffffff81000030 chain_nr=0 fields="id=12 ret=89825280"
sample id=1 pid=100 tid=100 cpu=0 time=2200000 misc=kernel ip=0xffffffff81000020 fields="id=257 \
  args=-100,0x7fff12345678,0x80000"
sample id=2 pid=100 tid=100 cpu=0 time=2212345 misc=kernel ip=0xffffffff81000030 chain=user,0x400100,0x400200 \
  fields="id=257 ret=-2"
sample id=1 pid=200 tid=200 cpu=0 time=3000000 misc=kernel ip=0xffffffff81000020 fields="id=232 \
  args=4,0x7f0000001000,64,1500"
sample id=1 pid=100 tid=100 cpu=0 time=4000000 misc=kernel ip=0xffffffff81000020 fields="id=9 args=0,0x2000,3,34,-1"
sample id=2 pid=100 tid=100 cpu=0 time=4009000 misc=kernel ip=0xffffffff81000030 chain_nr=0 fields="id=9 \
  ret=0x7f0000100000"
sample id=1 pid=200 tid=201 cpu=1 time=5000000 misc=kernel ip=0xffffffff81000020 fields="id=202 \
  args=0x7f0000002000,393,5,0,0,0xffffffff"
sample id=3 pid=100 tid=100 cpu=0 time=5100000 misc=user ip=0x400123 addr=0x400800
sample id=4 pid=100 tid=100 cpu=0 time=5200000 misc=kernel ip=0xffffffff81000030 fields="prev_comm=ls prev_pid=100 \
  prev_prio=120 prev_state=1"
sample id=2 pid=200 tid=200 cpu=0 time=20000000 misc=kernel ip=0xffffffff81000030 chain_nr=0 fields="id=232 ret=1"
sample id=1 pid=200 tid=200 cpu=0 time=20001000 misc=kernel ip=0xffffffff81000020 fields="args=7,0x7f0000003000,0x1000"
sample id=2 pid=200 tid=200 cpu=0 time=20003000 misc=kernel ip=0xffffffff81000030 chain_nr=0 fields="ret=512"
sample id=1 pid=200 tid=200 cpu=0 time=20004000 misc=kernel ip=0xffffffff81000020 fields="args=7,0x7f0000003000,0x1000"
sample id=2 pid=200 tid=200 cpu=0 time=20009000 misc=kernel ip=0xffffffff81000030 chain_nr=0 fields="ret=-11"
sample id=2 pid=200 tid=201 cpu=1 time=30000000 misc=kernel ip=0xffffffff81000030 chain_nr=0 fields="id=202 ret=-110"
sample id=1 pid=200 tid=201 cpu=1 time=31000000 misc=kernel ip=0xffffffff81000020 fields="id=7 args=0,0,3000"
sample id=2 pid=200 tid=201 cpu=1 time=33000000 misc=kernel ip=0xffffffff81000030 chain_nr=0 fields="id=7 ret=-516"
sample id=1 pid=200 tid=201 cpu=1 time=33001000 misc=kernel ip=0xffffffff81000020 fields="id=15"
sample id=2 pid=200 tid=201 cpu=1 time=33002000 misc=kernel ip=0xffffffff81000030 chain_nr=0 fields="id=-1 ret=-516"
sample id=1 pid=200 tid=201 cpu=1 time=33005000 misc=kernel ip=0xffffffff81000020 fields="id=7 args=0,0,1"
sample id=2 pid=200 tid=201 cpu=1 time=35000000 misc=kernel ip=0xffffffff81000030 chain_nr=0 fields="id=7"
sample id=1 pid=200 tid=200 cpu=0 time=36000000 misc=kernel ip=0xffffffff81000020 fields="id=62 args=100,15"
sample id=2 pid=200 tid=200 cpu=0 time=36001500 misc=kernel ip=0xffffffff81000030 chain_nr=0 fields="id=62"
sample id=1 pid=200 tid=200 cpu=0 time=36002000 misc=kernel ip=0xffffffff81000020 fields="id=56 \
  args=0x1200011,0,0,0x7f0000002a10"
sample id=2 pid=200 tid=200 cpu=0 time=36090000 misc=kernel ip=0xffffffff81000030 chain_nr=0 fields="id=56 ret=201"
sample id=1 pid=100 tid=100 cpu=0 time=37000000 misc=kernel ip=0xffffffff81000020 fields="id=999 args=1,2"
sample id=2 pid=100 tid=100 cpu=0 time=37001000 misc=kernel ip=0xffffffff81000030 chain_nr=0 fields="id=999 ret=-38"
sample id=1 pid=100 tid=100 cpu=0 time=38000000 misc=kernel ip=0xffffffff81000020 fields="id=231 args=2"
