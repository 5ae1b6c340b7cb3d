event cycles sample_type=ip|tid|time|addr|cpu|period|weight|data_src|phys_addr flags=sample_id_all,comm,mmap2,task ids=1
include ../../include/kernel_program_library.asm
sample ip=0x400123 time=2000000000 addr=0x7f0000000800 weight=42 data_src=0x68100142 phys_addr=0x12345000 period=3
sample ip=0xffffffff81000210 misc=kernel time=2001000000 addr=0xffffffff81000400 period=4
