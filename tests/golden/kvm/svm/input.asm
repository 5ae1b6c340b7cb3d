# an AMD host whose kernel does not tell the instruction set with each exit
event kvm:kvm_entry type=tracepoint config=1 sample_type=ip|tid|time|cpu|raw|period|identifier ids=1 \
  flags=sample_id_all period=1
event kvm:kvm_exit type=tracepoint config=2 sample_type=ip|tid|time|cpu|raw|period|identifier ids=2 \
  flags=sample_id_all period=1
tracepoint kvm:kvm_entry id=1 fields="unsigned int vcpu_id; unsigned long rip" print='"x"'
tracepoint kvm:kvm_exit id=2 fields="unsigned int exit_reason; unsigned long guest_rip" print='"x"'
feature event_desc
feature nrcpus 2 2
feature hostname vm
feature osrelease 6.18
feature arch x86_64
feature cpuid AuthenticAMD,25,17,1
default ip=0xffffffff81000010 pid=100 tid=101 cpu=0 misc=kernel
comm pid=100 tid=100 comm=qemu time=1
comm pid=100 tid=101 comm=cpu0 time=2
comm pid=200 tid=201 comm=cpu1 time=3
sample id=1 time=1001000 fields="vcpu_id=0"
sample id=2 time=1002000 fields="exit_reason=1024"
sample id=1 time=1003000 fields="vcpu_id=0"
sample id=2 time=1004000 fields="exit_reason=120"
sample id=1 time=1006000 fields="vcpu_id=0"
sample id=2 time=1007000 fields="exit_reason=1024"
sample id=1 time=1010000 fields="vcpu_id=0"
sample id=2 time=1011000 fields="exit_reason=124"
sample id=1 time=1015000 fields="vcpu_id=0"
sample id=2 time=1016000 fields="exit_reason=2147483664"
sample id=1 time=1021000 fields="vcpu_id=0"
sample id=2 time=1022000 fields="exit_reason=4294967295"
sample id=1 time=1028000 fields="vcpu_id=0"
sample id=2 time=1029000 fields="exit_reason=65"
sample id=1 time=1036000 fields="vcpu_id=0"
sample id=2 time=1037000 fields="exit_reason=1365"
sample id=1 time=1045000 fields="vcpu_id=0"
