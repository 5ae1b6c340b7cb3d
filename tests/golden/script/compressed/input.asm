feature compressed 0 1 1 5 0x81000
feature nrcpus 8 8
event cycles sample_type=ip|tid|time|cpu|period flags=sample_id_all,mmap,comm,freq,task,mmap2 freq=4000 ids=1
include ../../include/kernel_program_library.asm
compress
sample ip=0x400100 time=2000000000
sample ip=0x400200 time=2000100000
end
finished_round
compress piece=100
sample ip=0x400300 time=2000200000
sample ip=0x400400 time=2000300000
sample ip=0x400500 time=2000400000
end
finished_round
