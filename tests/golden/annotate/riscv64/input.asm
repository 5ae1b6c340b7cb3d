# A RISC-V program: compressed instructions, addresses put together of auipc or lui and an addend, and relative to gp.
feature arch riscv64
event cycles sample_type=identifier|ip|tid|time|period flags=sample_id_all,mmap2,comm,task ids=1
default pid=10
comm comm=prog misc=exec time=1000000
mmap2 start=0x10000 len=0x1000 pgoff=0 prot=rx file=/nonexistent/prog time=1001000
sample id=1 ip=0x1012c time=2000000 period=30
sample id=1 ip=0x1012e time=2000001 period=20
sample id=1 ip=0x10136 time=2000002 period=10
sample id=1 ip=0x10142 time=2000003 period=3
sample id=1 ip=0x1014a time=2000004 period=2
sample id=1 ip=0x1015e time=2000005 period=9
sample id=1 ip=0x10166 time=2000006 period=3
sample id=1 ip=0x10176 time=2000007 period=2
sample id=1 ip=0x10180 time=2000008 period=6
sample id=1 ip=0x10196 time=2000009 period=5
sample id=1 ip=0x101a8 time=2000010 period=1
finished_round
