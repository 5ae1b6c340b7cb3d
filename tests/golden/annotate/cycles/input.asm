feature arch x86_64
feature branch_stack
event cycles sample_type=identifier|ip|tid|time|period|branch_stack branch_type=8 flags=sample_id_all,mmap2,comm,task ids=1
event instructions sample_type=identifier|ip|tid|time|period|branch_stack branch_type=8 flags=sample_id_all,mmap2,comm,task ids=2
default pid=10
comm comm=prog misc=exec time=1000000
comm pid=20 comm=prog misc=exec time=1000000
mmap2 start=0x400000 len=0x1000 pgoff=0 prot=rx file=/nonexistent/prog time=1001000
# the same program elsewhere
mmap2 pid=20 start=0x500000 len=0x1000 pgoff=0 prot=rx file=/nonexistent/prog time=1001000
# a loop that is entered from the function's start and from its own; a call whose block's start is not known
sample id=1 ip=0x400133 time=2000000 period=1 branches=0x40013f-0x400148:predicted+cycles/3,0x40013d-0x4000f8:predicted+cycles/22,0x40013d-0x4000f8:predicted+cycles/20,0x400143-0x4000f0:predicted+cycles/4
sample id=1 pid=20 ip=0x500148 time=2001000 period=1 branches=0x50013f-0x500148:predicted+cycles/4,0x50013d-0x5000f8:mispred+cycles/40,0x50013d-0x5000f8:predicted+cycles/21,0x500143-0x5000f0:predicted+cycles/4
# blocks of one instruction, from within an instruction, to within one, from another function, backwards
sample id=2 ip=0x400133 time=2002000 period=5 branches=0x40010d-0x4000f8:predicted+cycles/2,0x40013d-0x40010d:predicted+cycles/900
sample id=2 ip=0x400133 time=2003000 period=5 branches=0x400133-0x4000f8:predicted+cycles/4,0x40013d-0x400103:predicted+cycles/7
sample id=2 ip=0x400133 time=2004000 period=5 branches=0x400134-0x4000f8:predicted+cycles/4,0x40015a-0x4000f8:predicted+cycles/7
sample id=2 ip=0x400150 time=2005000 period=5 branches=0x400150-0x4000f0:predicted+cycles/6,0x400143-0x400155:predicted+cycles/65535
# without cycles in the newest branch, or anywhere; no symbol, no object, the kernel's; no branches
sample id=1 ip=0x400133 time=2006000 period=1 branches=0x40013f-0x400148:predicted,0x40013d-0x4000f8:predicted+cycles/5000,0x400143-0x4000f0:predicted+cycles/5000
sample id=1 ip=0x400165 time=2007000 period=1 branches=0x400165-0x400148:predicted
sample id=1 ip=0x400133 time=2008000 period=1 branches=0x400050-0x400148:predicted+cycles/1,0x700000-0x4000f8:predicted+cycles/2,0xffffffff81000000-0x700000:predicted+cycles/3
sample id=1 ip=0x400133 time=2009000 period=1
finished_round
