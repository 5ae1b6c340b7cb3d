# Two rings, written one after the other; rounds end where nothing older follows.
feature nrcpus 8 8
event cycles sample_type=ip|tid|time|cpu|period flags=sample_id_all,mmap,comm,freq,task,mmap2 freq=4000 ids=1
include ../../include/kernel_program_library.asm
sample cpu=0 ip=0x400100 time=2000000000
sample cpu=0 ip=0x400200 time=2000200000
sample cpu=1 ip=0x400101 time=2000100000
sample cpu=1 ip=0x400201 time=2000300000
finished_round
sample cpu=1 ip=0x400301 time=2000400000
sample cpu=0 ip=0x400300 time=2000350000
finished_round
