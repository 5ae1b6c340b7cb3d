# Whole CPUs: switch records name both threads of each switch, sched:sched_switch likewise. A CPU with any thread but the
# idle task is one that runs. No columns of latency are there without being asked for.
event cpu-clock type=software config=0 sample_type=ip|tid|time|cpu|period|identifier ids=1 freq=4000 \
	flags=sample_id_all,context_switch,task,comm
default pid=10 tid=10 cpu=0 period=1000
comm comm=prog time=1000
comm pid=20 tid=20 comm=other time=1000
# CPU 0 runs 10 from the beginning, CPU 1 is idle
sample ip=0x400010 time=1500
switch_cpu_wide pid=0 tid=0 cpu=1 misc=switch_out other_pid=20 other_tid=20 time=2000
switch_cpu_wide pid=20 tid=20 cpu=1 other_pid=0 other_tid=0 time=2001
sample ip=0x400010 time=2500
sample ip=0x500010 time=2500 cpu=1 pid=20 tid=20
switch_cpu_wide pid=10 tid=10 cpu=0 misc=switch_out other_pid=20 other_tid=20 time=3000
switch_cpu_wide pid=20 tid=20 cpu=0 other_pid=10 other_tid=10 time=3001
sample ip=0x500010 time=3100 cpu=0 pid=20 tid=20
switch_cpu_wide pid=20 tid=20 cpu=1 misc=switch_out other_pid=0 other_tid=0 time=3200
switch_cpu_wide pid=0 tid=0 cpu=1 other_pid=20 other_tid=20 time=3201
sample ip=0x500010 time=3300 cpu=0 pid=20 tid=20
