feature arch x86_64
event cycles sample_type=ip|tid|time|addr|id|cpu|period|callchain|branch_stack|regs_user|weight|data_src|transaction|regs_intr|phys_addr|cgroup|data_page_size|code_page_size ids=1 flags=sample_id_all regs_user=0xff0fff regs_intr=0x7 branch_type=0x8
cgroup cgroup=77 path=/user.slice/x time=900
comm pid=10 tid=11 comm=prog time=1000
mmap2 pid=10 tid=11 start=0x400000 len=0x100000 file=/nonexistent/prog time=1001 prot=rx
sample id=1 pid=10 tid=11 cpu=3 ip=0x400123 misc=user time=2000000000 addr=0x400456 period=5 chain=user,0x400123,0x400200 branches=0x400100-0x400200:predicted+cycles/5,0x400300-0x400400:mispred/0 regs_user=2:1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20 regs_intr=2:1,2,3 weight=77 data_src=0x68100142 transaction=0x3 phys_addr=0x123456000 cgroup=77 data_page_size=4096 code_page_size=2097152
sample id=1 pid=10 tid=11 cpu=3 ip=0x400123 misc=user time=2000000100 addr=0x400456 period=5 chain=user,0x400123 regs_user=0: regs_intr=0: weight=77 data_src=0x1 transaction=0x3 phys_addr=0 cgroup=78 data_page_size=0 code_page_size=123
