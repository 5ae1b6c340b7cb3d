# the flags that ARM has numbers of its own for
include ../../include/raw_syscalls.asm
feature arch aarch64
feature event_desc
comm pid=100 tid=100 comm=program time=1000
sample id=1 pid=100 tid=100 cpu=0 time=1000000 misc=kernel ip=0x20 fields="id=56 args=-100,0x1000,0x8c000"
sample id=2 pid=100 tid=100 cpu=0 time=1001500 misc=kernel ip=0x30 fields="id=56 ret=3"
sample id=1 pid=100 tid=100 cpu=0 time=1010000 misc=kernel ip=0x20 fields="id=220 \
  args=0x3d0f00,0x1000,0x2000,0x3000,0x4000"
sample id=2 pid=100 tid=100 cpu=0 time=1011500 misc=kernel ip=0x30 fields="id=220 ret=200"
sample id=1 pid=100 tid=100 cpu=0 time=1020000 misc=kernel ip=0x20 fields="id=222 args=0,0x2000,3,34,-1"
sample id=2 pid=100 tid=100 cpu=0 time=1021500 misc=kernel ip=0x30 fields="id=222 ret=8323072"
sample id=1 pid=100 tid=100 cpu=0 time=1030000 misc=kernel ip=0x20 fields="id=437 args=-100,0x1000,0x2000,24"
sample id=2 pid=100 tid=100 cpu=0 time=1031500 misc=kernel ip=0x30 fields="id=437 ret=4"
