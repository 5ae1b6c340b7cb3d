feature nrcpus 8 8
event cycles sample_type=ip|tid|time|cpu|period flags=sample_id_all,mmap,comm,freq,task,mmap2 freq=4000 ids=1
default pid=10 cpu=1
auxtrace_info auxtrace_type=4 priv=9
comm comm=prog misc=exec time=1000000
sample ip=0x1 time=2000000
auxtrace offset=0 reference=1 idx=0 tid=10 cpu=1 data=00112233445566778899aabbccddeeff
auxtrace offset=16 reference=2 idx=0 tid=10 cpu=1 data=0011223344556677
