# payloads too short, events without fields that are wanted, fields that are none
event kmem:kmalloc type=tracepoint config=1 sample_type=ip|tid|time|cpu|raw|period|identifier ids=1 \
  flags=sample_id_all period=1
event kmem:kfree type=tracepoint config=2 sample_type=ip|tid|time|cpu|raw|period|identifier ids=2 \
  flags=sample_id_all period=1
event kmem:mm_page_alloc type=tracepoint config=3 sample_type=ip|tid|time|cpu|raw|period|identifier ids=3 \
  flags=sample_id_all period=1
event kmem:mm_page_free type=tracepoint config=4 sample_type=ip|tid|time|cpu|raw|period|identifier ids=4 \
  flags=sample_id_all period=1
tracepoint kmem:kmalloc id=1 fields="unsigned long call_site; const void * ptr; size_t bytes_req; size_t \
  bytes_alloc" print='"x"'
tracepoint kmem:kfree id=2 fields="int nothing" print='"x"'
tracepoint kmem:mm_page_alloc id=3 fields="struct page * page; unsigned int order" print='"x"'
tracepoint kmem:mm_page_free id=4 fields="unsigned long pfn; char order" print='"x"'
feature nrcpus 4 4
feature numa_topology 0:1:1:x 70000:1:1:0-4000000000 1:1:1:
feature event_desc
default ip=0x10
sample id=1 pid=10 tid=10 cpu=4000000000 time=1000 fields="call_site=1 ptr=2 bytes_req=3 bytes_alloc=4"
sample id=1 pid=10 tid=10 cpu=4000000000 time=2000 raw="u16:1 u8:0 u8:0 u32:10 u64:1 u64:2"
sample id=1 pid=10 tid=10 cpu=4000000000 time=3000 raw="u16:1 u8:0 u8:0 u32:10 "
sample id=2 pid=10 tid=10 cpu=4000000000 time=4000 fields="nothing=2"
sample id=3 pid=10 tid=10 cpu=4000000000 time=5000 fields="page=0xffff order=4000000000"
sample id=3 pid=10 tid=10 cpu=4000000000 time=6000 fields="order=1"
sample id=3 pid=10 tid=10 cpu=4000000000 time=6500 fields="page=0xfffe order=3"
sample id=4 pid=10 tid=10 cpu=4000000000 time=7000 fields="pfn=0xfffe order=-1"
sample id=4 pid=10 tid=10 cpu=4000000000 time=8000 raw="u16:4 u8:0 u8:0 u32:10 u8:1"
sample id=1 pid=10 tid=10 cpu=0 time=9000
