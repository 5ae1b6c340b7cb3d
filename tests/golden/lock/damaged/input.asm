# payloads cut short, counts that lie, an end that stands behind its begin and is older, the last record cut
event lock:contention_begin type=tracepoint config=1 sample_type=ip|tid|time|cpu|raw|period|identifier|callchain \
  ids=1 flags=sample_id_all period=1
event lock:contention_end type=tracepoint config=2 sample_type=ip|tid|time|cpu|raw|period|identifier|callchain ids=2 \
  flags=sample_id_all period=1
tracepoint lock:contention_begin id=1 fields="void * lock_addr; unsigned int flags" print='"x"'
tracepoint lock:contention_end id=2 fields="void * lock_addr; int ret" print='"x"'
feature event_desc
feature nrcpus 2 2
feature hostname vm
feature osrelease 6.1
feature arch x86_64
mmap pid=-1 tid=0 start=0xffffffff81000000 len=0x1000000 pgoff=0xffffffff81000000 file=[kernel.kallsyms]_text \
  misc=kernel time=1
comm pid=0 tid=0 comm=swapper time=1
comm pid=100 tid=100 comm=first time=2
comm pid=200 tid=200 comm=second time=3
sample id=1 pid=100 tid=100 cpu=0 time=1000 misc=kernel ip=0xffffffff81000010 \
  chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000110 \
  raw="u16:1 u8:0 u8:0 u32:100 u64:0x1000 u32:1 zeros:4"
sample id=2 pid=100 tid=100 cpu=0 time=3000 misc=kernel ip=0xffffffff81000010 \
  chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000110 \
  raw="u16:2 u8:0 u8:0 u32:100 u64:0x1000 u32:0 zeros:4"
sample id=1 pid=100 tid=100 cpu=0 time=4000 misc=kernel ip=0xffffffff81000010 chain_nr=99999999 raw="u16:1 u8:0"
sample id=1 pid=100 tid=100 cpu=0 time=4000 misc=kernel ip=0xffffffff81000010 chain=kernel,0xffffffff81000100 \
  raw="u16:1 u8:0 u8:0 u32:100 u32:7"
sample id=2 pid=100 tid=100 cpu=0 time=4100 misc=kernel ip=0xffffffff81000010 chain_nr=0 raw_size=4000000000 raw="u16:1"
sample id=1 pid=-1 tid=-1 cpu=4294967295 time=18446744073709551614 misc=kernel ip=0 chain=0xffffffffffffff01,0x1 \
  raw="u16:1 u8:0 u8:0 u32:100 u64:0xffffffffffffffff u32:4294967295 zeros:4"
sample id=2 pid=-1 tid=-1 cpu=4294967295 time=18446744073709551614 misc=kernel ip=0 chain=0xffffffffffffff01,0x1 \
  raw="u16:2 u8:0 u8:0 u32:100 u64:0xffffffffffffffff u32:0 zeros:4"
sample id=1 pid=100 tid=100 cpu=0 time=5000 misc=kernel ip=0xffffffff81000010 \
  chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000110 \
  raw="u16:1 u8:0 u8:0 u32:100 u64:0x1000 u32:1 zeros:4"
sample id=2 pid=100 tid=100 cpu=0 time=4500 misc=kernel ip=0xffffffff81000010 \
  chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000110 \
  raw="u16:2 u8:0 u8:0 u32:100 u64:0x1000 u32:0 zeros:4"
lost id=1 lost=7 time=6000
sample id=1 pid=100 tid=100 cpu=0 time=9000 misc=kernel ip=0xffffffff81000010 \
  chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000110 \
  raw="u16:1 u8:0 u8:0 u32:100 u64:0x2000 u32:2 zeros:4"
truncate 20
