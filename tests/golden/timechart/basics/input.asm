# three CPUs: tasks that run, wait, are blocked, preempted, renamed by an exec, end; power states; who runs at the beginning and the end
event sched:sched_switch type=tracepoint config=1 sample_type=ip|tid|time|cpu|raw|period|identifier|callchain ids=1 \
  flags=sample_id_all period=1
event sched:sched_wakeup type=tracepoint config=2 sample_type=ip|tid|time|cpu|raw|period|identifier|callchain ids=2 \
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
feature hostname box
feature cpudesc "A <fast> CPU"
feature cpu_topology cores="0,2;1" threads="0,2;1" ids=0:0,0:1,1:0
feature nrcpus 3 3
feature event_desc
default ip=0xffffffff81000010
comm pid=100 tid=100 comm="alpha" time=1000000
comm pid=200 tid=200 comm="beta" time=1000000
comm pid=300 tid=300 comm="gamma" time=1000000
comm pid=100 tid=101 comm="alpha" time=1000000
mmap2 pid=-1 tid=0 start=0xffffffff81000000 len=0x1000000 pgoff=0xffffffff81000000 file=[kernel.kallsyms]_text \
  misc=kernel prot=x time=1002
sample id=1 pid=200 tid=200 cpu=0 time=1000000000 misc=kernel chain=kernel,0xffffffff81000100,0xffffffff81000210 \
  fields="prev_comm=p200 prev_pid=200 prev_prio=120 prev_state=1 next_comm=n100 next_pid=100 next_prio=120"
sample id=2 pid=0 tid=0 cpu=1 time=1050000000 misc=kernel chain_nr=0 fields="common_flags=8 comm=w200 pid=200 prio=120"
sample id=3 pid=0 tid=0 cpu=1 time=1000000000 misc=kernel fields="state=1 cpu_id=1"
sample id=3 pid=0 tid=0 cpu=1 time=1060000000 misc=kernel fields="state=-1 cpu_id=1"
sample id=3 pid=0 tid=0 cpu=2 time=1070000000 misc=kernel fields="state=3 cpu_id=2"
sample id=3 pid=0 tid=0 cpu=2 time=1100000000 misc=kernel fields="state=6 cpu_id=2"
sample id=4 pid=0 tid=0 cpu=0 time=1000000000 misc=kernel fields="state=1000000"
sample id=4 pid=0 tid=0 cpu=0 time=1200000000 misc=kernel fields="state=3000000"
sample id=4 pid=0 tid=0 cpu=1 time=1400000000 misc=kernel fields="state=2000000 cpu_id=1"
sample id=1 pid=0 tid=0 cpu=1 time=1060000000 misc=kernel chain_nr=0 fields="prev_comm=p0 prev_prio=120 prev_state=1 \
  next_comm=n200 next_pid=200 next_prio=120"
sample id=2 pid=100 tid=100 cpu=0 time=1100000000 misc=kernel chain=kernel,0xffffffff81000100,0xffffffff81000210 \
  fields="comm=w300 pid=300 prio=120"
sample id=1 pid=100 tid=100 cpu=0 time=1150000000 misc=kernel chain=kernel,0xffffffff81000100,0xffffffff81000210 \
  fields="prev_comm=p100 prev_pid=100 prev_prio=120 prev_state=256 next_comm=n300 next_pid=300 next_prio=120"
sample id=1 pid=200 tid=200 cpu=1 time=1200000000 misc=kernel chain=kernel,0xffffffff81000100,0xffffffff81000210 \
  fields="prev_comm=p200 prev_pid=200 prev_prio=120 prev_state=2 next_comm=n0 next_prio=120"
sample id=2 pid=300 tid=300 cpu=0 time=1250000000 misc=kernel chain=kernel,0xffffffff81000100,0xffffffff81000210 \
  fields="comm=w200 pid=200 prio=120"
sample id=1 pid=0 tid=0 cpu=1 time=1260000000 misc=kernel chain_nr=0 fields="prev_comm=p0 prev_prio=120 prev_state=1 \
  next_comm=n200 next_pid=200 next_prio=120"
