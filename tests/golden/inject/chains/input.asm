# copies of stacks that unwind by frame pointers, of one of two events; the other has chains of its own
feature arch x86_64
event cycles sample_type=ip|tid|time|callchain|id|period|raw|regs_user|stack_user|weight|data_src regs_user=0x1c0 stack_user=512 \
  flags=sample_id_all,mmap,mmap2,comm,task,exclude_callchain_user ids=1
event instructions config=1 sample_type=ip|tid|time|callchain|id|period flags=sample_id_all ids=2
comm pid=100 tid=100 comm=prog time=1000
mmap2 pid=100 tid=100 start=0x400000 len=0x1000 pgoff=0 file=/nonexistent/prog prot=rx time=1001
mmap2 pid=100 tid=100 start=0x7f0000000000 len=0x1000 pgoff=0 file=/nonexistent/libx.so prot=rx time=1002
mmap2 pid=100 tid=100 start=0x7ffe00000000 len=0x10000 pgoff=0 file=[stack] prot=rw time=1003
sample id=1 pid=100 tid=100 time=2000000 period=11 ip=0x400101 chain= raw=text:abcd weight=7 data_src=0x68100142 \
  regs_user=2:0x7ffe00000010,0x7ffe00000000,0x400101 stack=0100000000000000020000000000000030000000fe7f0000010240000000000003000000000000000400000000000000000000000000000001030000007f000005000000000000000600000000000000 dyn_size=80
sample id=1 pid=100 tid=100 time=3000000 period=12 ip=0xffffffff81000210 misc=kernel chain=kernel,0xffffffff81000210 raw=text:abcd weight=8 \
  regs_user=2:0x7ffe00000010,0x7ffe00000000,0x400101 stack=0100000000000000020000000000000030000000fe7f0000010240000000000003000000000000000400000000000000000000000000000001030000007f000005000000000000000600000000000000 dyn_size=80
# only a part of the stack was copied; none; a kernel thread
sample id=1 pid=100 tid=100 time=4000000 period=13 ip=0x400101 chain= regs_user=2:0x7ffe00000010,0x7ffe00000000,0x400101 stack=0100000000000000020000000000000030000000fe7f0000010240000000000003000000000000000400000000000000000000000000000001030000007f000005000000000000000600000000000000 dyn_size=32
sample id=1 pid=100 tid=100 time=5000000 period=14 ip=0x400101 chain= regs_user=2:0x7ffe00000010,0x7ffe00000000,0x400101 stack=
sample id=1 pid=0 tid=0 time=6000000 period=15 ip=0xffffffff81000210 misc=kernel chain=kernel,0xffffffff81000210 regs_user=0: stack=
sample id=2 pid=100 tid=100 time=7000000 period=16 ip=0x400101 chain=user,0x400101,0x400200
