# An Intel PT trace as small as can be that has an event, an overflow, an interrupt and two PSBs: of tests/golden/script/intel-pt/prog.
attr_size 64
event intel_pt//u type=8 config=0x3e33 sample_type=identifier|ip|tid|time flags=sample_id_all,exclude_kernel period=1 ids=1
event dummy:u type=software config=9 sample_type=identifier|ip|tid|time flags=sample_id_all,mmap2,comm,task ids=2
default pid=7 tid=7 time=9
auxtrace_info auxtrace_type=1 priv=8,0,1,0,1,0x400,0x800,0,0,0,0x200,0x3c000,2,1,2,24
comm comm=x misc=exec id=2
mmap2 start=0x401000 len=0x1000 pgoff=0x1000 prot=rx file=/prog id=2
auxtrace offset=0 reference=1 idx=0 tid=7 cpu=-1 data=028202820282028202820282028202821940420f00000000020314000223d10010400000000000cd071040000000000002b20500000000000000dd08104000000000001c02f3dd10104000000000001928460f00000000010282028202820282028202820282028219104a0f0000000002031400dd081040000000000002230cdd0c10400000000000cd1010400000000000010000000000
