# Fields of two tracepoints as keys, the events named whole, by a part, and by number.
event sched:sched_switch type=tracepoint config=1 sample_type=identifier|ip|tid|time|cpu|raw|period ids=1 flags=sample_id_all period=1
event sched:sched_wakeup type=tracepoint config=2 sample_type=identifier|ip|tid|time|cpu|raw|period ids=2 flags=sample_id_all period=1
tracepoint sched:sched_switch id=1 fields="pid_t prev_pid; pid_t next_pid; char next_comm[8]" print='"prev_pid=%d next_pid=pid %d", REC->prev_pid, REC->next_pid'
tracepoint sched:sched_wakeup id=2 fields="pid_t pid; pid_t prev_pid" print='"pid=%d", REC->pid'
default pid=10 cpu=1
comm comm=prog misc=exec time=1000000
sample id=1 ip=0x400123 time=2000000 period=1 fields="prev_pid=10 next_pid=11 next_comm=eleven"
sample id=1 ip=0x400123 time=2001000 period=1 fields="prev_pid=11 next_pid=10 next_comm=ten"
sample id=1 ip=0x400123 time=2002000 period=1 fields="prev_pid=10 next_pid=11 next_comm=eleven"
sample id=2 ip=0x400123 time=2003000 period=1 fields="pid=11 prev_pid=9"
finished_round
