# an exec, calls that overlap, wait, fail, are interrupted and restarted, do not return; two processes, three threads
event raw_syscalls:sys_enter type=tracepoint config=10 sample_type=ip|tid|time|cpu|raw|period|identifier ids=1 flags=sample_id_all period=1
event raw_syscalls:sys_exit type=tracepoint config=11 sample_type=ip|tid|time|cpu|raw|period|identifier|callchain ids=2 flags=sample_id_all period=1
event page-faults type=software config=2 sample_type=ip|tid|time|cpu|addr|period|identifier ids=3 flags=sample_id_all period=1
event sched:sched_switch type=tracepoint config=12 sample_type=ip|tid|time|cpu|raw|period|identifier ids=4 flags=sample_id_all period=1
tracepoint raw_syscalls:sys_enter id=10 fields="long id; unsigned long args[6]" print='"x"'
tracepoint raw_syscalls:sys_exit id=11 fields="long id; long ret" print='"x"'
tracepoint sched:sched_switch id=12 fields="char prev_comm[16]; pid_t prev_pid; int prev_prio; long prev_state" print='"x"'
feature nrcpus 2 2
feature arch x86_64
feature event_desc
comm pid=100 tid=100 comm=perf-exec time=1000
comm pid=200 tid=200 comm=server time=1001
comm pid=200 tid=201 comm=worker time=1002
comm pid=100 tid=100 comm=ls misc=exec time=1999999
mmap2 pid=100 tid=100 start=0x400000 len=0x1000 file=/nonexistent/ls prot=rx time=2000000
sample id=2 pid=100 tid=100 cpu=0 time=2000000 misc=kernel ip=0xffffffff81000030 chain_nr=0 raw="u16:11 u8:0 u8:0 u32:100 u64:0x3b u64:0x0"
sample id=1 pid=100 tid=100 cpu=0 time=2100000 misc=kernel ip=0xffffffff81000020 raw="u16:10 u8:0 u8:0 u32:100 u64:12 u64:0x0 u64:0x0 u64:0x0 u64:0x0 u64:0x0 u64:0x0"
sample id=2 pid=100 tid=100 cpu=0 time=2105500 misc=kernel ip=0xffffffff81000030 chain_nr=0 raw="u16:11 u8:0 u8:0 u32:100 u64:0xc u64:0x55aa000"
sample id=1 pid=100 tid=100 cpu=0 time=2200000 misc=kernel ip=0xffffffff81000020 raw="u16:10 u8:0 u8:0 u32:100 u64:257 u64:0xffffffffffffff9c u64:0x7fff12345678 u64:0x80000 u64:0x0 u64:0x0 u64:0x0"
sample id=2 pid=100 tid=100 cpu=0 time=2212345 misc=kernel ip=0xffffffff81000030 chain=user,0x400100,0x400200 raw="u16:11 u8:0 u8:0 u32:100 u64:0x101 u64:0xfffffffffffffffe"
sample id=1 pid=200 tid=200 cpu=0 time=3000000 misc=kernel ip=0xffffffff81000020 raw="u16:10 u8:0 u8:0 u32:200 u64:232 u64:0x4 u64:0x7f0000001000 u64:0x40 u64:0x5dc u64:0x0 u64:0x0"
sample id=1 pid=100 tid=100 cpu=0 time=4000000 misc=kernel ip=0xffffffff81000020 raw="u16:10 u8:0 u8:0 u32:100 u64:9 u64:0x0 u64:0x2000 u64:0x3 u64:0x22 u64:0xffffffffffffffff u64:0x0"
sample id=2 pid=100 tid=100 cpu=0 time=4009000 misc=kernel ip=0xffffffff81000030 chain_nr=0 raw="u16:11 u8:0 u8:0 u32:100 u64:0x9 u64:0x7f0000100000"
sample id=1 pid=200 tid=201 cpu=1 time=5000000 misc=kernel ip=0xffffffff81000020 raw="u16:10 u8:0 u8:0 u32:201 u64:202 u64:0x7f0000002000 u64:0x189 u64:0x5 u64:0x0 u64:0x0 u64:0xffffffff"
sample id=3 pid=100 tid=100 cpu=0 time=5100000 misc=user ip=0x400123 addr=0x400800
sample id=4 pid=100 tid=100 cpu=0 time=5200000 misc=kernel ip=0xffffffff81000030 raw="u16:12 u8:0 u8:0 u32:100 text:ls zeros:14 u32:100 u32:120 u64:1"
sample id=2 pid=200 tid=200 cpu=0 time=20000000 misc=kernel ip=0xffffffff81000030 chain_nr=0 raw="u16:11 u8:0 u8:0 u32:200 u64:0xe8 u64:0x1"
sample id=1 pid=200 tid=200 cpu=0 time=20001000 misc=kernel ip=0xffffffff81000020 raw="u16:10 u8:0 u8:0 u32:200 u64:0 u64:0x7 u64:0x7f0000003000 u64:0x1000 u64:0x0 u64:0x0 u64:0x0"
sample id=2 pid=200 tid=200 cpu=0 time=20003000 misc=kernel ip=0xffffffff81000030 chain_nr=0 raw="u16:11 u8:0 u8:0 u32:200 u64:0x0 u64:0x200"
sample id=1 pid=200 tid=200 cpu=0 time=20004000 misc=kernel ip=0xffffffff81000020 raw="u16:10 u8:0 u8:0 u32:200 u64:0 u64:0x7 u64:0x7f0000003000 u64:0x1000 u64:0x0 u64:0x0 u64:0x0"
sample id=2 pid=200 tid=200 cpu=0 time=20009000 misc=kernel ip=0xffffffff81000030 chain_nr=0 raw="u16:11 u8:0 u8:0 u32:200 u64:0x0 u64:0xfffffffffffffff5"
sample id=2 pid=200 tid=201 cpu=1 time=30000000 misc=kernel ip=0xffffffff81000030 chain_nr=0 raw="u16:11 u8:0 u8:0 u32:201 u64:0xca u64:0xffffffffffffff92"
sample id=1 pid=200 tid=201 cpu=1 time=31000000 misc=kernel ip=0xffffffff81000020 raw="u16:10 u8:0 u8:0 u32:201 u64:7 u64:0x0 u64:0x0 u64:0xbb8 u64:0x0 u64:0x0 u64:0x0"
sample id=2 pid=200 tid=201 cpu=1 time=33000000 misc=kernel ip=0xffffffff81000030 chain_nr=0 raw="u16:11 u8:0 u8:0 u32:201 u64:0x7 u64:0xfffffffffffffdfc"
sample id=1 pid=200 tid=201 cpu=1 time=33001000 misc=kernel ip=0xffffffff81000020 raw="u16:10 u8:0 u8:0 u32:201 u64:15 u64:0x0 u64:0x0 u64:0x0 u64:0x0 u64:0x0 u64:0x0"
sample id=2 pid=200 tid=201 cpu=1 time=33002000 misc=kernel ip=0xffffffff81000030 chain_nr=0 raw="u16:11 u8:0 u8:0 u32:201 u64:0xffffffffffffffff u64:0xfffffffffffffdfc"
sample id=1 pid=200 tid=201 cpu=1 time=33005000 misc=kernel ip=0xffffffff81000020 raw="u16:10 u8:0 u8:0 u32:201 u64:7 u64:0x0 u64:0x0 u64:0x1 u64:0x0 u64:0x0 u64:0x0"
sample id=2 pid=200 tid=201 cpu=1 time=35000000 misc=kernel ip=0xffffffff81000030 chain_nr=0 raw="u16:11 u8:0 u8:0 u32:201 u64:0x7 u64:0x0"
sample id=1 pid=200 tid=200 cpu=0 time=36000000 misc=kernel ip=0xffffffff81000020 raw="u16:10 u8:0 u8:0 u32:200 u64:62 u64:0x64 u64:0xf u64:0x0 u64:0x0 u64:0x0 u64:0x0"
sample id=2 pid=200 tid=200 cpu=0 time=36001500 misc=kernel ip=0xffffffff81000030 chain_nr=0 raw="u16:11 u8:0 u8:0 u32:200 u64:0x3e u64:0x0"
sample id=1 pid=200 tid=200 cpu=0 time=36002000 misc=kernel ip=0xffffffff81000020 raw="u16:10 u8:0 u8:0 u32:200 u64:56 u64:0x1200011 u64:0x0 u64:0x0 u64:0x7f0000002a10 u64:0x0 u64:0x0"
sample id=2 pid=200 tid=200 cpu=0 time=36090000 misc=kernel ip=0xffffffff81000030 chain_nr=0 raw="u16:11 u8:0 u8:0 u32:200 u64:0x38 u64:0xc9"
sample id=1 pid=100 tid=100 cpu=0 time=37000000 misc=kernel ip=0xffffffff81000020 raw="u16:10 u8:0 u8:0 u32:100 u64:999 u64:0x1 u64:0x2 u64:0x0 u64:0x0 u64:0x0 u64:0x0"
sample id=2 pid=100 tid=100 cpu=0 time=37001000 misc=kernel ip=0xffffffff81000030 chain_nr=0 raw="u16:11 u8:0 u8:0 u32:100 u64:0x3e7 u64:0xffffffffffffffda"
sample id=1 pid=100 tid=100 cpu=0 time=38000000 misc=kernel ip=0xffffffff81000020 raw="u16:10 u8:0 u8:0 u32:100 u64:231 u64:0x2 u64:0x0 u64:0x0 u64:0x0 u64:0x0 u64:0x0"
