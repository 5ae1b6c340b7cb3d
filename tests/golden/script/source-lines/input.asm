feature arch x86_64
feature branch_stack
event cycles sample_type=identifier|ip|tid|time|period|callchain|branch_stack branch_type=8 flags=sample_id_all,mmap2,comm,task ids=1
default pid=10
comm comm=prog misc=exec time=1000000
mmap2 start=0x400000 len=0x1000 pgoff=0 prot=rx file=/nonexistent/prog time=1001000
# the calls that frame pointers tell of are looked up as they are, and only --inline=all expands them; code without lines and without an object
sample id=1 ip=0x400110 time=2000000 period=4 chain=user,0x400110,0x400148,0x400175 branches=0x40013d-0x4000f8:predicted+cycles/9,0x40013d-0x4000f8:mispred+cycles/5,0x400143-0x4000f0:predicted
sample id=1 ip=0x400133 time=2001000 period=3 chain=user,0x400133,0x400155,0x400175 branches=0x40013d-0x4000f8:predicted+cycles/7,0x400150-0x4000f0:predicted+cycles/2
sample id=1 ip=0x400050 time=2002000 period=3 chain=user,0x400050,0x500000 branches=0x40013f-0x400155:predicted
sample id=1 ip=0xffffffff81000000 misc=kernel time=2003000 period=1 chain=kernel,0xffffffff81000000
finished_round
