# A kernel and a module of it, of which only BTF tells types: a sample at each instruction.
feature arch x86_64
event cycles sample_type=identifier|ip|tid|time|period flags=sample_id_all,mmap2,comm,task ids=1
mmap pid=-1 tid=0 start=0xffffffff81000000 len=0x1000000 pgoff=0xffffffff81000000 file=[kernel.kallsyms]_text misc=kernel
mmap pid=-1 tid=0 start=0xffffffffc0000000 len=0x4000 pgoff=0 file=/nonexistent/toy.ko misc=kernel
default pid=10
comm comm=prog misc=exec time=1000000
sample ip=0xffffffffc0000000 time=2000000 period=1 misc=kernel
sample ip=0xffffffffc0000003 time=2000001 period=1 misc=kernel
sample ip=0xffffffffc0000007 time=2000002 period=1 misc=kernel
sample ip=0xffffffffc000000b time=2000003 period=1 misc=kernel
sample ip=0xffffffffc000000f time=2000004 period=1 misc=kernel
sample ip=0xffffffffc0000012 time=2000005 period=1 misc=kernel
sample ip=0xffffffffc0000017 time=2000006 period=1 misc=kernel
sample ip=0xffffffffc0000020 time=2000007 period=1 misc=kernel
sample ip=0xffffffffc0000023 time=2000008 period=1 misc=kernel
sample ip=0xffffffffc0000027 time=2000009 period=1 misc=kernel
sample ip=0xffffffffc000002a time=2000010 period=1 misc=kernel
sample ip=0xffffffffc0000030 time=2000011 period=1 misc=kernel
sample ip=0xffffffffc0000035 time=2000012 period=1 misc=kernel
sample ip=0xffffffffc0000039 time=2000013 period=1 misc=kernel
sample ip=0xffffffff81000000 time=2000014 period=1 misc=kernel
sample ip=0xffffffff81000004 time=2000015 period=1 misc=kernel
sample ip=0xffffffff81000010 time=2000016 period=1 misc=kernel
