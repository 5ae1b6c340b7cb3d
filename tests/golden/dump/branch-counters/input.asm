feature branch_stack
feature cpu_pmu_caps branches:32 branch_counter_nr:4 branch_counter_width:2

feature group_desc 0:3:g
event cycles sample_type=identifier|ip|tid|time|period|branch_stack branch_type=user|any|counters flags=sample_id_all,mmap2,comm,task ids=1
event instructions sample_type=identifier|ip|tid|time|period|branch_stack branch_type=user|any|counters flags=sample_id_all,mmap2,comm,task ids=2
event branch-misses sample_type=identifier|ip|tid|time|period|branch_stack branch_type=user|any|counters flags=sample_id_all ids=3
default pid=10 cpu=1
comm comm=prog misc=exec time=1000000
mmap2 start=0x400000 len=0x10000 pgoff=0 file=/nonexistent/prog time=1001000
sample id=1 ip=0x400100 time=2000000 branches=0x400010-0x400100:predicted+cycles/1,0x400000-0x400020:mispred,0x400005-0x400025:predicted,0x400006-0x400026:predicted branch_counters=0x0,0x1,0x55,0xff
sample id=2 ip=0x400100 time=3000000 branches=0x400010-0x400100:predicted+cycles/1,0x400000-0x400020:mispred branch_counters=0x1b,0x4
