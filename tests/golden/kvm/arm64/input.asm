# arm64: traps by class, interrupts, errors
event kvm:kvm_entry type=tracepoint config=1 sample_type=ip|tid|time|cpu|raw|period|identifier ids=1 \
  flags=sample_id_all period=1
event kvm:kvm_exit type=tracepoint config=2 sample_type=ip|tid|time|cpu|raw|period|identifier ids=2 \
  flags=sample_id_all period=1
tracepoint kvm:kvm_entry id=1 fields="unsigned long vcpu_pc" print='"x"'
tracepoint kvm:kvm_exit id=2 fields="int ret; unsigned int esr_ec; unsigned long vcpu_pc" print='"x"'
feature event_desc
feature nrcpus 2 2
feature hostname vm
feature osrelease 6.18
feature arch aarch64
default ip=0xffffffff81000010 pid=100 tid=101 cpu=0 misc=kernel
comm pid=100 tid=100 comm=qemu time=1
comm pid=100 tid=101 comm=cpu0 time=2
comm pid=200 tid=201 comm=cpu1 time=3
sample id=1 time=1001000 fields="vcpu_pc=1"
sample id=2 time=1002000 fields="ret=0 esr_ec=0"
sample id=1 time=1003000 fields="vcpu_pc=1"
sample id=2 time=1004000 fields="ret=2 esr_ec=1"
sample id=1 time=1006000 fields="vcpu_pc=1"
sample id=2 time=1007000 fields="ret=2 esr_ec=36"
sample id=1 time=1010000 fields="vcpu_pc=1"
sample id=2 time=1011000 fields="ret=2 esr_ec=22"
sample id=1 time=1015000 fields="vcpu_pc=1"
sample id=2 time=1016000 fields="ret=2 esr_ec=36"
sample id=1 time=1021000 fields="vcpu_pc=1"
sample id=2 time=1022000 fields="ret=1 esr_ec=0"
sample id=1 time=1028000 fields="vcpu_pc=1"
sample id=2 time=1029000 fields="ret=-2147483646 esr_ec=32"
sample id=1 time=1036000 fields="vcpu_pc=1"
sample id=2 time=1037000 fields="ret=3 esr_ec=0"
sample id=1 time=1045000 fields="vcpu_pc=1"
sample id=2 time=1046000 fields="ret=195938833 esr_ec=0"
sample id=1 time=1055000 fields="vcpu_pc=1"
sample id=2 time=1056000 fields="ret=2 esr_ec=63"
sample id=1 time=1066000 fields="vcpu_pc=1"
sample id=2 time=1067000 fields="ret=9 esr_ec=0"
sample id=1 time=1078000 fields="vcpu_pc=1"
sample id=2 time=1079000 fields="ret=2 esr_ec=47"
sample id=1 time=1091000 fields="vcpu_pc=1"
