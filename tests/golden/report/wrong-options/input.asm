event cycles sample_type=identifier|ip|tid|time|cpu|period flags=sample_id_all,mmap2,comm,task ids=1
event instructions config=1 sample_type=identifier|ip|tid|time|cpu|period ids=2
event faults type=software config=2 sample_type=identifier|ip|tid|time|cpu|period ids=3
feature event_desc
default pid=10 cpu=1
mmap pid=-1 tid=0 start=0xffffffff81000000 len=0x1000000 pgoff=0xffffffff81000000 file=[kernel.kallsyms]_text misc=kernel
comm comm=prog misc=exec time=1000000
mmap2 start=0x400000 len=0x2000 pgoff=0 file=/nonexistent/prog time=1001000
mmap2 start=0x7f0000000000 len=0x10000 pgoff=0x1000 file=/nonexistent/libx.so time=1002000
sample id=1 ip=0x400123 time=2000000 period=1000
sample id=2 ip=0x400123 time=2001000 period=3000
sample id=1 ip=0x7f0000000456 time=2002000 period=200
sample id=2 ip=0xffffffff81000210 misc=kernel time=2003000 period=100
finished_round
