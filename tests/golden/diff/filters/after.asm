# The same program, built anew: its library is elsewhere, and the kernel does more.
feature nrcpus 8 8
event cycles sample_type=ip|tid|time|cpu|period flags=sample_id_all,mmap,comm,freq,task,mmap2 freq=4000 ids=1
default pid=10 cpu=1
mmap pid=-1 tid=0 start=0xffffffff81000000 len=0x1000000 pgoff=0xffffffff81000000 file=[kernel.kallsyms]_text misc=kernel
comm comm=prog misc=exec time=1000000
mmap2 start=0x500000 len=0x2000 pgoff=0 file=/nonexistent/prog time=1001000
mmap2 start=0x7f1000000000 len=0x10000 pgoff=0x2000 file=/nonexistent/liby.so time=1002000
sample ip=0x500123 time=2000000 period=1000
sample ip=0x500125 time=2001000 period=500
sample ip=0x7f1000000456 time=2002000 period=500
sample ip=0xffffffff81000210 misc=kernel time=2003000 period=1400
sample ip=0xffffffff81000220 misc=kernel time=2003500 period=100
sample pid=0 ip=0xffffffff81000810 misc=kernel time=2006000 period=100
