event cycles ids=1
event instructions config=1 ids=2
feature hostname vm
feature osrelease 6.1.0-35-amd64
feature version 6.12.17
feature arch x86_64
feature nrcpus 4 3
feature cpudesc Some CPU @ 3.00GHz
feature cpuid GenuineIntel,6,85,4
feature total_mem 16314652
feature cmdline perf record -g -- prog "an argument"
feature event_desc
feature cpu_topology cores="0-1;2-3" threads="0,2;1,3" ids=0:0,1:0,0:1,1:1 dies="0-1;2-3" die_ids=0,0,0,0
feature numa_topology 0:8157326:4078663:0-1 1:8157326:1000:2-3
feature branch_stack
feature pmu_mappings 1:software 2:tracepoint 4:cpu
feature group_desc 0:2:mygroup
feature stat
feature cache 1:64:64:8:Data:32K:0-1 1:64:64:8:Instruction:32K:0-1 2:64:1024:16:Unified:1024K:0-1
feature sample_time 1000000 3500000
feature mem_topology block=0x8000000 0:32:0xffffff7f 1:4:0xf
feature clockid 1
feature compressed 0 1 1 5 0x81000
feature cpu_pmu_caps branches:32 max_precise:3 pmu_name:skylake
feature clock_data 1 1700000000123456789 1000000
feature hybrid_topology cpu_core:0-1 cpu_atom:2-3
feature pmu_caps cpu_core branches:32 max_precise:3
feature pmu_caps cpu_atom branches:16
finished_round
