# Samples of two events in a group at every instruction of prog; each third is of the second event.
feature arch x86_64
feature group_desc 0:2:{cycles,instructions}
event cycles sample_type=identifier|ip|tid|time|period flags=sample_id_all,mmap2,comm,task ids=1
event instructions sample_type=identifier|ip|tid|time|period flags=sample_id_all,mmap2,comm,task ids=2
default pid=10
comm comm=prog misc=exec time=1000000
mmap2 start=0x400000 len=0x1000 pgoff=0 prot=rx file=/nonexistent/prog time=1001000
sample id=1 ip=0x4000f0 time=2000000 period=1
sample id=1 ip=0x4000f3 time=2000001 period=2
sample id=2 ip=0x4000f5 time=2000002 period=3
sample id=1 ip=0x4000f8 time=2000003 period=4
sample id=2 ip=0x400100 time=2000005 period=1
sample id=1 ip=0x400104 time=2000006 period=2
sample id=1 ip=0x400106 time=2000007 period=3
sample id=2 ip=0x400109 time=2000008 period=4
sample id=1 ip=0x40010e time=2000009 period=5
sample id=1 ip=0x400111 time=2000010 period=1
sample id=2 ip=0x400115 time=2000011 period=2
sample id=1 ip=0x400118 time=2000012 period=3
sample id=1 ip=0x40011b time=2000013 period=4
sample id=2 ip=0x40011d time=2000014 period=5
sample id=1 ip=0x400120 time=2000015 period=1
sample id=2 ip=0x400128 time=2000017 period=3
sample id=1 ip=0x40012a time=2000018 period=4
sample id=1 ip=0x40012d time=2000019 period=5
sample id=1 ip=0x400130 time=2000021 period=2
sample id=1 ip=0x400132 time=2000022 period=3
sample id=2 ip=0x400134 time=2000023 period=4
sample id=1 ip=0x400137 time=2000024 period=5
sample id=1 ip=0x40013a time=2000025 period=1
sample id=2 ip=0x40013d time=2000026 period=2
sample id=1 ip=0x400140 time=2000028 period=4
sample id=2 ip=0x400144 time=2000029 period=5
sample id=1 ip=0x400148 time=2000030 period=1
sample id=1 ip=0x40014c time=2000031 period=2
sample id=2 ip=0x400150 time=2000032 period=3
sample id=1 ip=0x400154 time=2000033 period=4
sample id=1 ip=0x400157 time=2000034 period=5
sample id=2 ip=0x40015b time=2000035 period=1
sample id=1 ip=0x40015e time=2000036 period=2
sample id=1 ip=0x400161 time=2000037 period=3
sample id=2 ip=0x400164 time=2000038 period=4
sample id=1 ip=0x400168 time=2000039 period=5
sample id=1 ip=0x40016c time=2000040 period=1
sample id=2 ip=0x400171 time=2000041 period=2
sample id=1 ip=0x400174 time=2000042 period=3
sample id=1 ip=0x400177 time=2000043 period=4
sample id=2 ip=0x400179 time=2000044 period=5
sample id=1 ip=0x400180 time=2000046 period=2
sample id=2 ip=0x400182 time=2000047 period=3
sample id=2 ip=0x400190 time=2000050 period=1
sample id=1 ip=0x400195 time=2000051 period=2
sample id=1 ip=0x40019a time=2000052 period=3
sample id=2 ip=0x40019f time=2000053 period=4
sample id=1 ip=0x4001a6 time=2000054 period=5
sample id=1 ip=0x4001ab time=2000055 period=1
sample id=2 ip=0x4001ad time=2000056 period=2
sample id=1 ip=0x4001af time=2000057 period=3
# no symbol, no object, the kernel's
sample id=1 ip=0x400050 time=2001000 period=3
sample id=1 ip=0x500000 time=2001001 period=3
sample id=1 ip=0xffffffff81000000 misc=kernel time=2001002 period=1
