# a recording that is not of locks
event cycles
comm pid=10 tid=10 comm=prog time=1
sample pid=10 tid=10 ip=0x400000 time=2
