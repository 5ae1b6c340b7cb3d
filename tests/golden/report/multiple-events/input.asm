event cycles sample_type=identifier|ip|tid|time|cpu|period flags=sample_id_all,mmap2,comm,task ids=1
event instructions config=1 sample_type=identifier|ip|tid|time|cpu|period ids=2
event faults type=software config=2 sample_type=identifier|ip|tid|time|cpu|period ids=3
feature event_desc
include ../../include/kernel_program_library.asm
sample id=1 ip=0x400123 time=2000000 period=1000
sample id=2 ip=0x400123 time=2001000 period=3000
sample id=1 ip=0x7f0000000456 time=2002000 period=200
sample id=2 ip=0xffffffff81000210 misc=kernel time=2003000 period=100
finished_round
