# tracepoints that look like those of calls, each in one way only: they are events, not calls
event syscalls:sys_enter_openat type=tracepoint config=20 sample_type=ip|tid|time|cpu|raw|period|identifier ids=1 \
  flags=sample_id_all period=1
event mine:sys_enter_openat type=tracepoint config=21 sample_type=ip|tid|time|cpu|raw|period|identifier ids=2 \
  flags=sample_id_all period=1
event syscalls:wake_openat type=tracepoint config=22 sample_type=ip|tid|time|cpu|raw|period|identifier ids=3 \
  flags=sample_id_all period=1
event raw_syscalls:wake type=tracepoint config=23 sample_type=ip|tid|time|cpu|raw|period|identifier ids=4 \
  flags=sample_id_all period=1
event syscalls:sys_exit_openat type=tracepoint config=24 sample_type=ip|tid|time|cpu|raw|period|identifier ids=5 \
  flags=sample_id_all period=1
tracepoint syscalls:sys_enter_openat id=20 fields="int __syscall_nr; int dfd; const char * filename; int flags; \
  umode_t mode" print='"x"'
tracepoint mine:sys_enter_openat id=21 fields="int __syscall_nr; int nr; long id" print='"mine"'
tracepoint syscalls:wake_openat id=22 fields="int __syscall_nr; int nr" print='"wake %d", REC->__syscall_nr'
tracepoint raw_syscalls:wake id=23 fields="long id; unsigned long args[6]" print='"raw %ld", REC->id'
tracepoint syscalls:sys_exit_openat id=24 fields="int __syscall_nr; long ret" print='"x"'
feature nrcpus 2 2
feature arch x86_64
feature event_desc
default ip=0xffffffff81000020 cpu=0 misc=kernel
comm pid=100 tid=100 comm=cat time=1000
sample id=1 pid=100 tid=100 time=2000000 fields="__syscall_nr=257 dfd=-100 flags=524288"
sample id=2 pid=100 tid=100 time=2001000 fields="__syscall_nr=1 nr=1 id=1"
sample id=3 pid=100 tid=100 time=2002000 fields="__syscall_nr=1 nr=1"
sample id=4 pid=100 tid=100 time=2003000 fields="id=1"
sample id=5 pid=100 tid=100 time=2004000 fields="__syscall_nr=257 ret=3"
