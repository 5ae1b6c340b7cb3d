# A trace without times, of a recording without them: what was mapped at the end counts.
feature nrcpus 2 2
event intel_pt//u type=8 config=0x3831 sample_type=identifier|ip|tid|cpu flags=sample_id_all,exclude_kernel,disabled period=1 ids=101
event dummy:u type=software config=9 sample_type=identifier|ip|tid|cpu flags=sample_id_all,exclude_kernel,mmap2,comm,task ids=102
default pid=4242 tid=4242 cpu=0
auxtrace_info auxtrace_type=1 priv=8,0,0,0,0,0x400,0x800,0,0,0,0x200,0x3c000,2,1,2,24,0,0
comm comm=prog misc=exec id=102
mmap2 start=0x401000 len=0x1000 pgoff=0x1000 prot=rx file=/nonexistent/prog id=102
itrace_start id=101
auxtrace offset=0 reference=1 idx=0 tid=4242 cpu=-1 data=028202820282028202820282028202820223d10010400000000000cd07104000000000001ccd101040000000000001d108104000000000000600000000000000
finished_round
