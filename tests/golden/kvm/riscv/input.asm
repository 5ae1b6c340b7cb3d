# RISC-V: exceptions and interrupts have numbers of their own
event kvm:kvm_entry type=tracepoint config=1 sample_type=ip|tid|time|cpu|raw|period|identifier ids=1 \
  flags=sample_id_all period=1
event kvm:kvm_exit type=tracepoint config=2 sample_type=ip|tid|time|cpu|raw|period|identifier ids=2 \
  flags=sample_id_all period=1
tracepoint kvm:kvm_entry id=1 fields="unsigned long pc" print='"x"'
tracepoint kvm:kvm_exit id=2 fields="unsigned long sepc; unsigned long scause; unsigned long stval; unsigned long htval; unsigned long htinst" print='"x"'
feature event_desc
feature nrcpus 2 2
feature hostname vm
feature osrelease 6.18
feature arch riscv64
default ip=0xffffffff81000010 pid=100 tid=101 cpu=0 misc=kernel
comm pid=100 tid=100 comm=qemu time=1
comm pid=100 tid=101 comm=cpu0 time=2
comm pid=200 tid=201 comm=cpu1 time=3
sample id=1 time=1001000 fields="pc=1"
sample id=2 time=1002000 fields="scause=10"
sample id=1 time=1003000 fields="pc=1"
sample id=2 time=1004000 fields="scause=9223372036854775818"
sample id=1 time=1006000 fields="pc=1"
sample id=2 time=1007000 fields="scause=20"
sample id=1 time=1010000 fields="pc=1"
sample id=2 time=1011000 fields="scause=21"
sample id=1 time=1015000 fields="pc=1"
sample id=2 time=1016000 fields="scause=23"
sample id=1 time=1021000 fields="pc=1"
sample id=2 time=1022000 fields="scause=21"
sample id=1 time=1028000 fields="pc=1"
sample id=2 time=1029000 fields="scause=9223372036854775813"
sample id=1 time=1036000 fields="pc=1"
sample id=2 time=1037000 fields="scause=1"
sample id=1 time=1045000 fields="pc=1"
sample id=2 time=1046000 fields="scause=9223372036854775809"
sample id=1 time=1055000 fields="pc=1"
sample id=2 time=1056000 fields="scause=63"
sample id=1 time=1066000 fields="pc=1"
sample id=2 time=1067000 fields="scause=22"
sample id=1 time=1078000 fields="pc=1"
