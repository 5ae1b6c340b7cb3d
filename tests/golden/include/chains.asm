# Five samples with call chains, in the program, its library and the kernel.
sample ip=0x400123 time=2000000 period=1000 chain=user,0x400123,0x400200,0x400300
sample ip=0x400123 time=2001000 period=1000 chain=user,0x400123,0x400210,0x400300
sample ip=0x7f0000000456 time=2002000 period=500 chain=user,0x7f0000000456,0x400200,0x400300
sample ip=0xffffffff81000210 misc=kernel time=2003000 period=700 chain=kernel,0xffffffff81000210,0xffffffff81000410,user,0x400123,0x400300
sample ip=0xffffffff81000410 misc=kernel time=2004000 period=300 chain=kernel,0xffffffff81000410,user,0x400200,0x400300
