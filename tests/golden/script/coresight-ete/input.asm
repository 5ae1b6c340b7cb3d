# An ETE trace without frames: likewise (test data of simpleperf, Apache-2.0).
feature auxtrace
feature nrcpus 8 8
feature arch "aarch64"
event cs_etm//u type=11 config=0x8000 sample_type=identifier|ip|tid|time|cpu flags=sample_id_all,exclude_kernel,disabled period=1 ids=101
event dummy:u type=software config=9 sample_type=identifier|ip|tid|time|cpu flags=sample_id_all,exclude_kernel,mmap2,comm,task ids=102
default pid=487 tid=487 cpu=0 time=900000
auxtrace_info auxtrace_type=3 priv=0x1,0xb00000001,0x0,0x5050505050505050,0x0,0x8,0x8080,0x10,0x280006a1,0x4100fff0,0xc0001088,0x0,0xcc,0x47705a13
comm comm=etm_test_loop_small misc=exec id=102
mmap2 start=0x571faf3000 len=0x4000 pgoff=0x0 prot=rx file=/nonexistent/etm_test_loop_small id=102 time=901000
mmap2 start=0x571faf4000 len=0x1000 pgoff=0x0 prot=rx file=/nonexistent/etm_test_loop_small id=102 time=902000
itrace_start id=101 time=903000
itrace_start id=101 time=904000
aux aux_offset=0 aux_size=32 flags=256 id=101 time=905000
itrace_start id=101 time=906000
itrace_start id=101 time=907000
itrace_start id=101 time=908000
itrace_start id=101 time=909000
itrace_start id=101 time=910000
itrace_start id=101 time=911000
aux aux_offset=32 aux_size=171 flags=256 id=101 time=912000
itrace_start id=101 time=913000
aux aux_offset=203 aux_size=283 flags=256 id=101 time=914000
auxtrace offset=0 reference=1 idx=0 tid=-1 cpu=0 data=00000000000000000000008001000485001827427400000070e7010000061790000000000000000000000080010004852d22af1f5700000070e7010000c09d7209723e7400000004855b22af1f5700000070e7010000f9d4d4d4d4e0f9f5d4d4d4f4d7d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4ebd7d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4ebd7d4d4d4d4d4d4d4d4d4d4d4d4d4db061d957e000000000000000000000080010004857e22af1f5700000070e7010000d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4e9d7d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4ebd7d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4ebd7d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4ebd7d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4ebd7d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4ebff9d0d0a723e740000000000
exit ppid=1 ptid=1 time=919000 id=102
finished_round
