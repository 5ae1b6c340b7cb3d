# A kernel that ran 0x2000000 higher than it was linked, with a module.
feature osrelease 6.1.0
feature arch x86_64
feature build_id pid=-1 misc=kernel build_id=00112233445566778899aabbccddeeff00112233 file=[kernel.kallsyms]
event cycles sample_type=identifier|ip|tid|time|period flags=sample_id_all,mmap2,comm,task ids=1
default pid=10
mmap pid=-1 tid=0 start=0xffffffff83000000 len=0x1000000 pgoff=0xffffffff83000000 file=[kernel.kallsyms]_text misc=kernel
mmap pid=-1 tid=0 start=0xffffffffc0001000 len=0x1000 pgoff=0 file=[ext4] misc=kernel
comm comm=prog misc=exec time=1000000
sample id=1 ip=0xffffffff83000005 misc=kernel time=2000000 period=2
sample id=1 ip=0xffffffff83000013 misc=kernel time=2000001 period=5
sample id=1 ip=0xffffffff83000014 misc=kernel time=2000002 period=1
sample id=1 ip=0xffffffffc0001004 misc=kernel time=2000003 period=4
finished_round
