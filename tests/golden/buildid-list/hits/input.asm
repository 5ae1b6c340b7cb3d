feature build_id pid=-1 misc=user build_id=aa112233445566778899aabbccddeeff00112233 file=/nonexistent/prog
feature build_id pid=-1 misc=user build_id=bb112233445566778899aabbccddeeff00112233 file=/nonexistent/libx.so
feature nrcpus 8 8
event cycles sample_type=ip|tid|time|cpu|period flags=sample_id_all,mmap,comm,freq,task,mmap2 freq=4000 ids=1
include ../../include/kernel_program_library.asm
sample ip=0x400100 time=2000000
