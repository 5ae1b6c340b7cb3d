# events were lost, also those that would have named a task; one takes the same name again
event sched:sched_switch type=tracepoint config=1 sample_type=ip|tid|time|cpu|raw|period|identifier ids=1 \
  flags=sample_id_all period=1
event sched:sched_waking type=tracepoint config=2 sample_type=ip|tid|time|cpu|raw|period|identifier ids=2 \
  flags=sample_id_all period=1
tracepoint sched:sched_switch id=1 fields="char prev_comm[16]; pid_t prev_pid; int prev_prio; long prev_state; char \
  next_comm[16]; pid_t next_pid; int next_prio" print='"x"'
tracepoint sched:sched_waking id=2 fields="char comm[16]; pid_t pid; int prio; int target_cpu" print='"x"'
feature nrcpus 2 2
default ip=0x10
comm pid=100 tid=100 comm=sh time=1000
sample id=1 pid=100 tid=100 cpu=0 time=10000000 misc=kernel fields="prev_comm=sh prev_pid=100 prev_prio=120 \
  prev_state=1 next_comm=new next_pid=200 next_prio=98"
lost id=1 lost=7 time=10500000 cpu=1
comm pid=200 tid=200 comm=new time=11000000
sample id=1 pid=200 tid=200 cpu=0 time=12000000 misc=kernel fields="prev_comm=new prev_pid=200 prev_prio=98 \
  prev_state=1 next_comm=sh next_pid=100 next_prio=120"
comm pid=100 tid=100 comm=sh misc=exec time=12500000
sample id=2 pid=100 tid=100 cpu=0 time=12600000 misc=kernel fields="comm=new pid=200 prio=98"
sample id=1 pid=100 tid=100 cpu=0 time=13000000 misc=kernel fields="prev_comm=sh prev_pid=100 prev_prio=120 \
  prev_state=1 next_comm=other next_pid=300 next_prio=120"
lost id=1 lost=3 time=13500000 cpu=0
sample id=1 pid=200 tid=200 cpu=0 time=14000000 misc=kernel fields="prev_comm=new prev_pid=200 prev_prio=98 \
  prev_state=1 next_comm=sh next_pid=100 next_prio=120"
