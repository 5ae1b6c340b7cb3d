# One recording with programs of several machines, as of emulators: each is read by its own rules.
feature arch x86_64
event cycles sample_type=identifier|ip|tid|time|period flags=sample_id_all,mmap2,comm,task ids=1
default pid=10
comm comm=prog misc=exec time=1000000
mmap2 start=0x400000 len=0x1000 pgoff=0 prot=rx file=/nonexistent/arm64 time=1001000
mmap2 start=0x10000 len=0x1000 pgoff=0 prot=rx file=/nonexistent/arm time=1001001
mmap2 start=0x1000000 len=0x1000 pgoff=0 prot=rx file=/nonexistent/s390x time=1001002
mmap2 start=0x10000000 len=0x1000 pgoff=0 prot=rx file=/nonexistent/ppc64le time=1001003
sample id=1 ip=0x400080 time=2000000 period=30
sample id=1 ip=0x40008c time=2000001 period=10
sample id=1 ip=0x4000b0 time=2000002 period=5
sample id=1 ip=0x1005c time=2001000 period=20
sample id=1 ip=0x10076 time=2001001 period=9
sample id=1 ip=0x1007c time=2001002 period=3
sample id=1 ip=0x100007c time=2002000 period=8
sample id=1 ip=0x1000092 time=2002001 period=4
sample id=1 ip=0x10000080 time=2003000 period=7
sample id=1 ip=0x10000098 time=2003001 period=2
finished_round
