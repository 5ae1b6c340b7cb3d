# upstream's recorder writes the counts of the last interval once more
event task-clock type=1 config=1 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=100
feature nrcpus 8 8
feature cmdline "perf" "stat" "record" "--" "prog"
feature event_desc
feature stat
feature hostname vm
feature arch x86_64
thread_map "threads=-1:"
cpu_map cpus=0
stat_config config=0:1,2:1,1:100,3:0
stat id=100 cpu=0 thread=0 value=100000000 enabled=100000000 running=100000000
stat_round round=interval time=100100000
stat id=100 cpu=0 thread=0 value=130000000 enabled=130000000 running=130000000
stat_round round=interval time=130100000
stat id=100 cpu=0 thread=0 value=130000000 enabled=130000000 running=130000000
