feature arch x86_64
feature nrcpus 4 4
feature branch_stack
event cycles sample_type=identifier|ip|tid|time|period|branch_stack branch_type=8 flags=sample_id_all,mmap2,comm,task ids=1
default pid=10
mmap2 pid=-1 tid=0 start=0xffffffff81000000 len=0x10000 pgoff=0xffffffff81000000 file="[kernel.kallsyms]_stext" misc=kernel time=1
comm comm=prog misc=exec time=1000000
sample id=1 ip=0xffffffff81000120 misc=kernel time=2001000 period=1 branches=0xffffffff81000158-0xffffffff81000110:predicted+cycles/20000,0xffffffff81000120-0xffffffff81000130:predicted+cycles/10,0xffffffff810002f0-0xffffffff81000110:predicted+cycles/7
sample id=1 ip=0xffffffff81000120 misc=kernel time=2002000 period=1 branches=0xffffffff81000158-0xffffffff81000110:predicted+cycles/25,0xffffffff81000120-0xffffffff81000130:predicted+cycles/13,0xffffffff810002f0-0xffffffff81000110:predicted+cycles/7
sample id=1 ip=0xffffffff81000120 misc=kernel time=2003000 period=1 branches=0xffffffff81000158-0xffffffff81000110:predicted+cycles/25,0xffffffff81000120-0xffffffff81000130:predicted+cycles/16,0xffffffff810002f0-0xffffffff81000110:predicted+cycles/7
sample id=1 ip=0xffffffff81000120 misc=kernel time=2004000 period=1 branches=0xffffffff81000158-0xffffffff81000110:predicted+cycles/25,0xffffffff81000120-0xffffffff81000130:predicted+cycles/19,0xffffffff810002f0-0xffffffff81000110:predicted+cycles/7
sample id=1 ip=0xffffffff81000120 misc=kernel time=2005000 period=1 branches=0xffffffff81000158-0xffffffff81000110:predicted+cycles/25,0xffffffff81000120-0xffffffff81000130:predicted+cycles/22,0xffffffff810002f0-0xffffffff81000110:predicted+cycles/7
sample id=1 ip=0xffffffff81000120 misc=kernel time=2006000 period=1 branches=0xffffffff81000158-0xffffffff81000110:predicted+cycles/25,0xffffffff81000120-0xffffffff81000130:predicted+cycles/25,0xffffffff810002f0-0xffffffff81000110:predicted+cycles/7
sample id=1 ip=0xffffffff81000120 misc=kernel time=2007000 period=1 branches=0xffffffff81000158-0xffffffff81000110:predicted+cycles/25,0xffffffff81000120-0xffffffff81000130:predicted+cycles/28,0xffffffff810002f0-0xffffffff81000110:predicted+cycles/7
sample id=1 ip=0xffffffff81000120 misc=kernel time=2008000 period=1 branches=0xffffffff81000158-0xffffffff81000110:predicted+cycles/25,0xffffffff81000120-0xffffffff81000130:predicted+cycles/31,0xffffffff810002f0-0xffffffff81000110:predicted+cycles/7
sample id=1 ip=0xffffffff81000120 misc=kernel time=2009000 period=1 branches=0xffffffff81000158-0xffffffff81000110:predicted+cycles/25,0xffffffff81000120-0xffffffff81000130:predicted+cycles/34,0xffffffff810002f0-0xffffffff81000110:predicted+cycles/7
sample id=1 ip=0xffffffff81000120 misc=kernel time=2010000 period=1 branches=0xffffffff81000158-0xffffffff81000110:predicted+cycles/25,0xffffffff81000120-0xffffffff81000130:predicted+cycles/500,0xffffffff810002f0-0xffffffff81000110:predicted+cycles/7
sample id=1 ip=0xffffffff81000120 misc=kernel time=2011000 period=1 branches=0xffffffff81000158-0xffffffff81000110:predicted+cycles/25,0xffffffff81000120-0xffffffff81000130:predicted+cycles/500,0xffffffff810002f0-0xffffffff81000110:predicted+cycles/7
sample id=1 ip=0xffffffff81000120 misc=kernel time=2012000 period=1 branches=0xffffffff81000158-0xffffffff81000110:predicted+cycles/25,0xffffffff81000120-0xffffffff81000130:predicted+cycles/500,0xffffffff810002f0-0xffffffff81000110:predicted+cycles/7
sample id=1 ip=0xffffffff81000310 misc=kernel time=2013000 period=5 branches=0xffffffff81000320-0xffffffff81000300:predicted+cycles/4,0xffffffff81000450-0xffffffff81000310:predicted+cycles/4
sample id=1 ip=0xffffffff81000510 misc=kernel time=2014000 period=3 branches=
