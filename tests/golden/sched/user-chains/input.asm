# who sleeps is told up to the program: behind five frames of the kernel, five of its own
event sched:sched_switch type=tracepoint config=1 sample_type=ip|tid|time|cpu|raw|period|identifier|callchain ids=1 \
  flags=sample_id_all period=1
tracepoint sched:sched_switch id=1 fields="char prev_comm[16]; pid_t prev_pid; int prev_prio; long prev_state; char \
  next_comm[16]; pid_t next_pid; int next_prio" print='"x"'
feature nrcpus 1 1
feature event_desc
comm pid=100 tid=100 comm=first time=1000
mmap2 pid=-1 tid=0 start=0xffffffff81000000 len=0x1000000 pgoff=0xffffffff81000000 file=[kernel.kallsyms]_text \
  misc=kernel prot=x time=1002
sample id=1 pid=100 tid=100 cpu=0 time=10000000 misc=kernel ip=0xffffffff81000010 \
  chain=kernel,0xffffffff81000110,0xffffffff81000210,0xffffffff81000310,user,0x1,0x2,0x3,0x4,0x5,0x6 \
  fields="prev_comm=first prev_pid=100 prev_prio=120 prev_state=1 next_comm=swapper/0 next_prio=120"
sample id=1 pid=0 tid=0 cpu=0 time=11000000 misc=kernel ip=0xffffffff81000010 chain_nr=0 fields="prev_comm=swapper/0 \
  prev_prio=120 next_comm=first next_pid=100 next_prio=120"
sample id=1 pid=100 tid=100 cpu=0 time=12000000 misc=kernel ip=0xffffffff81000010 chain=kernel,0xffffffff81000110,0xffffffff81000210,0xffffffff81000310,0xffffffff81000410,0xffffffff81000510,0xffffffff81000610,0xffffffff81000710,0xffffffff81000810,user,0x1,0x2,0x3,0x4,0x5,0x6 fields="prev_comm=first prev_pid=100 prev_prio=120 prev_state=1 next_comm=swapper/0 next_prio=120"
