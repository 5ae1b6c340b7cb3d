# tasks that are moved while they are ready, woken or preempted, once and twice, before they wake and while they sleep
event sched:sched_switch type=tracepoint config=1 sample_type=ip|tid|time|cpu|raw|period|identifier|callchain ids=1 \
  flags=sample_id_all period=1
event sched:sched_waking type=tracepoint config=2 sample_type=ip|tid|time|cpu|raw|period|identifier ids=2 \
  flags=sample_id_all period=1
event sched:sched_migrate_task type=tracepoint config=3 sample_type=ip|tid|time|cpu|raw|period|identifier ids=3 \
  flags=sample_id_all period=1
event sched:sched_stat_runtime type=tracepoint config=4 sample_type=ip|tid|time|cpu|raw|period|identifier ids=4 \
  flags=sample_id_all period=1
tracepoint sched:sched_switch id=1 fields="char prev_comm[16]; pid_t prev_pid; int prev_prio; long prev_state; char \
  next_comm[16]; pid_t next_pid; int next_prio" print='"x"'
tracepoint sched:sched_waking id=2 fields="char comm[16]; pid_t pid; int prio; int target_cpu" print='"x"'
tracepoint sched:sched_migrate_task id=3 fields="char comm[16]; pid_t pid; int prio; int orig_cpu; int dest_cpu" \
  print='"x"'
tracepoint sched:sched_stat_runtime id=4 fields="char comm[16]; pid_t pid; unsigned long runtime" print='"x"'
feature event_desc
default cpu=0
comm pid=100 tid=100 comm=first time=1000
comm pid=200 tid=200 comm=moved time=1001
sample id=1 pid=200 tid=200 cpu=0 time=10000000 chain= fields="prev_comm=moved prev_pid=200 prev_prio=120 prev_state=1 next_comm=first next_pid=100 next_prio=120"
# asleep, moved, woken at 12, moved twice, runs at 16
sample id=3 pid=100 tid=100 time=11000000 fields="comm=moved pid=200 prio=120 dest_cpu=1"
sample id=2 pid=100 tid=100 time=12000000 fields="comm=moved pid=200 prio=120"
sample id=3 pid=100 tid=100 time=13000000 fields="comm=moved pid=200 prio=120 orig_cpu=1"
sample id=3 pid=100 tid=100 time=15000000 fields="comm=moved pid=200 prio=120 dest_cpu=1"
sample id=1 pid=0 tid=0 cpu=1 time=16000000 chain= fields="prev_comm=swapper/1 prev_prio=120 next_comm=moved next_pid=200 next_prio=120"
# preempted at 18, moved at 19, runs at 20
sample id=1 pid=200 tid=200 cpu=1 time=18000000 chain= fields="prev_comm=moved prev_pid=200 prev_prio=120 next_comm=swapper/1 next_prio=120"
sample id=3 pid=100 tid=100 time=19000000 fields="comm=moved pid=200 prio=120 orig_cpu=1"
sample id=1 pid=100 tid=100 cpu=0 time=20000000 chain= fields="prev_comm=first prev_pid=100 prev_prio=120 prev_state=1 next_comm=moved next_pid=200 next_prio=120"
# not moved
sample id=1 pid=200 tid=200 cpu=0 time=22000000 chain= fields="prev_comm=moved prev_pid=200 prev_prio=120 next_comm=swapper/0 next_prio=120"
sample id=1 pid=0 tid=0 cpu=0 time=23000000 chain= fields="prev_comm=swapper/0 prev_prio=120 next_comm=moved next_pid=200 next_prio=120"
# asleep, moved at 25, woken at 26, runs at 27
sample id=1 pid=200 tid=200 cpu=0 time=24000000 chain= fields="prev_comm=moved prev_pid=200 prev_prio=120 prev_state=1 next_comm=swapper/0 next_prio=120"
sample id=3 pid=100 tid=100 time=25000000 fields="comm=moved pid=200 prio=120 dest_cpu=1"
sample id=2 pid=100 tid=100 time=26000000 fields="comm=moved pid=200 prio=120"
sample id=1 pid=0 tid=0 cpu=1 time=27000000 chain= fields="prev_comm=swapper/1 prev_prio=120 next_comm=moved next_pid=200 next_prio=120"
sample id=1 pid=200 tid=200 cpu=1 time=28000000 chain= fields="prev_comm=moved prev_pid=200 prev_prio=120 prev_state=1 next_comm=swapper/1 next_prio=120"
