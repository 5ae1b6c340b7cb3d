# tracepoints, but none of locks
event sched:sched_switch type=tracepoint config=1 sample_type=ip|tid|time|cpu|raw|period|identifier ids=1 \
  flags=sample_id_all period=1
tracepoint sched:sched_switch id=1 fields="char prev_comm[16]; pid_t prev_pid; int prev_prio; long prev_state; char \
  next_comm[16]; pid_t next_pid; int next_prio" print='"x"'
feature nrcpus 1 1
feature event_desc
comm pid=10 tid=10 comm=prog time=1
sample id=1 pid=10 tid=10 cpu=0 time=10 fields="prev_comm=prog prev_pid=10 prev_prio=120 next_comm=sh next_pid=20 \
  next_prio=120"
