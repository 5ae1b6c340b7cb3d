# the tracepoints of a call without a name, which no kernel has
event syscalls:sys_enter type=tracepoint config=20 sample_type=ip|tid|time|cpu|raw|period|identifier ids=1 \
  flags=sample_id_all period=1
event syscalls:sys_exit type=tracepoint config=21 sample_type=ip|tid|time|cpu|raw|period|identifier ids=2 \
  flags=sample_id_all period=1
tracepoint syscalls:sys_enter id=20 fields="int __syscall_nr; int fd" print='"x"'
tracepoint syscalls:sys_exit id=21 fields="int __syscall_nr; long ret" print='"x"'
feature arch x86_64
feature event_desc
default ip=0xffffffff81000020
comm pid=100 tid=100 comm=cat time=1000
sample id=1 pid=100 tid=100 time=1000000 misc=kernel fields="__syscall_nr=3 fd=5"
sample id=2 pid=100 tid=100 time=1001500 misc=kernel fields="__syscall_nr=3 ret=0"
