# Seven samples without chains: in the program, its library, the kernel, an unknown program and the idle task.
sample ip=0x400123 time=2000000 period=1000
sample ip=0x400123 time=2001000 period=1000
sample ip=0x7f0000000456 time=2002000 period=500
sample ip=0xffffffff81000210 misc=kernel time=2003000 period=700
sample ip=0xffffffff81000410 misc=kernel time=2004000 period=300
sample pid=20 ip=0x400123 time=2005000 period=400
sample pid=0 ip=0xffffffff81000810 misc=kernel time=2006000 period=100
