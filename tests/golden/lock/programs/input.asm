# call chains that go on in programs: as recorded they tell callers apart (pid 100), as a copied stack unwinds they do not (pid 200)
event lock:contention_begin type=tracepoint config=1 sample_type=ip|tid|time|cpu|raw|period|identifier|callchain \
  ids=1 flags=sample_id_all period=1
event lock:contention_end type=tracepoint config=2 sample_type=ip|tid|time|cpu|raw|period|identifier|callchain ids=2 \
  flags=sample_id_all period=1
event lock:contention_begin type=tracepoint config=1 \
  sample_type=ip|tid|time|cpu|raw|period|identifier|callchain|regs_user|stack_user regs_user=0x1c0 stack_user=64 \
  ids=3 flags=sample_id_all|exclude_callchain_user period=1
event lock:contention_end type=tracepoint config=2 \
  sample_type=ip|tid|time|cpu|raw|period|identifier|callchain|regs_user|stack_user regs_user=0x1c0 stack_user=64 \
  ids=4 flags=sample_id_all|exclude_callchain_user period=1
tracepoint lock:contention_begin id=1 fields="void * lock_addr; unsigned int flags" print='"x"'
tracepoint lock:contention_end id=2 fields="void * lock_addr; int ret" print='"x"'
feature event_desc
feature nrcpus 2 2
feature arch x86_64
default ip=0xffffffff81000010
mmap pid=-1 tid=0 start=0xffffffff81000000 len=0x1000000 pgoff=0xffffffff81000000 file=[kernel.kallsyms]_text \
  misc=kernel time=1
comm pid=100 tid=100 comm=first time=2
comm pid=200 tid=200 comm=second time=3
mmap pid=200 tid=200 start=0x400000 len=0x1000 file=/nonexistent/prog time=4
sample id=1 pid=100 tid=100 cpu=0 time=10000000 misc=kernel chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000110,user,0x401000 fields="lock_addr=0xffff888100001000 flags=2"
sample id=2 pid=100 tid=100 cpu=0 time=10001000 misc=kernel chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000110,user,0x401000 fields="lock_addr=0xffff888100001000"
sample id=1 pid=100 tid=100 cpu=0 time=10010000 misc=kernel chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000110,user,0x402000 fields="lock_addr=0xffff888100001000 flags=2"
sample id=2 pid=100 tid=100 cpu=0 time=10011000 misc=kernel chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000110,user,0x402000 fields="lock_addr=0xffff888100001000"
sample id=1 pid=100 tid=100 cpu=0 time=10020000 misc=kernel chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000110,user,0x402000 fields="lock_addr=0xffff888100001000 flags=2"
sample id=2 pid=100 tid=100 cpu=0 time=10021000 misc=kernel chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000110,user,0x402000 fields="lock_addr=0xffff888100001000"
sample id=1 pid=100 tid=100 cpu=0 time=10030000 misc=kernel chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000110,0xffffffff81000210,0xffffffff81000310,0xffffffff81000410,user,0x402000 fields="lock_addr=0xffff888100001000 flags=2"
sample id=2 pid=100 tid=100 cpu=0 time=10031000 misc=kernel chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000110,0xffffffff81000210,0xffffffff81000310,0xffffffff81000410,user,0x402000 fields="lock_addr=0xffff888100001000"
sample id=1 pid=100 tid=100 cpu=0 time=10040000 misc=kernel chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000110,0xffffffff81000210,0xffffffff81000310,0xffffffff81000410,user,0x403000 fields="lock_addr=0xffff888100001000 flags=2"
sample id=2 pid=100 tid=100 cpu=0 time=10041000 misc=kernel chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000110,0xffffffff81000210,0xffffffff81000310,0xffffffff81000410,user,0x403000 fields="lock_addr=0xffff888100001000"
sample id=3 pid=200 tid=200 cpu=0 time=10050000 misc=kernel chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000210 regs_user=2:0x7ffe00000020,0x7ffe00000000,0x400100 stack=00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 dyn_size=64 fields="lock_addr=0xffff888100001000 flags=4"
sample id=4 pid=200 tid=200 cpu=0 time=10051000 misc=kernel chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000210 regs_user=2:0x7ffe00000020,0x7ffe00000000,0x400100 stack=00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 dyn_size=64 fields="lock_addr=0xffff888100001000"
sample id=3 pid=200 tid=200 cpu=0 time=10060000 misc=kernel chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000210 regs_user=2:0x7ffe00000020,0x7ffe00000000,0x400200 stack=00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 dyn_size=64 fields="lock_addr=0xffff888100001000 flags=4"
sample id=4 pid=200 tid=200 cpu=0 time=10061000 misc=kernel chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000210 regs_user=2:0x7ffe00000020,0x7ffe00000000,0x400200 stack=00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 dyn_size=64 fields="lock_addr=0xffff888100001000"
sample id=3 pid=200 tid=200 cpu=0 time=10070000 misc=kernel chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000210 regs_user=2:0x7ffe00000020,0x7ffe00000000,0x400300 stack=00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 dyn_size=64 fields="lock_addr=0xffff888100001000 flags=4"
sample id=4 pid=200 tid=200 cpu=0 time=10071000 misc=kernel chain=kernel,0xffffffff81000a10,0xffffffff81000a20,0xffffffff81000810,0xffffffff81000a30,0xffffffff81000210 regs_user=2:0x7ffe00000020,0x7ffe00000000,0x400300 stack=00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 dyn_size=64 fields="lock_addr=0xffff888100001000"
