# Events of the baseline: one with a modifier, and one that the other recording has with another.
event cycles:u config=0 sample_type=identifier|ip|tid|time|period ids=1 flags=exclude_kernel,exclude_hv
event instructions config=1 sample_type=identifier|ip|tid|time|period ids=2
feature event_desc
comm pid=10 tid=10 comm=prog time=1
mmap2 pid=10 tid=10 start=0x400000 len=0x1000 file=/nonexistent/prog prot=5 time=2
sample id=1 pid=10 tid=10 ip=0x400010 misc=user time=10 period=3
sample id=1 pid=10 tid=10 ip=0x400020 misc=user time=11 period=1
sample id=2 pid=10 tid=10 ip=0x400010 misc=user time=12 period=4
