# A record of each event, addresses with tags, a byte that is no packet, a thread by its context packet.
feature nrcpus 2 2
feature arch "aarch64"
event arm_spe_0// type=8 sample_type=identifier|ip|tid|time|cpu|addr|weight|data_src|phys_addr flags=sample_id_all,disabled period=1 ids=101
event dummy:u type=software config=9 sample_type=identifier|ip|tid|time|cpu flags=sample_id_all,exclude_kernel,mmap2,comm,task ids=102
default pid=4242 tid=4242 cpu=0 time=900000
time_conv time_shift=0 time_mult=1 time_zero=0
auxtrace_info auxtrace_type=4 priv=8,0
comm comm=prog misc=exec id=102
fork pid=4243 tid=4243 ppid=4242 ptid=4242 id=102
itrace_start id=101
auxtrace offset=0 reference=1 idx=0 tid=4242 cpu=0 data=b00001400000000000490052ffff980700b2050000000000000043007104bc0d0000000000b000000080ffffff204a00528200b1070000000000ff007168bc0d0000000000b00000000080ffffa04900520600b2001000000000ff12b334120000000000ff71ccbc0d0000000000b001000000000000004900520600b200100000000000127130bd0d0000000000b002000000000000004800520c007194bd0d0000000000ffb0040000000000000048085202007196bd0d0000000000b0050000000000000064931000004901523e0043007197bd0d00000000000000000000
