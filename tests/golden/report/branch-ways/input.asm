event cycles sample_type=identifier|ip|tid|time|period|callchain|branch_stack branch_type=8 flags=sample_id_all,mmap2,comm,task ids=1
default pid=10
comm comm=prog misc=exec time=1000000
mmap2 start=0x400000 len=0x10000 pgoff=0 file=/nonexistent/prog time=1001000
sample id=1 ip=0x400100 time=2000000 period=100 chain=user,0x400100,0x400900 branches=0x400040-0x400100:predicted+cycles/40,0x400030-0x400040:mispred+cycles/10,0x400020-0x400030:predicted+cycles/3
sample id=1 ip=0x400200 time=3000000 period=50 chain=user,0x400200,0x400900 branches=0x400040-0x400200:mispred+cycles/7,0x400030-0x400040:predicted+abort+cycles/12,0x400020-0x400030:predicted+cycles/3
# a loop counts once
sample id=1 ip=0x400200 time=4000000 period=50 chain=user,0x400200,0x400900 branches=0x400040-0x400200:predicted+cycles/9,0x400040-0x400200:predicted+cycles/9
# nothing judged, and no branches
sample id=1 ip=0x400300 time=5000000 period=20 chain=user,0x400300,0x400900 branches=0x400040-0x400300:cycles/9
sample id=1 ip=0x400400 time=6000000 period=10 chain=user,0x400400,0x400900 branches=
