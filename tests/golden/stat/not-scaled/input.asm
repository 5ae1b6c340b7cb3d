event r1 type=4 config=1 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=100,101,102,103
event r2 type=4 config=2 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=104,105,106,107
event r3 type=4 config=3 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=108,109,110,111
event r4 type=4 config=4 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=112,113,114,115
event r5 type=4 config=5 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=116,117,118,119
event r7 type=4 config=7 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=120,121,122,123
feature cpu_topology cores="0-3;4-7" threads="0-1;2-3;4-5;6-7" ids=0:0,0:0,1:0,1:0,0:1,0:1,1:1,1:1 dies="0-3;4-7" die_ids=0,0,0,0,1,1,1,1
feature nrcpus 8 8
feature cmdline "perf" "stat" "record" "--" "prog" "arg"
include ../../include/stat_machine.asm
thread_map "threads=-1:"
cpu_map cpus=0,1,2,3
stat_config config=0:1,2:0,1:0,3:0
stat id=100 cpu=0 thread=0 value=10 enabled=100 running=0
stat id=101 cpu=1 thread=0 value=10 enabled=100 running=100
stat id=102 cpu=2 thread=0 value=10 enabled=100 running=50
stat id=103 cpu=3 thread=0 value=10 enabled=100 running=100
stat id=104 cpu=0 thread=0 value=10 enabled=100 running=0
stat id=105 cpu=1 thread=0 value=10 enabled=100 running=0
stat id=106 cpu=2 thread=0 value=10 enabled=100 running=0
stat id=107 cpu=3 thread=0 value=10 enabled=100 running=0
stat id=108 cpu=0 thread=0 value=0 enabled=0 running=0
stat id=109 cpu=1 thread=0 value=0 enabled=0 running=0
stat id=110 cpu=2 thread=0 value=10 enabled=100 running=50
stat id=111 cpu=3 thread=0 value=0 enabled=0 running=0
stat id=112 cpu=0 thread=0 value=0 enabled=100 running=100
stat id=113 cpu=1 thread=0 value=0 enabled=0 running=0
stat id=114 cpu=2 thread=0 value=0 enabled=100 running=0
stat id=115 cpu=3 thread=0 value=7 enabled=100 running=33
stat id=116 cpu=0 thread=0 value=0 enabled=100 running=100
stat id=117 cpu=1 thread=0 value=0 enabled=100 running=100
stat id=120 cpu=0 thread=0 value=1000 enabled=1000 running=999
stat id=121 cpu=1 thread=0 value=1000 enabled=1000 running=3
stat id=122 cpu=2 thread=0 value=1 enabled=1 running=1
stat id=123 cpu=3 thread=0 value=1 enabled=1 running=1
stat_round round=final time=2000000000
