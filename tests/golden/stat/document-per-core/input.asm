event r0 type=4 config=0 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=100,101,102,103
feature cpu_topology cores="0-3" threads="0;1;2;3" ids=0:3,1:3,2:3,3:3 dies="0-3" die_ids=0,0,0,0
feature nrcpus 8 8
feature cmdline "perf" "stat" "record" "-I" "1000" "-a" "--per-core" "-e" "r0" "md5sum" "/boot/vmlinuz"
include ../../include/stat_machine.asm
thread_map "threads=-1:"
cpu_map cpus=0,1,2,3
stat_config config=0:6,2:1,1:1000,3:0
stat id=100 cpu=0 thread=0 value=29545117 enabled=5954344 running=5954344
stat id=101 cpu=1 thread=0 value=37632 enabled=5954344 running=5954344
stat id=102 cpu=2 thread=0 value=63045 enabled=5954344 running=5954344
stat id=103 cpu=3 thread=0 value=97929 enabled=5954344 running=5954344
stat_round round=final time=5954344
