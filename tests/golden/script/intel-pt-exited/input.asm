# threads that ended: without times a trace is decoded with what was mapped when its thread ended
feature auxtrace
feature nrcpus 2 2
event intel_pt//u type=8 config=0x3e33 sample_type=identifier|ip|tid|time|cpu flags=sample_id_all,exclude_kernel,disabled period=1 ids=101
event dummy:u type=software config=9 sample_type=identifier|ip|tid|time|cpu flags=sample_id_all,exclude_kernel,mmap2,comm,task ids=102
default pid=4242 tid=4242 cpu=0 time=900000
auxtrace_info auxtrace_type=1 priv=8,0,1,0,1,0x400,0x800,0,0,0,0x200,0x3c000,2,1,2,24,0,0
comm comm=prog misc=exec id=102
mmap2 start=0x401000 len=0x1000 pgoff=0x1000 prot=rx file=/nonexistent/prog id=102
itrace_start id=101

auxtrace offset=0 reference=1 idx=0 tid=4242 cpu=-1 data=028202820282028202820282028202821940420f00000000020314000223d10010400000000000cd07104000000000000232f0debc9a7856341202b20500000000000000dd08104000000000001c02c26000000001000000dd0c1040000000000019c8550f000000000222001002e2dd0c1040000000000002a2210200000019b0590f0000000002031600cd101040000000000001000000

fork pid=4243 tid=4243 ppid=4242 ptid=4242 id=102
auxtrace offset=0 reference=1 idx=1 tid=4243 cpu=-1 data=028202820282028202820282028202821940420f00000000020314000223d10010400000000000cd07104000000000000e02f3dd10104000000000001928460f000000000119104a0f00000000d108104000000000001ccd10104000000000000100000000000000
exit pid=4243 tid=4243 ppid=4242 ptid=4242 time=2000000 id=102
exit pid=4242 tid=4242 ppid=1 ptid=1 time=3000000 id=102
finished_round
