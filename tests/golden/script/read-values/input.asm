# A group read with its leader: every member gets its value as period.
event cycles sample_type=identifier|ip|tid|time|read read_format=group|id ids=1
event instructions config=1 sample_type=identifier|ip|tid|time|read read_format=group|id period=0 ids=2
feature event_desc
feature group_desc 0:2:{cycles,instructions}
include ../../include/kernel_program_library.asm
sample ip=0x400100 time=2000000 read=1:1000,2:3000
sample ip=0x400200 time=2001000 read=1:2500,2:7000
