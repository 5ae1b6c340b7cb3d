feature nrcpus 8 8
# two guests as `perf inject --guest-data` tells of them: events 2 and 3 are theirs; each has a thread 77, the host has none
event cycles sample_type=identifier|ip|tid|time|cpu|period flags=sample_id_all,mmap,comm,task,mmap2 ids=1,2,3
default pid=10 cpu=1
id_index entries=1:0:0:10,2:1:0:77,3:2:0:88 guests=0:0,1000:0,2000:1
mmap id=1 pid=-1 tid=0 start=0xffffffff81000000 len=0x1000000 pgoff=0xffffffff81000000 file=[kernel.kallsyms]_text misc=kernel
mmap id=2 pid=1000 tid=0 start=0xffffffff81000000 len=0x1000000 pgoff=0xffffffff81000000 file=[guest.kernel.kallsyms.1000]_text misc=guest_kernel
mmap id=3 pid=2000 tid=0 start=0xffffffff82000000 len=0x1000000 pgoff=0xffffffff82000000 file=[guest.kernel.kallsyms.2000]_text misc=guest_kernel
comm id=1 pid=10 comm=prog time=1000000
comm id=1 pid=1000 comm=qemu time=1000000
mmap2 id=1 pid=10 start=0x400000 len=0x2000 pgoff=0 file=/nonexistent/prog time=1001000
comm id=2 misc=guest_user pid=77 comm=inone time=1002000
mmap2 id=2 pid=77 start=0x400000 len=0x2000 pgoff=0 file=/nonexistent/guestone misc=guest_user time=1003000
comm id=3 misc=guest_user pid=77 comm=intwo time=1002000
mmap2 id=3 pid=77 start=0x400000 len=0x2000 pgoff=0 file=/nonexistent/guesttwo misc=guest_user time=1004000
sample id=1 pid=10 ip=0x400123 time=2000000 period=100
sample id=2 pid=77 ip=0x400123 time=2001000 period=200 misc=guest_user
sample id=2 pid=77 ip=0xffffffff81000210 time=2002000 period=300 misc=guest_kernel
sample id=3 pid=77 ip=0x400123 time=2003000 period=400 misc=guest_user
sample id=3 pid=77 ip=0xffffffff82000210 time=2004000 period=500 misc=guest_kernel
sample id=3 pid=99 ip=0xffffffff82000210 time=2005000 period=600 misc=guest_kernel
sample id=2 pid=77 ip=0x400123 time=2006000 period=700 misc=user
sample id=2 pid=77 ip=0xffffffff81000210 time=2007000 period=800 misc=kernel
# a child, after its end, and one that only the host has
fork id=2 misc=guest_user pid=78 ppid=77 time=2100000
sample id=2 pid=78 ip=0x400123 time=2101000 period=50 misc=guest_user
exit id=2 misc=guest_user pid=78 ppid=77 time=2102000
sample id=2 pid=78 ip=0x400123 time=2103000 period=60 misc=guest_user
fork id=2 pid=79 ppid=77 time=2104000
sample id=2 pid=79 ip=0x400123 time=2105000 period=70 misc=guest_user
sample id=2 pid=0 ip=0xffffffff81000210 time=2106000 period=80 misc=guest_kernel
sample id=2 pid=-1 ip=0xffffffff81000210 time=2106000 period=90 misc=guest_kernel
ksymbol id=2 misc=guest_kernel start=0xffffffffc0001000 len=0x100 name=bpf_prog_guest time=2107000
sample id=2 pid=77 ip=0xffffffffc0001010 time=2108000 period=100 misc=guest_kernel
sample id=1 pid=10 ip=0xffffffffc0001010 time=2109000 period=110 misc=kernel
finished_round
