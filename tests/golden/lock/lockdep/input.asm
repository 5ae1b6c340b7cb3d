# lockdep's events: in order and out of it
event lock:lock_acquire type=tracepoint config=1 sample_type=ip|tid|time|cpu|raw|period|identifier ids=1 flags=sample_id_all period=1
event lock:lock_acquired type=tracepoint config=2 sample_type=ip|tid|time|cpu|raw|period|identifier ids=2 flags=sample_id_all period=1
event lock:lock_contended type=tracepoint config=3 sample_type=ip|tid|time|cpu|raw|period|identifier ids=3 flags=sample_id_all period=1
event lock:lock_release type=tracepoint config=4 sample_type=ip|tid|time|cpu|raw|period|identifier ids=4 flags=sample_id_all period=1
tracepoint lock:lock_acquire id=1 fields="unsigned int flags; __data_loc char[] name; void * lockdep_addr" print='"x"'
tracepoint lock:lock_acquired id=2 fields="__data_loc char[] name; void * lockdep_addr" print='"x"'
tracepoint lock:lock_contended id=3 fields="__data_loc char[] name; void * lockdep_addr" print='"x"'
tracepoint lock:lock_release id=4 fields="__data_loc char[] name; void * lockdep_addr" print='"x"'
feature event_desc
feature nrcpus 2 2
mmap pid=-1 tid=0 start=0xffffffff81000000 len=0x1000000 pgoff=0xffffffff81000000 file=[kernel.kallsyms]_text misc=kernel time=1
comm pid=0 tid=0 comm=swapper time=1
comm pid=100 tid=100 comm=first time=2
comm pid=200 tid=200 comm=second time=3
sample id=1 pid=100 tid=100 cpu=0 time=1000 misc=kernel ip=0xffffffff81000010 raw="u16:1 u8:0 u8:0 u32:100 u32:0 u32:655384 u64:0x1000 text:&rq->lock zeros:1 zeros:2"
sample id=3 pid=100 tid=100 cpu=0 time=1100 misc=kernel ip=0xffffffff81000010 raw="u16:3 u8:0 u8:0 u32:100 u32:655384 zeros:4 u64:0x1000 text:&rq->lock zeros:1 zeros:2"
sample id=2 pid=100 tid=100 cpu=0 time=1900 misc=kernel ip=0xffffffff81000010 raw="u16:2 u8:0 u8:0 u32:100 u32:655384 zeros:4 u64:0x1000 text:&rq->lock zeros:1 zeros:2"
sample id=4 pid=100 tid=100 cpu=0 time=2500 misc=kernel ip=0xffffffff81000010 raw="u16:4 u8:0 u8:0 u32:100 u32:655384 zeros:4 u64:0x1000 text:&rq->lock zeros:1 zeros:2"
sample id=1 pid=200 tid=200 cpu=0 time=3000 misc=kernel ip=0xffffffff81000010 raw="u16:1 u8:0 u8:0 u32:200 u32:0 u32:655384 u64:0x1000 text:&rq->lock zeros:1 zeros:2"
sample id=2 pid=200 tid=200 cpu=0 time=3100 misc=kernel ip=0xffffffff81000010 raw="u16:2 u8:0 u8:0 u32:200 u32:655384 zeros:4 u64:0x1000 text:&rq->lock zeros:1 zeros:2"
sample id=4 pid=200 tid=200 cpu=0 time=3200 misc=kernel ip=0xffffffff81000010 raw="u16:4 u8:0 u8:0 u32:200 u32:655384 zeros:4 u64:0x1000 text:&rq->lock zeros:1 zeros:2"
sample id=1 pid=100 tid=100 cpu=0 time=4000 misc=kernel ip=0xffffffff81000010 raw="u16:1 u8:0 u8:0 u32:100 u32:0 u32:655384 u64:0x2000 text:&rq->lock zeros:1 zeros:2"
sample id=2 pid=100 tid=100 cpu=0 time=4100 misc=kernel ip=0xffffffff81000010 raw="u16:2 u8:0 u8:0 u32:100 u32:655384 zeros:4 u64:0x2000 text:&rq->lock zeros:1 zeros:2"
sample id=4 pid=100 tid=100 cpu=0 time=4200 misc=kernel ip=0xffffffff81000010 raw="u16:4 u8:0 u8:0 u32:100 u32:655384 zeros:4 u64:0x2000 text:&rq->lock zeros:1 zeros:2"
sample id=1 pid=200 tid=200 cpu=0 time=5000 misc=kernel ip=0xffffffff81000010 raw="u16:1 u8:0 u8:0 u32:200 u32:2 u32:1769496 u64:0x3000 text:a_name_of_more_than_twenty zeros:1 zeros:1"
sample id=1 pid=200 tid=200 cpu=0 time=5100 misc=kernel ip=0xffffffff81000010 raw="u16:1 u8:0 u8:0 u32:200 u32:2 u32:1769496 u64:0x3000 text:a_name_of_more_than_twenty zeros:1 zeros:1"
sample id=4 pid=200 tid=200 cpu=0 time=5200 misc=kernel ip=0xffffffff81000010 raw="u16:4 u8:0 u8:0 u32:200 u32:1769496 zeros:4 u64:0x3000 text:a_name_of_more_than_twenty zeros:1 zeros:1"
sample id=4 pid=200 tid=200 cpu=0 time=5300 misc=kernel ip=0xffffffff81000010 raw="u16:4 u8:0 u8:0 u32:200 u32:1769496 zeros:4 u64:0x3000 text:a_name_of_more_than_twenty zeros:1 zeros:1"
sample id=1 pid=300 tid=300 cpu=0 time=5400 misc=kernel ip=0xffffffff81000010 raw="u16:1 u8:0 u8:0 u32:300 u32:1 u32:393240 u64:0x4000 text:tried zeros:1 zeros:6"
sample id=4 pid=300 tid=300 cpu=0 time=5500 misc=kernel ip=0xffffffff81000010 raw="u16:4 u8:0 u8:0 u32:300 u32:393240 zeros:4 u64:0x4000 text:tried zeros:1 zeros:6"
sample id=1 pid=300 tid=300 cpu=0 time=6000 misc=kernel ip=0xffffffff81000010 raw="u16:1 u8:0 u8:0 u32:300 u32:0 u32:393240 u64:0x5000 text:wrong zeros:1 zeros:6"
sample id=1 pid=300 tid=300 cpu=0 time=6100 misc=kernel ip=0xffffffff81000010 raw="u16:1 u8:0 u8:0 u32:300 u32:0 u32:393240 u64:0x5000 text:wrong zeros:1 zeros:6"
sample id=1 pid=300 tid=300 cpu=0 time=6200 misc=kernel ip=0xffffffff81000010 raw="u16:1 u8:0 u8:0 u32:300 u32:0 u32:393240 u64:0x5000 text:wrong zeros:1 zeros:6"
sample id=3 pid=300 tid=300 cpu=0 time=6300 misc=kernel ip=0xffffffff81000010 raw="u16:3 u8:0 u8:0 u32:300 u32:393240 zeros:4 u64:0x5000 text:wrong zeros:1 zeros:6"
sample id=2 pid=300 tid=300 cpu=0 time=6400 misc=kernel ip=0xffffffff81000010 raw="u16:2 u8:0 u8:0 u32:300 u32:393240 zeros:4 u64:0x5000 text:wrong zeros:1 zeros:6"
sample id=4 pid=300 tid=300 cpu=0 time=6500 misc=kernel ip=0xffffffff81000010 raw="u16:4 u8:0 u8:0 u32:300 u32:393240 zeros:4 u64:0x5000 text:wrong zeros:1 zeros:6"
sample id=4 pid=100 tid=100 cpu=0 time=6600 misc=kernel ip=0xffffffff81000010 raw="u16:4 u8:0 u8:0 u32:100 u32:786456 zeros:4 u64:0x6000 text:held_before zeros:1 zeros:0"
sample id=1 pid=100 tid=100 cpu=0 time=7000 misc=kernel ip=0xffffffff81000010 raw="u16:1 u8:0 u8:0 u32:100 u32:0 u32:720920 u64:0x7000 text:never_held zeros:1 zeros:1"
sample id=4 pid=100 tid=100 cpu=0 time=7100 misc=kernel ip=0xffffffff81000010 raw="u16:4 u8:0 u8:0 u32:100 u32:720920 zeros:4 u64:0x7000 text:never_held zeros:1 zeros:1"
