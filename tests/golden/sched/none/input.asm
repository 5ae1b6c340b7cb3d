event cycles ids=1 flags=sample_id_all
sample id=1 pid=1 tid=1 ip=0x1000 time=1000 period=1
