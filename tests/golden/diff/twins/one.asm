# The second alone.
event cycles sample_type=ip|tid|time|cpu|period flags=sample_id_all,mmap,comm,freq,task,mmap2 freq=4000 ids=1
include ../../include/kernel_program_library.asm
sample ip=0xffffffff81000310 misc=kernel time=2002000 period=900
sample ip=0xffffffff81000510 misc=kernel time=2003000 period=100
