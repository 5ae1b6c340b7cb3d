event cycles type=hardware config=0 sample_type=ip|tid|time|callchain|period|identifier \
  flags=sample_id_all,mmap,comm,freq,task,mmap2,exclude_guest freq=4000 ids=11
event sched:sched_switch type=tracepoint config=315 sample_type=ip|tid|time|raw|period|identifier ids=12
tracepoint sched:sched_switch id=315 fields="char prev_comm[16]; pid_t prev_pid; int prev_prio; long prev_state; char next_comm[16]; pid_t next_pid; int next_prio" print='"prev_comm=%s prev_pid=%d ==> next_comm=%s next_pid=%d", REC->prev_comm, REC->prev_pid, REC->next_comm, REC->next_pid'
feature hostname vm
feature osrelease 6.1.0
feature version 6.12
feature arch x86_64
feature nrcpus 4 4
feature cpudesc Some CPU
feature total_mem 16000000
feature cmdline perf record -g -- true
feature event_desc
feature cpu_topology cores="0-3" threads="0;1;2;3" ids=0:0,1:0,2:0,3:0 dies="0-3" die_ids=0,0,0,0
feature numa_topology 0:16000000:8000000:0-3
feature pmu_mappings 1:software 2:tracepoint
feature cache 1:64:64:8:Data:32K:0
feature sample_time 1000 3000
feature mem_topology block=0x8000000 0:64:0xff
feature clock_data 1 1700000000000000000 1000
feature cpu_pmu_caps max_precise:3 branches:32
feature build_id pid=-1 misc=kernel build_id=00112233445566778899aabbccddeeff00112233 file=[kernel.kallsyms]
feature build_id pid=-1 misc=user build_id=ff112233445566778899aabbccddeeff00112233 file=/bin/x

default pid=10 tid=10 cpu=1
mmap pid=-1 tid=0 start=0xffffffff81000000 len=0x1000000 pgoff=0xffffffff81000000 file=[kernel.kallsyms]_text \
  misc=kernel
comm comm=x misc=exec time=1000
mmap2 start=0x400000 len=0x1000 pgoff=0 file=/bin/x time=1001
sample ip=0x400123 time=1002 period=1000 chain=user,0x400123,0x400200
sample id=12 ip=0xffffffff81000100 misc=kernel time=1003 period=1 fields="prev_comm=bash prev_pid=10 prev_prio=120 \
  prev_state=1 next_comm=swapper next_prio=120"
finished_round
exit time=2000
