# a time far behind the others: nobody waits for a run of centuries
event sched:sched_switch type=tracepoint config=1 sample_type=ip|tid|time|cpu|raw|period|identifier ids=1 flags=sample_id_all period=1
tracepoint sched:sched_switch id=1 fields="char prev_comm[16]; pid_t prev_pid; int prev_prio; long prev_state; char next_comm[16]; pid_t next_pid; int next_prio" print='"x"'
feature nrcpus 2 2
feature event_desc
comm pid=100 tid=100 comm=first time=1000
comm pid=200 tid=200 comm=second time=1000
sample id=1 pid=0 tid=0 cpu=0 time=10000000 ip=0x10 raw="u16:1 u8:0 u8:0 u32:0 text:swapper zeros:9 u32:0 u32:120 u64:0 text:first zeros:11 u32:100 u32:120"
sample id=1 pid=100 tid=100 cpu=1 time=11000000 ip=0x10 raw="u16:1 u8:0 u8:0 u32:100 text:first zeros:11 u32:100 u32:120 u64:1 text:second zeros:10 u32:200 u32:120"
sample id=1 pid=100 tid=100 cpu=0 time=12000000 ip=0x10 raw="u16:1 u8:0 u8:0 u32:100 text:first zeros:11 u32:100 u32:120 u64:1 text:second zeros:10 u32:200 u32:120"
sample id=1 pid=200 tid=200 cpu=1 time=9000000000013000000 ip=0x10 raw="u16:1 u8:0 u8:0 u32:200 text:second zeros:10 u32:200 u32:120 u64:1 text:first zeros:11 u32:100 u32:120"
sample id=1 pid=200 tid=200 cpu=0 time=14000000 ip=0x10 raw="u16:1 u8:0 u8:0 u32:200 text:second zeros:10 u32:200 u32:120 u64:1 text:first zeros:11 u32:100 u32:120"
sample id=1 pid=100 tid=100 cpu=1 time=9000000000015000000 ip=0x10 raw="u16:1 u8:0 u8:0 u32:100 text:first zeros:11 u32:100 u32:120 u64:1 text:second zeros:10 u32:200 u32:120"
