# By time behind each round; what perf made at once.
event cycles sample_type=ip|tid|time ids=7 period=1
default pid=10 tid=11
comm comm=a time=0
sample ip=0x1000 time=50
sample ip=0x1001 time=30
finished_round
sample ip=0x1002 time=60
sample ip=0x1003 time=40
finished_round
sample ip=0x1004 time=55
finished_init
