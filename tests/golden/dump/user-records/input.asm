feature nrcpus 8 8
event cycles sample_type=ip|tid|time|cpu|period flags=sample_id_all,mmap,comm,freq,task,mmap2 freq=4000 ids=1
id_index entries=1:0:0:-1,2:0:1:-1
thread_map threads=10:prog,11:other
cpu_map cpus=0,1,2
cpu_map mask=0xf long_size=8
cpu_map range=0-7 any=0
stat_config config=0:1,1:1000
stat id=1 cpu=0 thread=0 value=5 enabled=6 running=7
stat_round round=final time=99
event_update id=1 name=renamed
event_update id=1 unit=Joules
event_update id=1 scale=0.5
event_update id=1 cpus=0,1
time_conv time_shift=10 time_mult=20 time_zero=30 cap_time_zero=1
auxtrace_error error_type=1 code=2 cpu=0 pid=1 tid=1 ip=0x10 time=5 msg="trace lost"
finished_init
finished_round
