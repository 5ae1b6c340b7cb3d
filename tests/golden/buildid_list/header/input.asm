# From the header, by name; with -H what has samples.
event cycles sample_type=ip|tid|time ids=7 period=1
feature build_id pid=-1 misc=user build_id=0102030405060708090a0b0c0d0e0f1011121314 file=/nonexistent/z
feature build_id pid=-1 misc=user build_id=aabbccdd00112233445566778899aabbccddeeff file=/nonexistent/a
feature build_id pid=-1 misc=kernel build_id=1111111111111111111111111111111111111111 file=[kernel.kallsyms]
default pid=10 tid=11
comm comm=prog misc=exec time=1
mmap2 start=0x400000 len=0x1000 prot=rx file=/nonexistent/z misc=user time=2
mmap2 start=0x500000 len=0x1000 prot=rx file=/nonexistent/a misc=user time=3
sample ip=0x400010 misc=user time=4