comm pid=200 tid=200 comm=program misc=exec time=1300000000
sample id=1 pid=200 tid=200 cpu=1 time=1350000000 misc=kernel chain=kernel,0xffffffff81000100,0xffffffff81000210 \
  fields="prev_comm=p200 prev_pid=200 prev_prio=120 prev_state=1 next_comm=n0 next_prio=120"
sample id=1 pid=300 tid=300 cpu=0 time=1400000000 misc=kernel chain=kernel,0xffffffff81000100,0xffffffff81000210 \
  fields="prev_comm=p300 prev_pid=300 prev_prio=120 prev_state=1 next_comm=n101 next_pid=101 next_prio=120"
exit pid=300 ppid=1 tid=300 ptid=1 time=1450000000
sample id=2 pid=101 tid=101 cpu=0 time=1500000000 misc=kernel chain_nr=0 fields="comm=w200 pid=200 prio=120"
sample id=1 pid=0 tid=0 cpu=1 time=1500000000 misc=kernel chain_nr=0 fields="prev_comm=p0 prev_prio=120 prev_state=1 \
  next_comm=n200 next_pid=200 next_prio=120"
sample id=1 pid=200 tid=200 cpu=1 time=1500100000 misc=kernel chain_nr=0 fields="prev_comm=p200 prev_pid=200 \
  prev_prio=120 prev_state=1 next_comm=n0 next_prio=120"
sample id=1 pid=0 tid=0 cpu=1 time=1500200000 misc=kernel chain_nr=0 fields="prev_comm=p0 prev_prio=120 prev_state=1 \
  next_comm=n200 next_pid=200 next_prio=120"
sample id=1 pid=200 tid=200 cpu=1 time=1500300000 misc=kernel chain_nr=0 fields="prev_comm=p200 prev_pid=200 \
  prev_prio=120 prev_state=1 next_comm=n0 next_prio=120"
sample id=1 pid=0 tid=0 cpu=1 time=1500400000 misc=kernel chain_nr=0 fields="prev_comm=p0 prev_prio=120 prev_state=1 \
  next_comm=n200 next_pid=200 next_prio=120"
sample id=1 pid=200 tid=200 cpu=1 time=1500500000 misc=kernel chain_nr=0 fields="prev_comm=p200 prev_pid=200 \
  prev_prio=120 prev_state=1 next_comm=n0 next_prio=120"
sample id=1 pid=0 tid=0 cpu=1 time=1500600000 misc=kernel chain_nr=0 fields="prev_comm=p0 prev_prio=120 prev_state=1 \
  next_comm=n200 next_pid=200 next_prio=120"
sample id=1 pid=200 tid=200 cpu=1 time=1500699999 misc=kernel chain_nr=0 fields="prev_comm=p200 prev_pid=200 \
  prev_prio=120 prev_state=1 next_comm=n0 next_prio=120"
sample id=1 pid=0 tid=0 cpu=1 time=1500800000 misc=kernel chain_nr=0 fields="prev_comm=p0 prev_prio=120 prev_state=1 \
  next_comm=n200 next_pid=200 next_prio=120"
sample id=1 pid=200 tid=200 cpu=1 time=1500899999 misc=kernel chain_nr=0 fields="prev_comm=p200 prev_pid=200 \
  prev_prio=120 prev_state=1 next_comm=n0 next_prio=120"
sample id=1 pid=0 tid=0 cpu=1 time=1501000000 misc=kernel chain_nr=0 fields="prev_comm=p0 prev_prio=120 prev_state=1 \
  next_comm=n200 next_pid=200 next_prio=120"
sample id=1 pid=200 tid=200 cpu=1 time=1501100000 misc=kernel chain_nr=0 fields="prev_comm=p200 prev_pid=200 \
  prev_prio=120 prev_state=1 next_comm=n0 next_prio=120"
sample id=1 pid=0 tid=0 cpu=1 time=1501200000 misc=kernel chain_nr=0 fields="prev_comm=p0 prev_prio=120 prev_state=1 \
  next_comm=n200 next_pid=200 next_prio=120"
sample id=1 pid=200 tid=200 cpu=1 time=1501300000 misc=kernel chain_nr=0 fields="prev_comm=p200 prev_pid=200 \
  prev_prio=120 prev_state=1 next_comm=n0 next_prio=120"
