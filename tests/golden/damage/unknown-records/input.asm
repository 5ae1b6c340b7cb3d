feature nrcpus 8 8
event cycles sample_type=ip|tid|time|cpu|period flags=sample_id_all,mmap,comm,freq,task,mmap2 freq=4000 ids=1
include ../../include/kernel_program_library.asm
record 60 u64:1,2,3
sample ip=0x400100 time=2000000
record 100 text:abcdefgh
record 90 zeros:16
sample ip=0x400200 time=2001000
