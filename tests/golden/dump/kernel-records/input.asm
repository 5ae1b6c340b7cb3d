# Every record of the kernel.
event cycles sample_type=ip|tid|time|id|cpu|period ids=7 period=1
feature arch x86_64
default pid=10 tid=11 cpu=1 time=5000 id=7
mmap start=0x1000 len=0x2000 pgoff=0x10 file=/nonexistent/x misc=user
mmap start=0x3000 len=0x2000 file=/nonexistent/data misc=user|mmap_data
mmap2 start=0x5000 len=0x1000 maj=8 min=1 ino=77 ino_generation=3 prot=rwx flags=1 file=/nonexistent/y misc=user
mmap2 start=0x6000 len=0x1000 build_id=000102030405060708090a0b0c0d0e0f10111213 prot=rx flags=2 file=/nonexistent/z misc=user|build_id
lost lost=123
lost_samples lost=44
comm comm=name misc=exec
throttle
unthrottle
fork pid=12 ppid=10 tid=12 ptid=11
exit pid=12 ppid=10 tid=12 ptid=11
aux aux_offset=0x10 aux_size=0x20 flags=7
itrace_start
switch
switch misc=switch_out|preempt
switch_cpu_wide other_pid=1 other_tid=2 misc=switch_out
namespaces ns=4:0x111,4:0x222,5:0x333,5:0x444,5:0x555
ksymbol start=0xffffffffc0000000 len=100 ksym_type=1 flags=0 name=bpf_prog_x
bpf_event bpf_type=1 flags=0 prog=5 tag=3132333435363738
cgroup cgroup=55 path=/a/b
text_poke start=0xffffffff81000010 old=0001020304 new=05060708
aux_output_hw_id hw_id=5
