# counts of an event, CPU and thread that are not there, maps that lie, and no last round
feature event_desc
event cycles type=0 config=0 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled ids=1,2 period=0
event faults type=1 config=2 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled ids=3,4 period=0
feature cmdline perf stat record prog
feature stat
cpu_map cpus=0,1
thread_map threads=-1: nr=1000000
stat_config config=0:99,2:1,77:1
stat id=1 cpu=0 thread=0 value=10 enabled=100 running=100
stat id=2 cpu=1 thread=0 value=11 enabled=100 running=100
stat id=99 cpu=0 thread=0 value=1000 enabled=100 running=100
stat id=3 cpu=7 thread=0 value=1000 enabled=100 running=100
stat id=3 cpu=0 thread=7 value=1000 enabled=100 running=100
stat id=3 cpu=0 thread=0 value=5 enabled=18446744073709551615 running=1
stat id=4 cpu=1 thread=0 cut=8 value=5 enabled=1 running=1
