event page-faults type=software config=2 sample_type=identifier|ip|tid|time|cpu|period|addr ids=2 flags=sample_id_all
event branches type=hardware config=4 period=1 sample_type=identifier|ip|tid|time|cpu|period|addr ids=4 flags=sample_id_all
event mem:0x400000 type=breakpoint sample_type=identifier|ip|tid|time|cpu|period|addr ids=5 flags=sample_id_all
event rawev type=raw config=0x1a8 sample_type=identifier|ip|tid|time|cpu|period|addr|data_src|weight_struct|phys_addr ids=6 flags=sample_id_all
event alignment-faults type=software config=7 sample_type=identifier|ip|tid|time|cpu|period|addr ids=7 flags=sample_id_all
comm pid=10 tid=11 comm=prog time=1000
mmap2 pid=10 tid=11 start=0x400000 len=0x100000 file=/nonexistent/prog time=1001 prot=rx
sample id=2 pid=10 tid=11 cpu=3 ip=0x400123 misc=user time=2000000100 addr=0x400456 period=5 
sample id=2 pid=10 tid=11 cpu=3 ip=0x400123 misc=user time=2000000100 addr=0x800456 period=5 
sample id=4 pid=10 tid=11 cpu=3 ip=0x400123 misc=user time=2000000300 addr=0x400456 period=1
sample id=5 pid=10 tid=12 cpu=3 ip=0x400123 misc=user time=2000000400 addr=0x400456 period=1
sample id=6 pid=10 tid=12 cpu=3 ip=0x600123 misc=user time=2000000500 addr=0x400456 period=1 weight=0x0003000200000005 data_src=0x68100142
sample id=6 pid=10 tid=12 cpu=3 ip=0x600123 misc=user time=2000000500 addr=0x400456 period=1 weight=5 data_src=0x1e05080021
sample id=7 pid=10 tid=12 cpu=3 ip=0x600123 misc=user time=2000000500 addr=0x400456 period=1
