event cycles ids=1
event instructions config=1 ids=2
feature event_desc
include ../../include/kernel_program_library.asm
sample ip=0x400100 time=2000000
