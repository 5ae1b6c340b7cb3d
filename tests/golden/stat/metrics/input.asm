include ../../include/detailed_events.asm
event L1-dcache-loads type=3 config=0 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=110
event L1-dcache-load-misses type=3 config=65536 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=111
event LLC-loads type=3 config=2 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=112
event LLC-load-misses type=3 config=65538 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=113
event L1-icache-loads type=3 config=1 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=114
event L1-icache-load-misses type=3 config=65537 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=115
event dTLB-loads type=3 config=3 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=116
event dTLB-load-misses type=3 config=65539 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=117
event iTLB-loads type=3 config=4 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=118
event iTLB-load-misses type=3 config=65540 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=119
event L1-dcache-prefetches type=3 config=512 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=120
event L1-dcache-prefetch-misses type=3 config=66048 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=121
event cache-references type=0 config=2 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=122
event cache-misses type=0 config=3 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=123
event ref-cycles type=0 config=9 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=124
event bus-cycles type=0 config=6 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=125
event cpu-clock type=1 config=0 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=126
event r1a8 type=4 config=424 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=127
event r0 type=4 config=0 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=128
event r1 type=4 config=1 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0
event node-loads type=3 config=6 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=130
event minor-faults type=1 config=5 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=131
event dTLB-stores type=3 config=259 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=132
event LLC-stores type=3 config=258 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=133
event LLC-store-misses type=3 config=65794 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=134
event branch-loads type=3 config=5 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=135
event branch-load-misses type=3 config=65541 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=136
feature nrcpus 8 8
feature cmdline "perf" "stat" "record" "--" "prog" "arg"
include ../../include/stat_machine.asm
thread_map "threads=-1:"
cpu_map cpus=65535
stat_config config=0:1,2:1,1:0,3:0
stat id=100 cpu=4294967295 thread=0 value=83723452481 enabled=1000000000 running=1000000000
stat id=101 cpu=4294967295 thread=0 value=123 enabled=1000000000 running=1000000000
stat id=102 cpu=4294967295 thread=0 value=4 enabled=1000000000 running=1000000000
stat id=103 cpu=4294967295 thread=0 value=3228188 enabled=1000000000 running=1000000000
stat id=104 cpu=4294967295 thread=0 value=229570665834 enabled=1000000000 running=1000000000
stat id=105 cpu=4294967295 thread=0 value=100000000 enabled=1000000000 running=1000000000
stat id=106 cpu=4294967295 thread=0 value=150000000000 enabled=1000000000 running=1000000000
stat id=107 cpu=4294967295 thread=0 value=313163853778 enabled=1000000000 running=1000000000
stat id=108 cpu=4294967295 thread=0 value=69704684856 enabled=1000000000 running=1000000000
stat id=109 cpu=4294967295 thread=0 value=2078861393 enabled=1000000000 running=1000000000
stat id=110 cpu=4294967295 thread=0 value=1000000 enabled=1000000000 running=1000000000
stat id=111 cpu=4294967295 thread=0 value=50000 enabled=1000000000 running=1000000000
stat id=112 cpu=4294967295 thread=0 value=20000 enabled=1000000000 running=1000000000
stat id=113 cpu=4294967295 thread=0 value=3000 enabled=1000000000 running=1000000000
stat id=114 cpu=4294967295 thread=0 value=7777 enabled=1000000000 running=1000000000
stat id=115 cpu=4294967295 thread=0 value=777 enabled=1000000000 running=1000000000
stat id=116 cpu=4294967295 thread=0 value=5555 enabled=1000000000 running=1000000000
stat id=117 cpu=4294967295 thread=0 value=55 enabled=1000000000 running=1000000000
stat id=118 cpu=4294967295 thread=0 value=333 enabled=1000000000 running=1000000000
stat id=119 cpu=4294967295 thread=0 value=3333 enabled=1000000000 running=1000000000
stat id=120 cpu=4294967295 thread=0 value=12 enabled=1000000000 running=1000000000
stat id=121 cpu=4294967295 thread=0 value=1 enabled=1000000000 running=1000000000
stat id=122 cpu=4294967295 thread=0 value=9999 enabled=1000000000 running=1000000000
stat id=123 cpu=4294967295 thread=0 value=3333 enabled=1000000000 running=1000000000
stat id=124 cpu=4294967295 thread=0 value=100 enabled=1000000000 running=1000000000
stat id=125 cpu=4294967295 thread=0 value=200 enabled=1000000000 running=1000000000
stat id=126 cpu=4294967295 thread=0 value=83723452481 enabled=1000000000 running=1000000000
stat id=127 cpu=4294967295 thread=0 value=5 enabled=1000 running=500
stat id=128 cpu=4294967295 thread=0 value=5 enabled=1000 running=0
stat id=130 cpu=4294967295 thread=0 value=3 enabled=1000000000 running=1000000000
stat id=131 cpu=4294967295 thread=0 value=12 enabled=1000000000 running=1000000000
stat id=132 cpu=4294967295 thread=0 value=3 enabled=1000000000 running=1000000000
stat id=133 cpu=4294967295 thread=0 value=4 enabled=1000000000 running=1000000000
stat id=134 cpu=4294967295 thread=0 value=5 enabled=1000000000 running=1000000000
stat id=135 cpu=4294967295 thread=0 value=12 enabled=1000000000 running=1000000000
stat id=136 cpu=4294967295 thread=0 value=11 enabled=1000000000 running=1000000000
stat_round round=final time=2000000000
