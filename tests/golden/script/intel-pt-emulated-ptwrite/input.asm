feature nrcpus 2 2
event intel_pt//u type=8 config=0x3e33 sample_type=identifier|ip|tid|time|cpu flags=sample_id_all,exclude_kernel,disabled period=1 ids=101
event dummy:u type=software config=9 sample_type=identifier|ip|tid|time|cpu flags=sample_id_all,exclude_kernel,mmap2,comm,task ids=102
default pid=4242 tid=4242 cpu=0 time=900000
# type, time: shift, mult, zero, TSC known; bits of tsc, noretcomp; no sched_switch, no snapshot, one area; MTC: bit, bits, TSC : CTC 2 : 1; CYC: bit; ratio 24
auxtrace_info auxtrace_type=1 priv=8,0,1,0,1,0x400,0x800,0,0,0,0x200,0x3c000,2,1,2,24,0,0
comm comm=prog misc=exec id=102
mmap2 start=0x401000 len=0x1000 pgoff=0x1000 prot=rx file=/nonexistent/prog id=102

# a call of the function whose 64 branches are the bits of a value, then one that is left early
auxtrace offset=0 reference=1 idx=0 tid=4242 cpu=-1 data=028202820282028202820282028202821940420f00000000020314000223d1001040000000000088c6a2acbc92d4f8eede1928460f0000000020cd0a104000000000001ccd00104000000000001a19104a0f0000000002f3dd0a104000000000000c010000000000
