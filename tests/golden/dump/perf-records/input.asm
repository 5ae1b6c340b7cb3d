# Every record that perf makes.
event cycles sample_type=ip|tid|time|id|cpu ids=7 period=1
default pid=10 tid=11 cpu=1 time=5000 id=7
id_index entries=7:1:2:3
id_index entries=7:1:-1:3 guests=4:5
auxtrace_info auxtrace_type=1 priv=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,0
auxtrace_error error_type=1 code=2 cpu=0 ip=0x1000 time=1234567890 msg=why
thread_map threads=11:comm,-1:
cpu_map cpus=0,3,5
cpu_map mask=0xf1,3 long_size=8
cpu_map range=2-5
stat_config config=0:2,1:100,2:1
stat id=7 cpu=-1 thread=2 value=100 enabled=200 running=300
stat_round round=final time=12345
event_update id=7 unit=msec
event_update id=7 scale=0.5
event_update id=7 name=other
event_update id=7 cpus=0,1,2
time_conv time_shift=10 time_mult=11 time_zero=12 time_cycles=13 time_mask=14 cap_time_zero=1
finished_round
finished_init
