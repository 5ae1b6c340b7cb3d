feature nrcpus 8 8
event cycles sample_type=ip|tid|time|cpu|period flags=sample_id_all,mmap,comm,freq,task,mmap2 freq=4000 ids=1
default pid=10 cpu=1
comm comm=prog misc=exec time=1000000
mmap2 start=0x7f0000000000 len=0x10000 pgoff=0 file=//anon prot=rwx time=1002000
sample ip=0x7f0000000456 time=2002000 period=500
