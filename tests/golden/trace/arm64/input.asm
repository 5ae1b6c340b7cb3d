# the flags that ARM has numbers of its own for
event raw_syscalls:sys_enter type=tracepoint config=10 sample_type=ip|tid|time|cpu|raw|period|identifier ids=1 flags=sample_id_all period=1
event raw_syscalls:sys_exit type=tracepoint config=11 sample_type=ip|tid|time|cpu|raw|period|identifier ids=2 flags=sample_id_all period=1
tracepoint raw_syscalls:sys_enter id=10 fields="long id; unsigned long args[6]" print='"x"'
tracepoint raw_syscalls:sys_exit id=11 fields="long id; long ret" print='"x"'
feature nrcpus 2 2
feature arch aarch64
feature event_desc
comm pid=100 tid=100 comm=program time=1000
sample id=1 pid=100 tid=100 cpu=0 time=1000000 misc=kernel ip=0x20 raw="u16:10 u8:0 u8:0 u32:100 u64:56 u64:0xffffffffffffff9c u64:0x1000 u64:0x8c000 u64:0x0 u64:0x0 u64:0x0"
sample id=2 pid=100 tid=100 cpu=0 time=1001500 misc=kernel ip=0x30 raw="u16:11 u8:0 u8:0 u32:100 u64:56 u64:0x3"
sample id=1 pid=100 tid=100 cpu=0 time=1010000 misc=kernel ip=0x20 raw="u16:10 u8:0 u8:0 u32:100 u64:220 u64:0x3d0f00 u64:0x1000 u64:0x2000 u64:0x3000 u64:0x4000 u64:0x0"
sample id=2 pid=100 tid=100 cpu=0 time=1011500 misc=kernel ip=0x30 raw="u16:11 u8:0 u8:0 u32:100 u64:220 u64:0xc8"
sample id=1 pid=100 tid=100 cpu=0 time=1020000 misc=kernel ip=0x20 raw="u16:10 u8:0 u8:0 u32:100 u64:222 u64:0x0 u64:0x2000 u64:0x3 u64:0x22 u64:0xffffffffffffffff u64:0x0"
sample id=2 pid=100 tid=100 cpu=0 time=1021500 misc=kernel ip=0x30 raw="u16:11 u8:0 u8:0 u32:100 u64:222 u64:0x7f0000"
sample id=1 pid=100 tid=100 cpu=0 time=1030000 misc=kernel ip=0x20 raw="u16:10 u8:0 u8:0 u32:100 u64:437 u64:0xffffffffffffff9c u64:0x1000 u64:0x2000 u64:0x18 u64:0x0 u64:0x0"
sample id=2 pid=100 tid=100 cpu=0 time=1031500 misc=kernel ip=0x30 raw="u16:11 u8:0 u8:0 u32:100 u64:437 u64:0x4"
