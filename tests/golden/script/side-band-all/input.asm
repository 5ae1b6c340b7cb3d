event cycles sample_type=identifier|ip|tid|time|cpu|period ids=1 flags=sample_id_all
event xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx config=1 sample_type=identifier|ip|tid|time|cpu|period ids=2 flags=sample_id_all
default pid=10 tid=11 cpu=2
comm pid=10 tid=11 comm=prog time=1000
comm pid=10 tid=11 comm=prog2 misc=exec time=1001
mmap pid=10 tid=11 start=0x300000 len=0x100000 pgoff=0x1000 file=/nonexistent/prog0 time=1001 
mmap pid=10 tid=11 start=0x380000 len=0x100000 pgoff=0x1000 file=/nonexistent/prog0 time=1001 misc=mmap_data
mmap2 pid=10 tid=11 start=0x400000 len=0x100000 file=/nonexistent/prog time=1001 prot=rx maj=8 min=1 ino=77 ino_generation=3
mmap2 pid=10 tid=11 start=0x600000 len=0x1000 file=//anon time=1001 prot=w flags=0x22
sample id=1 pid=10 tid=11 cpu=3 ip=0x400123 misc=user time=2000000000 period=5 
fork pid=20 ppid=10 tid=20 ptid=11 time=2000001000
exit pid=20 ppid=10 tid=20 ptid=11 time=2000002000
lost id=1 lost=7 time=2000002001
lost_samples lost=9 time=2000002002
lost_samples lost=9 misc=1 time=2000002002
throttle time=2000002003 id=1 stream_id=5
unthrottle time=2000002004 id=1 stream_id=5
switch misc=switch_out time=2000002005
switch misc=switch_out|preempt time=2000002005
switch time=2000002006
switch_cpu_wide misc=switch_out other_pid=5 other_tid=6 time=2000002007
switch_cpu_wide other_pid=5 other_tid=6 time=2000002008
switch_cpu_wide misc=switch_out|preempt other_pid=-1 other_tid=-1 time=2000002008
namespaces pid=10 tid=11 ns=4:0xf0000075,4:0xf0000076,4:0xf0000077,4:1,4:2,4:3,4:4 time=2000002009
ksymbol start=0xffffffffc0001000 len=100 ksym_type=1 flags=0 name=bpf_prog_abc time=2000002010
ksymbol start=0xffffffffc0001000 len=100 ksym_type=1 flags=1 name=bpf_prog_abc time=2000002010
ksymbol start=0xffffffffc0001000 len=100 ksym_type=2 flags=1 name=ool time=2000002010
bpf_event bpf_type=1 flags=0 prog=98 tag=0102030405060708 time=2000002011
bpf_event bpf_type=2 flags=0 prog=98 tag=0102030405060708 time=2000002011
cgroup cgroup=77 path=/user.slice/x time=2000002012
text_poke start=0xffffffff81000100 old=0102030405 new=e800000000aabbccddeeff time=2000002013
aux aux_offset=1 aux_size=2 flags=3 time=2000002014
itrace_start pid=10 tid=11 time=2000002014
finished_round
read pid=10 tid=11 values=5,6 time=2000002015
sample id=1 pid=10 tid=11 cpu=3 ip=0x400123 misc=user time=3000000000 period=5 
