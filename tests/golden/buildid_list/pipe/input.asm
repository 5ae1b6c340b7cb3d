# The pipe form has no list: what has samples is listed.
event cycles sample_type=ip|tid|time ids=7 period=1
default pid=10 tid=11
comm comm=prog misc=exec time=1
mmap2 start=0x400000 len=0x1000 build_id=0102030405060708090a0b0c0d0e0f1011121314 prot=rx file=/nonexistent/z misc=user|build_id time=2
mmap2 start=0x500000 len=0x1000 prot=rx file=/nonexistent/a misc=user time=3
sample ip=0x400010 misc=user time=4
sample ip=0x500010 misc=user time=5
