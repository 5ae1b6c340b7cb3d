# A BPF program with source lines: struct bpf_line_info, addresses of the lines, and a BTF with their text. Then one whose lines name strings that
# are not there, and one whose BTF is not.
feature arch x86_64
feature 25 u32:3
feature 25 u32:192,72 u64:0xd9
feature 25 u32:1,12 hex:0011223344556677 u32:8,0 u64:0,0,0 u32:0,0 u64:0 text:lines zeros:11 u32:0,0 u64:0,0 u32:1,1 u64:8,16
feature 25 u32:5,0 u64:0 u32:0,2 u64:24,56 u32:2,16,8,0 u64:0
feature 25 hex:554889e531c05dc3 u64:0xffffffffc0101000 u32:8,0
feature 25 u32:0,1,8,3077 u32:1,1,19,4098 u64:0xffffffffc0101000,0xffffffffc0101006
feature 25 u32:192,72 u64:0xd9
feature 25 u32:1,13 hex:0011223344556688 u32:8,0 u64:0,0,0 u32:0,0 u64:0 text:damaged zeros:9 u32:0,0 u64:0,0 u32:1,1 u64:8,16
feature 25 u32:5,0 u64:0 u32:0,2 u64:24,56 u32:2,16,8,0 u64:0
feature 25 hex:554889e531c05dc3 u64:0xffffffffc0102000 u32:8,0
feature 25 u32:0,1,30,3077 u32:1,4294967295,19,4098 u64:0xffffffffc0102000,0xffffffffc0102006
feature 25 u32:192,72 u64:0xd9
feature 25 u32:1,14 hex:0011223344556699 u32:8,0 u64:0,0,0 u32:0,0 u64:0 text:typeless zeros:8 u32:0,0 u64:0,0 u32:1,1 u64:8,16
feature 25 u32:6,0 u64:0 u32:0,2 u64:24,56 u32:2,16,8,0 u64:0
feature 25 hex:554889e531c05dc3 u64:0xffffffffc0103000 u32:8,0
feature 25 u32:0,1,8,3077 u32:1,1,19,4098 u64:0xffffffffc0103000,0xffffffffc0103006
feature 26 u32:1
feature 26 u32:5,54 hex:9feb0100 u32:24,0,0,0,30 hex:0070726f672e6300696e742078203d20313b000972657475726e20783b00
event cycles sample_type=identifier|ip|tid|time|period flags=sample_id_all,mmap2,comm,task,ksymbol ids=1
default pid=10
comm comm=prog misc=exec time=1000000
ksymbol start=0xffffffffc0101000 len=8 name=bpf_prog_0011223344556677_lines ksym_type=1 flags=0 time=1001000
ksymbol start=0xffffffffc0102000 len=8 name=bpf_prog_0011223344556688_damaged ksym_type=1 flags=0 time=1001000
ksymbol start=0xffffffffc0103000 len=8 name=bpf_prog_0011223344556699_typeless ksym_type=1 flags=0 time=1001000
sample ip=0xffffffffc0101004 time=2000000 period=1 misc=kernel
sample ip=0xffffffffc0101007 time=2000001 period=3 misc=kernel
sample ip=0xffffffffc0102004 time=2000002 period=2 misc=kernel
sample ip=0xffffffffc0103004 time=2000003 period=1 misc=kernel
