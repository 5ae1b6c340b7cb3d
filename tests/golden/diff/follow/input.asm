# Clones of two functions, and code that was made at run time.
event cycles sample_type=ip|tid|time|period flags=sample_id_all,mmap2,comm,task ids=1
default pid=10
mmap2 pid=-1 tid=0 start=0xffffffff81000000 len=0x10000 pgoff=0xffffffff81000000 file="[kernel.kallsyms]_stext" misc=kernel time=1
comm comm=prog misc=exec time=2
mmap2 start=0x400000 len=0x1000 file=/tmp/nonexistent/jitted-10-3.so prot=5 time=3
sample ip=0xffffffff81000110 misc=kernel time=1000 period=30
sample ip=0xffffffff81000410 misc=kernel time=1001 period=20
sample ip=0x400010 time=1002 period=50
