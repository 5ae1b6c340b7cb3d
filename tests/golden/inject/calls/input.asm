# Two threads, over each other; one call that had begun before, one that does not return, one whose end is of another
# call; the end of thread 100's first call stands in front of its beginning, as rings of two CPUs may have it.
event raw_syscalls:sys_enter type=tracepoint config=1 sample_type=ip|tid|time|cpu|raw|period|identifier|callchain ids=1 \
  flags=sample_id_all period=1
event raw_syscalls:sys_exit type=tracepoint config=2 sample_type=ip|tid|time|cpu|raw|period|identifier ids=2 \
  flags=sample_id_all period=1
event syscalls:sys_enter_futex type=tracepoint config=3 sample_type=ip|tid|time|cpu|raw|period|identifier ids=3 \
  flags=sample_id_all period=1
event syscalls:sys_exit_futex type=tracepoint config=4 sample_type=ip|tid|time|cpu|raw|period|identifier ids=4 \
  flags=sample_id_all period=1
event cpu-clock type=software config=0 sample_type=ip|tid|time|cpu|period|identifier ids=5 flags=sample_id_all period=1
tracepoint raw_syscalls:sys_enter id=1 fields="long id; unsigned long args[6]" print='"NR %ld (%lx)", REC->id, REC->args[0]'
tracepoint raw_syscalls:sys_exit id=2 fields="long id; long ret" print='"NR %ld = %ld", REC->id, REC->ret'
tracepoint syscalls:sys_enter_futex id=3 fields="int __syscall_nr; u32 * uaddr" print='"futex"'
tracepoint syscalls:sys_exit_futex id=4 fields="int __syscall_nr; long ret" print='"0x%lx", REC->ret'
feature event_desc
comm pid=100 tid=100 comm=one time=1000
comm pid=200 tid=200 comm=two time=1001
default misc=kernel ip=0xffffffff81000010 cpu=0
sample id=2 pid=200 tid=200 time=9000000 fields="id=0 ret=5"
sample id=2 pid=100 tid=100 cpu=1 time=12500000 fields="id=202 ret=0"
sample id=1 pid=100 tid=100 time=10000000 chain=kernel,0xffffffff81000100,user,0x1234 fields="id=202"
sample id=1 pid=200 tid=200 time=11000000 chain=kernel,0xffffffff81000100,user,0x5678 fields="id=7"
sample id=3 pid=100 tid=100 time=10100000 fields="__syscall_nr=202"
sample id=5 pid=100 tid=100 time=10150000
sample id=4 pid=100 tid=100 time=12400000 fields="__syscall_nr=202"
sample id=2 pid=200 tid=200 time=31000000 fields="id=7 ret=1"
sample id=1 pid=100 tid=100 time=13000000 chain=kernel,0xffffffff81000100,user,0x1234 fields="id=3"
sample id=2 pid=100 tid=100 time=14000000 fields="id=4 ret=0"
sample id=1 pid=200 tid=200 time=32000000 chain=kernel,0xffffffff81000100,user,0x5678 fields="id=231"
finished_round
