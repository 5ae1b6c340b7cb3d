feature arch x86_64
feature nrcpus 4 4
feature branch_stack
event cycles sample_type=identifier|ip|tid|time|period|branch_stack branch_type=8 flags=sample_id_all,mmap2,comm,task ids=1
default pid=10
mmap2 pid=-1 tid=0 start=0xffffffff81000000 len=0x10000 pgoff=0xffffffff81000000 file="[kernel.kallsyms]_stext" misc=kernel time=1
comm comm=prog misc=exec time=1000000
sample id=1 ip=0xffffffff81000120 misc=kernel time=2001000 period=1 branches=0xffffffff81000220-0xffffffff81000110:predicted+cycles/40,0xffffffff81000158-0xffffffff81000210:predicted+cycles/30,0xffffffff81000138-0xffffffff81000140:predicted+cycles/20,0xffffffff81000120-0xffffffff81000130:predicted+cycles/10,0xffffffff810002f0-0xffffffff81000110:predicted+cycles/7
sample id=1 ip=0xffffffff81000120 misc=kernel time=2002000 period=1 branches=0xffffffff81000220-0xffffffff81000110:predicted+cycles/42,0xffffffff81000158-0xffffffff81000210:predicted+cycles/32,0xffffffff81000138-0xffffffff81000140:predicted+cycles/22,0xffffffff81000120-0xffffffff81000130:predicted+cycles/12,0xffffffff810002f0-0xffffffff81000110:predicted+cycles/7
sample id=1 ip=0xffffffff81000210 misc=kernel time=2003000 period=1 branches=0xffffffff81000220-0xffffffff81000110:predicted+cycles/40,0xffffffff81000158-0xffffffff81000210:predicted+cycles/30,0xffffffff81000138-0xffffffff81000140:predicted+cycles/20,0xffffffff81000120-0xffffffff81000130:predicted+cycles/10,0xffffffff810002f0-0xffffffff81000110:predicted+cycles/7
