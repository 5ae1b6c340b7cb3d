# A sample at each instruction of rust.
feature arch x86_64
event cycles sample_type=identifier|ip|tid|time|period flags=sample_id_all,mmap2,comm,task ids=1
default pid=10
comm comm=prog misc=exec time=1000000
mmap2 start=0x555555555000 len=0x2000 pgoff=0x0 prot=rx file=/nonexistent/rust time=1001000
sample ip=0x5555555552e0 time=2000000 period=1 misc=user
sample ip=0x5555555552e2 time=2000001 period=1 misc=user
sample ip=0x5555555552e4 time=2000002 period=1 misc=user
sample ip=0x5555555552e6 time=2000003 period=1 misc=user
sample ip=0x5555555552e9 time=2000004 period=1 misc=user
sample ip=0x5555555552eb time=2000005 period=1 misc=user
sample ip=0x5555555552ee time=2000006 period=1 misc=user
sample ip=0x5555555552f2 time=2000007 period=1 misc=user
sample ip=0x5555555552f3 time=2000008 period=1 misc=user
sample ip=0x5555555552f7 time=2000009 period=1 misc=user
sample ip=0x5555555552fb time=2000010 period=1 misc=user
sample ip=0x5555555552fc time=2000011 period=1 misc=user
sample ip=0x5555555552fe time=2000012 period=1 misc=user
sample ip=0x5555555552ff time=2000013 period=1 misc=user
sample ip=0x555555555300 time=2000014 period=1 misc=user
sample ip=0x555555555304 time=2000015 period=1 misc=user
sample ip=0x555555555308 time=2000016 period=1 misc=user
sample ip=0x55555555530c time=2000017 period=1 misc=user
sample ip=0x555555555310 time=2000018 period=1 misc=user
sample ip=0x555555555313 time=2000019 period=1 misc=user
sample ip=0x555555555320 time=2000020 period=1 misc=user
sample ip=0x555555555324 time=2000021 period=1 misc=user
sample ip=0x555555555328 time=2000022 period=1 misc=user
sample ip=0x55555555532c time=2000023 period=1 misc=user
sample ip=0x55555555532f time=2000024 period=1 misc=user
sample ip=0x555555555333 time=2000025 period=1 misc=user
sample ip=0x555555555336 time=2000026 period=1 misc=user
sample ip=0x555555555338 time=2000027 period=1 misc=user
sample ip=0x55555555533a time=2000028 period=1 misc=user
sample ip=0x55555555533c time=2000029 period=1 misc=user
sample ip=0x55555555533e time=2000030 period=1 misc=user
sample ip=0x555555555341 time=2000031 period=1 misc=user
sample ip=0x555555555343 time=2000032 period=1 misc=user
sample ip=0x555555555346 time=2000033 period=1 misc=user
sample ip=0x55555555534a time=2000034 period=1 misc=user
sample ip=0x555555555350 time=2000035 period=1 misc=user
sample ip=0x555555555352 time=2000036 period=1 misc=user
sample ip=0x555555555354 time=2000037 period=1 misc=user
