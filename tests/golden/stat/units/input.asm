event r1 type=4 config=1 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=100
event r2 type=4 config=2 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=101
event r4 type=4 config=4 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=102
event r6 type=4 config=6 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=103
event power/energy-pkg/ type=77 config=2 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=104
event uncore_imc/data_reads/ type=78 config=2 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=105
event half type=78 config=2 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=106
event thousands type=78 config=2 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=107
event a_name/that=1,is=2,longer=3,than=4,its=5,column=6/u type=78 config=4660 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=108
event task-clock type=1 config=1 sample_type=identifier read_format=total_time_enabled|total_time_running flags=disabled,inherit,enable_on_exec period=0 ids=109
feature nrcpus 8 8
feature cmdline "perf" "stat" "record" "--" "prog" "arg"
include ../../include/stat_machine.asm
event_update id=104 unit=Joules
event_update id=104 scale=2.3283064365386963e-10
event_update id=105 unit=MiB
event_update id=105 scale=6.103515625e-05
event_update id=106 scale=0.5
event_update id=107 scale=1000
thread_map "threads=-1:"
cpu_map cpus=65535
stat_config config=0:1,2:1,1:0,3:0
stat id=100 cpu=4294967295 thread=0 value=5 enabled=1000 running=3
stat id=101 cpu=4294967295 thread=0 value=5 enabled=7 running=4
stat id=102 cpu=4294967295 thread=0 value=4611686018427400249 enabled=3 running=2
stat id=103 cpu=4294967295 thread=0 value=18446744073709551615 enabled=1 running=1
stat id=104 cpu=4294967295 thread=0 value=123456789012 enabled=100 running=100
stat id=105 cpu=4294967295 thread=0 value=123456789 enabled=100 running=50
stat id=106 cpu=4294967295 thread=0 value=1235 enabled=100 running=100
stat id=107 cpu=4294967295 thread=0 value=1234 enabled=100 running=100
stat id=108 cpu=4294967295 thread=0 value=12345 enabled=1000000000 running=1000000000
stat id=109 cpu=4294967295 thread=0 value=1234567 enabled=100 running=50
stat_round round=final time=2000000000
