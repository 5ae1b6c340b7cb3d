feature nrcpus 8 8
# two guests as `perf kvm record` tells of them: the pid of their kernels' maps is that of the process that runs them;
# 3000 is a guest of which nothing was recorded
event cycles sample_type=ip|tid|time|cpu|period flags=sample_id_all,mmap,comm,freq,task,mmap2 freq=4000 ids=1
default pid=10 cpu=1
mmap pid=-1 tid=0 start=0xffffffff81000000 len=0x1000000 pgoff=0xffffffff81000000 file=[kernel.kallsyms]_text misc=kernel
mmap pid=-1 tid=0 start=0xffffffffc0000000 len=0x1000 pgoff=0 file=[hostmod] misc=kernel
mmap pid=1000 tid=0 start=0xffffffff81000000 len=0x1000000 pgoff=0xffffffff81000000 file=[guest.kernel.kallsyms.1000]_text misc=guest_kernel
mmap pid=1000 tid=0 start=0xffffffffc0000000 len=0x1000 pgoff=0 file=[modone] misc=guest_kernel
mmap pid=2000 tid=0 start=0xffffffff82000000 len=0x1000000 pgoff=0xffffffff82000000 file=[guest.kernel.kallsyms.2000]_text misc=guest_kernel
mmap pid=2000 tid=0 start=0xffffffffc0000000 len=0x1000 pgoff=0 file=[modtwo] misc=guest_kernel
comm pid=1000 comm=qemu-one time=1000000
comm pid=2000 comm=qemu-two time=1000000
comm pid=10 comm=prog time=1000000
mmap2 pid=10 start=0x400000 len=0x2000 pgoff=0 file=/nonexistent/prog time=1001000
mmap2 pid=1000 start=0x400000 len=0x2000 pgoff=0 file=/nonexistent/qemu time=1001000
sample pid=10 ip=0x400123 time=2000000 period=100
sample pid=10 ip=0xffffffff81000210 misc=kernel time=2001000 period=200
sample pid=1000 ip=0x400123 misc=user time=2002000 period=300
sample pid=1000 ip=0xffffffff81000210 misc=guest_kernel time=2003000 period=400
sample pid=1000 ip=0xffffffffc0000010 misc=guest_kernel time=2004000 period=500
sample pid=1000 ip=0x400200 misc=guest_user time=2005000 period=600
sample pid=2000 ip=0xffffffff82000210 misc=guest_kernel time=2006000 period=700
sample pid=2000 ip=0xffffffffc0000010 misc=guest_kernel time=2007000 period=800
sample pid=2000 ip=0x400200 misc=guest_user time=2008000 period=900
sample pid=3000 ip=0xffffffff81000300 misc=guest_kernel time=2009000 period=1000
finished_round
