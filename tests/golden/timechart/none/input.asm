# no event that a chart could be made of
event cycles type=hardware config=0 sample_type=ip|tid|time period=1 ids=1
sample id=1 pid=1 tid=1 time=1000 ip=0x10
