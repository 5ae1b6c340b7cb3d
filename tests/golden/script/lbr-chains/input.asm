event cycles sample_type=ip|tid|time|period|callchain|branch_stack branch_type=user|call_stack|no_flags|no_cycles|hw_index flags=sample_id_all,mmap2,comm,task ids=1
default pid=10 cpu=1
mmap pid=-1 tid=0 start=0xffffffff81000000 len=0x1000000 pgoff=0xffffffff81000000 file=[kernel.kallsyms]_text misc=kernel
comm comm=prog misc=exec time=1000000
mmap2 start=0x400000 len=0x10000 pgoff=0 file=/nonexistent/prog time=1001000
# user only
sample ip=0x400100 time=2000000 chain=user,0x400100,0x400999 hw_index=3 branches=0x400200-0x400110,0x400300-0x400210,0x400400-0x400310
# kernel + user
sample ip=0xffffffff81000100 misc=kernel time=3000000 chain=kernel,0xffffffff81000100,0xffffffff81000200,user,0x400100,0x400999 branches=0x400200-0x400110,0x400300-0x400210
# kernel only
sample ip=0xffffffff81000100 misc=kernel time=4000000 chain=kernel,0xffffffff81000100,0xffffffff81000200 branches=0x400200-0x400110,0x400300-0x400210
# user, no branches
sample ip=0x400100 time=5000000 chain=user,0x400100,0x400999 branches=
# kernel + user, no branches
sample ip=0xffffffff81000100 misc=kernel time=6000000 chain=kernel,0xffffffff81000100,user,0x400100,0x400999 branches=
# no chain
sample ip=0x400100 time=7000000 chain= branches=0x400200-0x400110,0x400300-0x400210
# no user marker
sample ip=0x400100 time=8000000 chain=0x400100,0x400999 branches=0x400200-0x400110,0x400300-0x400210
# user marker without addresses
sample ip=0x400100 time=9000000 chain=user branches=0x400200-0x400110,0x400300-0x400210
# zero froms
sample ip=0x400100 time=10000000 chain=user,0x400100 branches=0x400200-0x400110,0x0-0x0,0x400500-0x400510
# user first then kernel
sample ip=0x400100 time=11000000 chain=user,0x400100,kernel,0xffffffff81000100 branches=0x400200-0x400110,0x400300-0x400310
# kernel ip in branches
sample ip=0x400100 time=12000000 chain=user,0x400100 branches=0x400200-0x400110,0xffffffff81000300-0x400310
