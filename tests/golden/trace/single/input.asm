# the tracepoints of single calls
event syscalls:sys_enter_openat type=tracepoint config=20 sample_type=ip|tid|time|cpu|raw|period|identifier ids=1 \
  flags=sample_id_all period=1
event syscalls:sys_exit_openat type=tracepoint config=21 sample_type=ip|tid|time|cpu|raw|period|identifier ids=2 \
  flags=sample_id_all period=1
event syscalls:sys_enter_newfstat type=tracepoint config=22 sample_type=ip|tid|time|cpu|raw|period|identifier ids=3 \
  flags=sample_id_all period=1
event syscalls:sys_exit_newfstat type=tracepoint config=23 sample_type=ip|tid|time|cpu|raw|period|identifier ids=4 \
  flags=sample_id_all period=1
tracepoint syscalls:sys_enter_openat id=20 fields="int __syscall_nr; int dfd; const char * filename; int flags; \
  umode_t mode" print='"x"'
tracepoint syscalls:sys_exit_openat id=21 fields="int __syscall_nr; long ret" print='"x"'
tracepoint syscalls:sys_enter_newfstat id=22 fields="int __syscall_nr; unsigned int fd; struct stat * statbuf" \
  print='"x"'
tracepoint syscalls:sys_exit_newfstat id=23 fields="int __syscall_nr; long ret" print='"x"'
feature nrcpus 2 2
feature arch x86_64
feature event_desc
default ip=0xffffffff81000020
comm pid=100 tid=100 comm=cat time=1000
sample id=1 pid=100 tid=100 cpu=0 time=2000000 misc=kernel fields="__syscall_nr=257 dfd=-100 filename=0x7f0000001000 \
  flags=524288"
sample id=2 pid=100 tid=100 cpu=0 time=2003000 misc=kernel fields="__syscall_nr=257 ret=3"
sample id=3 pid=100 tid=100 cpu=0 time=2100000 misc=kernel fields="__syscall_nr=5 fd=3 statbuf=0x7f0000002000"
sample id=4 pid=100 tid=100 cpu=0 time=2101000 misc=kernel fields="__syscall_nr=5"
