feature nrcpus 8 8
event cycles sample_type=ip|tid|time|callchain|cpu|period flags=sample_id_all,mmap,comm,freq,task,mmap2 freq=4000 ids=1
include ../../include/kernel_program_library.asm
sample ip=0x400123 time=2000000000 chain=user,0x400123,0x400200,0x7f0000000300
sample ip=0xffffffff81000210 misc=kernel time=2001000000 chain=kernel,0xffffffff81000210,0xffffffff81000410,0xffffffff81000110,user,0x400123,0x400200
sample ip=0x400123 time=2002000000 chain=user
sample ip=0x400123 time=2003000000 chain=
