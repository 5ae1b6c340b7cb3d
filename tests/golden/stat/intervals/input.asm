event task-clock type=1 config=1 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=100,101
event cycles type=0 config=0 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=102,103
event instructions type=0 config=1 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=104,105
event stalled-cycles-frontend type=0 config=7 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=106,107
feature cpu_topology cores="0-3;4-7" threads="0-1;2-3;4-5;6-7" ids=0:0,0:0,1:0,1:0,0:1,0:1,1:1,1:1 dies="0-3;4-7" die_ids=0,0,0,0,1,1,1,1
feature nrcpus 8 8
feature cmdline "perf" "stat" "record" "--" "prog" "arg"
include ../../include/stat_machine.asm
thread_map "threads=-1:"
cpu_map cpus=0,2
stat_config config=0:1,2:1,1:100,3:0
stat id=100 cpu=0 thread=0 value=100000000 enabled=100000000 running=100000000
stat id=101 cpu=2 thread=0 value=100000000 enabled=100000000 running=100000000
stat id=102 cpu=0 thread=0 value=300000000 enabled=100000000 running=100000000
stat id=103 cpu=2 thread=0 value=300000000 enabled=100000000 running=100000000
stat id=104 cpu=0 thread=0 value=300000000 enabled=100000000 running=100000000
stat id=105 cpu=2 thread=0 value=300000000 enabled=100000000 running=100000000
stat id=106 cpu=0 thread=0 value=30000000 enabled=100000000 running=100000000
stat id=107 cpu=2 thread=0 value=30000000 enabled=100000000 running=100000000
stat_round round=interval time=100100000
stat id=100 cpu=0 thread=0 value=200000000 enabled=200000000 running=200000000
stat id=101 cpu=2 thread=0 value=200000000 enabled=200000000 running=200000000
stat id=102 cpu=0 thread=0 value=600000001 enabled=200000000 running=199999000
stat id=103 cpu=2 thread=0 value=600000001 enabled=200000000 running=199999000
stat id=104 cpu=0 thread=0 value=600000000 enabled=200000000 running=200000000
stat id=105 cpu=2 thread=0 value=600000000 enabled=200000000 running=200000000
stat id=106 cpu=0 thread=0 value=60000000 enabled=200000000 running=200000000
stat id=107 cpu=2 thread=0 value=60000000 enabled=200000000 running=200000000
stat_round round=interval time=200200000
stat id=100 cpu=0 thread=0 value=300000000 enabled=300000000 running=300000000
stat id=101 cpu=2 thread=0 value=300000000 enabled=300000000 running=300000000
stat id=102 cpu=0 thread=0 value=900000004 enabled=300000000 running=299998000
stat id=103 cpu=2 thread=0 value=900000004 enabled=300000000 running=299998000
stat id=104 cpu=0 thread=0 value=900000000 enabled=300000000 running=300000000
stat id=105 cpu=2 thread=0 value=900000000 enabled=300000000 running=300000000
stat id=106 cpu=0 thread=0 value=90000000 enabled=300000000 running=300000000
stat id=107 cpu=2 thread=0 value=90000000 enabled=300000000 running=300000000
stat_round round=final time=230000000
