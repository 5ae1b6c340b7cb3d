# events were lost, also those that would have named a task; one takes the same name again
event sched:sched_switch type=tracepoint config=1 sample_type=ip|tid|time|cpu|raw|period|identifier ids=1 flags=sample_id_all period=1
event sched:sched_waking type=tracepoint config=2 sample_type=ip|tid|time|cpu|raw|period|identifier ids=2 flags=sample_id_all period=1
tracepoint sched:sched_switch id=1 fields="char prev_comm[16]; pid_t prev_pid; int prev_prio; long prev_state; char next_comm[16]; pid_t next_pid; int next_prio" print='"x"'
tracepoint sched:sched_waking id=2 fields="char comm[16]; pid_t pid; int prio; int target_cpu" print='"x"'
feature nrcpus 2 2
comm pid=100 tid=100 comm=sh time=1000
sample id=1 pid=100 tid=100 cpu=0 time=10000000 ip=0x10 misc=kernel raw="u16:1 u8:0 u8:0 u32:100 text:sh zeros:14 u32:100 u32:120 u64:1 text:new zeros:13 u32:200 u32:98"
lost id=1 lost=7 time=10500000 cpu=1
comm pid=200 tid=200 comm=new time=11000000
sample id=1 pid=200 tid=200 cpu=0 time=12000000 ip=0x10 misc=kernel raw="u16:1 u8:0 u8:0 u32:200 text:new zeros:13 u32:200 u32:98 u64:1 text:sh zeros:14 u32:100 u32:120"
comm pid=100 tid=100 comm=sh misc=exec time=12500000
sample id=2 pid=100 tid=100 cpu=0 time=12600000 ip=0x10 misc=kernel raw="u16:2 u8:0 u8:0 u32:100 text:new zeros:13 u32:200 u32:98 u32:0"
sample id=1 pid=100 tid=100 cpu=0 time=13000000 ip=0x10 misc=kernel raw="u16:1 u8:0 u8:0 u32:100 text:sh zeros:14 u32:100 u32:120 u64:1 text:other zeros:11 u32:300 u32:120"
lost id=1 lost=3 time=13500000 cpu=0
sample id=1 pid=200 tid=200 cpu=0 time=14000000 ip=0x10 misc=kernel raw="u16:1 u8:0 u8:0 u32:200 text:new zeros:13 u32:200 u32:98 u64:1 text:sh zeros:14 u32:100 u32:120"
