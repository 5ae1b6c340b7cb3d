# lockdep's events: in order and out of it
event lock:lock_acquire type=tracepoint config=1 sample_type=ip|tid|time|cpu|raw|period|identifier ids=1 \
  flags=sample_id_all period=1
event lock:lock_acquired type=tracepoint config=2 sample_type=ip|tid|time|cpu|raw|period|identifier ids=2 \
  flags=sample_id_all period=1
event lock:lock_contended type=tracepoint config=3 sample_type=ip|tid|time|cpu|raw|period|identifier ids=3 \
  flags=sample_id_all period=1
event lock:lock_release type=tracepoint config=4 sample_type=ip|tid|time|cpu|raw|period|identifier ids=4 \
  flags=sample_id_all period=1
tracepoint lock:lock_acquire id=1 fields="unsigned int flags; __data_loc char[] name; void * lockdep_addr" print='"x"'
tracepoint lock:lock_acquired id=2 fields="__data_loc char[] name; void * lockdep_addr" print='"x"'
tracepoint lock:lock_contended id=3 fields="__data_loc char[] name; void * lockdep_addr" print='"x"'
tracepoint lock:lock_release id=4 fields="__data_loc char[] name; void * lockdep_addr" print='"x"'
feature event_desc
feature nrcpus 2 2
default ip=0xffffffff81000010
mmap pid=-1 tid=0 start=0xffffffff81000000 len=0x1000000 pgoff=0xffffffff81000000 file=[kernel.kallsyms]_text \
  misc=kernel time=1
comm pid=0 tid=0 comm=swapper time=1
comm pid=100 tid=100 comm=first time=2
comm pid=200 tid=200 comm=second time=3
sample id=1 pid=100 tid=100 cpu=0 time=1000 misc=kernel fields="name=&rq->lock lockdep_addr=0x1000"
sample id=3 pid=100 tid=100 cpu=0 time=1100 misc=kernel fields="name=&rq->lock lockdep_addr=0x1000"
sample id=2 pid=100 tid=100 cpu=0 time=1900 misc=kernel fields="name=&rq->lock lockdep_addr=0x1000"
sample id=4 pid=100 tid=100 cpu=0 time=2500 misc=kernel fields="name=&rq->lock lockdep_addr=0x1000"
sample id=1 pid=200 tid=200 cpu=0 time=3000 misc=kernel fields="name=&rq->lock lockdep_addr=0x1000"
sample id=2 pid=200 tid=200 cpu=0 time=3100 misc=kernel fields="name=&rq->lock lockdep_addr=0x1000"
sample id=4 pid=200 tid=200 cpu=0 time=3200 misc=kernel fields="name=&rq->lock lockdep_addr=0x1000"
sample id=1 pid=100 tid=100 cpu=0 time=4000 misc=kernel fields="name=&rq->lock lockdep_addr=0x2000"
sample id=2 pid=100 tid=100 cpu=0 time=4100 misc=kernel fields="name=&rq->lock lockdep_addr=0x2000"
sample id=4 pid=100 tid=100 cpu=0 time=4200 misc=kernel fields="name=&rq->lock lockdep_addr=0x2000"
sample id=1 pid=200 tid=200 cpu=0 time=5000 misc=kernel fields="flags=2 name=a_name_of_more_than_twenty \
  lockdep_addr=0x3000"
sample id=1 pid=200 tid=200 cpu=0 time=5100 misc=kernel fields="flags=2 name=a_name_of_more_than_twenty \
  lockdep_addr=0x3000"
sample id=4 pid=200 tid=200 cpu=0 time=5200 misc=kernel fields="name=a_name_of_more_than_twenty lockdep_addr=0x3000"
sample id=4 pid=200 tid=200 cpu=0 time=5300 misc=kernel fields="name=a_name_of_more_than_twenty lockdep_addr=0x3000"
sample id=1 pid=300 tid=300 cpu=0 time=5400 misc=kernel fields="flags=1 name=tried lockdep_addr=0x4000"
sample id=4 pid=300 tid=300 cpu=0 time=5500 misc=kernel fields="name=tried lockdep_addr=0x4000"
sample id=1 pid=300 tid=300 cpu=0 time=6000 misc=kernel fields="name=wrong lockdep_addr=0x5000"
sample id=1 pid=300 tid=300 cpu=0 time=6100 misc=kernel fields="name=wrong lockdep_addr=0x5000"
sample id=1 pid=300 tid=300 cpu=0 time=6200 misc=kernel fields="name=wrong lockdep_addr=0x5000"
sample id=3 pid=300 tid=300 cpu=0 time=6300 misc=kernel fields="name=wrong lockdep_addr=0x5000"
sample id=2 pid=300 tid=300 cpu=0 time=6400 misc=kernel fields="name=wrong lockdep_addr=0x5000"
sample id=4 pid=300 tid=300 cpu=0 time=6500 misc=kernel fields="name=wrong lockdep_addr=0x5000"
sample id=4 pid=100 tid=100 cpu=0 time=6600 misc=kernel fields="name=held_before lockdep_addr=0x6000"
sample id=1 pid=100 tid=100 cpu=0 time=7000 misc=kernel fields="name=never_held lockdep_addr=0x7000"
sample id=4 pid=100 tid=100 cpu=0 time=7100 misc=kernel fields="name=never_held lockdep_addr=0x7000"
