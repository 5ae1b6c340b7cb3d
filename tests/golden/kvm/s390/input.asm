# s390: intercepts, and what was intercepted
order big
event kvm:kvm_s390_sie_enter type=tracepoint config=1 sample_type=ip|tid|time|cpu|raw|period|identifier ids=1 \
  flags=sample_id_all period=1
event kvm:kvm_s390_sie_exit type=tracepoint config=2 sample_type=ip|tid|time|cpu|raw|period|identifier ids=2 \
  flags=sample_id_all period=1
event kvm:kvm_s390_intercept_instruction type=tracepoint config=3 sample_type=ip|tid|time|cpu|raw|period|identifier ids=3 \
  flags=sample_id_all period=1
event kvm:kvm_s390_intercept_prog type=tracepoint config=4 sample_type=ip|tid|time|cpu|raw|period|identifier ids=4 \
  flags=sample_id_all period=1
event kvm:kvm_s390_handle_diag type=tracepoint config=5 sample_type=ip|tid|time|cpu|raw|period|identifier ids=5 \
  flags=sample_id_all period=1
event kvm:kvm_s390_handle_sigp type=tracepoint config=6 sample_type=ip|tid|time|cpu|raw|period|identifier ids=6 \
  flags=sample_id_all period=1
tracepoint kvm:kvm_s390_sie_enter id=1 fields="int id; unsigned long pswmask; unsigned long pswaddr; int cpuflags" print='"x"'
tracepoint kvm:kvm_s390_sie_exit id=2 fields="int id; unsigned long pswmask; unsigned long pswaddr; u8 icptcode" print='"x"'
tracepoint kvm:kvm_s390_intercept_instruction id=3 fields="int id; unsigned long pswmask; unsigned long pswaddr; u64 instruction" print='"x"'
tracepoint kvm:kvm_s390_intercept_prog id=4 fields="int id; unsigned long pswmask; unsigned long pswaddr; u16 code" print='"x"'
tracepoint kvm:kvm_s390_handle_diag id=5 fields="int id; unsigned long pswmask; unsigned long pswaddr; u16 code" print='"x"'
tracepoint kvm:kvm_s390_handle_sigp id=6 fields="int id; unsigned long pswmask; unsigned long pswaddr; u8 order_code; u16 cpu_addr; u32 parameter" print='"x"'
feature event_desc
feature nrcpus 2 2
feature hostname vm
feature osrelease 6.18
feature arch s390x
feature cpuid IBM,3906,704,M03,3.6,002f
default ip=0xffffffff81000010 pid=100 tid=101 cpu=0 misc=kernel
comm pid=100 tid=100 comm=qemu time=1
comm pid=100 tid=101 comm=cpu0 time=2
comm pid=200 tid=201 comm=cpu1 time=3
sample id=1 time=1001000 fields="id=2"
sample id=2 time=1002000 fields="icptcode=28"
sample id=1 time=1003000 fields="id=2"
sample id=2 time=1004000 fields="icptcode=20"
sample id=1 time=1006000 fields="id=2"
sample id=2 time=1007000 fields="icptcode=4"
sample id=1 time=1010000 fields="id=2"
sample id=2 time=1011000 fields="icptcode=40"
sample id=1 time=1015000 fields="id=2"
sample id=2 time=1016000 fields="icptcode=3"
sample id=1 time=1021000 fields="id=2"
sample id=2 time=1022000 fields="icptcode=4"
sample id=3 time=1022500 fields="instruction=12826814688704593920"
sample id=1 time=1023500 fields="id=2"
sample id=2 time=1024500 fields="icptcode=4"
sample id=3 time=1025000 fields="instruction=12835258938005913600"
sample id=1 time=1027000 fields="id=2"
sample id=2 time=1028000 fields="icptcode=4"
sample id=3 time=1028500 fields="instruction=16933534598915489792"
sample id=1 time=1031500 fields="id=2"
sample id=2 time=1032500 fields="icptcode=4"
sample id=3 time=1033000 fields="instruction=12250072461424459776"
sample id=1 time=1037000 fields="id=2"
sample id=2 time=1038000 fields="icptcode=4"
sample id=3 time=1038500 fields="instruction=9439544818968559616"
sample id=1 time=1043500 fields="id=2"
sample id=2 time=1044500 fields="icptcode=4"
sample id=3 time=1045000 fields="instruction=11024811887802974208"
sample id=1 time=1051000 fields="id=2"
sample id=2 time=1052000 fields="icptcode=8"
sample id=4 time=1052500 fields="code=0x10"
sample id=1 time=1059500 fields="id=2"
sample id=2 time=1060500 fields="icptcode=4"
sample id=3 time=1060750 fields="instruction=9439544818968559616"
sample id=5 time=1061000 fields="code=68"
sample id=1 time=1069000 fields="id=2"
sample id=2 time=1070000 fields="icptcode=4"
sample id=3 time=1070250 fields="instruction=9439544818968559616"
sample id=5 time=1070500 fields="code=1280"
sample id=1 time=1078500 fields="id=2"
sample id=2 time=1079500 fields="icptcode=4"
sample id=3 time=1079750 fields="instruction=9439544818968559616"
sample id=5 time=1080000 fields="code=68"
sample id=1 time=1088000 fields="id=2"
sample id=2 time=1089000 fields="icptcode=4"
sample id=6 time=1089500 fields="order_code=3"
sample id=1 time=1098500 fields="id=2"
