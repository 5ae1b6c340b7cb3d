# names that would be markup, CPUs that cannot be, no lengths, cut payloads, time that goes back, switches that are missing
event sched:sched_switch type=tracepoint config=1 sample_type=ip|tid|time|cpu|raw|period|identifier ids=1 \
  flags=sample_id_all period=1
event sched:sched_wakeup type=tracepoint config=2 sample_type=ip|tid|time|cpu|raw|period|identifier ids=2 \
  flags=sample_id_all period=1
event power:cpu_idle type=tracepoint config=3 sample_type=ip|tid|time|cpu|raw|period|identifier ids=3 \
  flags=sample_id_all period=1
event power:cpu_frequency type=tracepoint config=4 sample_type=ip|tid|time|cpu|raw|period|identifier ids=4 \
  flags=sample_id_all period=1
tracepoint sched:sched_switch id=1 fields="char prev_comm[16]; pid_t prev_pid; int prev_prio; long prev_state; char \
  next_comm[16]; pid_t next_pid; int next_prio" print='"x"'
tracepoint sched:sched_wakeup id=2 fields="char comm[16]; pid_t pid; int prio; int target_cpu" print='"x"'
tracepoint power:cpu_idle id=3 fields="u32 state; u32 cpu_id" print='"x"'
tracepoint power:cpu_frequency id=4 fields="u32 state; u32 cpu_id" print='"x"'
feature nrcpus 2 2
feature event_desc
comm pid=100 tid=100 comm="<b>&]]>" time=1000000
comm pid=200 tid=200 comm="it's\\n" time=1000000
sample id=1 pid=0 tid=0 cpu=0 time=1000000000 misc=kernel ip=0xffffffff81000010 fields="prev_comm=p0 prev_prio=120 \
  prev_state=1 next_comm=n100 next_pid=100 next_prio=120"
sample id=1 pid=100 tid=100 cpu=0 time=1100000000 misc=kernel ip=0xffffffff81000010 fields="prev_comm=p100 \
  prev_pid=100 prev_prio=120 next_comm=n200 next_pid=200 next_prio=120"
sample id=1 pid=300 tid=300 cpu=0 time=1200000000 misc=kernel ip=0xffffffff81000010 fields="prev_comm=p300 \
  prev_pid=300 prev_prio=120 prev_state=1 next_comm=n0 next_prio=120"
sample id=1 pid=0 tid=0 cpu=0 time=1150000000 misc=kernel ip=0xffffffff81000010 fields="prev_comm=p0 prev_prio=120 \
  prev_state=1 next_comm=n100 next_pid=100 next_prio=120"
sample id=1 pid=0 tid=0 cpu=70000 time=1300000000 misc=kernel ip=0xffffffff81000010 fields="prev_comm=p0 \
  prev_prio=120 prev_state=1 next_comm=n100 next_pid=100 next_prio=120"
sample id=1 pid=100 tid=100 cpu=4294967295 time=1310000000 misc=kernel ip=0xffffffff81000010 fields="prev_comm=p100 \
  prev_pid=100 prev_prio=120 prev_state=1 next_comm=n0 next_prio=120"
sample id=3 pid=0 tid=0 cpu=5000000 time=1320000000 misc=kernel ip=0xffffffff81000010 fields="state=1 cpu_id=5000000"
sample id=4 pid=0 tid=0 cpu=99999 time=1330000000 misc=kernel ip=0xffffffff81000010 fields="state=1 cpu_id=99999"
sample id=3 pid=0 tid=0 cpu=1 time=1340000000 misc=kernel ip=0xffffffff81000010 fields="state=-1 cpu_id=1"
sample id=3 pid=0 tid=0 cpu=1 time=1345000000 misc=kernel ip=0xffffffff81000010 fields="state=2 cpu_id=1"
sample id=3 pid=0 tid=0 cpu=1 time=1345000000 misc=kernel ip=0xffffffff81000010 fields="state=-1 cpu_id=1"
sample id=1 pid=0 tid=0 cpu=0 time=1400000000 misc=kernel ip=0xffffffff81000010 fields="prev_comm=p0 prev_prio=120 \
  prev_state=1 next_comm=n400 next_pid=400 next_prio=120"
sample id=1 pid=400 tid=400 cpu=0 time=1400000000 misc=kernel ip=0xffffffff81000010 fields="prev_comm=p400 \
  prev_pid=400 prev_prio=120 prev_state=1 next_comm=n0 next_prio=120"
sample id=1 pid=1 tid=1 cpu=0 time=1450000000 misc=kernel ip=0x1 raw="u16:1 u8:0 u8:0 u32:7"
sample id=1 pid=500 tid=500 cpu=0 time=1460000000 misc=kernel ip=0xffffffff81000010  raw="u16:1 u8:0 u8:0 u32:500 \
  hex:ff3cc32800 zeros:11 u32:500 u32:120 u64:0 hex:c3a93c22f09f zeros:10 u32:600 u32:120"
sample id=1 pid=600 tid=600 cpu=0 time=1500000000 misc=kernel ip=0xffffffff81000010 fields="prev_comm=p600 \
  prev_pid=600 prev_prio=120 prev_state=3 next_comm=n500 next_pid=500 next_prio=120"
sample id=2 pid=4294967295 tid=4294967295 cpu=1 time=1600000000 misc=kernel ip=0xffffffff81000010 \
  fields="common_pid=-1 comm=w4294967294 pid=-2 prio=120"
finished_round
finished_round
sample id=1 pid=500 tid=500 cpu=0 time=1050000000 misc=kernel ip=0xffffffff81000010 fields="prev_comm=p500 \
  prev_pid=500 prev_prio=120 prev_state=1 next_comm=n100 next_pid=100 next_prio=120"
sample id=1 pid=500 tid=500 cpu=0 time=1700000000 misc=kernel ip=0xffffffff81000010 fields="prev_comm=p500 \
  prev_pid=500 prev_prio=120 prev_state=1 next_comm=n0 next_prio=120"
