event cycles sample_type=ip|tid|time|cpu|period flags=sample_id_all,comm,mmap2,task,context_switch,namespaces,ksymbol,bpf_event,cgroup,text_poke ids=1
include ../../include/kernel_program_library.asm
mmap start=0x600000 len=0x1000 pgoff=0 file=/nonexistent/old time=1003000
mmap2 start=0x700000 len=0x1000 file=/nonexistent/b misc=user|build_id build_id=aa112233445566778899aabbccddeeff00112233 time=1004000
mmap2 start=0x800000 len=0x1000 file=//anon prot=rw flags=0x22 maj=8 min=1 ino=77 ino_generation=5 misc=user|mmap_data time=1005000
fork pid=11 ppid=10 tid=11 ptid=10 time=1006000
comm pid=11 comm="two words" time=1007000
namespaces pid=11 ns=4:4026531840,4:4026531835 time=1008000
switch misc=switch_out time=1009000
switch misc=switch_out|preempt time=1009500
switch time=1010000
switch_cpu_wide misc=switch_out other_pid=11 other_tid=11 time=1011000
switch_cpu_wide other_pid=0 other_tid=0 time=1012000
ksymbol start=0xffffffffc0100000 len=0x100 name=bpf_prog_abc flags=0 time=1013000
bpf_event bpf_type=1 prog=12 tag=0011223344556677 time=1014000
cgroup cgroup=5 path=/system.slice time=1015000
text_poke start=0xffffffff81000300 old=9090 new=ebfe time=1016000
lost id=1 lost=17 time=1017000
lost_samples lost=5 time=1018000
throttle id=1 time=1019000
unthrottle id=1 time=1020000
itrace_start time=1021000
aux aux_offset=0 aux_size=64 flags=1 time=1022000
aux_output_hw_id hw_id=3 time=1023000
sample ip=0x400123 time=1030000
exit pid=11 ppid=10 tid=11 ptid=10 time=1031000
