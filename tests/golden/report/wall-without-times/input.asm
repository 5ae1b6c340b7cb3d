# As perf record --per-thread without -T makes them: nothing says how long a thread was off the CPU.
event sched:sched_switch type=tracepoint config=1 sample_type=ip|tid|raw|identifier ids=1 period=1
tracepoint sched:sched_switch id=1 fields="char prev_comm[16]; pid_t prev_pid; int prev_prio; long prev_state; char next_comm[16]; pid_t next_pid; int next_prio"
sample pid=10 tid=10 fields="prev_comm=prog prev_pid=10 prev_state=1 next_comm=swapper/0 next_pid=0"
