event cycles type=0 config=0 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=100,101,102,103,104
event instructions type=0 config=1 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=105,106,107,108,109
event stalled-cycles-frontend type=0 config=7 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=110,111,112,113,114
event r1 type=4 config=1 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=115,116,117,118,119
event task-clock type=1 config=1 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=120,121,122,123,124
event r2 type=4 config=2 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0
feature nrcpus 8 8
feature cmdline "perf" "stat" "record" "--" "prog" "arg"
include ../../include/stat_machine.asm
thread_map "threads=100:bash,101:a long comm na,102:c,1234567:zz,12345678:abcdefghijklmnop"
cpu_map cpus=65535
stat_config config=0:7,2:1,1:0,3:0
stat id=100 cpu=4294967295 thread=0 value=10 enabled=1000000000 running=1000000000
stat id=101 cpu=4294967295 thread=1 value=50 enabled=1000000000 running=1000000000
stat id=102 cpu=4294967295 thread=2 value=0 enabled=1000000000 running=1000000000
stat id=103 cpu=4294967295 thread=3 value=40 enabled=1000000000 running=1000000000
stat id=104 cpu=4294967295 thread=4 value=20 enabled=1000000000 running=1000000000
stat id=105 cpu=4294967295 thread=0 value=1 enabled=1000000000 running=1000000000
stat id=106 cpu=4294967295 thread=1 value=2 enabled=1000000000 running=1000000000
stat id=107 cpu=4294967295 thread=2 value=3 enabled=1000000000 running=1000000000
stat id=108 cpu=4294967295 thread=3 value=4 enabled=1000000000 running=1000000000
stat id=109 cpu=4294967295 thread=4 value=5 enabled=1000000000 running=1000000000
stat id=110 cpu=4294967295 thread=0 value=1 enabled=1000000000 running=1000000000
stat id=111 cpu=4294967295 thread=1 value=2 enabled=1000000000 running=1000000000
stat id=112 cpu=4294967295 thread=2 value=3 enabled=1000000000 running=1000000000
stat id=113 cpu=4294967295 thread=3 value=4 enabled=1000000000 running=1000000000
stat id=114 cpu=4294967295 thread=4 value=5 enabled=1000000000 running=1000000000
stat id=115 cpu=4294967295 thread=0 value=1 enabled=1 running=0
stat id=116 cpu=4294967295 thread=1 value=1 enabled=0 running=0
stat id=117 cpu=4294967295 thread=2 value=2 enabled=1000000000 running=1000000000
stat id=118 cpu=4294967295 thread=3 value=4 enabled=100 running=7
stat id=119 cpu=4294967295 thread=4 value=9 enabled=1000000000 running=1000000000
stat id=120 cpu=4294967295 thread=0 value=10 enabled=1000000000 running=1000000000
stat id=121 cpu=4294967295 thread=1 value=20 enabled=1000000000 running=1000000000
stat id=122 cpu=4294967295 thread=2 value=30 enabled=1000000000 running=1000000000
stat id=123 cpu=4294967295 thread=3 value=1000000 enabled=1000000000 running=1000000000
stat id=124 cpu=4294967295 thread=4 value=3 enabled=1000000000 running=1000000000
stat_round round=final time=2000000000
