event cycles sample_type=ip|tid|time|identifier|cpu|period|callchain ids=1 flags=sample_id_all
event page-faults type=software config=2 sample_type=ip|tid|time|identifier|cpu|period|addr ids=2 flags=sample_id_all
event bpf-output type=software config=10 sample_type=ip|tid|time|identifier|cpu|period|raw ids=3 flags=sample_id_all
event branches type=hardware config=4 period=1 sample_type=ip|tid|time|identifier|cpu|period|addr ids=4 \
  flags=sample_id_all
event mem:0x400000 type=breakpoint sample_type=ip|tid|time|identifier|cpu|period|addr ids=5 flags=sample_id_all
event rawev type=raw config=0x1a8 sample_type=ip|tid|time|identifier|cpu|period|addr|data_src|weight|phys_addr ids=6 \
  flags=sample_id_all
event dyn type=9 config=0x1a8 sample_type=ip|tid|time|identifier|cpu|period|addr|data_src ids=7 flags=sample_id_all
event hwc type=hw_cache config=0x0 sample_type=ip|tid|time|identifier|cpu|period|addr ids=8 flags=sample_id_all
comm pid=10 tid=11 comm=prog time=1000
mmap2 pid=10 tid=11 start=0x400000 len=0x100000 file=/nonexistent/prog time=1001 prot=rx
sample id=1 pid=10 tid=11 cpu=3 ip=0x400123 misc=user time=2000000000 period=5 
sample id=1 pid=10 tid=11 cpu=3 ip=0x400123 misc=user time=2000000000 period=5 chain=user
sample id=2 pid=10 tid=11 cpu=3 ip=0x400123 misc=user time=2000000100 addr=0x400456 period=5 
sample id=3 pid=10 tid=11 cpu=3 ip=0x400123 misc=user time=2000000200 period=5 \
  raw="text:hello_world_this_is_a_long_text hex:00010203"
sample id=3 pid=10 tid=11 cpu=3 ip=0x400123 misc=user time=2000000200 period=5 raw="text:hello_world hex:0000"
sample id=4 pid=10 tid=11 cpu=3 ip=0x400123 misc=user time=2000000300 addr=0x400456 period=1
sample id=5 pid=10 tid=12 cpu=3 ip=0x400123 misc=user time=2000000400 addr=0x400456 period=1
sample id=6 pid=10 tid=12 cpu=3 ip=0x600123 misc=user time=2000000500 addr=0x400456 period=1 weight=5 \
  data_src=0x68100142
sample id=7 pid=10 tid=12 cpu=3 ip=0x600123 misc=user time=2000000500 addr=0x400456 period=1
sample id=8 pid=10 tid=12 cpu=3 ip=0x600123 misc=user time=2000000500 addr=0x700456 period=1