sample id=1 pid=0 tid=0 cpu=1 time=1501400000 misc=kernel chain_nr=0 fields="prev_comm=p0 prev_prio=120 prev_state=1 \
  next_comm=n200 next_pid=200 next_prio=120"
sample id=1 pid=200 tid=200 cpu=1 time=1501500000 misc=kernel chain_nr=0 fields="prev_comm=p200 prev_pid=200 \
  prev_prio=120 prev_state=1 next_comm=n0 next_prio=120"
sample id=1 pid=0 tid=0 cpu=1 time=1501600000 misc=kernel chain_nr=0 fields="prev_comm=p0 prev_prio=120 prev_state=1 \
  next_comm=n200 next_pid=200 next_prio=120"
sample id=1 pid=200 tid=200 cpu=1 time=1501699999 misc=kernel chain_nr=0 fields="prev_comm=p200 prev_pid=200 \
  prev_prio=120 prev_state=1 next_comm=n0 next_prio=120"
sample id=1 pid=0 tid=0 cpu=1 time=1501800000 misc=kernel chain_nr=0 fields="prev_comm=p0 prev_prio=120 prev_state=1 \
  next_comm=n200 next_pid=200 next_prio=120"
sample id=1 pid=200 tid=200 cpu=1 time=1501899999 misc=kernel chain_nr=0 fields="prev_comm=p200 prev_pid=200 \
  prev_prio=120 prev_state=1 next_comm=n0 next_prio=120"
sample id=1 pid=0 tid=0 cpu=1 time=1502000000 misc=kernel chain_nr=0 fields="prev_comm=p0 prev_prio=120 prev_state=1 \
  next_comm=n200 next_pid=200 next_prio=120"
sample id=1 pid=200 tid=200 cpu=1 time=1502100000 misc=kernel chain_nr=0 fields="prev_comm=p200 prev_pid=200 \
  prev_prio=120 prev_state=1 next_comm=n0 next_prio=120"
sample id=1 pid=0 tid=0 cpu=1 time=1502200000 misc=kernel chain_nr=0 fields="prev_comm=p0 prev_prio=120 prev_state=1 \
  next_comm=n200 next_pid=200 next_prio=120"
sample id=1 pid=200 tid=200 cpu=1 time=1502300000 misc=kernel chain_nr=0 fields="prev_comm=p200 prev_pid=200 \
  prev_prio=120 prev_state=1 next_comm=n0 next_prio=120"
sample id=1 pid=0 tid=0 cpu=1 time=1502400000 misc=kernel chain_nr=0 fields="prev_comm=p0 prev_prio=120 prev_state=1 \
  next_comm=n200 next_pid=200 next_prio=120"
sample id=1 pid=200 tid=200 cpu=1 time=1502500000 misc=kernel chain_nr=0 fields="prev_comm=p200 prev_pid=200 \
  prev_prio=120 prev_state=1 next_comm=n0 next_prio=120"
sample id=1 pid=0 tid=0 cpu=1 time=1502600000 misc=kernel chain_nr=0 fields="prev_comm=p0 prev_prio=120 prev_state=1 \
  next_comm=n200 next_pid=200 next_prio=120"
sample id=1 pid=200 tid=200 cpu=1 time=1502699999 misc=kernel chain_nr=0 fields="prev_comm=p200 prev_pid=200 \
  prev_prio=120 prev_state=1 next_comm=n0 next_prio=120"
sample id=1 pid=0 tid=0 cpu=1 time=1502800000 misc=kernel chain_nr=0 fields="prev_comm=p0 prev_prio=120 prev_state=1 \
  next_comm=n200 next_pid=200 next_prio=120"
sample id=1 pid=200 tid=200 cpu=1 time=1502899999 misc=kernel chain_nr=0 fields="prev_comm=p200 prev_pid=200 \
  prev_prio=120 prev_state=1 next_comm=n0 next_prio=120"
sample id=1 pid=0 tid=0 cpu=1 time=1503000000 misc=kernel chain_nr=0 fields="prev_comm=p0 prev_prio=120 prev_state=1 \
  next_comm=n200 next_pid=200 next_prio=120"
