# waits of every kind of lock; who asks is found behind the code that waits
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
default ip=0xffffffff81000010
mmap pid=-1 tid=0 start=0xffffffff81000000 len=0x1000000 pgoff=0xffffffff81000000 file=[kernel.kallsyms]_text \
  misc=kernel time=1
comm pid=0 tid=0 comm=swapper time=1
comm pid=100 tid=100 comm=first time=2
comm pid=200 tid=200 comm=second time=3
sample id=1 pid=100 tid=100 cpu=0 time=10000000 misc=kernel chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000110,0xffffffff81000210,0xffffffff81000310 fields="lock_addr=0xffff888100001000 flags=1"
sample id=2 pid=100 tid=100 cpu=0 time=10001000 misc=kernel chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000110,0xffffffff81000210,0xffffffff81000310 fields="lock_addr=0xffff888100001000"
sample id=1 pid=200 tid=200 cpu=0 time=10002000 misc=kernel chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000110,0xffffffff81000210,0xffffffff81000310 fields="lock_addr=0xffff888100001000 flags=1"
sample id=2 pid=200 tid=200 cpu=0 time=10002500 misc=kernel chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000110,0xffffffff81000210,0xffffffff81000310 fields="lock_addr=0xffff888100001000"
sample id=1 pid=200 tid=200 cpu=0 time=10003000 misc=kernel chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000410,0xffffffff81000210 fields="lock_addr=0xffff888100001000 flags=1"
sample id=2 pid=200 tid=200 cpu=0 time=10013000 misc=kernel chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000410,0xffffffff81000210 fields="lock_addr=0xffff888100001000"
sample id=1 pid=100 tid=100 cpu=0 time=10020000 misc=kernel \
  chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000510 \
  fields="lock_addr=0xffffffff81000e00 flags=33"
sample id=1 pid=100 tid=100 cpu=0 time=10025000 misc=kernel \
  chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000510 \
  fields="lock_addr=0xffffffff81000e00 flags=32"
sample id=2 pid=100 tid=100 cpu=0 time=12020000 misc=kernel \
  chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000510 \
  fields="lock_addr=0xffffffff81000e00"
sample id=1 pid=100 tid=100 cpu=0 time=12030000 misc=kernel \
  chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000610 \
  fields="lock_addr=0xffff888100002000 flags=2"
sample id=2 pid=100 tid=100 cpu=0 time=12031000 misc=kernel \
  chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000610 \
  fields="lock_addr=0xffff888100002000"
sample id=1 pid=100 tid=100 cpu=0 time=12032000 misc=kernel \
  chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000620 \
  fields="lock_addr=0xffff888100002000 flags=4"
sample id=2 pid=100 tid=100 cpu=0 time=12033100 misc=kernel \
  chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000620 \
  fields="lock_addr=0xffff888100002000"
sample id=1 pid=200 tid=200 cpu=0 time=12034000 misc=kernel \
  chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000630 \
  fields="lock_addr=0xffff888100003000 flags=3"
sample id=2 pid=200 tid=200 cpu=0 time=12035200 misc=kernel \
  chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000630 \
  fields="lock_addr=0xffff888100003000"
sample id=1 pid=200 tid=200 cpu=0 time=12036000 misc=kernel \
  chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000640 \
  fields="lock_addr=0xffff888100004000"
sample id=2 pid=200 tid=200 cpu=0 time=12037300 misc=kernel \
  chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000640 \
  fields="lock_addr=0xffff888100004000 ret=-4"
sample id=1 pid=200 tid=200 cpu=0 time=12038000 misc=kernel \
  chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000650 \
  fields="lock_addr=0xffff888100005000 flags=18"
sample id=2 pid=200 tid=200 cpu=0 time=12039400 misc=kernel \
  chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000650 \
  fields="lock_addr=0xffff888100005000"
sample id=1 pid=200 tid=200 cpu=0 time=12040000 misc=kernel \
  chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000660 \
  fields="lock_addr=0xffff888100006000 flags=8"
sample id=2 pid=200 tid=200 cpu=0 time=12041500 misc=kernel \
  chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000660 \
  fields="lock_addr=0xffff888100006000"
sample id=1 pid=200 tid=200 cpu=0 time=12042000 misc=kernel \
  chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000670 \
  fields="lock_addr=0xffff888100007000 flags=127"
sample id=2 pid=200 tid=200 cpu=0 time=12043600 misc=kernel \
  chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000670 \
  fields="lock_addr=0xffff888100007000"
sample id=1 pid=100 tid=100 cpu=0 time=12050000 misc=kernel chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000820,0xffffffff81000a40 fields="lock_addr=0xffff888100008000 flags=1"
sample id=2 pid=100 tid=100 cpu=0 time=12051000 misc=kernel chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000820,0xffffffff81000a40 fields="lock_addr=0xffff888100008000"
sample id=1 pid=100 tid=100 cpu=0 time=12060000 misc=kernel chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000b10,0xffffffff81000c10,0xfffffffffffffe00,0x400010 fields="lock_addr=0xffff888100008000 flags=1"
sample id=2 pid=100 tid=100 cpu=0 time=12062000 misc=kernel chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000b10,0xffffffff81000c10,0xfffffffffffffe00,0x400010 fields="lock_addr=0xffff888100008000"
sample id=1 pid=100 tid=100 cpu=0 time=12070000 misc=kernel chain_nr=0 fields="lock_addr=0xffff888100008000 flags=1"
sample id=2 pid=100 tid=100 cpu=0 time=12073000 misc=kernel chain_nr=0 fields="lock_addr=0xffff888100008000"
sample id=2 pid=200 tid=200 cpu=0 time=12080000 misc=kernel chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000110,0xffffffff81000210,0xffffffff81000310 fields="lock_addr=0xffff888100009000"
sample id=1 pid=200 tid=200 cpu=0 time=12090000 misc=kernel chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000110,0xffffffff81000210,0xffffffff81000310 fields="lock_addr=0xffff888100001000 flags=1"
exit pid=200 tid=200 time=12090001
sample id=1 pid=100 tid=100 cpu=0 time=12100000 misc=kernel \
  chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000700 \
  fields="lock_addr=0xffff88810000a000 flags=1"
sample id=2 pid=100 tid=100 cpu=0 time=7212100000100 misc=kernel \
  chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000700 \
  fields="lock_addr=0xffff88810000a000"
sample id=2 pid=100 tid=100 cpu=0 time=7212100000200 misc=kernel \
  chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000700 \
  fields="lock_addr=0xffff88810000a000"
