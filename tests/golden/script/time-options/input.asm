feature nrcpus 8 8
event cycles sample_type=ip|tid|time|cpu|period flags=sample_id_all,mmap,comm,freq,task,mmap2 freq=4000 ids=1
include ../../include/kernel_program_library.asm
sample ip=0x400100 time=2000000000
sample ip=0x400101 time=2000100000
sample ip=0x400102 time=2000200000
sample ip=0x400103 time=2000300000
sample ip=0x400104 time=2000400000
sample ip=0x400105 time=2000500000
