# Branches of Intel BTS: a start, calls, a jump, into the kernel and back, and the rest of a record: of tests/golden/script/intel-bts/prog.
attr_size 64
event intel_bts// type=8 sample_type=identifier|ip|tid|time|cpu flags=sample_id_all period=1 ids=1
event dummy:u type=software config=9 sample_type=identifier|ip|tid|time|cpu flags=sample_id_all,mmap2,comm,task ids=2
default pid=7 tid=7 cpu=0 time=9
auxtrace_info auxtrace_type=2 priv=8,0,1,0,1,1
comm comm=x misc=exec id=2
mmap2 start=0x401000 len=0x1000 pgoff=0x1000 prot=rx file=/prog id=2
itrace_start id=1
auxtrace offset=0 reference=20 idx=0 tid=-1 cpu=0 data=10000081ffffffff0010400000000000000000000000000002104000000000000e1040000000000010000000000000000f10400000000000071040000000000000000000000000000a104000000000000810400000000000100000000000000020008081ffffffff13104000000000000000000000000000131040000000000000009081ffffffff00000000000000001410400000000000000000000000000000000000000000000102030405060708
