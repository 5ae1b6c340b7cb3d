# two CPUs; a task is woken, preempted, moved, renamed by an exec, and ends
event sched:sched_switch type=tracepoint config=1 sample_type=ip|tid|time|cpu|raw|period|identifier|callchain ids=1 flags=sample_id_all period=1
event sched:sched_waking type=tracepoint config=2 sample_type=ip|tid|time|cpu|raw|period|identifier ids=2 flags=sample_id_all period=1
event sched:sched_migrate_task type=tracepoint config=3 sample_type=ip|tid|time|cpu|raw|period|identifier ids=3 flags=sample_id_all period=1
event sched:sched_stat_runtime type=tracepoint config=4 sample_type=ip|tid|time|cpu|raw|period|identifier ids=4 flags=sample_id_all period=1
tracepoint sched:sched_switch id=1 fields="char prev_comm[16]; pid_t prev_pid; int prev_prio; long prev_state; char next_comm[16]; pid_t next_pid; int next_prio" print='"x"'
tracepoint sched:sched_waking id=2 fields="char comm[16]; pid_t pid; int prio; int target_cpu" print='"x"'
tracepoint sched:sched_migrate_task id=3 fields="char comm[16]; pid_t pid; int prio; int orig_cpu; int dest_cpu" print='"x"'
tracepoint sched:sched_stat_runtime id=4 fields="char comm[16]; pid_t pid; unsigned long runtime" print='"x"'
feature nrcpus 2 2
feature event_desc
comm pid=100 tid=100 comm=first time=1000
comm pid=200 tid=200 comm=sh time=1001
mmap2 pid=-1 tid=0 start=0xffffffff81000000 len=0x1000000 pgoff=0xffffffff81000000 file=[kernel.kallsyms]_text misc=kernel prot=x time=1002
sample id=1 pid=100 tid=100 cpu=0 time=10000000 misc=kernel ip=0xffffffff81000010 chain=kernel,0xffffffff81000100,0xffffffff81000210,0xffffffff81000310,0xffffffff81000410,0xffffffff81000510,0xffffffff81000610,0xffffffff81000710,0xffffffff81000810 raw="u16:1 u8:0 u8:0 u32:100 text:first zeros:11 u32:100 u32:120 u64:0 text:sh zeros:14 u32:200 u32:120"
sample id=2 pid=200 tid=200 cpu=0 time=11000000 ip=0xffffffff81000020 misc=kernel raw="u16:2 u8:0 u8:0 u32:200 text:late zeros:12 u32:300 u32:120 u32:0"
sample id=1 pid=0 tid=0 cpu=1 time=12000000 misc=kernel ip=0xffffffff81000010 chain_nr=0 raw="u16:1 u8:0 u8:0 u32:0 text:swapper/1 zeros:7 u32:0 u32:120 u64:0 text:late zeros:12 u32:300 u32:120"
sample id=4 pid=200 tid=200 cpu=0 time=13000000 ip=0xffffffff81000020 misc=kernel raw="u16:4 u8:0 u8:0 u32:200 text:sh zeros:14 u32:200 zeros:4 u64:3000000"
comm pid=200 tid=200 comm=program misc=exec time=13000001
sample id=1 pid=200 tid=200 cpu=0 time=14000000 misc=kernel ip=0xffffffff81000010 chain=kernel,0xffffffff81000100,0xffffffff81000210,0xffffffff81000310,0xffffffff81000410,0xffffffff81000510,0xffffffff81000610,0xffffffff81000710,0xffffffff81000810 raw="u16:1 u8:0 u8:0 u32:200 text:program zeros:9 u32:200 u32:120 u64:1 text:first zeros:11 u32:100 u32:120"
sample id=3 pid=100 tid=100 cpu=0 time=15000000 ip=0xffffffff81000020 misc=kernel raw="u16:3 u8:0 u8:0 u32:100 text:first zeros:11 u32:200 u32:120 u32:0 u32:1"
sample id=2 pid=100 tid=100 cpu=0 time=15000500 ip=0xffffffff81000020 misc=kernel raw="u16:2 u8:0 u8:0 u32:100 text:program zeros:9 u32:200 u32:120 u32:0"
sample id=4 pid=300 tid=300 cpu=1 time=16000000 ip=0xffffffff81000020 misc=kernel raw="u16:4 u8:0 u8:0 u32:300 text:late zeros:12 u32:300 zeros:4 u64:4000000"
sample id=1 pid=300 tid=300 cpu=1 time=16000999 misc=kernel ip=0xffffffff81000010 chain_nr=0 raw="u16:1 u8:0 u8:0 u32:300 text:late zeros:12 u32:300 u32:120 u64:256 text:program zeros:9 u32:200 u32:120"
exit pid=200 tid=200 time=17000000
sample id=1 pid=200 tid=200 cpu=1 time=17000005 misc=kernel ip=0xffffffff81000010 chain=kernel,0xffffffff81000100,0xffffffff81000210,0xffffffff81000310,0xffffffff81000410,0xffffffff81000510,0xffffffff81000610,0xffffffff81000710,0xffffffff81000810 raw="u16:1 u8:0 u8:0 u32:200 text:program zeros:9 u32:200 u32:120 u64:16 text:late zeros:12 u32:300 u32:120"
sample id=1 pid=100 tid=100 cpu=0 time=18000000 misc=kernel ip=0xffffffff81000010 chain=kernel,0xffffffff81000100,0xffffffff81000210,0xffffffff81000310,0xffffffff81000410,0xffffffff81000510,0xffffffff81000610,0xffffffff81000710,0xffffffff81000810 raw="u16:1 u8:0 u8:0 u32:100 text:first zeros:11 u32:100 u32:120 u64:2 text:swapper/0 zeros:7 u32:0 u32:120"
sample id=2 pid=300 tid=300 cpu=1 time=19000000 ip=0xffffffff81000020 misc=kernel raw="u16:2 u8:0 u8:0 u32:300 text:first zeros:11 u32:100 u32:120 u32:1"
sample id=1 pid=0 tid=0 cpu=0 time=21000000 misc=kernel ip=0xffffffff81000010 chain=kernel,0xffffffff81000100,0xffffffff81000210,0xffffffff81000310,0xffffffff81000410,0xffffffff81000510 raw="u16:1 u8:0 u8:0 u32:0 text:swapper/0 zeros:7 u32:0 u32:120 u64:0 text:first zeros:11 u32:100 u32:120"
sample id=4 pid=100 tid=100 cpu=0 time=22000000 ip=0xffffffff81000020 misc=kernel raw="u16:4 u8:0 u8:0 u32:100 text:first zeros:11 u32:100 zeros:4 u64:1000000"
sample id=1 pid=100 tid=100 cpu=0 time=22000000 misc=kernel ip=0xffffffff81000010 chain_nr=0 raw="u16:1 u8:0 u8:0 u32:100 text:first zeros:11 u32:100 u32:120 u64:1 text:swapper/0 zeros:7 u32:0 u32:120"
