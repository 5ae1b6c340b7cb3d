feature arch x86_64
feature nrcpus 8 8
feature pmu_mappings 4:cpu 11:ibs_op
feature cpu_pmu_caps max_precise:0
feature pmu_caps ibs_op x:1
feature pmu_caps fetch y:1
event cycles sample_type=ip|tid|time|cpu|period flags=sample_id_all,mmap,comm,freq,task,mmap2 freq=4000 ids=1
