event cycles sample_type=identifier|ip|tid|time|addr|read|callchain|cpu|period|raw|branch_stack|regs_user|stack_user|weight|data_src|transaction|phys_addr|cgroup|data_page_size|code_page_size \
	read_format=total_time_enabled|total_time_running|id branch_type=user|any regs_user=0x3 stack_user=16 flags=sample_id_all,mmap,comm,task ids=1
feature arch x86_64
default pid=10 cpu=1
mmap pid=-1 tid=0 start=0xffffffff81000000 len=0x1000000 pgoff=0xffffffff81000000 file=[kernel.kallsyms]_text misc=kernel
comm comm=prog misc=exec time=1000000
mmap2 start=0x400000 len=0x2000 pgoff=0 file=/nonexistent/prog time=1001000
mmap2 start=0x7f0000000000 len=0x10000 pgoff=0x1000 file=/nonexistent/libx.so time=1002000
sample ip=0x400123 time=2000000 addr=0x7f0000000010 read=42 enabled=100 running=50 chain=user,0x400123,0x400200 raw="u32:1,2,3" branches=0x400010-0x400100:predicted+cycles/5 regs_user=2:0x11,0x22 stack="16*cc" dyn_size=8 weight=3 data_src=0x68100142 transaction=1 phys_addr=0x1000 cgroup=5 data_page_size=4096 code_page_size=4096
