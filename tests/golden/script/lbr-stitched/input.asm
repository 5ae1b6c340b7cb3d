feature cpu_pmu_caps branches:4
event cycles sample_type=ip|tid|time|period|callchain|branch_stack branch_type=user|call_stack|no_flags|no_cycles|hw_index flags=sample_id_all,mmap2,comm,task ids=1
default pid=10 cpu=1
mmap pid=-1 tid=0 start=0xffffffff81000000 len=0x1000000 pgoff=0xffffffff81000000 file=[kernel.kallsyms]_text misc=kernel
comm comm=prog misc=exec time=1000000
mmap2 start=0x400000 len=0x10000 pgoff=0 file=/nonexistent/prog time=1001000
# a stack that grows beyond the registers, shrinks and grows again
sample ip=0x400100 time=2000000 chain=user,0x400100 hw_index=3 branches=0x404030-0x405000,0x403020-0x404000,0x402010-0x403000,0x401000-0x402000
sample ip=0x400100 tid=11 time=2500000 chain=user,0x400100 hw_index=3 branches=0x404030-0x405000,0x403020-0x404000,0x402010-0x403000,0x401000-0x402000
sample ip=0x400100 time=3000000 chain=user,0x400100 hw_index=0 branches=0x405040-0x406000,0x404030-0x405000,0x403020-0x404000,0x402010-0x403000
sample ip=0xffffffff81000100 misc=kernel time=3500000 chain=kernel,0xffffffff81000100 hw_index=2 branches=
sample ip=0xffffffff81000100 misc=kernel time=4000000 chain=kernel,0xffffffff81000100,user,0x400100 hw_index=1 branches=0x406050-0x407000,0x405040-0x406000,0x404030-0x405000,0x403020-0x404000
sample ip=0x400100 time=5000000 chain=user,0x400100 hw_index=2 branches=0x403020-0x404000
# another base: nothing to stitch
sample ip=0x400100 time=6000000 chain=user,0x400100 hw_index=0 branches=0x405040-0x406000,0x404030-0x405000,0x403777-0x404000
sample ip=0x400100 time=7000000 chain=user,0x400100 hw_index=1 branches=0x406050-0x407000,0x405040-0x406000,0x404030-0x405000
