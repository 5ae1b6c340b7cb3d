# Code of a compiler, out of its jitdump: addresses are those in memory, and a call to another piece of code has that one's address.
feature arch x86_64
event cycles sample_type=ip|tid|time|cpu|period flags=sample_id_all,mmap,comm,freq,task,mmap2,use_clockid clockid=1 freq=4000 ids=1
default pid=42 cpu=1
comm comm=js misc=exec time=10
mmap2 start=0x400000 len=0x2000 pgoff=0 file=/nonexistent/js time=20
mmap2 start=0x7f0000000000 len=0x10000 pgoff=0 file=//anon prot=rwx time=30
mmap2 start=0x7e0000000000 len=0x1000 pgoff=0 file=/jit-42.dump prot=rx time=40
sample ip=0x7f0000001001 time=1500 period=1
sample ip=0x7f000000100b time=1600 period=3
sample ip=0x7f0000009003 time=1700 period=2
