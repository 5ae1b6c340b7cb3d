# Another event behind the one that all have.
feature nrcpus 8 8
event cycles sample_type=identifier|ip|tid|time|cpu|period flags=sample_id_all,mmap,comm,freq,task,mmap2 freq=4000 ids=1
event instructions type=hardware config=1 sample_type=identifier|ip|tid|time|cpu|period flags=sample_id_all,mmap,comm,freq,task,mmap2 freq=4000 ids=2
default pid=10 cpu=1
mmap pid=-1 tid=0 start=0xffffffff81000000 len=0x1000000 pgoff=0xffffffff81000000 file=[kernel.kallsyms]_text misc=kernel
comm comm=prog misc=exec time=1000000
sample id=1 ip=0xffffffff81000210 misc=kernel time=2003000 period=700
sample id=1 ip=0xffffffff81000410 misc=kernel time=2004000 period=300
sample id=2 ip=0xffffffff81000410 misc=kernel time=2005000 period=900