sample id=1 pid=200 tid=200 cpu=1 time=1503100000 misc=kernel chain_nr=0 fields="prev_comm=p200 prev_pid=200 \
  prev_prio=120 prev_state=1 next_comm=n0 next_prio=120"
sample id=1 pid=0 tid=0 cpu=1 time=1503200000 misc=kernel chain_nr=0 fields="prev_comm=p0 prev_prio=120 prev_state=1 \
  next_comm=n200 next_pid=200 next_prio=120"
sample id=1 pid=200 tid=200 cpu=1 time=1503300000 misc=kernel chain_nr=0 fields="prev_comm=p200 prev_pid=200 \
  prev_prio=120 prev_state=1 next_comm=n0 next_prio=120"
sample id=1 pid=0 tid=0 cpu=1 time=1503400000 misc=kernel chain_nr=0 fields="prev_comm=p0 prev_prio=120 prev_state=1 \
  next_comm=n200 next_pid=200 next_prio=120"
sample id=1 pid=200 tid=200 cpu=1 time=1503500000 misc=kernel chain_nr=0 fields="prev_comm=p200 prev_pid=200 \
  prev_prio=120 prev_state=1 next_comm=n0 next_prio=120"
sample id=1 pid=0 tid=0 cpu=1 time=1503600000 misc=kernel chain_nr=0 fields="prev_comm=p0 prev_prio=120 prev_state=1 \
  next_comm=n200 next_pid=200 next_prio=120"
sample id=1 pid=200 tid=200 cpu=1 time=1503699999 misc=kernel chain_nr=0 fields="prev_comm=p200 prev_pid=200 \
  prev_prio=120 prev_state=1 next_comm=n0 next_prio=120"
sample id=1 pid=0 tid=0 cpu=1 time=1503800000 misc=kernel chain_nr=0 fields="prev_comm=p0 prev_prio=120 prev_state=1 \
  next_comm=n200 next_pid=200 next_prio=120"
sample id=1 pid=200 tid=200 cpu=1 time=1503899999 misc=kernel chain_nr=0 fields="prev_comm=p200 prev_pid=200 \
  prev_prio=120 prev_state=1 next_comm=n0 next_prio=120"
sample id=1 pid=0 tid=0 cpu=1 time=1504000000 misc=kernel chain_nr=0 fields="prev_comm=p0 prev_prio=120 prev_state=1 \
  next_comm=n200 next_pid=200 next_prio=120"
sample id=1 pid=200 tid=200 cpu=1 time=1504100000 misc=kernel chain_nr=0 fields="prev_comm=p200 prev_pid=200 \
  prev_prio=120 prev_state=1 next_comm=n0 next_prio=120"
sample id=1 pid=0 tid=0 cpu=1 time=1504200000 misc=kernel chain_nr=0 fields="prev_comm=p0 prev_prio=120 prev_state=1 \
  next_comm=n200 next_pid=200 next_prio=120"
sample id=1 pid=200 tid=200 cpu=1 time=1504300000 misc=kernel chain_nr=0 fields="prev_comm=p200 prev_pid=200 \
  prev_prio=120 prev_state=1 next_comm=n0 next_prio=120"
sample id=1 pid=0 tid=0 cpu=1 time=1504400000 misc=kernel chain_nr=0 fields="prev_comm=p0 prev_prio=120 prev_state=1 \
  next_comm=n200 next_pid=200 next_prio=120"
sample id=1 pid=200 tid=200 cpu=1 time=1504500000 misc=kernel chain_nr=0 fields="prev_comm=p200 prev_pid=200 \
  prev_prio=120 prev_state=1 next_comm=n0 next_prio=120"
sample id=1 pid=0 tid=0 cpu=1 time=1504600000 misc=kernel chain_nr=0 fields="prev_comm=p0 prev_prio=120 prev_state=1 \
  next_comm=n200 next_pid=200 next_prio=120"
sample id=1 pid=200 tid=200 cpu=1 time=1504699999 misc=kernel chain_nr=0 fields="prev_comm=p200 prev_pid=200 \
  prev_prio=120 prev_state=1 next_comm=n0 next_prio=120"
