# Two threads that run at once, each in a control group of its own with an event of its own: both count. The main thread
# sleeps from 1600 to 2400, thread 11 could run from 2500 to 2600 and is blocked from 3000 to the end at 3100.
event cpu-clock type=software config=0 sample_type=ip|tid|time|period|identifier ids=1 freq=4000 \
	flags=sample_id_all,context_switch,task,comm,comm_exec,mmap,mmap2
event sched:sched_switch type=tracepoint config=1 sample_type=ip|tid|time|cpu|raw|identifier ids=2 period=1
event sched:sched_switch type=tracepoint config=1 sample_type=ip|tid|time|cpu|raw|identifier ids=3 period=1
tracepoint sched:sched_switch id=1 fields="char prev_comm[16]; pid_t prev_pid; int prev_prio; long prev_state; char next_comm[16]; pid_t next_pid; int next_prio"
default pid=10 tid=10 cpu=0 period=1000
comm comm=prog misc=exec time=1000
fork pid=10 ppid=10 tid=11 ptid=10 time=1100
comm tid=11 comm=worker time=1101
switch tid=11 time=1200
sample event=cpu-clock period=300 time=1500
sample event=cpu-clock period=300 tid=11 time=1501
sample id=2 event=sched:sched_switch time=1600 fields="prev_comm=prog prev_pid=10 prev_state=1 next_comm=swapper/0 next_pid=0"
switch tid=10 misc=switch_out time=1601
switch tid=10 time=2400
sample id=3 event=sched:sched_switch tid=11 cpu=1 time=2500 fields="prev_comm=worker prev_pid=11 prev_state=256 next_comm=other next_pid=20"
switch tid=11 misc=switch_out|preempt time=2501
switch tid=11 time=2600
sample event=cpu-clock period=300 time=2700
sample event=cpu-clock period=300 tid=11 time=2701
sample id=3 event=sched:sched_switch tid=11 cpu=1 time=3000 fields="prev_comm=worker prev_pid=11 prev_state=2 next_comm=swapper/1 next_pid=0"
switch tid=11 misc=switch_out time=3001
switch tid=10 misc=switch_out time=3100
