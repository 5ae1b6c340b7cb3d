feature cpu_pmu_caps branches:4
event cycles sample_type=ip|tid|time|period|callchain|branch_stack branch_type=user|call_stack|no_flags|no_cycles|hw_index flags=sample_id_all,mmap2,comm,task ids=1
default pid=10 cpu=1
mmap pid=-1 tid=0 start=0xffffffff81000000 len=0x1000000 pgoff=0xffffffff81000000 file=[kernel.kallsyms]_text misc=kernel
comm comm=prog misc=exec time=1000000
mmap2 start=0x400000 len=0x10000 pgoff=0 file=/nonexistent/prog time=1001000
sample ip=0x400100 time=2000000 chain=user,0x400100 hw_index=3 branches=0x404030-0x405000,0x403020-0x404000,0x402010-0x403000,0x401000-0x402000
# numbers that cannot be
sample ip=0x400100 time=8000000 chain=user,0x400100 hw_index=4 branches=0x405040-0x406000,0x404030-0x405000,0x403020-0x404000,0x402010-0x403000
sample ip=0x400100 time=9000000 chain=user,0x400100 hw_index=3 branches=0x406030-0x407000,0x405030-0x406000,0x404030-0x405000,0x403020-0x404000,0x402010-0x403000,0x401000-0x402000
