# What a sample can carry.
event cycles sample_type=ip|tid|time|addr|id|cpu|period|callchain|raw|branch_stack|regs_user|stack_user|weight_struct|data_src|transaction|regs_intr|phys_addr|cgroup|data_page_size|code_page_size regs_user=0x103 regs_intr=6 stack_user=16 branch_type=any ids=7 period=1
feature arch x86_64
default pid=10 tid=11 cpu=1 id=7
sample misc=user|exact_ip ip=0x401000 time=6000 addr=0xabc period=99 chain=user,0x401000,0x402000 raw="u32:7 \
  text:abcd" branches=0x1000-0x2000:predicted+cycles/5 regs_user=2:1,2,3 stack=00010203040506070809 dyn_size=8 \
  weight=7 data_src=0x68100142 transaction=0x55 regs_intr=1:8,9 phys_addr=0x7777000 cgroup=66 data_page_size=4096 \
  code_page_size=0x200000
