event cycles ids=1 sample_type=ip|tid|time
comm pid=1 tid=1 comm=x time=1
sample pid=1 tid=1 ip=1 time=2
