event probe_lat:bl9 type=4 config=4660 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=100
feature nrcpus 8 8
feature cmdline "perf" "stat" "record" "-e" "probe_lat:bl9" "lat_mem_rd" "1" "2048"
include ../../include/stat_machine.asm
thread_map "threads=-1:"
cpu_map cpus=65535
stat_config config=0:1,2:1,1:0,3:0
stat id=100 cpu=4294967295 thread=0 value=28802191 enabled=1000000000 running=1000000000
stat_round round=final time=23484057250
