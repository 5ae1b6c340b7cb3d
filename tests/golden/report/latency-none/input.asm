# Switches of a single thread by a tracepoint: when it ceased to run, not when it began.
event sched:sched_switch type=tracepoint config=1 sample_type=ip|tid|time|cpu|raw|period|identifier ids=1 period=1
event task-clock type=software config=1 sample_type=ip|tid|time|cpu|period|identifier ids=2 freq=4000
tracepoint sched:sched_switch id=1 fields="char prev_comm[16]; pid_t prev_pid; int prev_prio; long prev_state; char next_comm[16]; pid_t next_pid; int next_prio"
default pid=10 tid=10 cpu=0 period=1000
comm comm=prog time=1000
sample event=task-clock ip=0x400010 time=1500
sample event=sched:sched_switch period=1 time=2000 fields="prev_comm=prog prev_pid=10 next_comm=other next_pid=20"
sample event=task-clock ip=0x400010 time=2500
