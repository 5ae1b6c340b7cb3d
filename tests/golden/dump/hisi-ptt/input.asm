# Both forms of headers, and less than one at the end.
feature nrcpus 8 8
event cycles sample_type=ip|tid|time|cpu|period flags=sample_id_all,mmap,comm,freq,task,mmap2 freq=4000 ids=1
default pid=10 cpu=1
auxtrace_info auxtrace_type=6 priv=8
auxtrace offset=0 reference=1 idx=0 tid=10 cpu=1 data=4420823cfde6f1c20200000003000000ffefffff0100000002000000030000000102030000000000
auxtrace offset=4096 reference=1 idx=0 tid=10 cpu=1 data=05f8ffff0100000002000000030000000400000005000000060000000700000005f8ffff010000000200000003000000040000000500000006000000070000000101010101010101
auxtrace offset=8192 reference=1 idx=0 tid=10 cpu=1 data=0101010101010101
