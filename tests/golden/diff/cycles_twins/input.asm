# Blocks of two functions of one name: the first one's takes 10 cycles, the second one's 100.
feature arch x86_64
feature nrcpus 4 4
feature branch_stack
event cycles sample_type=identifier|ip|tid|time|period|branch_stack branch_type=8 flags=sample_id_all,mmap2,comm,task ids=1
default pid=10
mmap2 pid=-1 tid=0 start=0xffffffff81000000 len=0x10000 pgoff=0xffffffff81000000 file="[kernel.kallsyms]_stext" misc=kernel time=1
comm comm=prog misc=exec time=1000000
sample id=1 ip=0xffffffff81000120 misc=kernel time=2001000 period=3 branches=0xffffffff81000120-0xffffffff81000200:predicted+cycles/10,0xffffffff81000210-0xffffffff81000100:predicted+cycles/50
sample id=1 ip=0xffffffff81000320 misc=kernel time=2002000 period=2 branches=0xffffffff81000320-0xffffffff81000400:predicted+cycles/100,0xffffffff81000410-0xffffffff81000300:predicted+cycles/50
