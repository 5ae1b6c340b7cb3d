feature nrcpus 8 8
event cycles sample_type=ip|tid|time|callchain|cpu|period flags=sample_id_all,mmap,comm,freq,task,mmap2 freq=4000 ids=1
include ../../include/kernel_program_library.asm
include ../../include/chains.asm
sample ip=0x400123 time=2000000 period=1000 chain=user,0x400123,0x400200,0x400300
sample ip=0x400123 time=2001000 period=1000 chain=user,0x400123,0x400210,0x400300
