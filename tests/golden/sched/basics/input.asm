# two CPUs; a task is woken, preempted, moved, renamed by an exec, and ends
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
feature nrcpus 2 2
feature event_desc
comm pid=100 tid=100 comm=first time=1000
comm pid=200 tid=200 comm=sh time=1001
mmap2 pid=-1 tid=0 start=0xffffffff81000000 len=0x1000000 pgoff=0xffffffff81000000 file=[kernel.kallsyms]_text \
  misc=kernel prot=x time=1002
sample id=1 pid=100 tid=100 cpu=0 time=10000000 misc=kernel ip=0xffffffff81000010 chain=kernel,0xffffffff81000100,0xffffffff81000210,0xffffffff81000310,0xffffffff81000410,0xffffffff81000510,0xffffffff81000610,0xffffffff81000710,0xffffffff81000810 fields="prev_comm=first prev_pid=100 prev_prio=120 next_comm=sh next_pid=200 next_prio=120"
sample id=2 pid=200 tid=200 cpu=0 time=11000000 ip=0xffffffff81000020 misc=kernel fields="comm=late pid=300 prio=120"
sample id=1 pid=0 tid=0 cpu=1 time=12000000 misc=kernel ip=0xffffffff81000010 chain_nr=0 fields="prev_comm=swapper/1 \
  prev_prio=120 next_comm=late next_pid=300 next_prio=120"
sample id=4 pid=200 tid=200 cpu=0 time=13000000 ip=0xffffffff81000020 misc=kernel fields="comm=sh pid=200 \
  runtime=0x2dc6c0"
comm pid=200 tid=200 comm=program misc=exec time=13000001
sample id=1 pid=200 tid=200 cpu=0 time=14000000 misc=kernel ip=0xffffffff81000010 chain=kernel,0xffffffff81000100,0xffffffff81000210,0xffffffff81000310,0xffffffff81000410,0xffffffff81000510,0xffffffff81000610,0xffffffff81000710,0xffffffff81000810 fields="prev_comm=program prev_pid=200 prev_prio=120 prev_state=1 next_comm=first next_pid=100 next_prio=120"
sample id=3 pid=100 tid=100 cpu=0 time=15000000 ip=0xffffffff81000020 misc=kernel fields="comm=first pid=200 \
  prio=120 dest_cpu=1"
sample id=2 pid=100 tid=100 cpu=0 time=15000500 ip=0xffffffff81000020 misc=kernel fields="comm=program pid=200 prio=120"
sample id=4 pid=300 tid=300 cpu=1 time=16000000 ip=0xffffffff81000020 misc=kernel fields="comm=late pid=300 \
  runtime=0x3d0900"
sample id=1 pid=300 tid=300 cpu=1 time=16000999 misc=kernel ip=0xffffffff81000010 chain_nr=0 fields="prev_comm=late \
  prev_pid=300 prev_prio=120 prev_state=256 next_comm=program next_pid=200 next_prio=120"
exit pid=200 tid=200 time=17000000
sample id=1 pid=200 tid=200 cpu=1 time=17000005 misc=kernel ip=0xffffffff81000010 chain=kernel,0xffffffff81000100,0xffffffff81000210,0xffffffff81000310,0xffffffff81000410,0xffffffff81000510,0xffffffff81000610,0xffffffff81000710,0xffffffff81000810 fields="prev_comm=program prev_pid=200 prev_prio=120 prev_state=16 next_comm=late next_pid=300 next_prio=120"
sample id=1 pid=100 tid=100 cpu=0 time=18000000 misc=kernel ip=0xffffffff81000010 chain=kernel,0xffffffff81000100,0xffffffff81000210,0xffffffff81000310,0xffffffff81000410,0xffffffff81000510,0xffffffff81000610,0xffffffff81000710,0xffffffff81000810 fields="prev_comm=first prev_pid=100 prev_prio=120 prev_state=2 next_comm=swapper/0 next_prio=120"
sample id=2 pid=300 tid=300 cpu=1 time=19000000 ip=0xffffffff81000020 misc=kernel fields="comm=first pid=100 \
  prio=120 target_cpu=1"
sample id=1 pid=0 tid=0 cpu=0 time=21000000 misc=kernel ip=0xffffffff81000010 \
  chain=kernel,0xffffffff81000100,0xffffffff81000210,0xffffffff81000310,0xffffffff81000410,0xffffffff81000510 \
  fields="prev_comm=swapper/0 prev_prio=120 next_comm=first next_pid=100 next_prio=120"
sample id=4 pid=100 tid=100 cpu=0 time=22000000 ip=0xffffffff81000020 misc=kernel fields="comm=first pid=100 \
  runtime=0xf4240"
sample id=1 pid=100 tid=100 cpu=0 time=22000000 misc=kernel ip=0xffffffff81000010 chain_nr=0 fields="prev_comm=first \
  prev_pid=100 prev_prio=120 prev_state=1 next_comm=swapper/0 next_prio=120"
