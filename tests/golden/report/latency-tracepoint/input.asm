# The same of whole CPUs, which tells all.
event sched:sched_switch type=tracepoint config=1 sample_type=ip|tid|time|cpu|raw|period|identifier ids=1 period=1
event cpu-clock type=software config=0 sample_type=ip|tid|time|cpu|period|identifier ids=2 freq=4000
tracepoint sched:sched_switch id=1 fields="char prev_comm[16]; pid_t prev_pid; int prev_prio; long prev_state; char next_comm[16]; pid_t next_pid; int next_prio"
default pid=10 tid=10 cpu=0 period=1000
comm comm=prog time=1000
comm pid=20 tid=20 comm=other time=1000
sample event=cpu-clock time=1500
sample event=sched:sched_switch cpu=1 period=1 pid=0 tid=0 time=2000 fields="prev_comm=swapper/1 prev_pid=0 next_comm=other next_pid=20"
sample event=cpu-clock time=2500
sample event=cpu-clock time=2501 cpu=1 pid=20 tid=20
sample event=sched:sched_switch period=1 time=3000 fields="prev_comm=prog prev_pid=10 next_comm=other next_pid=21"
sample event=cpu-clock time=3500 cpu=1 pid=20 tid=20
sample event=sched:sched_switch cpu=1 period=1 pid=20 tid=20 time=4000 fields="prev_comm=other prev_pid=20 next_comm=swapper/1 next_pid=0"
sample event=cpu-clock time=4500 pid=20 tid=21
