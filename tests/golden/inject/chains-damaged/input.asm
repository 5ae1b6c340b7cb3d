event cycles sample_type=ip|tid|time|period|callchain|raw|regs_user|stack_user|weight|data_src regs_user=0x1c0 stack_user=32 ids=1,2 flags=sample_id_all,exclude_callchain_user
event instructions sample_type=ip|tid|time|period|callchain|raw|regs_user|stack_user|weight|data_src regs_user=0x1c0 stack_user=32 ids=3 flags=sample_id_all,exclude_callchain_user
feature arch x86_64
comm pid=100 tid=100 comm=prog time=1000
mmap2 pid=100 tid=100 start=0x400000 len=0x1000 pgoff=0 file=/nonexistent/prog prot=rx time=1001
sample pid=100 tid=100 time=2000 period=1 ip=0x400010 chain=kernel,0xffffffff81000010,0xffffffff81000020 raw=01020304 regs_user=2:0x7f00,0x7ef0,0x400010 stack=0000000000000000000000000000000000000000000000000000000000000000 dyn_size=32 weight=7 data_src=8
sample pid=100 tid=100 time=2001 period=1 ip=0x400010 raw=01020304 regs_user=0 stack_size=0 weight=8 data_src=8
sample pid=100 tid=100 time=2002 period=1 ip=0x400020 raw=01020304 regs_user=2:0x7f00,0x7ef0,0x400020 stack=00 stack_size=9999 dyn_size=8 weight=9 data_src=8
finished_round
