# an Intel host: two guests, exits, accesses to devices, ports and registers
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
feature cpuid GenuineIntel,6,85,4
default ip=0xffffffff81000010 pid=100 tid=101 cpu=0 misc=kernel
comm pid=100 tid=100 comm=qemu time=1
comm pid=100 tid=101 comm=cpu0 time=2
comm pid=200 tid=201 comm=cpu1 time=3
# what is before the first entry of a thread does not count
sample id=2 time=1001000 fields="exit_reason=12 isa=1"
sample id=1 time=1004000 fields="vcpu_id=0"
sample id=2 pid=200 tid=201 time=1006000 fields="exit_reason=48 isa=1"
sample id=1 pid=200 tid=201 time=1008000 fields="vcpu_id=3"
# the second of two exits in a row replaces the first
sample id=2 time=1009000 fields="exit_reason=12 isa=1"
sample id=2 time=1010000 fields="exit_reason=10 isa=1"
sample id=1 time=1011500 fields="vcpu_id=0"
sample id=1 time=1012500 fields="vcpu_id=0"
# writes: the last one counts; a read ends when it is told, or ends a write
sample id=2 time=1013500 fields="exit_reason=48 isa=1"
sample id=3 time=1014500 fields="type=2 len=4 gpa=0xfee000b0"
sample id=3 time=1015000 fields="type=2 len=4 gpa=0xfee00300"
sample id=1 time=1018000 fields="vcpu_id=0"
sample id=2 time=1019000 fields="exit_reason=48 isa=1"
sample id=3 time=1020000 fields="type=0 len=4 gpa=0x3000"
sample id=1 time=1021000 fields="vcpu_id=0"
sample id=2 time=1022000 fields="exit_reason=49 isa=1"
sample id=3 time=1024000 fields="type=1 len=4 gpa=0x3000"
sample id=3 time=1025000 fields="type=1 len=4 gpa=0x4000"
sample id=1 time=1026000 fields="vcpu_id=0"
sample id=2 time=1027000 fields="exit_reason=48 isa=1"
sample id=3 time=1027250 fields="type=2 len=4 gpa=0x1000"
sample id=3 time=1028000 fields="type=1 len=4 gpa=0x2000"
sample id=1 time=1029000 fields="vcpu_id=0"
# ports and registers
sample id=2 pid=200 tid=201 time=1030000 fields="exit_reason=30 isa=1"
sample id=4 pid=200 tid=201 time=1030500 fields="rw=1 port=1016 size=1 count=1"
sample id=1 pid=200 tid=201 time=1031500 fields="vcpu_id=3"
sample id=2 pid=200 tid=201 time=1032500 fields="exit_reason=30 isa=1"
sample id=4 pid=200 tid=201 time=1033000 fields="rw=0 port=1016 size=1 count=1"
sample id=1 pid=200 tid=201 time=1035000 fields="vcpu_id=3"
sample id=2 pid=200 tid=201 time=1036000 fields="exit_reason=30 isa=1"
sample id=4 pid=200 tid=201 time=1036500 fields="rw=1 port=1016 size=1 count=1"
sample id=1 pid=200 tid=201 time=1039500 fields="vcpu_id=3"
sample id=2 pid=200 tid=201 time=1040500 fields="exit_reason=30 isa=1"
sample id=4 pid=200 tid=201 time=1041000 fields="rw=1 port=96 size=1 count=1"
sample id=1 pid=200 tid=201 time=1045000 fields="vcpu_id=3"
sample id=2 time=1046000 fields="exit_reason=32 isa=1"
sample id=5 time=1046500 fields="write=1 ecx=1760"
sample id=1 time=1048500 fields="vcpu_id=0"
sample id=2 time=1049500 fields="exit_reason=31 isa=1"
sample id=5 time=1050000 fields="write=0 ecx=16"
sample id=1 time=1052000 fields="vcpu_id=0"
sample id=2 time=1053000 fields="exit_reason=32 isa=1"
sample id=5 time=1053500 fields="write=1 ecx=1760"
sample id=1 time=1055500 fields="vcpu_id=0"
# codes without a name; an entry that failed; a reason of AMD on the same host, as in a file put together of two
sample id=2 time=1056500 fields="exit_reason=5 isa=1"
sample id=1 time=1058500 fields="vcpu_id=0"
sample id=2 time=1059500 fields="exit_reason=6 isa=1"
sample id=1 time=1063500 fields="vcpu_id=0"
sample id=2 time=1064500 fields="exit_reason=0x80000021 isa=1"
sample id=1 time=1068500 fields="vcpu_id=0"
sample id=2 time=1069500 fields="exit_reason=0x78 isa=2"
sample id=1 time=1078500 fields="vcpu_id=0"
# waits of seconds, and of no time
sample id=2 pid=200 tid=201 time=1079500 fields="exit_reason=12 isa=1"
sample id=1 pid=200 tid=201 time=2001079500 fields="vcpu_id=3"
sample id=2 pid=200 tid=201 time=2001080500 fields="exit_reason=12 isa=1"
sample id=1 pid=200 tid=201 time=2001080500 fields="vcpu_id=3"
sample id=2 pid=200 tid=201 time=2001081500 fields="exit_reason=12 isa=1"
sample id=1 pid=200 tid=201 time=2001581500 fields="vcpu_id=3"
lost id=1 lost=7 time=2001581501
