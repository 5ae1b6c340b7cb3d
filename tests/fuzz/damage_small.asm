# As small as a recording can be that commands have something to say about.
attr_size 64
event cycles sample_type=ip|tid|time|callchain|period
feature hostname vm
feature cmdline perf record
feature event_desc
feature build_id pid=-1 misc=kernel build_id=20*ab file=[k]
default pid=10
comm comm=x misc=exec time=1
mmap start=0x400000 len=0x1000 file=/bin/x time=2
sample ip=0x400123 time=4 chain=user,0x400123,0x400200
sample ip=0xffffffff81000100 misc=kernel time=5 chain=kernel,0xffffffff81000100
exit time=9
