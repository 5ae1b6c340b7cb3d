# The last piece of the CoreSight trace of tests/golden/script/coresight, of the one CPU that it is from.
attr_size 64
event cs_etm//u type=8 config=0x4000 sample_type=identifier|ip|tid|time|cpu flags=sample_id_all,exclude_kernel period=1 ids=1
event dummy:u type=software config=9 sample_type=identifier|ip|tid|time|cpu flags=sample_id_all,mmap2,comm,task ids=2
default pid=7 tid=7 cpu=7 time=9
auxtrace_info auxtrace_type=3 priv=0x1,0x800000001,0x0,0x4040404040404040,0x7,0x7,0x40,0x1e,0x28000ea1,0x4100f423,0x20001088,0x0,0x8c
comm comm=x misc=exec id=2
mmap2 start=0x582b2b1000 len=0x1000 pgoff=0x1000 prot=rx file=/etm_test_loop id=2
itrace_start id=1
aux aux_offset=0 aux_size=96 flags=0 id=1 time=12
auxtrace offset=0 reference=1 idx=7 tid=-1 cpu=7 data=3d00000000000000000000008001008000048400082b2a58000000b05243004a00ff9c2e6406707200000004842308462a2b58000000b053420000d4d4d4d411d4d4d4d4e6db9c29082b2a5800000028f69d4665067072000000010000000003
