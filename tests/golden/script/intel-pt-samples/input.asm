# Pieces of a trace in samples: the second begins as the first does, with padding behind that; the third is another CPU's.
feature nrcpus 2 2
event intel_pt//u type=8 config=0x3e33 sample_type=identifier|ip|tid|time|cpu flags=sample_id_all,exclude_kernel,disabled period=1 ids=101
event cycles:u type=hardware config=0 sample_type=identifier|ip|tid|time|cpu|period|aux flags=sample_id_all,exclude_kernel period=1000 aux_sample_size=4096 ids=103
event dummy:u type=software config=9 sample_type=identifier|ip|tid|time|cpu flags=sample_id_all,exclude_kernel,mmap2,comm,task ids=102
default pid=4242 tid=4242 cpu=0 time=900000
auxtrace_info auxtrace_type=1 priv=8,0,1,0,1,0x400,0x800,0,0,0,0x200,0x3c000,2,1,2,24,0,0
comm comm=prog misc=exec id=102
mmap2 start=0x401000 len=0x1000 pgoff=0x1000 prot=rx file=/nonexistent/prog id=102
sample id=103 ip=0x40100c time=1000020 period=1000 aux=028202820282028202820282028202821940420f00000000020314000223d10010400000000000cd07104000000000001c
sample id=103 ip=0x401010 time=1000070 period=1000 aux=028202820282028202820282028202821940420f00000000020314000223d10010400000000000cd07104000000000001ccd10104000000000001980420f00000000
sample id=103 ip=0x401011 time=1000170 period=1000 cpu=1 tid=4243 pid=4243 aux=028202820282028202820282028202821980420f00000000020314000223d11010400000000000
finished_round
