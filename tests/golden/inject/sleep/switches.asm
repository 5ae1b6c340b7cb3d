event sched:sched_switch type=tracepoint config=1 sample_type=ip|tid|time|cpu|raw|period|identifier|callchain ids=1 flags=sample_id_all period=1
event sched:sched_stat_runtime type=tracepoint config=4 sample_type=ip|tid|time|cpu|raw|period|identifier ids=4 flags=sample_id_all period=1
tracepoint sched:sched_switch id=1 fields="char prev_comm[16]; pid_t prev_pid; int prev_prio; long prev_state; char next_comm[16]; pid_t next_pid; int next_prio" print='"x"'
tracepoint sched:sched_stat_runtime id=4 fields="char comm[16]; pid_t pid; unsigned long runtime" print='"x"'
feature event_desc
comm pid=100 tid=100 comm=sleeper time=1000
comm pid=200 tid=200 comm=other time=1001
sample id=1 pid=100 tid=100 cpu=0 time=10000000 misc=kernel ip=0xffffffff81000010 chain=kernel,0xffffffff81000100,0xffffffff81000210 fields="prev_comm=sleeper prev_pid=100 prev_prio=120 prev_state=1 next_comm=other next_pid=200 next_prio=120"
sample id=4 pid=200 tid=200 cpu=0 time=12000000 ip=0xffffffff81000020 misc=kernel fields="comm=other pid=200 runtime=2000000"
sample id=1 pid=200 tid=200 cpu=0 time=14000000 misc=kernel ip=0xffffffff81000010 chain=kernel,0xffffffff81000300 fields="prev_comm=other prev_pid=200 prev_prio=120 prev_state=1 next_comm=sleeper next_pid=100 next_prio=120"
finished_round
