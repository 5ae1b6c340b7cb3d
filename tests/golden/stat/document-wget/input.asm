event task-clock type=1 config=1 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=100
event context-switches type=1 config=3 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=101
event cpu-migrations type=1 config=4 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=102
event page-faults type=1 config=2 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=103
event cycles type=0 config=0 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=104
event stalled-cycles-frontend type=0 config=7 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0
event stalled-cycles-backend type=0 config=8 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0
event instructions type=0 config=1 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=107
event branches type=0 config=4 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=108
event branch-misses type=0 config=5 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=109
feature nrcpus 8 8
feature cmdline "perf" "stat" "record" "wget" "http://downloads.yoctoproject.org/mirror/sources/linux-2.6.19.2.tar.bz2"
include ../../include/stat_machine.asm
thread_map "threads=-1:"
cpu_map cpus=65535
stat_config config=0:1,2:1,1:0,3:0
stat id=100 cpu=4294967295 thread=0 value=4597223902 enabled=1000000000 running=1000000000
stat id=101 cpu=4294967295 thread=0 value=23568 enabled=1000000000 running=1000000000
stat id=102 cpu=4294967295 thread=0 value=68 enabled=1000000000 running=1000000000
stat id=103 cpu=4294967295 thread=0 value=241 enabled=1000000000 running=1000000000
stat id=104 cpu=4294967295 thread=0 value=3045817293 enabled=1000000000 running=1000000000
stat id=107 cpu=4294967295 thread=0 value=858909167 enabled=1000000000 running=1000000000
stat id=108 cpu=4294967295 thread=0 value=165441165 enabled=1000000000 running=1000000000
stat id=109 cpu=4294967295 thread=0 value=19550329 enabled=1000000000 running=1000000000
stat_round round=final time=59836627620
