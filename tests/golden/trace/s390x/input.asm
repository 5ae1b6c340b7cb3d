# calls of another machine: its numbers, clone with its arguments the other way round
event raw_syscalls:sys_enter type=tracepoint config=10 sample_type=ip|tid|time|cpu|raw|period|identifier ids=1 flags=sample_id_all period=1
event raw_syscalls:sys_exit type=tracepoint config=11 sample_type=ip|tid|time|cpu|raw|period|identifier ids=2 flags=sample_id_all period=1
tracepoint raw_syscalls:sys_enter id=10 fields="long id; unsigned long args[6]" print='"x"'
tracepoint raw_syscalls:sys_exit id=11 fields="long id; long ret" print='"x"'
feature nrcpus 2 2
feature arch s390x
feature event_desc
comm pid=100 tid=100 comm=program time=1000
sample id=1 pid=100 tid=100 cpu=0 time=1000000 misc=kernel ip=0x20 raw="u16:10 u8:0 u8:0 u32:100 u64:288 u64:0xffffffffffffff9c u64:0x1000 u64:0x90800 u64:0x0 u64:0x0 u64:0x0"
sample id=2 pid=100 tid=100 cpu=0 time=1001500 misc=kernel ip=0x30 raw="u16:11 u8:0 u8:0 u32:100 u64:288 u64:0x3"
sample id=1 pid=100 tid=100 cpu=0 time=1010000 misc=kernel ip=0x20 raw="u16:10 u8:0 u8:0 u32:100 u64:3 u64:0x3 u64:0x1000 u64:0x1000 u64:0x0 u64:0x0 u64:0x0"
sample id=2 pid=100 tid=100 cpu=0 time=1011500 misc=kernel ip=0x30 raw="u16:11 u8:0 u8:0 u32:100 u64:3 u64:0x340"
sample id=1 pid=100 tid=100 cpu=0 time=1020000 misc=kernel ip=0x20 raw="u16:10 u8:0 u8:0 u32:100 u64:120 u64:0x0 u64:0x1200011 u64:0x0 u64:0x2000 u64:0x0 u64:0x0"
sample id=2 pid=100 tid=100 cpu=0 time=1021500 misc=kernel ip=0x30 raw="u16:11 u8:0 u8:0 u32:100 u64:120 u64:0xc8"
sample id=1 pid=100 tid=100 cpu=0 time=1030000 misc=kernel ip=0x20 raw="u16:10 u8:0 u8:0 u32:100 u64:222 u64:0x1000 u64:0x0 u64:0x0 u64:0x0 u64:0x0 u64:0x0"
sample id=2 pid=100 tid=100 cpu=0 time=1031500 misc=kernel ip=0x30 raw="u16:11 u8:0 u8:0 u32:100 u64:222 u64:0x0"
sample id=1 pid=100 tid=100 cpu=0 time=1040000 misc=kernel ip=0x20 raw="u16:10 u8:0 u8:0 u32:100 u64:238 u64:0x1000 u64:0x81 u64:0x1 u64:0x0 u64:0x0 u64:0x0"
sample id=2 pid=100 tid=100 cpu=0 time=1041500 misc=kernel ip=0x30 raw="u16:11 u8:0 u8:0 u32:100 u64:238 u64:0x0"
sample id=1 pid=100 tid=100 cpu=0 time=1050000 misc=kernel ip=0x20 raw="u16:10 u8:0 u8:0 u32:100 u64:241 u64:0x64 u64:0x64 u64:0x9 u64:0x0 u64:0x0 u64:0x0"
sample id=2 pid=100 tid=100 cpu=0 time=1051500 misc=kernel ip=0x30 raw="u16:11 u8:0 u8:0 u32:100 u64:241 u64:0x0"
sample id=1 pid=100 tid=100 cpu=0 time=1060000 misc=kernel ip=0x20 raw="u16:10 u8:0 u8:0 u32:100 u64:72 u64:0x0 u64:0x0 u64:0x0 u64:0x0 u64:0x0 u64:0x0"
sample id=2 pid=100 tid=100 cpu=0 time=1061500 misc=kernel ip=0x30 raw="u16:11 u8:0 u8:0 u32:100 u64:72 u64:0x0"
sample id=1 pid=100 tid=100 cpu=0 time=1070000 misc=kernel ip=0x20 raw="u16:10 u8:0 u8:0 u32:100 u64:55 u64:0x3 u64:0x3 u64:0x0 u64:0x0 u64:0x0 u64:0x0"
sample id=2 pid=100 tid=100 cpu=0 time=1071500 misc=kernel ip=0x30 raw="u16:11 u8:0 u8:0 u32:100 u64:55 u64:0x8802"
sample id=1 pid=100 tid=100 cpu=0 time=1080000 misc=kernel ip=0x20 raw="u16:10 u8:0 u8:0 u32:100 u64:54 u64:0x1 u64:0x5413 u64:0x1000 u64:0x0 u64:0x0 u64:0x0"
sample id=2 pid=100 tid=100 cpu=0 time=1081500 misc=kernel ip=0x30 raw="u16:11 u8:0 u8:0 u32:100 u64:54 u64:0xffffffffffffffe7"
sample id=1 pid=100 tid=100 cpu=0 time=1090000 misc=kernel ip=0x20 raw="u16:10 u8:0 u8:0 u32:100 u64:1 u64:0x1 u64:0x0 u64:0x0 u64:0x0 u64:0x0 u64:0x0"
sample id=2 pid=100 tid=100 cpu=0 time=1091500 misc=kernel ip=0x30 raw="u16:11 u8:0 u8:0 u32:100 u64:1 u64:0x0"
