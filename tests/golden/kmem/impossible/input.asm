# damaged: less allocated than was asked for is no negative waste
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
mmap pid=-1 tid=0 start=0xffffffff81000000 len=0x800 pgoff=0xffffffff81000000 file=[kernel.kallsyms]_text \
  misc=kernel time=500
sample id=2 pid=10 tid=10 cpu=0 time=1001000 ip=0xffffffff81000010 misc=kernel raw="u16:2 u8:0 u8:0 u32:10 \
  u64:0xffffffff81000610 u64:0xffff888100000100 u32:0 u32:0 u64:200 u64:16 u64:1 u32:-1 u8:1"
