feature nrcpus 8 8
event cycles sample_type=ip|tid|time|callchain|cpu|period flags=sample_id_all,mmap,comm,freq,task,mmap2,build_id freq=4000 ids=1
default pid=10
comm comm=prog time=1
mmap2 start=0x400000 len=0x1000 file=/nonexistent/prog misc=user|build_id build_id=aa112233445566778899aabbccddeeff00112233 time=2
mmap2 start=0x500000 len=0x1000 file=/nonexistent/lib misc=user|build_id build_id=bb112233445566778899aabbccddeeff time=3
sample ip=0x400100 time=4
sample ip=0x500100 time=5