sample id=1 pid=0 tid=0 cpu=1 time=1504800000 misc=kernel chain_nr=0 fields="prev_comm=p0 prev_prio=120 prev_state=1 \
  next_comm=n200 next_pid=200 next_prio=120"
sample id=1 pid=200 tid=200 cpu=1 time=1504899999 misc=kernel chain_nr=0 fields="prev_comm=p200 prev_pid=200 \
  prev_prio=120 prev_state=1 next_comm=n0 next_prio=120"
sample id=1 pid=0 tid=0 cpu=1 time=1505000000 misc=kernel chain_nr=0 fields="prev_comm=p0 prev_prio=120 prev_state=1 \
  next_comm=n200 next_pid=200 next_prio=120"
sample id=1 pid=200 tid=200 cpu=1 time=1505100000 misc=kernel chain_nr=0 fields="prev_comm=p200 prev_pid=200 \
  prev_prio=120 prev_state=1 next_comm=n0 next_prio=120"
sample id=1 pid=0 tid=0 cpu=1 time=1505200000 misc=kernel chain_nr=0 fields="prev_comm=p0 prev_prio=120 prev_state=1 \
  next_comm=n200 next_pid=200 next_prio=120"
sample id=1 pid=200 tid=200 cpu=1 time=1505300000 misc=kernel chain_nr=0 fields="prev_comm=p200 prev_pid=200 \
  prev_prio=120 prev_state=1 next_comm=n0 next_prio=120"
sample id=1 pid=0 tid=0 cpu=1 time=1505400000 misc=kernel chain_nr=0 fields="prev_comm=p0 prev_prio=120 prev_state=1 \
  next_comm=n200 next_pid=200 next_prio=120"
sample id=1 pid=200 tid=200 cpu=1 time=1505500000 misc=kernel chain_nr=0 fields="prev_comm=p200 prev_pid=200 \
  prev_prio=120 prev_state=1 next_comm=n0 next_prio=120"
sample id=1 pid=0 tid=0 cpu=1 time=1505600000 misc=kernel chain_nr=0 fields="prev_comm=p0 prev_prio=120 prev_state=1 \
  next_comm=n200 next_pid=200 next_prio=120"
sample id=1 pid=200 tid=200 cpu=1 time=1505699999 misc=kernel chain_nr=0 fields="prev_comm=p200 prev_pid=200 \
  prev_prio=120 prev_state=1 next_comm=n0 next_prio=120"
sample id=1 pid=0 tid=0 cpu=1 time=1505800000 misc=kernel chain_nr=0 fields="prev_comm=p0 prev_prio=120 prev_state=1 \
  next_comm=n200 next_pid=200 next_prio=120"
sample id=1 pid=200 tid=200 cpu=1 time=1505899999 misc=kernel chain_nr=0 fields="prev_comm=p200 prev_pid=200 \
  prev_prio=120 prev_state=1 next_comm=n0 next_prio=120"
sample id=1 pid=0 tid=0 cpu=1 time=1506000000 misc=kernel chain_nr=0 fields="prev_comm=p0 prev_prio=120 prev_state=1 \
  next_comm=n200 next_pid=200 next_prio=120"
sample id=1 pid=200 tid=200 cpu=1 time=1506100000 misc=kernel chain_nr=0 fields="prev_comm=p200 prev_pid=200 \
  prev_prio=120 prev_state=1 next_comm=n0 next_prio=120"
sample id=1 pid=0 tid=0 cpu=1 time=1506200000 misc=kernel chain_nr=0 fields="prev_comm=p0 prev_prio=120 prev_state=1 \
  next_comm=n200 next_pid=200 next_prio=120"
sample id=1 pid=200 tid=200 cpu=1 time=1506300000 misc=kernel chain_nr=0 fields="prev_comm=p200 prev_pid=200 \
  prev_prio=120 prev_state=1 next_comm=n0 next_prio=120"
sample id=1 pid=0 tid=0 cpu=1 time=1506400000 misc=kernel chain_nr=0 fields="prev_comm=p0 prev_prio=120 prev_state=1 \
  next_comm=n200 next_pid=200 next_prio=120"
