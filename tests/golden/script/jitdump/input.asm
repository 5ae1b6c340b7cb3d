event cycles sample_type=ip|tid|time|cpu|period flags=sample_id_all,mmap,comm,freq,task,mmap2,use_clockid clockid=1 freq=4000 ids=1
default pid=42 cpu=1
comm comm=js misc=exec time=10
mmap2 start=0x400000 len=0x2000 pgoff=0 file=/nonexistent/js time=20
mmap2 start=0x7f0000000000 len=0x10000 pgoff=0 file=//anon prot=rwx time=30
mmap2 start=0x7e0000000000 len=0x1000 pgoff=0 file=/jit-42.dump prot=rx time=40
sample ip=0x7f0000001010 time=1500 period=1
sample ip=0x7f0000002010 time=2500 period=1
sample ip=0x7f0000001020 time=4900 period=1
sample ip=0x7f0000001020 time=5100 period=1
sample ip=0x7f0000004020 time=5200 period=1
sample ip=0x7f0000008020 time=5300 period=1
fork pid=43 tid=43 ppid=42 ptid=42 time=5400
sample pid=43 tid=43 ip=0x7f0000002030 time=5500 period=1
mmap2 start=0x7f0000002000 len=0x1000 pgoff=0 file=/nonexistent/lib.so prot=rx time=6000
sample ip=0x7f0000002030 time=6100 period=1
sample pid=43 tid=43 ip=0x7f0000002030 time=6200 period=1
