# PEBS records in an Intel PT trace, with a block of each kind: of tests/golden/script/intel-pt-pebs/prog.
attr_size 128
event intel_pt//u type=8 config=0x2602 sample_type=identifier|ip|tid|time flags=sample_id_all,exclude_kernel period=1 ids=1
event cycles/aux-output/ppp type=hardware config=0 period=10000 precise=3 sample_type=identifier|ip|tid|time|addr|period|callchain|branch_stack|weight_struct|data_src|transaction|regs_intr regs_intr=0xff0000ff03ff branch_type=8 flags=sample_id_all,aux_output,exclude_kernel ids=2
event dummy:u type=software config=9 sample_type=identifier|ip|tid|time flags=sample_id_all,mmap2,comm,task ids=3
default pid=7 tid=7 time=9
auxtrace_info auxtrace_type=1 priv=8,0,1,0,1,0x400,0x800,0,0,0,0x200,0x3c000,2,1,2,24,0,0
comm comm=x misc=exec id=3
mmap2 start=0x401000 len=0x1000 pgoff=0x1000 prot=rx file=/prog id=3
aux_output_hw_id hw_id=0 id=2
auxtrace offset=0 reference=1 idx=0 tid=7 cpu=-1 data=028202820282028202820282028202821940420f00000000020314000223d10010400000000000cd07104000000000001928460f000000000263040405104000000000000c01000000000000001434440f000000000002b3dd071040000000000019104a0f000000000263050400efbeadde0000000ca201000000000000144d000000341200001c23010000010000000263010446020000000000000c06104000000000001402100000000000000263080400104000000000000c10104000000000001405000000000000800263100400700000000000000c017000000000000002b3dd071040000000000019e0510f000000000263040405104000000000000c020000000000000002b3dd0710400000000000cd1010400000000000010000000000
