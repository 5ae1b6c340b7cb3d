# Two functions of one name in one object, and one with a name of its own.
event cycles sample_type=ip|tid|time|cpu|period flags=sample_id_all,mmap,comm,freq,task,mmap2 freq=4000 ids=1
include ../../include/kernel_program_library.asm
sample ip=0xffffffff81000110 misc=kernel time=2001000 period=300
sample ip=0xffffffff81000310 misc=kernel time=2002000 period=600
sample ip=0xffffffff81000510 misc=kernel time=2003000 period=100
