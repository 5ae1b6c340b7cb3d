# A program that begins alone, runs with a second thread and waits for it. The main thread has no switch record before it
# first leaves the CPU: it runs from its exec on. Thread 12 was there before the recording: its first record is that it
# leaves the CPU, so it ran from the beginning on.
event task-clock type=software config=1 sample_type=ip|tid|time|period|callchain ids=1 freq=4000 \
	flags=sample_id_all,context_switch,task,comm,comm_exec,mmap,mmap2
default pid=10 tid=10 period=1000
comm comm=prog misc=exec time=1000
mmap2 start=0x400000 len=0x1000 file=/nonexistent/prog time=1001
sample ip=0x400010 time=1500 chain=user,0x400010,0x400200
switch tid=12 misc=switch_out time=1600
sample ip=0x400010 time=1700 chain=user,0x400010,0x400200
fork pid=10 ppid=10 tid=11 ptid=10 time=1800
comm tid=11 comm=worker-1 time=1801
sample ip=0x400010 time=1900 chain=user,0x400010,0x400200
switch tid=11 time=2000
sample ip=0x400010 time=2100 chain=user,0x400010,0x400200
sample ip=0x400100 time=2101 tid=11 chain=user,0x400100,0x400300
switch tid=10 misc=switch_out time=2200
sample ip=0x400100 time=2300 tid=11 chain=user,0x400100,0x400300
switch tid=10 time=2400
sample ip=0x400100 time=2500 tid=11 chain=user,0x400100,0x400300
# what it does already changes nothing: a record before was lost
switch tid=10 time=2600
sample ip=0x400100 time=2700 tid=11 chain=user,0x400100,0x400300
switch tid=10 misc=switch_out|preempt time=2800
sample ip=0x400100 time=2900 tid=11 chain=user,0x400100,0x400300
exit pid=10 ppid=10 tid=11 ptid=10 time=3000
switch tid=10 time=3100
sample ip=0x400010 time=3200 chain=user,0x400010,0x400200
sample ip=0x400010 time=3300 period=2000 chain=user,0x400010,0x400200
