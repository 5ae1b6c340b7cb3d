event cycles sample_type=ip|tid|time|period|branch_stack branch_type=user|any flags=sample_id_all,mmap2,comm,task ids=1
include ../../include/kernel_program_library.asm
sample ip=0x400100 time=2000000 branches=0x400010-0x400100:predicted+cycles/5,0x400000-0x400020:mispred,0x7f0000000010-0x400000:in_tx+predicted,0x400200-0x400300:abort
sample ip=0x400200 time=2001000 branches=
