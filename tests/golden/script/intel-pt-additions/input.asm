# Samples of another event beside a trace: letters G and L add what their thread did. Of them one is older than the trace, two
# stand between its branches, one is behind its end, one of a thread without a trace; and one has a chain of its own.
feature nrcpus 2 2
event intel_pt//u type=8 config=0x3e33 sample_type=identifier|ip|tid|time|cpu flags=sample_id_all,exclude_kernel,disabled period=1 ids=101
event cpu-clock:u type=software config=0 sample_type=identifier|ip|tid|time|cpu|period flags=sample_id_all,exclude_kernel period=1000 ids=103
event task-clock:u type=software config=1 sample_type=identifier|ip|tid|time|cpu|callchain flags=sample_id_all,exclude_kernel period=1000 ids=104
event dummy:u type=software config=9 sample_type=identifier|ip|tid|time|cpu flags=sample_id_all,exclude_kernel,mmap2,comm,task ids=102
default pid=4242 tid=4242 cpu=0 time=900000
auxtrace_info auxtrace_type=1 priv=8,0,1,0,1,0x400,0x800,0,0,0,0x200,0x3c000,2,1,2,24,0,0
comm comm=prog misc=exec id=102
mmap2 start=0x401000 len=0x1000 pgoff=0x1000 prot=rx file=/nonexistent/prog id=102
auxtrace offset=0 reference=1 idx=0 tid=4242 cpu=-1 data=028202820282028202820282028202821940420f00000000020314000223d10010400000000000cd07104000000000000232f0debc9a7856341202b20500000000000000dd08104000000000001c02c26000000001000000dd0c1040000000000019c8550f000000000222001002e2dd0c1040000000000002a2210200000019b0590f0000000002031600cd101040000000000001000000
sample id=103 ip=0x401000 time=950000 period=1000
sample id=103 ip=0x401008 time=1000005 period=1000
sample id=103 ip=0x40100c time=1001700 period=1000
sample id=103 ip=0x401011 time=9000000 period=1000
sample id=103 ip=0x401011 time=1001700 period=1000 tid=4243 pid=4243
sample id=104 ip=0x40100c time=1001700 chain=0xfffffffffffffe00,0x40100c,0x401001
finished_round
