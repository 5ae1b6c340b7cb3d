# A small recording with something of everything that a reader follows blindly if it is badly made.
attr_size 64
event cycles sample_type=identifier|ip|tid|time|callchain|read|raw|branch_stack|period read_format=group|id ids=1,2
event sched:sched_switch type=tracepoint config=3 sample_type=identifier|ip|tid|time|raw|period ids=3
tracepoint sched:sched_switch id=3 fields="char comm[8]; pid_t pid" print='"%s %d", REC->comm, REC->pid'
feature hostname vm
feature nrcpus 2 2
feature cmdline perf record
feature event_desc
feature cpu_topology cores="0-1" threads="0;1" ids=0:0,1:0
feature numa_topology 0:16:8:0-1
feature pmu_mappings 1:software
feature group_desc 0:1:{cycles}
feature sample_time 1 9
feature build_id pid=-1 misc=kernel build_id=20*ab file=[kernel.kallsyms]
default pid=10 cpu=1
mmap pid=-1 tid=0 start=0xffffffff81000000 len=0x1000000 pgoff=0xffffffff81000000 file=[kernel.kallsyms]_text \
  misc=kernel
comm comm=x misc=exec time=1
mmap2 start=0x400000 len=0x1000 file=/bin/x time=2
fork pid=11 ppid=10 time=3
sample ip=0x400123 time=4 chain=user,0x400123,0x400200 read=1:5,2:6 raw="u32:1" branches=0x400000-0x400100:predicted
sample id=3 ip=0xffffffff81000100 misc=kernel time=5 fields="comm=bash pid=10"
namespaces ns=1:2 time=6
text_poke start=0x10 old=90 new=cc time=6
cpu_map cpus=0,1
thread_map threads=10:x
compress
sample ip=0x400999 time=7 chain=user read=1:5
end
finished_round
exit time=9
