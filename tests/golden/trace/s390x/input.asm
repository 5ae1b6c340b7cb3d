# calls of another machine: its numbers, clone with its arguments the other way round
include ../../include/raw_syscalls.asm
feature arch s390x
feature event_desc
comm pid=100 tid=100 comm=program time=1000
sample id=1 pid=100 tid=100 cpu=0 time=1000000 misc=kernel ip=0x20 fields="id=288 args=-100,0x1000,0x90800"
sample id=2 pid=100 tid=100 cpu=0 time=1001500 misc=kernel ip=0x30 fields="id=288 ret=3"
sample id=1 pid=100 tid=100 cpu=0 time=1010000 misc=kernel ip=0x20 fields="id=3 args=3,0x1000,0x1000"
sample id=2 pid=100 tid=100 cpu=0 time=1011500 misc=kernel ip=0x30 fields="id=3 ret=832"
sample id=1 pid=100 tid=100 cpu=0 time=1020000 misc=kernel ip=0x20 fields="id=120 args=0,0x1200011,0,0x2000"
sample id=2 pid=100 tid=100 cpu=0 time=1021500 misc=kernel ip=0x30 fields="id=120 ret=200"
sample id=1 pid=100 tid=100 cpu=0 time=1030000 misc=kernel ip=0x20 fields="id=222 args=0x1000"
sample id=2 pid=100 tid=100 cpu=0 time=1031500 misc=kernel ip=0x30 fields="id=222"
sample id=1 pid=100 tid=100 cpu=0 time=1040000 misc=kernel ip=0x20 fields="id=238 args=0x1000,129,1"
sample id=2 pid=100 tid=100 cpu=0 time=1041500 misc=kernel ip=0x30 fields="id=238"
sample id=1 pid=100 tid=100 cpu=0 time=1050000 misc=kernel ip=0x20 fields="id=241 args=100,100,9"
sample id=2 pid=100 tid=100 cpu=0 time=1051500 misc=kernel ip=0x30 fields="id=241"
sample id=1 pid=100 tid=100 cpu=0 time=1060000 misc=kernel ip=0x20 fields="id=72"
sample id=2 pid=100 tid=100 cpu=0 time=1061500 misc=kernel ip=0x30 fields="id=72"
sample id=1 pid=100 tid=100 cpu=0 time=1070000 misc=kernel ip=0x20 fields="id=55 args=3,3"
sample id=2 pid=100 tid=100 cpu=0 time=1071500 misc=kernel ip=0x30 fields="id=55 ret=34818"
sample id=1 pid=100 tid=100 cpu=0 time=1080000 misc=kernel ip=0x20 fields="id=54 args=1,0x5413,0x1000"
sample id=2 pid=100 tid=100 cpu=0 time=1081500 misc=kernel ip=0x30 fields="id=54 ret=-25"
sample id=1 pid=100 tid=100 cpu=0 time=1090000 misc=kernel ip=0x20 fields="id=1 args=1"
sample id=2 pid=100 tid=100 cpu=0 time=1091500 misc=kernel ip=0x30 fields="id=1"
