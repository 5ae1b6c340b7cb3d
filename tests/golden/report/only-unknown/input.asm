feature nrcpus 8 8
event cycles sample_type=ip|tid|time|cpu|period flags=sample_id_all,mmap,comm,freq,task,mmap2 freq=4000 ids=1
sample pid=5 ip=0x1 time=1
sample pid=5 ip=0x1 time=2
sample pid=-1 tid=-1 ip=0x2 time=3
finished_round
