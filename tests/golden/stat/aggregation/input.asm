event cycles type=0 config=0 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=100,101,102,103,104,105,106,107
event instructions type=0 config=1 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=108,109,110,111,112,113,114,115
event task-clock type=1 config=1 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=116,117,118,119,120,121,122,123
event r1 type=4 config=1 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0
event context-switches type=1 config=3 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=132,133,134,135,136,137,138,139
event stalled-cycles-backend type=0 config=8 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=140,141,142,143,144,145,146,147
feature cpu_topology cores="0-3;4-7" threads="0-1;2-3;4-5;6-7" ids=0:0,0:0,1:0,1:0,0:1,0:1,1:1,1:1 dies="0-3;4-7" die_ids=0,0,0,0,1,1,1,1
feature nrcpus 8 8
feature cmdline "perf" "stat" "record" "--" "prog" "arg"
include ../../include/stat_machine.asm
feature numa_topology 0:1000:500:0-3 1:1000:500:4-7
feature cache 1:64:64:8:Data:32K:0-1 1:64:64:8:Data:32K:2-3 3:64:1024:16:Unified:8192K:0-3 3:64:1024:16:Unified:8192K:4-7
thread_map "threads=-1:"
cpu_map cpus=0,1,2,3,4,5,6,7
stat_config config=0:1,2:1,1:0,3:3
stat id=100 cpu=0 thread=0 value=1000003 enabled=1000000000 running=1000000000
stat id=101 cpu=1 thread=0 value=2000006 enabled=1000000000 running=1000000000
stat id=102 cpu=2 thread=0 value=3000009 enabled=1000000000 running=1000000000
stat id=103 cpu=3 thread=0 value=4000012 enabled=1000000000 running=400000000
stat id=104 cpu=4 thread=0 value=5000015 enabled=1000000000 running=1000000000
stat id=105 cpu=5 thread=0 value=6000018 enabled=1000000000 running=1000000000
stat id=106 cpu=6 thread=0 value=7000021 enabled=1000000000 running=1000000000
stat id=107 cpu=7 thread=0 value=8000024 enabled=1000000000 running=1000000000
stat id=108 cpu=0 thread=0 value=2000 enabled=1000000000 running=1000000000
stat id=109 cpu=1 thread=0 value=4000 enabled=1000000000 running=1000000000
stat id=110 cpu=2 thread=0 value=6000 enabled=1000000000 running=1000000000
stat id=111 cpu=3 thread=0 value=8000 enabled=1000000000 running=400000000
stat id=112 cpu=4 thread=0 value=10000 enabled=1000000000 running=1000000000
stat id=113 cpu=5 thread=0 value=12000 enabled=1000000000 running=1000000000
stat id=114 cpu=6 thread=0 value=14000 enabled=1000000000 running=1000000000
stat id=115 cpu=7 thread=0 value=16000 enabled=1000000000 running=1000000000
stat id=116 cpu=0 thread=0 value=10000000 enabled=1000000000 running=1000000000
stat id=117 cpu=1 thread=0 value=20000000 enabled=1000000000 running=1000000000
stat id=118 cpu=2 thread=0 value=30000000 enabled=1000000000 running=1000000000
stat id=119 cpu=3 thread=0 value=40000000 enabled=1000000000 running=400000000
stat id=120 cpu=4 thread=0 value=50000000 enabled=1000000000 running=1000000000
stat id=121 cpu=5 thread=0 value=60000000 enabled=1000000000 running=1000000000
stat id=122 cpu=6 thread=0 value=70000000 enabled=1000000000 running=1000000000
stat id=123 cpu=7 thread=0 value=80000000 enabled=1000000000 running=1000000000
stat id=132 cpu=0 thread=0 value=3 enabled=100 running=100
stat id=133 cpu=1 thread=0 value=3 enabled=100 running=100
stat id=134 cpu=2 thread=0 value=3 enabled=100 running=100
stat id=135 cpu=3 thread=0 value=3 enabled=100 running=100
stat id=136 cpu=4 thread=0 value=5 enabled=100 running=0
stat id=137 cpu=5 thread=0 value=5 enabled=100 running=0
stat id=138 cpu=6 thread=0 value=5 enabled=100 running=0
stat id=139 cpu=7 thread=0 value=5 enabled=100 running=0
stat id=140 cpu=0 thread=0 value=77777 enabled=1000000000 running=1000000000
stat id=141 cpu=1 thread=0 value=155554 enabled=1000000000 running=1000000000
stat id=142 cpu=2 thread=0 value=233331 enabled=1000000000 running=1000000000
stat id=143 cpu=3 thread=0 value=311108 enabled=1000000000 running=400000000
stat id=144 cpu=4 thread=0 value=388885 enabled=1000000000 running=1000000000
stat id=145 cpu=5 thread=0 value=466662 enabled=1000000000 running=1000000000
stat id=146 cpu=6 thread=0 value=544439 enabled=1000000000 running=1000000000
stat id=147 cpu=7 thread=0 value=622216 enabled=1000000000 running=1000000000
stat_round round=final time=2000000000
