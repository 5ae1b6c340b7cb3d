feature arch x86_64
feature nrcpus 4 4
feature branch_stack
event cycles sample_type=identifier|ip|tid|time|period|branch_stack branch_type=8 flags=sample_id_all,mmap2,comm,task ids=1
default pid=10
mmap2 pid=-1 tid=0 start=0xffffffff81000000 len=0x10000 pgoff=0xffffffff81000000 file="[kernel.kallsyms]_stext" misc=kernel time=1
comm comm=prog misc=exec time=1000000
sample id=1 ip=0xffffffff81000100 misc=kernel time=2001000 period=1 branches=0xffffffff81000120-0xffffffff81000210:predicted+cycles/5,0xffffffff81000310-0xffffffff81000110:predicted+cycles/6
sample id=1 ip=0xffffffff81000100 misc=kernel time=2002000 period=1 branches=0xffffffff81000120-0xffffffff81000210:predicted+cycles/5,0xffffffff81000310-0xffffffff81000110:predicted+cycles/6
sample id=1 ip=0xffffffff81000100 misc=kernel time=2003000 period=1 branches=0xffffffff81000120-0xffffffff81000210:predicted+cycles/5,0xffffffff81000310-0xffffffff81000110:predicted+cycles/6
sample id=1 ip=0xffffffff81000200 misc=kernel time=2004000 period=1 branches=0xffffffff81000220-0xffffffff81000310:predicted+cycles/5,0xffffffff81000410-0xffffffff81000210:predicted+cycles/6
sample id=1 ip=0xffffffff81000500 misc=kernel time=2005000 period=1 branches=0xffffffff81000520-0xffffffff81000610:predicted+cycles/5,0xffffffff81000420-0xffffffff81000510:predicted+cycles/1
sample id=1 ip=0xffffffff81000500 misc=kernel time=2006000 period=1 branches=0xffffffff81000520-0xffffffff81000610:predicted+cycles/5,0xffffffff81000420-0xffffffff81000510:predicted+cycles/1
sample id=1 ip=0xffffffff81000100 misc=kernel time=2007000 period=1 branches=0xffffffff81000820-0xffffffff81000910:predicted+cycles/9,0xffffffff81000120-0xffffffff81000810:predicted+cycles/3
sample id=1 ip=0xffffffff81000100 misc=kernel time=2008000 period=1 branches=0xffffffff81000820-0xffffffff81000910:predicted+cycles/9,0xffffffff81000120-0xffffffff81000810:predicted+cycles/3
sample id=1 ip=0xffffffff81000100 misc=kernel time=2009000 period=1 branches=0xffffffff81000820-0xffffffff81000910:predicted+cycles/9,0xffffffff81000220-0xffffffff81000810:predicted+cycles/3
sample id=1 ip=0xffffffff81000600 misc=kernel time=2010000 period=1 branches=0xffffffff81000620-0xffffffff81000710:predicted+cycles/5
sample id=1 ip=0xffffffff81000600 misc=kernel time=2011000 period=1 branches=0xffffffff81000620-0xffffffff81000710:predicted+cycles/5
sample id=1 ip=0xffffffff81000600 misc=kernel time=2012000 period=1 branches=0xffffffff81000620-0xffffffff81000710:predicted+cycles/5
sample id=1 ip=0xffffffff81000600 misc=kernel time=2013000 period=1 branches=0xffffffff81000620-0xffffffff81000710:predicted+cycles/5
sample id=1 ip=0xffffffff81000a00 misc=kernel time=2014000 period=1 branches=0xffffffff81020000-0xffffffff81000910:predicted+cycles/9,0xffffffff81000220-0xffffffff81000810:predicted+cycles/3
sample id=1 ip=0xffffffff81000a00 misc=kernel time=2015000 period=1 branches=0xffffffff81020000-0xffffffff81000910:predicted+cycles/9,0xffffffff81000220-0xffffffff81000810:predicted+cycles/3
sample id=1 ip=0xffffffff81000a00 misc=kernel time=2016000 period=1 branches=0xffffffff81020000-0xffffffff81000910:predicted+cycles/9,0xffffffff81000220-0xffffffff81000810:predicted+cycles/3
