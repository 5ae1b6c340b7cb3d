feature nrcpus 8 8
event cycles sample_type=ip|tid|time|cpu|period flags=sample_id_all,mmap,comm,freq,task,mmap2 freq=4000 ids=1
include ../../include/kernel_program_library.asm
comm pid=20 comm=other time=1500000
comm pid=20 tid=21 comm=thread time=1600000
sample ip=0x400100 time=2000000
sample pid=20 cpu=0 ip=0x400101 time=2001000
sample pid=20 tid=21 cpu=2 ip=0x400102 time=2002000
sample pid=30 cpu=3 ip=0x400103 time=2003000
