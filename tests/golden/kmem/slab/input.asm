# objects: freed on the CPU of their allocation, on another one, twice, not at all, by who never allocated them; used again with another size; nodes; rows that are equal
event kmem:kmalloc type=tracepoint config=1 sample_type=ip|tid|time|cpu|raw|period|identifier ids=1 \
  flags=sample_id_all period=1
event kmem:kmem_cache_alloc type=tracepoint config=2 sample_type=ip|tid|time|cpu|raw|period|identifier ids=2 \
  flags=sample_id_all period=1
event kmem:kfree type=tracepoint config=3 sample_type=ip|tid|time|cpu|raw|period|identifier ids=3 \
  flags=sample_id_all period=1
event kmem:kmem_cache_free type=tracepoint config=4 sample_type=ip|tid|time|cpu|raw|period|identifier ids=4 \
  flags=sample_id_all period=1
event kmem:kmalloc_node type=tracepoint config=5 sample_type=ip|tid|time|cpu|raw|period|identifier ids=5 \
  flags=sample_id_all period=1
tracepoint kmem:kmalloc id=1 fields="unsigned long call_site; const void * ptr; size_t bytes_req; size_t \
  bytes_alloc; unsigned long gfp_flags; int node" print='"x"'
tracepoint kmem:kmem_cache_alloc id=2 fields="unsigned long call_site; const void * ptr; __data_loc char[] name; \
  size_t bytes_req; size_t bytes_alloc; unsigned long gfp_flags; int node; bool accounted" print='"x"'
tracepoint kmem:kfree id=3 fields="unsigned long call_site; const void * ptr" print='"x"'
tracepoint kmem:kmem_cache_free id=4 fields="unsigned long call_site; const void * ptr; __data_loc char[] name" \
  print='"x"'
tracepoint kmem:kmalloc_node id=5 fields="unsigned long call_site; const void * ptr; size_t bytes_req; size_t \
  bytes_alloc; gfp_t gfp_flags; int node" print='"x"'
feature nrcpus 4 4
feature numa_topology 0:1000:1000:0-1 1:1000:1000:2-3
feature event_desc
default ip=0xffffffff81000010
mmap pid=-1 tid=0 start=0xffffffff81000000 len=0x800 pgoff=0xffffffff81000000 file=[kernel.kallsyms]_text \
  misc=kernel time=500
sample id=2 pid=10 tid=10 cpu=0 time=1001000 misc=kernel fields="call_site=0xffffffff81000610 ptr=0xffff888100000100 \
  bytes_req=200 bytes_alloc=256 gfp_flags=1 node=-1 accounted=1"
sample id=4 pid=10 tid=10 cpu=0 time=2001000 misc=kernel fields="call_site=0xffffffff81000620 ptr=0xffff888100000100"
sample id=2 pid=10 tid=10 cpu=1 time=3001000 misc=kernel fields="call_site=0xffffffff81000610 ptr=0xffff888100000100 \
  bytes_req=200 bytes_alloc=256 gfp_flags=1 node=-1 accounted=1"
sample id=4 pid=10 tid=10 cpu=2 time=4001000 misc=kernel fields="call_site=0xffffffff81000620 ptr=0xffff888100000100"
sample id=1 pid=10 tid=10 cpu=0 time=5001000 misc=kernel fields="call_site=0xffffffff81000710 ptr=0xffff888100000200 \
  bytes_req=10 bytes_alloc=16 gfp_flags=1 node=-1"
sample id=3 pid=10 tid=10 cpu=0 time=6001000 misc=kernel fields="call_site=0xffffffff81000720 ptr=0xffff888100000200"
sample id=3 pid=10 tid=10 cpu=0 time=7001000 misc=kernel fields="call_site=0xffffffff81000720 ptr=0xffff888100000200"
sample id=3 pid=10 tid=10 cpu=1 time=8001000 misc=kernel fields="call_site=0xffffffff81000720 ptr=0xffff888100000900"
sample id=1 pid=10 tid=10 cpu=2 time=9001000 misc=kernel fields="call_site=0xffffffff81000720 ptr=0xffff888100000200 \
  bytes_req=33 bytes_alloc=64 gfp_flags=1 node=-1"
