# PowerPC: interrupts, and calls of the hypervisor
event kvm_hv:kvm_guest_enter type=tracepoint config=1 sample_type=ip|tid|time|cpu|raw|period|identifier ids=1 \
  flags=sample_id_all period=1
event kvm_hv:kvm_guest_exit type=tracepoint config=2 sample_type=ip|tid|time|cpu|raw|period|identifier ids=2 \
  flags=sample_id_all period=1
event kvm_hv:kvm_hcall_enter type=tracepoint config=3 sample_type=ip|tid|time|cpu|raw|period|identifier ids=3 \
  flags=sample_id_all period=1
event kvm_hv:kvm_hcall_exit type=tracepoint config=4 sample_type=ip|tid|time|cpu|raw|period|identifier ids=4 \
  flags=sample_id_all period=1
tracepoint kvm_hv:kvm_guest_enter id=1 fields="int vcpu_id; unsigned long pc; unsigned long pending_exceptions; u8 ceded" print='"x"'
tracepoint kvm_hv:kvm_guest_exit id=2 fields="int vcpu_id; int trap; unsigned long pc; unsigned long msr; u8 ceded" print='"x"'
tracepoint kvm_hv:kvm_hcall_enter id=3 fields="int vcpu_id; unsigned long req; unsigned long gpr4" print='"x"'
tracepoint kvm_hv:kvm_hcall_exit id=4 fields="int vcpu_id; unsigned long ret; unsigned long hcall_rc" print='"x"'
feature event_desc
feature nrcpus 2 2
feature hostname vm
feature osrelease 6.18
feature arch ppc64le
default ip=0xffffffff81000010 pid=100 tid=101 cpu=0 misc=kernel
comm pid=100 tid=100 comm=qemu time=1
comm pid=100 tid=101 comm=cpu0 time=2
comm pid=200 tid=201 comm=cpu1 time=3
sample id=1 time=1001000 fields="vcpu_id=1"
sample id=2 time=1002000 fields="vcpu_id=1 trap=3072"
sample id=1 time=1003000 fields="vcpu_id=1"
sample id=2 time=1004000 fields="vcpu_id=1 trap=1280"
sample id=1 time=1006000 fields="vcpu_id=1"
sample id=2 time=1007000 fields="vcpu_id=1 trap=2432"
sample id=1 time=1010000 fields="vcpu_id=1"
sample id=2 time=1011000 fields="vcpu_id=1 trap=3072"
sample id=1 time=1015000 fields="vcpu_id=1"
sample id=2 time=1016000 fields="vcpu_id=1 trap=3648"
sample id=1 time=1021000 fields="vcpu_id=1"
sample id=2 time=1022000 fields="vcpu_id=1 trap=291"
sample id=1 time=1028000 fields="vcpu_id=1"
sample id=3 time=1029000 fields="vcpu_id=1 req=224"
sample id=4 time=1030000 fields="vcpu_id=1"
sample id=3 time=1031000 fields="vcpu_id=1 req=88"
sample id=4 time=1033000 fields="vcpu_id=1"
sample id=3 time=1034000 fields="vcpu_id=1 req=224"
sample id=4 time=1037000 fields="vcpu_id=1"
sample id=3 time=1038000 fields="vcpu_id=1 req=61440"
sample id=4 time=1042000 fields="vcpu_id=1"
sample id=3 time=1043000 fields="vcpu_id=1 req=30583"
sample id=4 time=1048000 fields="vcpu_id=1"
