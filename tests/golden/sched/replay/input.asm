# who wakes itself, who is woken twice, who is woken awake, a CPU that cannot be, a task that nobody heard of before
event sched:sched_switch type=tracepoint config=1 sample_type=ip|tid|time|cpu|raw|period|identifier ids=1 \
  flags=sample_id_all period=1
event sched:sched_waking type=tracepoint config=2 sample_type=ip|tid|time|cpu|raw|period|identifier ids=2 \
  flags=sample_id_all period=1
event sched:sched_wakeup type=tracepoint config=3 sample_type=ip|tid|time|cpu|raw|period|identifier ids=3 \
  flags=sample_id_all period=1
tracepoint sched:sched_switch id=1 fields="char prev_comm[16]; pid_t prev_pid; int prev_prio; long prev_state; char \
  next_comm[16]; pid_t next_pid; int next_prio" print='"x"'
tracepoint sched:sched_waking id=2 fields="char comm[16]; pid_t pid; int prio; int target_cpu" print='"x"'
tracepoint sched:sched_wakeup id=3 fields="char comm[16]; pid_t pid; int prio; int target_cpu" print='"x"'
default ip=0x10
fork pid=1 ppid=0 tid=1 ptid=0 time=0
comm pid=1 tid=1 comm=init time=0
fork pid=100 ppid=1 tid=100 ptid=1 time=1000
comm pid=100 tid=100 comm=first time=1001
fork pid=200 ppid=100 tid=200 ptid=100 time=1002
sample id=1 pid=0 tid=0 cpu=0 time=10000000 misc=kernel fields="prev_comm=swapper/0 prev_prio=120 next_comm=first \
  next_pid=100 next_prio=120"
sample id=2 pid=100 tid=100 cpu=0 time=10100000 misc=kernel fields="comm=second pid=200 prio=120"
sample id=2 pid=100 tid=100 cpu=0 time=10110000 misc=kernel fields="comm=second pid=200 prio=120"
sample id=3 pid=100 tid=100 cpu=0 time=10120000 misc=kernel fields="comm=second pid=200 prio=120"
sample id=1 pid=100 tid=100 cpu=0 time=10200000 misc=kernel fields="prev_comm=first prev_pid=100 prev_prio=120 \
  prev_state=1 next_comm=second next_pid=200 next_prio=120"
sample id=2 pid=200 tid=200 cpu=0 time=10210000 misc=kernel fields="comm=first pid=100 prio=120"
sample id=2 pid=300 tid=300 cpu=1 time=10215000 misc=kernel fields="comm=second pid=200 prio=120"
sample id=2 pid=300 tid=300 cpu=1 time=10216000 misc=kernel fields="comm=third pid=300 prio=120"
sample id=1 pid=200 tid=200 cpu=0 time=10300000 misc=kernel fields="prev_comm=second prev_pid=200 prev_prio=120 \
  prev_state=1 next_comm=first next_pid=100 next_prio=120"
sample id=1 pid=300 tid=300 cpu=4000000000 time=10310000 misc=kernel fields="prev_comm=third prev_pid=300 \
  prev_prio=120 prev_state=1 next_comm=swapper/1 next_prio=120"
sample id=1 pid=300 tid=300 cpu=1 time=10320000 misc=kernel raw="u16:1 u8:0 u8:0 u32:300 text:th"
sample id=1 pid=100 tid=100 cpu=0 time=10400000 misc=kernel fields="prev_comm=first prev_pid=100 prev_prio=120 \
  next_comm=swapper/0 next_prio=120"
