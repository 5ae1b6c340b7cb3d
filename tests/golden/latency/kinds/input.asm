# a system call with another within it (a signal handler), wakeups of two tasks, a function that calls itself, the time between switches
event raw_syscalls:sys_enter type=tracepoint config=1 sample_type=ip|tid|time|cpu|raw|period|identifier ids=1 \
  flags=sample_id_all period=1
event raw_syscalls:sys_exit type=tracepoint config=2 sample_type=ip|tid|time|cpu|raw|period|identifier ids=2 \
  flags=sample_id_all period=1
event sched:sched_waking type=tracepoint config=3 sample_type=ip|tid|time|cpu|raw|period|identifier ids=3 \
  flags=sample_id_all period=1
event sched:sched_switch type=tracepoint config=4 sample_type=ip|tid|time|cpu|raw|period|identifier ids=4 \
  flags=sample_id_all period=1
event probe_w:f type=tracepoint config=5 sample_type=ip|tid|time|cpu|raw|period|identifier ids=5 flags=sample_id_all \
  period=1
event probe_w:f__return type=tracepoint config=6 sample_type=ip|tid|time|cpu|raw|period|identifier ids=6 \
  flags=sample_id_all period=1
tracepoint raw_syscalls:sys_enter id=1 fields="long id; unsigned long args[6]" print='"x"'
tracepoint raw_syscalls:sys_exit id=2 fields="long id; long ret" print='"x"'
tracepoint sched:sched_waking id=3 fields="char comm[16]; pid_t pid; int prio; int target_cpu" print='"x"'
tracepoint sched:sched_switch id=4 fields="char prev_comm[16]; pid_t prev_pid; int prev_prio; long prev_state; char \
  next_comm[16]; pid_t next_pid; int next_prio" print='"x"'
tracepoint probe_w:f id=5 fields="unsigned long __probe_ip" print='"x"'
tracepoint probe_w:f__return id=6 fields="unsigned long __probe_func; unsigned long __probe_ret_ip" print='"x"'
feature nrcpus 4 4
feature arch x86_64
feature event_desc
default ip=0x400010
comm pid=10 tid=10 comm=one time=1000
comm pid=10 tid=11 comm=two time=1000
sample id=1 pid=10 tid=10 cpu=0 time=10000000 misc=user fields=""
sample id=1 pid=10 tid=11 cpu=0 time=10000100 misc=user fields="id=1"
sample id=2 pid=10 tid=10 cpu=0 time=10005000 misc=user fields=""
sample id=2 pid=10 tid=11 cpu=0 time=10009100 misc=user fields="id=1"
sample id=1 pid=10 tid=10 cpu=0 time=11000000 misc=user fields=""
sample id=2 pid=10 tid=10 cpu=0 time=11700000 misc=user fields=""
sample id=1 pid=10 tid=10 cpu=0 time=12000000 misc=user fields="id=999"
sample id=2 pid=10 tid=10 cpu=0 time=12000077 misc=user fields="id=999"
sample id=1 pid=10 tid=11 cpu=0 time=13000000 misc=user fields="id=231"
sample id=3 pid=0 tid=0 cpu=1 time=20000000 misc=user fields="comm=one pid=10 prio=120"
sample id=4 pid=0 tid=0 cpu=0 time=20030000 misc=user fields="prev_comm=x prev_prio=120 next_comm=y next_pid=10 \
  next_prio=120"
sample id=3 pid=0 tid=0 cpu=1 time=20040000 misc=user fields="comm=two pid=11 prio=120"
sample id=4 pid=10 tid=10 cpu=0 time=21000000 misc=user fields="prev_comm=x prev_pid=10 prev_prio=120 prev_state=1 \
  next_comm=y next_pid=11 next_prio=120"
sample id=4 pid=0 tid=0 cpu=1 time=21000005 misc=user fields="prev_comm=x prev_prio=120 next_comm=y next_pid=7 \
  next_prio=120"
sample id=4 pid=10 tid=11 cpu=0 time=22000000 misc=user fields="prev_comm=x prev_pid=11 prev_prio=120 prev_state=1 \
  next_comm=y next_prio=120"
sample id=5 pid=10 tid=10 cpu=0 time=30000000 misc=user fields="__probe_ip=1"
sample id=5 pid=10 tid=10 cpu=0 time=31000000 misc=user fields="__probe_ip=1"
sample id=5 pid=10 tid=10 cpu=0 time=32000000 misc=user fields="__probe_ip=1"
sample id=6 pid=10 tid=10 cpu=0 time=33000000 misc=user fields="__probe_func=1 __probe_ret_ip=2"
sample id=6 pid=10 tid=10 cpu=0 time=35000000 misc=user fields="__probe_func=1 __probe_ret_ip=2"
sample id=6 pid=10 tid=10 cpu=0 time=40000000 misc=user fields="__probe_func=1 __probe_ret_ip=2"
sample id=5 pid=0 tid=0 cpu=0 time=50000000 misc=user fields="__probe_ip=1"
sample id=5 pid=0 tid=0 cpu=1 time=50000010 misc=user fields="__probe_ip=1"
sample id=6 pid=0 tid=0 cpu=0 time=51000000 misc=user fields="__probe_func=1 __probe_ret_ip=2"
sample id=6 pid=0 tid=0 cpu=1 time=51000010 misc=user fields="__probe_func=1 __probe_ret_ip=2"
