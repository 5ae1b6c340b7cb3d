# types_reuse.cc of tests/live for riscv64 (riscv64-linux-gnu-gcc -x c -O2 -g -nostdlib -no-pie -fno-pie -e main): a sample at each access whose
# type the compiler proves. Its places of variables without a range do not hold from the function's beginning on.
feature arch riscv64
event cycles sample_type=identifier|ip|tid|time|period flags=sample_id_all,mmap2,comm,task ids=1
default pid=10
comm comm=prog misc=exec time=1000000
mmap2 start=0x10000 len=0x2000 pgoff=0x0 prot=rx file=/nonexistent/riscv64 time=1001000
sample ip=0x102c2 time=2000000 period=1 misc=user
sample ip=0x102ca time=2000001 period=1 misc=user
sample ip=0x102dc time=2000002 period=1 misc=user
sample ip=0x102e8 time=2000003 period=1 misc=user
sample ip=0x102fc time=2000004 period=1 misc=user
sample ip=0x10304 time=2000005 period=1 misc=user
sample ip=0x1030e time=2000006 period=1 misc=user
sample ip=0x10318 time=2000007 period=1 misc=user
sample ip=0x1031e time=2000008 period=1 misc=user
sample ip=0x1032e time=2000009 period=1 misc=user
sample ip=0x10334 time=2000010 period=1 misc=user
sample ip=0x1033e time=2000011 period=1 misc=user
sample ip=0x10344 time=2000012 period=1 misc=user
sample ip=0x1034e time=2000013 period=1 misc=user
sample ip=0x10354 time=2000014 period=1 misc=user
sample ip=0x1035a time=2000015 period=1 misc=user
sample ip=0x10360 time=2000016 period=1 misc=user
sample ip=0x10364 time=2000017 period=1 misc=user
sample ip=0x1036c time=2000018 period=1 misc=user
sample ip=0x10388 time=2000019 period=1 misc=user
sample ip=0x1039c time=2000020 period=1 misc=user
sample ip=0x103aa time=2000021 period=1 misc=user
sample ip=0x103c6 time=2000022 period=1 misc=user
sample ip=0x103d6 time=2000023 period=1 misc=user
sample ip=0x103f0 time=2000024 period=1 misc=user
sample ip=0x1040c time=2000025 period=1 misc=user
sample ip=0x1041a time=2000026 period=1 misc=user
sample ip=0x1042e time=2000027 period=1 misc=user
