# payloads too short for the key, strings without an end, times out of order, an event without payload
event t:begin type=tracepoint config=1 sample_type=ip|tid|time|cpu|raw|period|identifier ids=1 flags=sample_id_all \
  period=1
event t:end type=tracepoint config=2 sample_type=ip|tid|time|cpu|raw|period|identifier ids=2 flags=sample_id_all \
  period=1
tracepoint t:begin id=1 fields="unsigned long key; __data_loc char[] name" print='"x"'
tracepoint t:end id=2 fields="unsigned int key; char name[8]" print='"x"'
feature nrcpus 4 4
feature arch x86_64
feature event_desc
default ip=0x400010
sample id=1 pid=10 tid=10 cpu=0 time=1000 misc=user raw="u16:1 u8:0 u8:0 u32:10 u32:1"
sample id=1 pid=10 tid=10 cpu=0 time=2000 misc=user raw="u16:1 u8:0 u8:0 u32:10 u64:0x100000001 u32:0x00080014 \
  text:abcdefgh"
sample id=2 pid=10 tid=10 cpu=0 time=3000 misc=user fields="key=1 name=abcdefgh"
sample id=1 pid=10 tid=10 cpu=0 time=4000 misc=user raw="u16:1 u8:0 u8:0 u32:10 u64:2 u32:0xffffffff"
sample id=2 pid=10 tid=10 cpu=0 time=5000 misc=user fields="key=2 name=x"
sample id=2 pid=10 tid=10 cpu=0 time=4500 misc=user raw="u16:2 u8:0 u8:0 u32:10 u32:9"
sample id=2 pid=10 tid=10 cpu=0 time=6000 misc=user raw="u16:2 u8:0 u8:0 u32:10 u16:1"
sample id=1 pid=10 tid=10 cpu=0 time=7000 misc=user raw="u16:1 u8:0 u8:0 u32:10 u64:3 u32:0"
sample id=2 pid=10 tid=10 cpu=0 time=6500 misc=user fields="key=3"
lost id=1 lost=5 time=7500
sample id=1 pid=10 tid=10 cpu=0 time=8000
sample id=1 pid=10 tid=10 cpu=0 time=9223372036854775808 misc=user raw="u16:1 u8:0 u8:0 u32:10 u64:4 u32:0"
sample id=2 pid=10 tid=10 cpu=0 time=18446744073709551614 misc=user fields="key=4"
