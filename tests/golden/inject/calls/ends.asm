# The beginnings alone.
event raw_syscalls:sys_enter type=tracepoint config=1 sample_type=ip|tid|time|cpu|raw|period|identifier ids=1 \
  flags=sample_id_all period=1
tracepoint raw_syscalls:sys_enter id=1 fields="long id; unsigned long args[6]" print='"NR %ld", REC->id'
feature event_desc
sample id=1 pid=100 tid=100 time=10000000 fields="id=202"
