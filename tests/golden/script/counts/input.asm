event cycles ids=1,2 read_format=id
event faults type=software config=2 ids=3,4 read_format=id
thread_map threads=4711:prog
cpu_map cpus=0,1
stat id=1 cpu=0 thread=0 value=100 enabled=10 running=10
stat id=2 cpu=1 thread=0 value=200 enabled=11 running=11
stat id=3 cpu=0 thread=0 value=1 enabled=12 running=12
stat id=4 cpu=1 thread=0 value=2 enabled=13 running=13
stat_round round=interval time=1000
stat id=1 cpu=0 thread=0 value=150 enabled=20 running=15
stat id=3 cpu=0 thread=0 value=1 enabled=22 running=22
stat_round round=final time=2000
