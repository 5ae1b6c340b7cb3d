feature osrelease 5.4.0
feature arch x86_64
feature nrcpus 8 8
feature build_id pid=-1 misc=kernel build_id=0123456789abcdef0123456789abcdef01234567 file=/lib/modules/5.4.0/build/vmlinux
event cycles sample_type=ip|tid|time|callchain|cpu|period flags=sample_id_all,mmap,comm,freq,task,mmap2 freq=4000 ids=1
default pid=10 cpu=1
mmap pid=-1 tid=0 start=0xffffffff81000000 len=0x1000000 pgoff=0xffffffff81000000 file=[kernel.kallsyms]_text misc=kernel
mmap pid=-1 tid=0 start=0xffffffffc0000000 len=0x1000 pgoff=0 file=[ext4] misc=kernel
comm comm=prog misc=exec time=1000000
mmap2 start=0x400000 len=0x2000 pgoff=0 file=/nonexistent/prog time=1001000
sample ip=0x400123 time=2000000 period=1000 chain=user,0x400123,0x400200
sample ip=0xffffffff81000210 misc=kernel time=2003000 period=700 chain=kernel,0xffffffff81000210,0xffffffffc0000010,user,0x400123,0x400300
sample ip=0xffffffffc0000010 misc=kernel time=2003000 period=300 chain=kernel,0xffffffffc0000010
