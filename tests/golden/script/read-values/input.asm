# A group read with its leader: every member gets its value as period.
event cycles sample_type=identifier|ip|tid|time|read read_format=group|id ids=1
event instructions config=1 sample_type=identifier|ip|tid|time|read read_format=group|id period=0 ids=2
feature event_desc
feature group_desc 0:2:{cycles,instructions}
default pid=10 cpu=1
mmap pid=-1 tid=0 start=0xffffffff81000000 len=0x1000000 pgoff=0xffffffff81000000 file=[kernel.kallsyms]_text misc=kernel
comm comm=prog misc=exec time=1000000
mmap2 start=0x400000 len=0x2000 pgoff=0 file=/nonexistent/prog time=1001000
mmap2 start=0x7f0000000000 len=0x10000 pgoff=0x1000 file=/nonexistent/libx.so time=1002000
sample ip=0x400100 time=2000000 read=1:1000,2:3000
sample ip=0x400200 time=2001000 read=1:2500,2:7000