sample id=1 pid=10 tid=10 cpu=2 time=10001000 misc=kernel fields="call_site=0xffffffff81000720 \
  ptr=0xffff888100000300 bytes_req=33 bytes_alloc=64 gfp_flags=1 node=-1"
sample id=3 pid=10 tid=10 cpu=3 time=11001000 misc=kernel fields="call_site=0xffffffff81000001 ptr=0xffff888100000300"
sample id=1 pid=10 tid=10 cpu=0 time=12001000 misc=kernel fields="call_site=0xffffffff81000450 \
  ptr=0xffff888100005000 bytes_req=16 bytes_alloc=16 gfp_flags=1 node=-1"
sample id=1 pid=10 tid=10 cpu=0 time=13001000 misc=kernel fields="call_site=0xffffffff81000430 \
  ptr=0xffff888100003000 bytes_req=16 bytes_alloc=16 gfp_flags=1 node=-1"
sample id=1 pid=10 tid=10 cpu=0 time=14001000 misc=kernel fields="call_site=0xffffffff81000490 \
  ptr=0xffff888100009000 bytes_req=16 bytes_alloc=16 gfp_flags=1 node=-1"
sample id=1 pid=10 tid=10 cpu=0 time=15001000 misc=kernel fields="call_site=0xffffffff81000410 \
  ptr=0xffff888100001000 bytes_req=16 bytes_alloc=16 gfp_flags=1 node=-1"
sample id=5 pid=10 tid=10 cpu=0 time=16001000 misc=kernel fields="call_site=0xffffffff81000560 \
  ptr=0xffff88810001fff0 bytes_req=8 bytes_alloc=8 gfp_flags=1 node=-1"
sample id=5 pid=10 tid=10 cpu=0 time=17001000 misc=kernel fields="call_site=0xffffffff81000560 \
  ptr=0xffff888100020000 bytes_req=8 bytes_alloc=8 gfp_flags=1"
sample id=5 pid=10 tid=10 cpu=0 time=18001000 misc=kernel fields="call_site=0xffffffff81000560 \
  ptr=0xffff888100020010 bytes_req=8 bytes_alloc=8 gfp_flags=1 node=1"
sample id=1 pid=10 tid=10 cpu=3 time=19001000 misc=kernel fields="call_site=0xffffffff81000560 \
  ptr=0xffff8881000202f0 bytes_req=8 bytes_alloc=8 gfp_flags=1 node=-1"
sample id=1 pid=10 tid=10 cpu=3 time=20001000 misc=kernel fields="call_site=0xffffffff81000560 \
  ptr=0xffff888100020300 bytes_req=8 bytes_alloc=8 gfp_flags=1"
sample id=1 pid=10 tid=10 cpu=3 time=21001000 misc=kernel fields="call_site=0xffffffff81000560 \
  ptr=0xffff888100020310 bytes_req=8 bytes_alloc=8 gfp_flags=1 node=1"
sample id=1 pid=10 tid=10 cpu=0 time=22001000 misc=kernel fields="call_site=0xffffffff81010000 \
  ptr=0xffff888100030000 bytes_req=5 gfp_flags=1 node=-1"
sample id=1 pid=10 tid=10 cpu=0 time=23001000 misc=kernel fields="call_site=0xffffffff81010010 \
  ptr=0xffff888100030100 bytes_req=64 bytes_alloc=16 gfp_flags=1 node=-1"
sample id=1 pid=10 tid=10 cpu=0 time=24001000 misc=kernel fields="call_site=0xffffffff81010020 bytes_req=0x200000000 \
  bytes_alloc=0x200000000 gfp_flags=1 node=-1"
