event cycles sample_type=identifier|ip|tid|time|cpu|period flags=sample_id_all,mmap,comm,task,mmap2 ids=1,2,3,4
default cpu=1
# pids that no process has, an id that is named twice, more entries than the record has
id_index entries=1:0:0:10,2:1:0:77,3:2:0:88,2:3:0:99 guests=0:0,0xffffffffffffffff:0xffffffffffffffff,0x80000000:1,0xffffffff:2
id_index entries=4:0:0:10,5:0:0:10
id_index nr=0x1000000000000000 entries=4:0:0:10 guests=1000:0
mmap id=2 pid=-2147483648 tid=0 start=0xffffffff81000000 len=0x1000000 pgoff=0xffffffff81000000 file=[guest.kernel.kallsyms.-1]_text misc=guest_kernel
mmap id=4 pid=0x7fffffff tid=0 start=0xffffffff81000000 len=0x1000000 pgoff=0xffffffff81000000 file=[guest.kernel.kallsyms.99999999999999999999] misc=guest_kernel
mmap id=1 pid=0x7fffffff tid=0 start=0xffffffff81000000 len=0x1000000 pgoff=0xffffffff81000000 file=[guest.kernel.kallsyms misc=guest_kernel
comm id=2 pid=-1 comm=none misc=guest_user time=1000000
sample id=2 pid=-1 ip=0xffffffff81000210 time=2000000 period=100 misc=guest_kernel
sample id=3 pid=0x80000000 ip=0xffffffff81000210 time=2001000 period=100 misc=guest_kernel
sample id=4 pid=1 ip=0xffffffff81000210 time=2002000 period=100 misc=guest_kernel
sample id=1 pid=0x7fffffff ip=0xffffffff81000210 time=2003000 period=100 misc=guest_kernel
sample id=9 pid=0x7fffffff ip=0xffffffff81000210 time=2004000 period=100 misc=guest_kernel
finished_round
