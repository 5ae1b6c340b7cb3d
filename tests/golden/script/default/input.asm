feature nrcpus 8 8
event cycles sample_type=ip|tid|time|cpu|period flags=sample_id_all,mmap,comm,freq,task,mmap2 freq=4000 ids=1
include ../../include/kernel_program_library.asm
sample ip=0x400123 time=2000000000 period=250000
sample ip=0x7f0000000456 time=2000500000 period=250001
sample ip=0xffffffff81000210 misc=kernel time=2001000000 cpu=3
sample pid=11 tid=12 ip=0x500000 time=2002000000
sample pid=0 tid=0 ip=0xffffffff81000410 misc=kernel time=2003000000
