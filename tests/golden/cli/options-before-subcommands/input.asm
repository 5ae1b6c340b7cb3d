# something for each command that has subcommands; the file of -i in front of them is read, and not ./perf.data
event sched:sched_switch type=tracepoint config=1 sample_type=ip|tid|time|cpu|raw|period|identifier ids=1 \
  flags=sample_id_all period=1
event lock:contention_begin type=tracepoint config=2 sample_type=ip|tid|time|cpu|raw|period|identifier ids=2 \
  flags=sample_id_all period=1
event lock:contention_end type=tracepoint config=3 sample_type=ip|tid|time|cpu|raw|period|identifier ids=3 \
  flags=sample_id_all period=1
event kmem:kmalloc type=tracepoint config=4 sample_type=ip|tid|time|cpu|raw|period|identifier ids=4 \
  flags=sample_id_all period=1
tracepoint sched:sched_switch id=1 fields="char prev_comm[16]; pid_t prev_pid; int prev_prio; long prev_state; char \
  next_comm[16]; pid_t next_pid; int next_prio" print='"prev_pid=%d ==> next_pid=%d", REC->prev_pid, REC->next_pid'
tracepoint lock:contention_begin id=2 fields="void * lock_addr; unsigned int flags" print='"%p", REC->lock_addr'
tracepoint lock:contention_end id=3 fields="void * lock_addr; int ret" print='"%p", REC->lock_addr'
tracepoint kmem:kmalloc id=4 fields="unsigned long call_site; const void * ptr; size_t bytes_req; size_t \
  bytes_alloc; unsigned long gfp_flags; int node" print='"%zu", REC->bytes_req'
feature nrcpus 1 1
feature event_desc
comm pid=100 tid=100 comm=first time=1000
sample id=1 pid=100 tid=100 cpu=0 time=10000000 fields="prev_comm=first prev_pid=100 prev_prio=120 prev_state=1 \
  next_comm=swapper/0 next_prio=120"
sample id=1 pid=0 tid=0 cpu=0 time=12000000 fields="prev_comm=swapper/0 prev_prio=120 next_comm=first next_pid=100 \
  next_prio=120"
sample id=2 pid=100 tid=100 cpu=0 time=13000000 fields="lock_addr=0xffff888000001000 flags=1"
sample id=3 pid=100 tid=100 cpu=0 time=13500000 fields="lock_addr=0xffff888000001000"
sample id=4 pid=100 tid=100 cpu=0 time=14000000 fields="call_site=0xffffffff81000010 ptr=0xffff888000002000 \
  bytes_req=100 bytes_alloc=128"
