feature build_id pid=-1 misc=user build_id=aa112233445566778899aabbccddeeff00112233 file=/nonexistent/prog
feature build_id pid=-1 misc=user build_id=bb112233445566778899aabbccddeeff00112233 file=/nonexistent/libx.so
feature nrcpus 8 8
event cycles sample_type=ip|tid|time|cpu|period flags=sample_id_all,mmap,comm,freq,task,mmap2 freq=4000 ids=1
default pid=10 cpu=1
mmap pid=-1 tid=0 start=0xffffffff81000000 len=0x1000000 pgoff=0xffffffff81000000 file=[kernel.kallsyms]_text misc=kernel
comm comm=prog misc=exec time=1000000
mmap2 start=0x400000 len=0x2000 pgoff=0 file=/nonexistent/prog time=1001000
mmap2 start=0x7f0000000000 len=0x10000 pgoff=0x1000 file=/nonexistent/libx.so time=1002000
sample ip=0x400100 time=2000000
