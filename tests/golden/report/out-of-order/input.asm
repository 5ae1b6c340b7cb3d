feature nrcpus 8 8
event cycles sample_type=ip|tid|time|cpu|period flags=sample_id_all,mmap,comm,freq,task,mmap2 freq=4000 ids=1
default pid=10 cpu=1
comm comm=prog misc=exec time=1000000
sample pid=10 ip=0x1 time=2000000
sample pid=10 ip=0x1 time=5000000
finished_round
sample pid=10 ip=0x1 time=6000000
finished_round
sample pid=10 ip=0x1 time=3000000
sample pid=10 ip=0x1 time=5000000
sample pid=10 ip=0x1 time=7000000
finished_round
sample pid=10 ip=0x1 time=4000000
sample pid=10 ip=0x1 time=8000000
finished_round
