event cycles sample_type=identifier|ip|tid|time|cpu|period flags=sample_id_all,mmap2,comm,task ids=1,4
event instructions config=1 sample_type=identifier|ip|tid|time|cpu|period ids=2
event faults type=software config=2 sample_type=identifier|ip|tid|time|cpu|period ids=3
feature event_desc
default pid=10 cpu=1
comm comm=prog misc=exec time=1000000
mmap2 start=0x400000 len=0x2000 pgoff=0 file=/nonexistent/prog time=1001000
sample id=1 ip=0x400101 time=2000000 period=1
sample id=2 ip=0x400102 time=2001000 period=1
lost_samples lost=3 id=1 time=2001500
lost_samples lost=5 id=2 time=2001600
lost_samples lost=7 id=4 time=2001700
lost_samples lost=9 id=3 time=2001800
lost_samples lost=11 id=1 time=2001700 misc=32768
finished_round
