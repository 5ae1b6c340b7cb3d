# Accesses of address.c's program, of which the address alone tells the variable: thread 10 with maps of code alone, 11 with maps of data. At touch+0
# one access of the heap has no type; the ones of read_mode have all the same.
event cpu/mem-loads/ type=raw config=0x1cd sample_type=identifier|ip|tid|time|addr|period ids=6 flags=sample_id_all,mmap2,comm,task
feature arch x86_64
default id=6 pid=10 tid=10 misc=user period=1
comm comm=prog misc=exec time=1000000
mmap2 start=0x401000 len=0x1000 pgoff=0x1000 prot=rx file=/nonexistent/prog time=1001000
comm pid=11 tid=11 comm=prog misc=exec time=1000000
mmap2 pid=11 tid=11 start=0x401000 len=0x1000 pgoff=0x1000 prot=rx file=/nonexistent/prog time=1001000
mmap2 pid=11 tid=11 start=0x402000 len=0x1000 pgoff=0x2000 prot=rw file=/nonexistent/prog time=1002000
mmap2 pid=11 tid=11 start=0x403000 len=0x1000 prot=rw file=//anon time=1003000
# kept.pair.b, slots[3].pair.b, numbers[2], settings.mode, the heap
sample ip=0x401000 addr=0x40200c time=2000000
sample ip=0x401000 addr=0x40216c time=2000001
sample ip=0x401000 addr=0x402048 time=2000002
sample pid=11 tid=11 ip=0x401000 addr=0x402070 time=2000003
sample pid=11 tid=11 ip=0x401000 addr=0x7fff12340 time=2000004
# what ends a push, and an instruction without memory: seen one instruction late
sample ip=0x40100d addr=0x402074 time=2000005
sample pid=11 tid=11 ip=0x401004 addr=0x402062 time=2000006
sample pid=11 tid=11 ip=0x401004 addr=0x402062 time=2000007
# code, and behind the last variable
sample pid=11 tid=11 ip=0x401000 addr=0x401000 time=2000008
sample pid=11 tid=11 ip=0x401000 addr=0x4022b0 time=2000009
