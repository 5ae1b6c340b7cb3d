# payloads that are too short, CPUs that cannot be, events out of order
event sched:sched_waking type=tracepoint config=2 sample_type=ip|tid|time|cpu|raw|period|identifier ids=2 \
  flags=sample_id_all period=1
event sched:sched_switch type=tracepoint config=1 sample_type=ip|tid|time|cpu|raw|period|identifier|callchain ids=1 \
  flags=sample_id_all period=1
tracepoint sched:sched_waking id=2 fields="char comm[16]; pid_t pid; int prio; int target_cpu" print='"x"'
tracepoint sched:sched_switch id=1 fields="char prev_comm[16]; pid_t prev_pid; int prev_prio; long prev_state; char \
  next_comm[16]; pid_t next_pid; int next_prio" print='"x"'
comm pid=100 tid=100 comm=first time=1000
sample id=1 pid=100 tid=100 cpu=0 time=9000000 ip=0xffffffff81000010 misc=kernel chain_nr=0 raw="u16:1 u8:0 u8:0 \
  u32:100 text:first"
sample id=1 pid=100 tid=100 cpu=0 time=10000000 misc=kernel ip=0xffffffff81000010 chain=kernel,0xffffffff81000100,0xffffffff81000210,0xffffffff81000310,0xffffffff81000410,0xffffffff81000510,0xffffffff81000610,0xffffffff81000710,0xffffffff81000810 fields="prev_comm=first prev_pid=100 prev_prio=120 next_comm=sh next_pid=200 next_prio=120"
sample id=2 pid=200 tid=200 cpu=0 time=11000000 ip=0xffffffff81000020 misc=kernel fields="comm=late pid=300 prio=120"
sample id=1 pid=200 tid=200 cpu=0 time=14000000 misc=kernel ip=0xffffffff81000010 chain=kernel,0xffffffff81000100,0xffffffff81000210,0xffffffff81000310,0xffffffff81000410,0xffffffff81000510,0xffffffff81000610,0xffffffff81000710,0xffffffff81000810 fields="prev_comm=program prev_pid=200 prev_prio=120 prev_state=1 next_comm=first next_pid=100 next_prio=120"
sample id=1 pid=100 tid=100 cpu=70000 time=8000000 misc=kernel ip=0xffffffff81000010 chain_nr=0 \
  fields="prev_comm=first prev_pid=100 prev_prio=120 next_comm=sh next_pid=200 next_prio=120"
sample id=1 pid=999 tid=999 cpu=4000000000 time=23000000 misc=kernel ip=0xffffffff81000010 chain_nr=0 \
  fields="prev_comm=? prev_pid=-1 prev_prio=120 next_comm=sh next_pid=77 next_prio=120"
