# samples between two events count; one out of the order of the file, two at the same time
event cycles sample_type=identifier|ip|tid|time|cpu|period flags=sample_id_all,mmap2,comm,task ids=1
event instructions config=1 sample_type=identifier|ip|tid|time|cpu|period ids=2
event faults type=software config=2 sample_type=identifier|ip|tid|time|cpu|period ids=3
feature event_desc
default pid=10 cpu=1
comm comm=prog misc=exec time=1000000
mmap2 start=0x400000 len=0x2000 pgoff=0 file=/nonexistent/prog time=1001000
sample id=1 ip=0x400101 time=2000000 period=1
sample id=2 ip=0x400102 time=2001000 period=1
sample id=1 ip=0x400106 time=2004000 period=1
sample id=3 ip=0x400103 time=2002000 period=1
sample id=1 ip=0x400104 time=2002000 period=1
sample id=1 ip=0x400105 time=2003000 period=1
sample id=2 ip=0x400107 time=2005000 period=1
sample id=1 ip=0x400108 time=2006000 period=1
sample id=3 ip=0x400109 time=2007000 period=1
sample id=3 ip=0x40010a time=2008000 period=1
sample id=1 ip=0x40010b time=2009000 period=1
finished_round
