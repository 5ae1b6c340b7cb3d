# Two CPUs; records without a time stand behind those before them.
feature nrcpus 2 2
feature arch "aarch64"
event arm_spe_0// type=8 sample_type=identifier|ip|tid|time|cpu|addr|weight|data_src|phys_addr flags=sample_id_all,disabled period=1 ids=101
event dummy:u type=software config=1 sample_type=identifier|ip|tid|time|cpu period=1 flags=sample_id_all,exclude_kernel,mmap2,comm,task ids=102
default pid=4242 tid=4242 cpu=0 time=900000
time_conv time_shift=0 time_mult=1 time_zero=0
auxtrace_info auxtrace_type=4 priv=8,0
comm comm=prog misc=exec id=102
itrace_start id=101
sample ip=0x900000 time=950000 id=102 period=1 cpu=0
sample ip=0x900001 time=1050000 id=102 period=1 cpu=0
sample ip=0x900002 time=1150000 id=102 period=1 cpu=0
sample ip=0x900003 time=1225000 id=102 period=1 cpu=0
sample ip=0x900004 time=1260000 id=102 period=1 cpu=0
sample ip=0x900005 time=1400000 id=102 period=1 cpu=0
auxtrace offset=0 reference=1 idx=0 tid=4242 cpu=0 data=b00110000000000000490052160001b0021000000000000049005216007140420f0000000000b00310000000000000490052160001b00410000000000000490052160071804f120000000000b00510000000000000490052160001b0061000000000000049005216007120d6130000000000b00710000000000000490052160001000000000000000000000000000000
auxtrace offset=0 reference=1 idx=1 tid=4242 cpu=1 data=b00120000000000000490052160071e0c8100000000000b00220000000000000490052160001b00320000000000000490052160071d012130000000000b0042000000000000049005216000100000000
