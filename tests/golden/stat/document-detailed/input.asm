include ../../include/detailed_events.asm
event L1-dcache-loads type=3 config=0 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=110
event L1-dcache-load-misses type=3 config=65536 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=111
event LLC-loads type=3 config=2 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=112
event LLC-load-misses type=3 config=65538 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=113
feature nrcpus 8 8
feature cmdline "perf" "stat" "record" "-d" "ls"
include ../../include/stat_machine.asm
thread_map "threads=-1:"
cpu_map cpus=65535
stat_config config=0:1,2:1,1:0,3:0
stat id=100 cpu=4294967295 thread=0 value=930393 enabled=1000000000 running=1000000000
stat id=101 cpu=4294967295 thread=0 value=0 enabled=1000000000 running=1000000000
stat id=102 cpu=4294967295 thread=0 value=0 enabled=1000000000 running=1000000000
stat id=103 cpu=4294967295 thread=0 value=296 enabled=1000000000 running=1000000000
stat id=104 cpu=4294967295 thread=0 value=1830263 enabled=1000000000 running=1000000000
stat id=105 cpu=4294967295 thread=0 value=1542403 enabled=1000000000 running=1000000000
stat id=106 cpu=4294967295 thread=0 value=1165732 enabled=1000000000 running=1000000000
stat id=107 cpu=4294967295 thread=0 value=2701723 enabled=1000000000 running=1000000000
stat id=108 cpu=4294967295 thread=0 value=541169 enabled=1000000000 running=1000000000
stat id=109 cpu=4294967295 thread=0 value=19298 enabled=1000000000 running=1000000000
stat id=110 cpu=4294967295 thread=0 value=0 enabled=1000000000 running=1000000000
stat id=111 cpu=4294967295 thread=0 value=28559 enabled=1000000000 running=1000000000
stat id=112 cpu=4294967295 thread=0 value=0 enabled=1000000000 running=1000000000
stat id=113 cpu=4294967295 thread=0 value=3 enabled=10000 running=3757
stat_round round=final time=1172696
