# Branches, predicted and not, and the rest of a record.
feature nrcpus 8 8
event cycles sample_type=ip|tid|time|cpu|period flags=sample_id_all,mmap,comm,freq,task,mmap2 freq=4000 ids=1
default pid=10 cpu=1
auxtrace_info auxtrace_type=2 priv=8,0,1,0,1,0
auxtrace offset=0 reference=1 idx=0 tid=10 cpu=1 data=000140000000000000000081ffffffff0000000000000000100140000000000001000081ffffffff1000000000000000200140000000000002000081ffffffff20000000000000000102030405000000
auxtrace offset=4096 reference=1 idx=0 tid=10 cpu=1 data=000140000000000000000081ffffffff0000000000000000100140000000000001000081ffffffff1000000000000000
