# counters of threads that ended: two of a CPU each for one event, a late one, a thread without faults
event cycles sample_type=identifier|ip|tid|time|period flags=sample_id_all,inherit,inherit_stat read_format=total_time_enabled|total_time_running|id ids=1,4
event page-faults type=software config=2 sample_type=identifier|ip|tid|time|period flags=sample_id_all read_format=total_time_enabled|total_time_running|id ids=2
default pid=10
comm comm=prog misc=exec time=1000000
mmap2 start=0x400000 len=0x2000 pgoff=0 file=/nonexistent/prog time=1001000
sample id=1 ip=0x400101 time=2000000 period=1
read pid=10 tid=12 values=1000,5,5,1 id=1 time=3001000
read pid=10 tid=12 values=234,5,5,4 id=4 time=3002000
read pid=10 tid=12 values=7,5,5,2 id=2 time=3003000
read pid=10 tid=10 values=123456789,5,5,1 id=1 time=3005000
read pid=10 tid=11 values=5,5,5,1 id=1 time=3004000
read pid=10 tid=10 values=9,5,5,2 id=2 time=3006000
finished_round
