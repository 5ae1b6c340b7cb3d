# three events of which one has no time: no wait that begins or ends with it can be told
event t:begin type=tracepoint config=1 sample_type=ip|tid|time|cpu|raw|period|identifier ids=1 flags=sample_id_all \
  period=1
event t:end type=tracepoint config=2 sample_type=ip|tid|time|cpu|raw|period|identifier ids=2 flags=sample_id_all \
  period=1
event t:timeless type=tracepoint config=3 sample_type=ip|tid|cpu|raw|period|identifier ids=3 period=1
tracepoint t:begin id=1 fields="unsigned long key" print='"x"'
tracepoint t:end id=2 fields="unsigned long key" print='"x"'
tracepoint t:timeless id=3 fields="unsigned long key" print='"x"'
feature nrcpus 4 4
feature arch x86_64
feature event_desc
default ip=0x400010 pid=10 tid=10 cpu=0 misc=user
sample id=1 time=1000 fields="key=1"
sample id=3 fields="key=1"
sample id=2 time=4000 fields="key=1"
