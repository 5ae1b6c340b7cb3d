# Stacks of a command with blanks, of two commands that have functions in common, and addresses beside their chains.
feature nrcpus 8 8
event cycles sample_type=ip|tid|time|callchain|cpu|period flags=sample_id_all,mmap,comm,freq,task,mmap2 freq=4000 ids=1
include ../../include/kernel_program_library.asm
comm pid=20 tid=20 comm="two; words" time=1000000
mmap2 pid=20 tid=20 start=0x400000 len=0x2000 pgoff=0 file=/nonexistent/prog time=1001000
include ../../include/chains.asm
sample pid=20 tid=20 ip=0x400123 time=2005000 period=1000 chain=user,0x400123,0x400200
sample pid=20 tid=20 ip=0x400123 time=2006000 period=50 chain=user,0x400123,0x400200
sample pid=20 tid=20 ip=0x900000 time=2007000 period=7 chain=user,0x900000,0x400200
sample pid=20 tid=20 ip=0x400123 time=2008000 period=3 chain=user,0x400200
sample pid=20 tid=20 ip=0x400123 time=2009000 period=2
