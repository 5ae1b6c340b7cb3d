event cycles sample_type=identifier|ip|tid|time|cpu|period ids=1
include ../../include/kernel_program_library.asm
sample ip=0x400100 time=2000000
sample id=99 ip=0x400200 time=2001000
sample ip=0x400300 time=2002000
