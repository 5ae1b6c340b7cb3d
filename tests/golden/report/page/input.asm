# Two events, two threads, recursion, an address beside its chain; a name that would end a script.
event cycles sample_type=identifier|ip|tid|time|callchain|period flags=sample_id_all,mmap2,comm,task freq=4000 ids=1
event task-clock type=software config=1 sample_type=identifier|ip|tid|time|period flags=sample_id_all,mmap2,comm,task ids=2
default pid=10 tid=10 period=1000
comm comm="</script>" misc=exec time=1000
mmap2 start=0x400000 len=0x1000 prot=rx file=/nonexistent/prog time=1001
comm tid=11 comm=worker time=1002
sample id=1 ip=0x400010 time=2000 chain=user,0x400010,0x400200
sample id=1 ip=0x400010 time=2100 chain=user,0x400010,0x400200 period=700
sample id=1 tid=11 ip=0x400020 time=2200 chain=user,0x400200,0x400200,0x400300
sample id=2 ip=0x400010 time=2300
sample id=2 tid=11 ip=0x400020 time=2400 period=2000
