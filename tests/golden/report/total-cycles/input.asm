feature arch x86_64
feature branch_stack
event cycles sample_type=identifier|ip|tid|time|period|branch_stack branch_type=8 flags=sample_id_all,mmap2,comm,task ids=1
default pid=10
comm comm=prog misc=exec time=1000000
comm pid=20 comm=prog misc=exec time=1000000
mmap2 start=0x400000 len=0x1000 pgoff=0 prot=rx file=/nonexistent/prog time=1001000
# the same program elsewhere
mmap2 pid=20 start=0x500000 len=0x1000 pgoff=0 prot=rx file=/nonexistent/prog time=1001000
# a loop with two beginnings, a branch without cycles, one whose beginning is in another function, one without a symbol
sample id=1 ip=0x400093 time=2000000 period=1 branches=0x40008d-0x40008b:predicted+cycles/9,0x40008d-0x40008b:mispred+cycles/5,0x40007d-0x40008b:predicted
sample id=1 pid=20 ip=0x500093 time=2001000 period=1 branches=0x500093-0x500082:predicted+cycles/3,0x50008d-0x50008f:mispred+cycles/6,0x500089-0x50008b:predicted+cycles/1
sample id=1 pid=20 ip=0x500093 time=2002000 period=1 branches=0x500089-0x500082:predicted+cycles/30,0x500093-0x500082:predicted+cycles/4,0x700000-0x500078:predicted+cycles/40
finished_round
