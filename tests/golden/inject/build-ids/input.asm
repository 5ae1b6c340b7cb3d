event cycles sample_type=ip|tid|time|period|callchain ids=1 flags=sample_id_all
feature build_id pid=-1 misc=user build_id=ff112233445566778899aabbccddeeff00112233 file=/nonexistent/prog
comm pid=100 tid=100 comm=prog time=1000
mmap2 pid=100 tid=100 start=0x400000 len=0x1000 pgoff=0 file=/nonexistent/prog prot=rx time=1001
mmap2 pid=100 tid=100 start=0x500000 len=0x1000 pgoff=0 file=/nonexistent/caller prot=rx time=1002
mmap2 pid=100 tid=100 start=0x600000 len=0x1000 pgoff=0 file=/nonexistent/unused prot=rx time=1003
sample id=1 pid=100 tid=100 time=2000 period=1 ip=0x400010 chain=user,0x400010,0x500010
finished_round
