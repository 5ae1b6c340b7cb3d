# A fork, an exec, a thread id used twice.
feature nrcpus 8 8
event cycles sample_type=ip|tid|time|cpu|period flags=sample_id_all,mmap,comm,freq,task,mmap2 freq=4000 ids=1
default pid=10 cpu=1
mmap pid=-1 tid=0 start=0xffffffff81000000 len=0x1000000 pgoff=0xffffffff81000000 file=[kernel.kallsyms]_text misc=kernel
comm comm=prog misc=exec time=1000000
mmap2 start=0x400000 len=0x2000 pgoff=0 file=/nonexistent/prog time=1001000
mmap2 start=0x7f0000000000 len=0x10000 pgoff=0x1000 file=/nonexistent/libx.so time=1002000
sample ip=0x400100 time=2000000
fork pid=20 ppid=10 tid=20 ptid=10 time=2001000
sample pid=20 ip=0x400100 time=2002000
comm pid=20 comm=child misc=exec time=2003000
mmap2 pid=20 start=0x400000 len=0x1000 file=/nonexistent/child time=2004000
sample pid=20 ip=0x400100 time=2005000
sample ip=0x400100 time=2005500
fork pid=10 ppid=10 tid=21 ptid=10 time=2006000
comm pid=10 tid=21 comm=worker time=2007000
sample pid=10 tid=21 ip=0x400100 time=2008000
exit pid=20 ppid=10 tid=20 ptid=10 time=2009000
fork pid=20 ppid=10 tid=20 ptid=10 time=2010000
sample pid=20 ip=0x400100 time=2011000
mmap2 start=0x400000 len=0x1000 file=/nonexistent/over time=2012000
sample ip=0x400100 time=2013000
sample ip=0x401100 time=2014000
