include ../../include/detailed_events.asm
feature nrcpus 8 8
feature cmdline "perf" "stat" "record" "ls"
include ../../include/stat_machine.asm
thread_map "threads=-1:"
cpu_map cpus=65535
stat_config config=0:1,2:1,1:0,3:0
stat id=100 cpu=4294967295 thread=0 value=2035241 enabled=1000000000 running=1000000000
stat id=101 cpu=4294967295 thread=0 value=2 enabled=1000000000 running=1000000000
stat id=102 cpu=4294967295 thread=0 value=0 enabled=1000000000 running=1000000000
stat id=103 cpu=4294967295 thread=0 value=246 enabled=1000000000 running=1000000000
stat id=104 cpu=4294967295 thread=0 value=925588 enabled=10000 running=5938
stat id=105 cpu=4294967295 thread=0 value=516435 enabled=10000 running=5315
stat id=106 cpu=4294967295 thread=0 value=684257 enabled=1000000000 running=1000000000
stat id=107 cpu=4294967295 thread=0 value=1105923 enabled=1000000000 running=1000000000
stat id=108 cpu=4294967295 thread=0 value=210716 enabled=1000000000 running=1000000000
stat id=109 cpu=4294967295 thread=0 value=10632 enabled=1000000000 running=1000000000
stat_round round=final time=3138057
