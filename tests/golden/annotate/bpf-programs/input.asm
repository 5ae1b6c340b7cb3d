# Two BPF programs of which the recording has the code: one of two functions, and one whose place another one took later. Info as in
# linux/bpf.h: sizes of info and arrays, which arrays there are, the info, the arrays.
feature arch x86_64
feature 25 u32:3
feature 25 u32:192,72 u64:0x119
feature 25 u32:1,12 hex:0011223344556677 u32:30,0 u64:0,0,0 u32:0,0 u64:0 text:count_packets zeros:3 u32:0,0 u64:0,0 u32:2,2 u64:32,48
feature 25 u32:0,0 u64:0 u32:0,0 u64:0,0 u32:0,0,0,2 u64:56
feature 25 hex:f30f1efa554889e531c04885ff7405e8ec0f00005dc3488b471083c001c3 zeros:2
feature 25 u64:0xffffffffc0101000,0xffffffffc0102000 u32:22,8 hex:00112233445566778899aabbccddeeff
# of another program than the one that is at the address in the records
feature 25 u32:128,24 u64:0x19
feature 25 u32:1,13 hex:1111111111111111 u32:4,0 u64:0,0,0 u32:0,0 u64:0 text:gone zeros:12 u32:0,0 u64:0,0 u32:1,1 u64:8,16
feature 25 hex:9090c3c3 zeros:4 u64:0xffffffffc0103000 u32:4 zeros:4
# damaged: the code ends behind the arrays
feature 25 u32:128,24 u64:0x19
feature 25 u32:1,14 hex:3333333333333333 u32:400,0 u64:0,0,0 u32:0,0 u64:0 text:damaged zeros:9 u32:0,0 u64:0,0 u32:1,1 u64:8,16
feature 25 hex:9090c3c3 zeros:4 u64:0xffffffffc0104000 u32:4 zeros:4
event cycles sample_type=identifier|ip|tid|time|period flags=sample_id_all,mmap2,comm,task,ksymbol ids=1
default pid=10
comm comm=prog misc=exec time=1000000
ksymbol start=0xffffffffc0101000 len=22 name=bpf_prog_0011223344556677_count_packets ksym_type=1 flags=0 time=1001000
ksymbol start=0xffffffffc0102000 len=8 name=bpf_prog_8899aabbccddeeff_F ksym_type=1 flags=0 time=1001000
ksymbol start=0xffffffffc0103000 len=4 name=bpf_prog_2222222222222222_came ksym_type=1 flags=0 time=1001000
ksymbol start=0xffffffffc0104000 len=4 name=bpf_prog_3333333333333333_damaged ksym_type=1 flags=0 time=1001000
sample ip=0xffffffffc0101004 time=2000000 period=1 misc=kernel
sample ip=0xffffffffc0101012 time=2000001 period=3 misc=kernel
sample ip=0xffffffffc0102004 time=2000002 period=3 misc=kernel
sample ip=0xffffffffc0103001 time=2000003 period=1 misc=kernel
sample ip=0xffffffffc0104001 time=2000004 period=1 misc=kernel
