# halves of calls are missing, payloads are cut, an end is of another call, times go back, tids have no name
event raw_syscalls:sys_enter type=tracepoint config=10 sample_type=ip|tid|time|cpu|raw|period|identifier ids=1 flags=sample_id_all period=1
event raw_syscalls:sys_exit type=tracepoint config=11 sample_type=ip|tid|time|cpu|raw|period|identifier|callchain ids=2 flags=sample_id_all period=1
tracepoint raw_syscalls:sys_enter id=10 fields="long id; unsigned long args[6]" print='"x"'
tracepoint raw_syscalls:sys_exit id=11 fields="long id; long ret" print='"x"'
feature nrcpus 2 2
feature arch x86_64
feature event_desc
comm pid=300 tid=300 comm=odd time=1000
sample id=1 pid=300 tid=300 cpu=0 time=2000000 misc=kernel ip=0xffffffff81000020 raw="u16:10 u8:0 u8:0 u32:300 u64:0 u64:0x3 u64:0x1000 u64:0xa u64:0x0 u64:0x0 u64:0x0"
sample id=1 pid=300 tid=300 cpu=0 time=3000000 misc=kernel ip=0xffffffff81000020 raw="u16:10 u8:0 u8:0 u32:300 u64:1 u64:0x3 u64:0x1000 u64:0xa u64:0x0 u64:0x0 u64:0x0"
sample id=2 pid=300 tid=300 cpu=0 time=4000000 misc=kernel ip=0xffffffff81000030 chain_nr=0 raw="u16:11 u8:0 u8:0 u32:300 u64:0x0 u64:0xa"
sample id=2 pid=300 tid=300 cpu=0 time=5000000 misc=kernel ip=0xffffffff81000030 chain_nr=0 raw="u16:11 u8:0 u8:0 u32:300 u64:0x1 u64:0xa"
sample id=1 pid=300 tid=300 cpu=0 time=9000000 misc=kernel ip=0xffffffff81000020 raw="u16:10 u8:0 u8:0 u32:300 u64:3 u64:0x5 u64:0x0 u64:0x0 u64:0x0 u64:0x0 u64:0x0"
sample id=2 pid=300 tid=300 cpu=0 time=8000000 misc=kernel ip=0xffffffff81000030 chain_nr=0 raw="u16:11 u8:0 u8:0 u32:300 u64:0x3 u64:0x0"
sample id=1 pid=300 tid=300 cpu=0 time=10000000 misc=kernel ip=0xffffffff81000020 raw="u16:10 u8:0 u8:0 u32:300 u32:1"
sample id=1 pid=300 tid=300 cpu=0 time=11000000 misc=kernel ip=0xffffffff81000020 raw="u16:10 u8:0 u8:0 u32:300 u64:1 u64:3"
sample id=2 pid=300 tid=300 cpu=0 time=12000000 misc=kernel ip=0xffffffff81000020 chain_nr=0 raw="u16:11 u8:0 u8:0 u32:300 u64:1"
sample id=1 pid=400 tid=401 cpu=1 time=13000000 misc=kernel ip=0xffffffff81000020 raw="u16:10 u8:0 u8:0 u32:401 u64:35 u64:0x1000 u64:0x0 u64:0x0 u64:0x0 u64:0x0 u64:0x0"
sample id=2 pid=400 tid=401 cpu=1 time=14000000 misc=kernel ip=0xffffffff81000030 chain_nr=0 raw="u16:11 u8:0 u8:0 u32:401 u64:0x23 u64:0x0"
lost id=1 lost=17 time=14000001
sample id=1 pid=300 tid=300 cpu=0 time=15000000 misc=kernel ip=0xffffffff81000020 raw="u16:10 u8:0 u8:0 u32:300 u64:18446744073709551615 u64:0x1 u64:0x0 u64:0x0 u64:0x0 u64:0x0 u64:0x0"
sample id=2 pid=300 tid=300 cpu=0 time=16000000 misc=kernel ip=0xffffffff81000030 chain_nr=0 raw="u16:11 u8:0 u8:0 u32:300 u64:0x7fffffffffffffff u64:0xffffffffffffec78"
sample id=1 pid=300 tid=300 cpu=0 time=17000000 misc=kernel ip=0xffffffff81000020 raw="u16:10 u8:0 u8:0 u32:300 u64:61 u64:0xffffffffffffffff u64:0x0 u64:0x0 u64:0x0 u64:0x0 u64:0x0"
