# a thread, and a process, that a thread other than the first started: as upstream, it is the one they came from
event cycles ids=1 flags=sample_id_all|comm|task
comm pid=10 tid=10 comm=prog time=1000
fork pid=10 ppid=10 tid=11 ptid=10 time=2000
fork pid=10 ppid=10 tid=12 ptid=11 time=3000
fork pid=20 ppid=10 tid=20 ptid=12 time=4000
comm pid=20 tid=20 comm=child time=5000
sample id=1 pid=20 tid=20 ip=0x1000 time=6000 period=1