sample id=1 pid=200 tid=200 cpu=1 time=1506500000 misc=kernel chain_nr=0 fields="prev_comm=p200 prev_pid=200 \
  prev_prio=120 prev_state=1 next_comm=n0 next_prio=120"
sample id=1 pid=0 tid=0 cpu=1 time=1506600000 misc=kernel chain_nr=0 fields="prev_comm=p0 prev_prio=120 prev_state=1 \
  next_comm=n200 next_pid=200 next_prio=120"
sample id=1 pid=200 tid=200 cpu=1 time=1506699999 misc=kernel chain_nr=0 fields="prev_comm=p200 prev_pid=200 \
  prev_prio=120 prev_state=1 next_comm=n0 next_prio=120"
sample id=1 pid=0 tid=0 cpu=1 time=1506800000 misc=kernel chain_nr=0 fields="prev_comm=p0 prev_prio=120 prev_state=1 \
  next_comm=n200 next_pid=200 next_prio=120"
sample id=1 pid=200 tid=200 cpu=1 time=1506899999 misc=kernel chain_nr=0 fields="prev_comm=p200 prev_pid=200 \
  prev_prio=120 prev_state=1 next_comm=n0 next_prio=120"
sample id=1 pid=0 tid=0 cpu=1 time=1507000000 misc=kernel chain_nr=0 fields="prev_comm=p0 prev_prio=120 prev_state=1 \
  next_comm=n200 next_pid=200 next_prio=120"
sample id=1 pid=200 tid=200 cpu=1 time=1507100000 misc=kernel chain_nr=0 fields="prev_comm=p200 prev_pid=200 \
  prev_prio=120 prev_state=1 next_comm=n0 next_prio=120"
sample id=1 pid=0 tid=0 cpu=1 time=1507200000 misc=kernel chain_nr=0 fields="prev_comm=p0 prev_prio=120 prev_state=1 \
  next_comm=n200 next_pid=200 next_prio=120"
sample id=1 pid=200 tid=200 cpu=1 time=1507300000 misc=kernel chain_nr=0 fields="prev_comm=p200 prev_pid=200 \
  prev_prio=120 prev_state=1 next_comm=n0 next_prio=120"
sample id=1 pid=0 tid=0 cpu=1 time=1507400000 misc=kernel chain_nr=0 fields="prev_comm=p0 prev_prio=120 prev_state=1 \
  next_comm=n200 next_pid=200 next_prio=120"
sample id=1 pid=200 tid=200 cpu=1 time=1507500000 misc=kernel chain_nr=0 fields="prev_comm=p200 prev_pid=200 \
  prev_prio=120 prev_state=1 next_comm=n0 next_prio=120"
sample id=1 pid=0 tid=0 cpu=1 time=1507600000 misc=kernel chain_nr=0 fields="prev_comm=p0 prev_prio=120 prev_state=1 \
  next_comm=n200 next_pid=200 next_prio=120"
sample id=1 pid=200 tid=200 cpu=1 time=1507699999 misc=kernel chain_nr=0 fields="prev_comm=p200 prev_pid=200 \
  prev_prio=120 prev_state=1 next_comm=n0 next_prio=120"
sample id=1 pid=0 tid=0 cpu=1 time=1507800000 misc=kernel chain_nr=0 fields="prev_comm=p0 prev_prio=120 prev_state=1 \
  next_comm=n200 next_pid=200 next_prio=120"
sample id=1 pid=200 tid=200 cpu=1 time=1507899999 misc=kernel chain_nr=0 fields="prev_comm=p200 prev_pid=200 \
  prev_prio=120 prev_state=1 next_comm=n0 next_prio=120"
sample id=1 pid=100 tid=101 cpu=0 time=1700000000 misc=kernel chain_nr=0 fields="prev_comm=p101 prev_pid=101 \
  prev_prio=120 next_comm=n100 next_pid=100 next_prio=120"
sample id=1 pid=0 tid=0 cpu=1 time=2000000000 misc=kernel chain_nr=0 fields="prev_comm=p0 prev_prio=120 prev_state=1 \
  next_comm=n0 next_prio=120"
