# Entries and exits of system calls, as `perf trace record` has them.
event raw_syscalls:sys_enter type=tracepoint config=10 sample_type=ip|tid|time|cpu|raw|period|identifier ids=1 \
  flags=sample_id_all period=1
event raw_syscalls:sys_exit type=tracepoint config=11 sample_type=ip|tid|time|cpu|raw|period|identifier ids=2 \
  flags=sample_id_all period=1
tracepoint raw_syscalls:sys_enter id=10 fields="long id; unsigned long args[6]" print='"x"'
tracepoint raw_syscalls:sys_exit id=11 fields="long id; long ret" print='"x"'
feature nrcpus 2 2
