feature nrcpus 8 8
event cycles sample_type=ip|tid|time|callchain|cpu|period flags=sample_id_all,mmap,comm,freq,task,mmap2 freq=4000 ids=1
include ../../include/kernel_program_library.asm
sample ip=0xffffffff81000410 misc=kernel time=2003000 period=700 chain=kernel,0xffffffff81000410,0xffffffff81000310,0xffffffff81000210,0xffffffff81000110,user,0x400123,0x400300
sample ip=0xffffffff81000210 misc=kernel time=2004000 period=300 chain=kernel,0xffffffff81000210,0xffffffff81000110,user,0x400200,0x400300
sample ip=0x400123 time=2005000 period=100 chain=user,0x400123,0x400300
