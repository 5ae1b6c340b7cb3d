feature arch aarch64
event cycles sample_type=identifier|ip|tid|time|period flags=sample_id_all,mmap2,comm,task ids=1
default pid=10
comm comm=prog misc=exec time=1000000
mmap2 start=0x400000 len=0x1000 pgoff=0 prot=rx file=/nonexistent/prog time=1001000
sample id=1 ip=0x400084 time=2000000 period=4
sample id=1 ip=0x400088 time=2000002 period=2
sample id=1 ip=0x40009c time=2001000 period=3
finished_round
