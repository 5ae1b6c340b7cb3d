# a time far behind the others: nobody waits for a run of centuries
event sched:sched_switch type=tracepoint config=1 sample_type=ip|tid|time|cpu|raw|period|identifier ids=1 \
  flags=sample_id_all period=1
tracepoint sched:sched_switch id=1 fields="char prev_comm[16]; pid_t prev_pid; int prev_prio; long prev_state; char \
  next_comm[16]; pid_t next_pid; int next_prio" print='"x"'
feature nrcpus 2 2
feature event_desc
default ip=0x10
comm pid=100 tid=100 comm=first time=1000
comm pid=200 tid=200 comm=second time=1000
sample id=1 pid=0 tid=0 cpu=0 time=10000000 fields="prev_comm=swapper prev_prio=120 next_comm=first next_pid=100 \
  next_prio=120"
sample id=1 pid=100 tid=100 cpu=1 time=11000000 fields="prev_comm=first prev_pid=100 prev_prio=120 prev_state=1 \
  next_comm=second next_pid=200 next_prio=120"
sample id=1 pid=100 tid=100 cpu=0 time=12000000 fields="prev_comm=first prev_pid=100 prev_prio=120 prev_state=1 \
  next_comm=second next_pid=200 next_prio=120"
sample id=1 pid=200 tid=200 cpu=1 time=9000000000013000000 fields="prev_comm=second prev_pid=200 prev_prio=120 \
  prev_state=1 next_comm=first next_pid=100 next_prio=120"
sample id=1 pid=200 tid=200 cpu=0 time=14000000 fields="prev_comm=second prev_pid=200 prev_prio=120 prev_state=1 \
  next_comm=first next_pid=100 next_prio=120"
sample id=1 pid=100 tid=100 cpu=1 time=9000000000015000000 fields="prev_comm=first prev_pid=100 prev_prio=120 \
  prev_state=1 next_comm=second next_pid=200 next_prio=120"
