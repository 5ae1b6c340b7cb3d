header attrs.offset=0x100000
feature nrcpus 8 8
event cycles sample_type=ip|tid|time|cpu|period flags=sample_id_all,mmap,comm,freq,task,mmap2 freq=4000 ids=1
include ../../include/kernel_program_library.asm
sample ip=0x400100 time=2000000 cpu=0
sample ip=0x400200 time=2001000 cpu=0
