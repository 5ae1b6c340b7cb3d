# the recorder was killed: no header features. The modules are of a release that runs nowhere
event cycles sample_type=ip|tid|time flags=sample_id_all,mmap2,comm,task
default pid=10
mmap pid=-1 tid=0 start=0xffffffff81000000 len=0x1200000 pgoff=0xffffffff81000000 file=[kernel.kallsyms]_text misc=kernel
mmap pid=-1 tid=0 start=0xffffffffc0000000 len=0x10000 pgoff=0 file=/lib/modules/0.0.1-nowhere/kernel/fs/somefs.ko misc=kernel
comm comm=prog misc=exec time=1000000
mmap2 start=0x7fff0000 len=0x2000 pgoff=0 file=[vdso] time=1001000
sample ip=0xffffffff81000100 misc=kernel time=2000000
sample ip=0xffffffffc0000200 misc=kernel time=3000000
sample ip=0x7fff0a00 time=4000000
