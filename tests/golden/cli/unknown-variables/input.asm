feature nrcpus 8 8
event cycles sample_type=ip|tid|time|callchain|cpu|period flags=sample_id_all,mmap,comm,freq,task,mmap2 freq=4000 ids=1
default pid=10 cpu=1
mmap pid=-1 tid=0 start=0xffffffff81000000 len=0x1000000 pgoff=0xffffffff81000000 file=[kernel.kallsyms]_text misc=kernel
comm comm=prog misc=exec time=1000000
mmap2 start=0x400000 len=0x2000 pgoff=0 file=/nonexistent/prog time=1001000
mmap2 start=0x7f0000000000 len=0x10000 pgoff=0x1000 file=/nonexistent/libx.so time=1002000
sample ip=0x400123 time=2000000 period=1000 chain=user,0x400123,0x400200,0x400300
sample ip=0x400123 time=2001000 period=1000 chain=user,0x400123,0x400210,0x400300
sample ip=0x7f0000000456 time=2002000 period=500 chain=user,0x7f0000000456,0x400200,0x400300
sample ip=0xffffffff81000210 misc=kernel time=2003000 period=700 chain=kernel,0xffffffff81000210,0xffffffff81000410,user,0x400123,0x400300
sample ip=0xffffffff81000410 misc=kernel time=2004000 period=300 chain=kernel,0xffffffff81000410,user,0x400200,0x400300
