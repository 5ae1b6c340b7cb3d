# A block of s390 sampling data.
attr_size 64
feature nrcpus 2 2
feature arch s390x
feature cpuid "IBM,3906,400,M04,3.6,002f"
event rbd000 type=raw config=0xbd000 sample_type=identifier|ip|tid|time|cpu|period flags=sample_id_all,freq freq=4000 ids=101
event dummy:u type=software config=9 sample_type=identifier|ip|tid|time|cpu flags=sample_id_all,exclude_kernel,mmap2,comm,task ids=102
default pid=16 tid=16 cpu=0 time=900000
auxtrace_info auxtrace_type=5 priv=0
comm comm=x misc=exec id=102
mmap2 start=0x1000 len=0x1000 pgoff=0x0 prot=rx file=/prog id=102
auxtrace offset=0 reference=0 idx=0 tid=-1 cpu=0 data="000101284000ffff000000000000100000000000000000008000000000000010 80050000 1980*41 000101204000ffff000000000000100400000000000000008000000000000010 80050000 1980*41 a0000000002007c0000000000000000000d4ab4ec98d29b83200000000000000000000000000000000000000000000008000000000000000d4ab4ec98ceb3832"
