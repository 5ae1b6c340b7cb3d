# payloads that are too short, times that go back, nothing that ends
event kvm:kvm_entry type=tracepoint config=1 sample_type=ip|tid|time|cpu|raw|period|identifier ids=1 \
  flags=sample_id_all period=1
event kvm:kvm_exit type=tracepoint config=2 sample_type=ip|tid|time|cpu|raw|period|identifier ids=2 \
  flags=sample_id_all period=1
event kvm:kvm_mmio type=tracepoint config=3 sample_type=ip|tid|time|cpu|raw|period|identifier ids=3 \
  flags=sample_id_all period=1
event kvm:kvm_pio type=tracepoint config=4 sample_type=ip|tid|time|cpu|raw|period|identifier ids=4 \
  flags=sample_id_all period=1
event kvm:kvm_msr type=tracepoint config=5 sample_type=ip|tid|time|cpu|raw|period|identifier ids=5 \
  flags=sample_id_all period=1
tracepoint kvm:kvm_entry id=1 fields="unsigned int vcpu_id; unsigned long rip" print='"x"'
tracepoint kvm:kvm_exit id=2 fields="unsigned int exit_reason; unsigned long guest_rip; u32 isa; u64 info1" print='"x"'
tracepoint kvm:kvm_mmio id=3 fields="u32 type; u32 len; u64 gpa; u64 val" print='"x"'
tracepoint kvm:kvm_pio id=4 fields="unsigned int rw; unsigned int port; unsigned int size; unsigned int count; unsigned int val" print='"x"'
tracepoint kvm:kvm_msr id=5 fields="unsigned write; u32 ecx; u64 data; u8 exception" print='"x"'
feature event_desc
feature nrcpus 2 2
feature hostname vm
feature osrelease 6.18
feature arch x86_64
default ip=0xffffffff81000010 pid=100 tid=101 cpu=0 misc=kernel
comm pid=100 tid=100 comm=qemu time=1
comm pid=100 tid=101 comm=cpu0 time=2
comm pid=200 tid=201 comm=cpu1 time=3
sample id=1 time=1001000 fields="vcpu_id=0"
sample id=2 time=2000000 raw=0200
sample id=2 time=2001000 fields="exit_reason=12 isa=1"
sample id=1 time=1500000 fields="vcpu_id=0"
sample id=1 time=2002000 raw=""
sample id=3 time=2003000 raw="u16:3 u16:0"
sample id=2 time=18446744073709551614 fields="exit_reason=10 isa=1"
sample id=1 time=18446744073709551615 fields="vcpu_id=0"
sample id=4 time=2005000 fields="port=0"
sample id=1 time=2006000 fields="vcpu_id=0xffffffff"
