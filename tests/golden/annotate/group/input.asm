# a group of two events and a third one alone: with --group a column for each member
feature arch x86_64
event cycles sample_type=identifier|ip|tid|time|period flags=sample_id_all,mmap2,comm,task ids=1
event instructions config=1 sample_type=identifier|ip|tid|time|period ids=2
event page-faults type=software config=2 sample_type=identifier|ip|tid|time|period ids=3
feature group_desc 0:2:{cycles,instructions}
default pid=10
comm comm=prog misc=exec time=1000000 id=1
mmap2 start=0x400000 len=0x1000 pgoff=0 prot=rx file=/nonexistent/prog time=1001000 id=1
sample id=1 ip=0x400110 time=2000000 period=4
sample id=1 ip=0x400110 time=2000001 period=4
sample id=2 ip=0x400111 time=2000002 period=1
sample id=1 ip=0x400133 time=2001000 period=3
sample id=2 ip=0x400133 time=2001001 period=7
sample id=1 ip=0x400148 time=2002000 period=5
# hit by the second member alone
sample id=2 ip=0x400165 time=2002001 period=5
sample id=3 ip=0x400110 time=2002002 period=1
finished_round
