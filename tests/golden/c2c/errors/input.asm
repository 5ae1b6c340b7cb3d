event cycles
comm comm=w pid=10 misc=exec time=1000
sample ip=0x401000 pid=10 tid=10 time=2000
