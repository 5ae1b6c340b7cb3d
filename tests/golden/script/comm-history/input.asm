# A fork, an exec, a thread id used twice.
feature nrcpus 8 8
event cycles sample_type=ip|tid|time|cpu|period flags=sample_id_all,mmap,comm,freq,task,mmap2 freq=4000 ids=1
include ../../include/kernel_program_library.asm
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
