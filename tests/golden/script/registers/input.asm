event cycles sample_type=ip|tid|time|period|regs_user|regs_intr regs_user=0x1c1 regs_intr=0x3 flags=sample_id_all,mmap2,comm,task ids=1
feature arch x86_64
include ../../include/kernel_program_library.asm
sample ip=0x400100 time=2000000 regs_user=2:1,2,3,4,5 regs_intr=2:0xffffffff81000000,0
sample ip=0x400200 time=2001000 regs_user=0 regs_intr=0
