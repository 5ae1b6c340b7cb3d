event cycles sample_type=ip|tid|time|period|regs_user|stack_user ids=1 flags=sample_id_all
comm pid=100 tid=100 comm=prog time=1000
mmap2 pid=100 tid=100 start=0x400000 len=0x1000 pgoff=0 file=/nonexistent/prog prot=rx time=1001
mmap2 pid=100 tid=100 start=0x600000 len=0x1000 pgoff=0 file=/nonexistent/unused prot=rx time=1003
mmap2 pid=100 tid=100 start=0x700000 len=0x1000 pgoff=0 file=//anon prot=rx time=1004
sample id=1 pid=100 tid=100 time=2000 period=1 ip=0x400010
sample id=1 pid=100 tid=100 time=2001 period=1 ip=0x700010
finished_round
