event cycles sample_type=ip|tid|time|addr|cpu|period|weight|data_src|phys_addr flags=sample_id_all,comm,mmap2,task ids=1
default pid=10 cpu=1
mmap pid=-1 tid=0 start=0xffffffff81000000 len=0x1000000 pgoff=0xffffffff81000000 file=[kernel.kallsyms]_text misc=kernel
comm comm=prog misc=exec time=1000000
mmap2 start=0x400000 len=0x2000 pgoff=0 file=/nonexistent/prog time=1001000
mmap2 start=0x7f0000000000 len=0x10000 pgoff=0x1000 file=/nonexistent/libx.so time=1002000
sample ip=0x400123 time=2000000000 addr=0x7f0000000800 weight=42 data_src=0x68100142 phys_addr=0x12345000 period=3
sample ip=0xffffffff81000210 misc=kernel time=2001000000 addr=0xffffffff81000400 period=4
