event cycles sample_type=identifier|ip|tid|time|cpu|period flags=sample_id_all,mmap2,comm,task ids=1,2
event page-faults type=software config=2 sample_type=identifier|ip|tid|time|addr|cpu|period ids=3,4
event cpu-clock type=software config=0 sample_type=identifier|ip|tid|time|callchain|period ids=5
feature event_desc
include ../../include/kernel_program_library.asm
sample id=2 ip=0x400100 time=2000000 period=77
sample id=4 ip=0x400200 time=2001000 addr=0x7f0000000010
sample id=5 ip=0x400300 time=2002000 chain=user,0x400300,0x400400
finished_round
