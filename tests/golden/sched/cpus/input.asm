# a task that first ran on a CPU which is not shown is told of where it is shown; a CPU whose idle time had begun before is not taken for one that never was idle; CPU 2 goes idle and stays so, CPU 3 has no events
event sched:sched_switch type=tracepoint config=1 sample_type=ip|tid|time|cpu|raw|period|identifier ids=1 flags=sample_id_all period=1
tracepoint sched:sched_switch id=1 fields="char prev_comm[16]; pid_t prev_pid; int prev_prio; long prev_state; char next_comm[16]; pid_t next_pid; int next_prio" print='"x"'
feature nrcpus 4 4
feature event_desc
comm pid=100 tid=100 comm=first time=1000
comm pid=200 tid=200 comm=second time=1000
sample id=1 pid=0 tid=0 cpu=0 time=10000000 ip=0x10 raw="u16:1 u8:0 u8:0 u32:0 text:swapper zeros:9 u32:0 u32:120 u64:0 text:first zeros:11 u32:100 u32:120"
sample id=1 pid=100 tid=100 cpu=1 time=11000000 ip=0x10 raw="u16:1 u8:0 u8:0 u32:100 text:first zeros:11 u32:100 u32:120 u64:1 text:second zeros:10 u32:200 u32:120"
sample id=1 pid=100 tid=100 cpu=0 time=12000000 ip=0x10 raw="u16:1 u8:0 u8:0 u32:100 text:first zeros:11 u32:100 u32:120 u64:1 text:second zeros:10 u32:200 u32:120"
sample id=1 pid=300 tid=300 cpu=2 time=12500000 ip=0x10 raw="u16:1 u8:0 u8:0 u32:300 text:third zeros:11 u32:300 u32:120 u64:1 text:swapper/2 zeros:7 u32:0 u32:120"
sample id=1 pid=200 tid=200 cpu=1 time=13000000 ip=0x10 raw="u16:1 u8:0 u8:0 u32:200 text:second zeros:10 u32:200 u32:120 u64:1 text:first zeros:11 u32:100 u32:120"
sample id=1 pid=200 tid=200 cpu=0 time=14000000 ip=0x10 raw="u16:1 u8:0 u8:0 u32:200 text:second zeros:10 u32:200 u32:120 u64:1 text:first zeros:11 u32:100 u32:120"
sample id=1 pid=100 tid=100 cpu=1 time=15000000 ip=0x10 raw="u16:1 u8:0 u8:0 u32:100 text:first zeros:11 u32:100 u32:120 u64:1 text:second zeros:10 u32:200 u32:120"
