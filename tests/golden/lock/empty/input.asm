# nobody waited
event lock:contention_begin type=tracepoint config=1 sample_type=ip|tid|time|cpu|raw|period|identifier|callchain ids=1 flags=sample_id_all period=1
event lock:contention_end type=tracepoint config=2 sample_type=ip|tid|time|cpu|raw|period|identifier ids=2 flags=sample_id_all period=1
tracepoint lock:contention_begin id=1 fields="void * lock_addr; unsigned int flags" print='"x"'
tracepoint lock:contention_end id=2 fields="void * lock_addr; int ret" print='"x"'
feature event_desc
feature nrcpus 2 2
feature arch x86_64
mmap pid=-1 tid=0 start=0xffffffff81000000 len=0x1000000 pgoff=0xffffffff81000000 file=[kernel.kallsyms]_text misc=kernel time=1
comm pid=10 tid=10 comm=prog time=1
