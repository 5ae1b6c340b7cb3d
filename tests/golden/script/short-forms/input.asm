# events that libtraceevent has plugins for
event sched:sched_switch type=tracepoint config=1 sample_type=identifier|ip|tid|time|cpu|raw|period ids=1 flags=sample_id_all period=1
event sched:sched_wakeup type=tracepoint config=2 sample_type=identifier|ip|tid|time|cpu|raw|period ids=2 flags=sample_id_all period=1
event sched:sched_wakeup_new type=tracepoint config=3 sample_type=identifier|ip|tid|time|cpu|raw|period ids=3 flags=sample_id_all period=1
event sched:sched_waking type=tracepoint config=4 sample_type=identifier|ip|tid|time|cpu|raw|period ids=4 flags=sample_id_all period=1
event timer:hrtimer_start type=tracepoint config=5 sample_type=identifier|ip|tid|time|cpu|raw|period ids=5 flags=sample_id_all period=1
event timer:hrtimer_expire_entry type=tracepoint config=6 sample_type=identifier|ip|tid|time|cpu|raw|period ids=6 flags=sample_id_all period=1
event tlb:tlb_flush type=tracepoint config=7 sample_type=identifier|ip|tid|time|cpu|raw|period ids=7 flags=sample_id_all period=1
event kmem:kmalloc type=tracepoint config=8 sample_type=identifier|ip|tid|time|cpu|raw|period ids=8 flags=sample_id_all period=1
event kmem:kfree type=tracepoint config=9 sample_type=identifier|ip|tid|time|cpu|raw|period ids=9 flags=sample_id_all period=1
event kmem:kmem_cache_alloc type=tracepoint config=10 sample_type=identifier|ip|tid|time|cpu|raw|period ids=10 flags=sample_id_all period=1
event kmem:kmem_cache_free type=tracepoint config=11 sample_type=identifier|ip|tid|time|cpu|raw|period ids=11 flags=sample_id_all period=1
event kmem:kmalloc_node type=tracepoint config=12 sample_type=identifier|ip|tid|time|cpu|raw|period ids=12 flags=sample_id_all period=1
event kmem:kmem_cache_alloc_node type=tracepoint config=13 sample_type=identifier|ip|tid|time|cpu|raw|period ids=13 flags=sample_id_all period=1
event ftrace:function type=tracepoint config=14 sample_type=identifier|ip|tid|time|cpu|raw|period ids=14 flags=sample_id_all period=1
event syscalls:sys_enter_futex type=tracepoint config=15 sample_type=identifier|ip|tid|time|cpu|raw|period ids=15 flags=sample_id_all period=1
event kvm:kvm_exit type=tracepoint config=16 sample_type=identifier|ip|tid|time|cpu|raw|period ids=16 flags=sample_id_all period=1
event kvm:kvm_entry type=tracepoint config=17 sample_type=identifier|ip|tid|time|cpu|raw|period ids=17 flags=sample_id_all period=1
event kvm:kvm_emulate_insn type=tracepoint config=18 sample_type=identifier|ip|tid|time|cpu|raw|period ids=18 flags=sample_id_all period=1
event kvm:kvm_nested_vmexit type=tracepoint config=19 sample_type=identifier|ip|tid|time|cpu|raw|period ids=19 flags=sample_id_all period=1
event kvm:kvm_nested_vmexit_inject type=tracepoint config=20 sample_type=identifier|ip|tid|time|cpu|raw|period ids=20 flags=sample_id_all period=1
event kvmmmu:kvm_mmu_sync_page type=tracepoint config=21 sample_type=identifier|ip|tid|time|cpu|raw|period ids=21 flags=sample_id_all period=1
event kvmmmu:kvm_mmu_get_page type=tracepoint config=22 sample_type=identifier|ip|tid|time|cpu|raw|period ids=22 flags=sample_id_all period=1
event kvmmmu:kvm_mmu_set_spte type=tracepoint config=23 sample_type=identifier|ip|tid|time|cpu|raw|period ids=23 flags=sample_id_all period=1
event jbd2:jbd2_run_stats type=tracepoint config=24 sample_type=identifier|ip|tid|time|cpu|raw|period ids=24 flags=sample_id_all period=1
event xen:xen_mc_entry type=tracepoint config=25 sample_type=identifier|ip|tid|time|cpu|raw|period ids=25 flags=sample_id_all period=1
event cfg80211:rdev_x type=tracepoint config=26 sample_type=identifier|ip|tid|time|cpu|raw|period ids=26 flags=sample_id_all period=1
event mac80211:drv_bss_info_changed type=tracepoint config=27 sample_type=identifier|ip|tid|time|cpu|raw|period ids=27 flags=sample_id_all period=1
event scsi:scsi_dispatch_cmd_start type=tracepoint config=28 sample_type=identifier|ip|tid|time|cpu|raw|period ids=28 flags=sample_id_all period=1
tracepoint sched:sched_switch id=1 fields="char prev_comm[16]; pid_t prev_pid; int prev_prio; long prev_state; char next_comm[16]; pid_t next_pid; int next_prio" print='"prev_comm=%s", REC->prev_comm'
tracepoint sched:sched_wakeup id=2 fields="char comm[16]; pid_t pid; int prio; int success; int target_cpu" print='"own form"'
tracepoint sched:sched_wakeup_new id=3 fields="char comm[16]; pid_t pid; int prio; int target_cpu" print='"own form"'
tracepoint sched:sched_waking id=4 fields="char comm[16]; pid_t pid; int prio; int success; int target_cpu" print='"own form"'
tracepoint timer:hrtimer_start id=5 fields="void * hrtimer; void * function; s64 expires; s64 softexpires" print='"own form"'
tracepoint timer:hrtimer_expire_entry id=6 fields="void * hrtimer; s64 now; void * function" print='"own form"'
tracepoint tlb:tlb_flush id=7 fields="int reason; unsigned long pages" print='"own form"'
tracepoint kmem:kmalloc id=8 fields="unsigned long call_site; const void * ptr" print='"call_site=%lx ptr=%p", REC->call_site, REC->ptr'
tracepoint kmem:kfree id=9 fields="unsigned long call_site; const void * ptr" print='"call_site=%lx ptr=%p", REC->call_site, REC->ptr'
tracepoint kmem:kmem_cache_alloc id=10 fields="unsigned long call_site; const void * ptr" print='"call_site=%lx ptr=%p", REC->call_site, REC->ptr'
tracepoint kmem:kmem_cache_free id=11 fields="unsigned long call_site; const void * ptr" print='"call_site=%lx ptr=%p", REC->call_site, REC->ptr'
tracepoint kmem:kmalloc_node id=12 fields="unsigned long call_site; const void * ptr" print='"call_site=%lx ptr=%p", REC->call_site, REC->ptr'
tracepoint kmem:kmem_cache_alloc_node id=13 fields="unsigned long call_site; const void * ptr" print='"call_site=%lx ptr=%p", REC->call_site, REC->ptr'
tracepoint ftrace:function id=14 fields="unsigned long ip; unsigned long parent_ip" print='" %ps <-- %ps", (void *)REC->ip, (void *)REC->parent_ip'
tracepoint syscalls:sys_enter_futex id=15 fields="long __syscall_nr; u32 * uaddr; long op; long val; const struct __kernel_timespec * utime; u32 * uaddr2; long val3" print='"own form"'
tracepoint kvm:kvm_exit id=16 fields="unsigned int exit_reason; unsigned long guest_rip; u32 isa; u64 info1; u64 info2; unsigned int vcpu_id" print='"own form"'
tracepoint kvm:kvm_entry id=17 fields="unsigned int vcpu_id; unsigned long rip" print='"own form"'
tracepoint kvm:kvm_emulate_insn id=18 fields="u64 rip; u32 csbase; u8 len; u8 insn[15]; u8 flags; u8 failed" print='"own form"'
tracepoint kvm:kvm_nested_vmexit id=19 fields="u64 rip; u32 exit_code; u64 exit_info1; u64 exit_info2; u32 exit_int_info; u32 exit_int_info_err; u32 isa" print='"own form"'
tracepoint kvm:kvm_nested_vmexit_inject id=20 fields="u32 exit_code; u64 exit_info1; u64 exit_info2; u32 exit_int_info; u32 exit_int_info_err; u32 isa" print='"own form"'
tracepoint kvmmmu:kvm_mmu_sync_page id=21 fields="u64 gfn; u32 role; u32 root_count; bool unsync" print='"own form"'
tracepoint kvmmmu:kvm_mmu_get_page id=22 fields="u64 gfn; u32 role; u32 root_count; bool unsync; bool created" print='"own form"'
tracepoint kvmmmu:kvm_mmu_set_spte id=23 fields="u64 spte" print='"%s", is_writable_pte(REC->spte) ? "w" : "-"'
tracepoint jbd2:jbd2_run_stats id=24 fields="dev_t dev; unsigned long wait" print='"dev %s wait %u", jbd2_dev_to_name(REC->dev), jiffies_to_msecs(REC->wait)'
tracepoint xen:xen_mc_entry id=25 fields="unsigned int op" print='"op %u%s", REC->op, xen_hypercall_name(REC->op)'
tracepoint cfg80211:rdev_x id=26 fields="u32 d; __data_loc u8[] b" print='"%d", __le16_to_cpup((const u16 *)((u8 *)__get_dynamic_array(b) + 0))'
tracepoint mac80211:drv_bss_info_changed id=27 fields="char wiphy_name[32]; int vif_type; u32 pad0; __data_loc char[] vif_name; u32 changed; bool assoc; bool cts; bool shortpre; bool shortslot; bool enable_beacon; u8 dtimper; u16 bcnint; u16 assoc_cap; u64 timestamp; u32 basic_rates; u16 aid" print='"own form"'
tracepoint scsi:scsi_dispatch_cmd_start id=28 fields="u32 dummy; u32 cmd_len; __data_loc u8[] cmnd" print='"cmnd=(%s raw=%s)", scsi_trace_parse_cdb(p, __get_dynamic_array(cmnd), REC->cmd_len), __print_hex(__get_dynamic_array(cmnd), REC->cmd_len)'
feature event_desc
feature nrcpus 1 1
mmap pid=-1 tid=0 start=0xffffffff81000000 len=0x800 pgoff=0xffffffff81000000 file=[kernel.kallsyms]_text misc=kernel time=1
sample id=1 pid=1 tid=1 cpu=0 time=1000 ip=0x10 raw="u16:1 u8:0 u8:0 u32:1 text:first zeros:11 u32:100 u32:120 u64:0 text:second zeros:10 u32:200 u32:0xfffffffb"
sample id=1 pid=1 tid=1 cpu=0 time=2000 ip=0x10 raw="u16:1 u8:0 u8:0 u32:1 text:first zeros:11 u32:100 u32:120 u64:1 text:second zeros:10 u32:200 u32:0xfffffffb"
sample id=1 pid=1 tid=1 cpu=0 time=3000 ip=0x10 raw="u16:1 u8:0 u8:0 u32:1 text:first zeros:11 u32:100 u32:120 u64:3 text:second zeros:10 u32:200 u32:0xfffffffb"
sample id=1 pid=1 tid=1 cpu=0 time=4000 ip=0x10 raw="u16:1 u8:0 u8:0 u32:1 text:first zeros:11 u32:100 u32:120 u64:258 text:second zeros:10 u32:200 u32:0xfffffffb"
sample id=1 pid=1 tid=1 cpu=0 time=5000 ip=0x10 raw="u16:1 u8:0 u8:0 u32:1 text:first zeros:11 u32:100 u32:120 u64:255 text:second zeros:10 u32:200 u32:0xfffffffb"
sample id=1 pid=1 tid=1 cpu=0 time=6000 ip=0x10 raw="u16:1 u8:0 u8:0 u32:1 text:first zeros:11 u32:100 u32:120 u64:2048 text:second zeros:10 u32:200 u32:0xfffffffb"
sample id=1 pid=1 tid=1 cpu=0 time=7000 ip=0x10 raw="u16:1 u8:0 u8:0 u32:1 text:first zeros:11 u32:4294967295 u32:4294967295 u64:1 text:second zeros:10 u32:200 u32:0xfffffffb"
sample id=2 pid=1 tid=1 cpu=0 time=8000 ip=0x10 raw="u16:2 u8:0 u8:0 u32:1 text:first zeros:11 u32:300 u32:120 u32:1 u32:12"
sample id=2 pid=1 tid=1 cpu=0 time=9000 ip=0x10 raw="u16:2 u8:0 u8:0 u32:1 text:first zeros:11 u32:0xffffffff u32:0xfffffffe u32:0 u32:1234"
sample id=3 pid=1 tid=1 cpu=0 time=10000 ip=0x10 raw="u16:3 u8:0 u8:0 u32:1 text:first zeros:11 u32:300 u32:120 u32:1"
sample id=4 pid=1 tid=1 cpu=0 time=11000 ip=0x10 raw="u16:4 u8:0 u8:0 u32:1 text:first zeros:11 u32:300 u32:120 u32:1 u32:12"
sample id=5 pid=1 tid=1 cpu=0 time=12000 ip=0x10 raw="u16:5 u8:0 u8:0 u32:1 u64:0xffffc90000001000 u64:0xffffffff81000018 u64:500 u64:0xffffffffffffffff"
sample id=5 pid=1 tid=1 cpu=0 time=13000 ip=0x10 raw="u16:5 u8:0 u8:0 u32:1 u64:0x1000 u64:0x20 u64:1 u64:2"
sample id=6 pid=1 tid=1 cpu=0 time=14000 ip=0x10 raw="u16:6 u8:0 u8:0 u32:1 u64:0xffffc90000001000 u64:77 u64:0xffffffff81000010"
sample id=7 pid=1 tid=1 cpu=0 time=15000 ip=0x10 raw="u16:7 u8:0 u8:0 u32:1 u32:0 zeros:4 u64:1"
sample id=7 pid=1 tid=1 cpu=0 time=16000 ip=0x10 raw="u16:7 u8:0 u8:0 u32:1 u32:3 zeros:4 u64:4"
sample id=7 pid=1 tid=1 cpu=0 time=17000 ip=0x10 raw="u16:7 u8:0 u8:0 u32:1 u32:4 zeros:4 u64:18446744073709551615"
sample id=8 pid=1 tid=1 cpu=0 time=18000 ip=0x10 raw="u16:8 u8:0 u8:0 u32:1 u64:0xffffffff81000010 u64:1"
sample id=8 pid=1 tid=1 cpu=0 time=19000 ip=0x10 raw="u16:8 u8:0 u8:0 u32:1 u64:0x10 u64:1"
sample id=9 pid=1 tid=1 cpu=0 time=20000 ip=0x10 raw="u16:9 u8:0 u8:0 u32:1 u64:0xffffffff81000018 u64:1"
sample id=10 pid=1 tid=1 cpu=0 time=21000 ip=0x10 raw="u16:10 u8:0 u8:0 u32:1 u64:0xffffffff81000018 u64:1"
sample id=11 pid=1 tid=1 cpu=0 time=22000 ip=0x10 raw="u16:11 u8:0 u8:0 u32:1 u64:0xffffffff81000018 u64:1"
sample id=12 pid=1 tid=1 cpu=0 time=23000 ip=0x10 raw="u16:12 u8:0 u8:0 u32:1 u64:0xffffffff81000018 u64:1"
sample id=13 pid=1 tid=1 cpu=0 time=24000 ip=0x10 raw="u16:13 u8:0 u8:0 u32:1 u64:0xffffffff81000018 u64:1"
sample id=14 pid=1 tid=1 cpu=0 time=25000 ip=0x10 raw="u16:14 u8:0 u8:0 u32:1 u64:0xffffffff81000018 u64:0xffffffff81000110"
sample id=15 pid=1 tid=1 cpu=0 time=26000 ip=0x10 raw="u16:15 u8:0 u8:0 u32:1 u64:202 u64:0x7f00 u64:0 u64:5 u64:0x55 u64:0x66 u64:0x77"
sample id=15 pid=1 tid=1 cpu=0 time=27000 ip=0x10 raw="u16:15 u8:0 u8:0 u32:1 u64:202 u64:0x7f00 u64:1 u64:5 u64:0x55 u64:0x66 u64:0x77"
sample id=15 pid=1 tid=1 cpu=0 time=28000 ip=0x10 raw="u16:15 u8:0 u8:0 u32:1 u64:202 u64:0x7f00 u64:2 u64:5 u64:0x55 u64:0x66 u64:0x77"
sample id=15 pid=1 tid=1 cpu=0 time=29000 ip=0x10 raw="u16:15 u8:0 u8:0 u32:1 u64:202 u64:0x7f00 u64:3 u64:5 u64:0x55 u64:0x66 u64:0x77"
sample id=15 pid=1 tid=1 cpu=0 time=30000 ip=0x10 raw="u16:15 u8:0 u8:0 u32:1 u64:202 u64:0x7f00 u64:4 u64:5 u64:0x55 u64:0x66 u64:0x77"
sample id=15 pid=1 tid=1 cpu=0 time=31000 ip=0x10 raw="u16:15 u8:0 u8:0 u32:1 u64:202 u64:0x7f00 u64:5 u64:5 u64:0x55 u64:0x66 u64:0x77"
sample id=15 pid=1 tid=1 cpu=0 time=32000 ip=0x10 raw="u16:15 u8:0 u8:0 u32:1 u64:202 u64:0x7f00 u64:6 u64:5 u64:0x55 u64:0x66 u64:0x77"
sample id=15 pid=1 tid=1 cpu=0 time=33000 ip=0x10 raw="u16:15 u8:0 u8:0 u32:1 u64:202 u64:0x7f00 u64:7 u64:5 u64:0x55 u64:0x66 u64:0x77"
sample id=15 pid=1 tid=1 cpu=0 time=34000 ip=0x10 raw="u16:15 u8:0 u8:0 u32:1 u64:202 u64:0x7f00 u64:8 u64:5 u64:0x55 u64:0x66 u64:0x77"
sample id=15 pid=1 tid=1 cpu=0 time=35000 ip=0x10 raw="u16:15 u8:0 u8:0 u32:1 u64:202 u64:0x7f00 u64:9 u64:5 u64:0x55 u64:0x66 u64:0x77"
sample id=15 pid=1 tid=1 cpu=0 time=36000 ip=0x10 raw="u16:15 u8:0 u8:0 u32:1 u64:202 u64:0x7f00 u64:10 u64:5 u64:0x55 u64:0x66 u64:0x77"
sample id=15 pid=1 tid=1 cpu=0 time=37000 ip=0x10 raw="u16:15 u8:0 u8:0 u32:1 u64:202 u64:0x7f00 u64:11 u64:5 u64:0x55 u64:0x66 u64:0x77"
sample id=15 pid=1 tid=1 cpu=0 time=38000 ip=0x10 raw="u16:15 u8:0 u8:0 u32:1 u64:202 u64:0x7f00 u64:12 u64:5 u64:0x55 u64:0x66 u64:0x77"
sample id=15 pid=1 tid=1 cpu=0 time=39000 ip=0x10 raw="u16:15 u8:0 u8:0 u32:1 u64:202 u64:0x7f00 u64:13 u64:5 u64:0x55 u64:0x66 u64:0x77"
sample id=15 pid=1 tid=1 cpu=0 time=40000 ip=0x10 raw="u16:15 u8:0 u8:0 u32:1 u64:202 u64:0x7f00 u64:128 u64:5 u64:0x55 u64:0x66 u64:0x77"
sample id=15 pid=1 tid=1 cpu=0 time=41000 ip=0x10 raw="u16:15 u8:0 u8:0 u32:1 u64:202 u64:0x7f00 u64:393 u64:5 u64:0x55 u64:0x66 u64:0x77"
sample id=15 pid=1 tid=1 cpu=0 time=42000 ip=0x10 raw="u16:15 u8:0 u8:0 u32:1 u64:202 u64:0x7f00 u64:513 u64:5 u64:0x55 u64:0x66 u64:0x77"
sample id=16 pid=1 tid=1 cpu=0 time=43000 ip=0x10 raw="u16:16 u8:0 u8:0 u32:1 u32:0 zeros:4 u64:0x401000 u32:1 zeros:4 u64:0x11 u64:0x22 u32:3"
sample id=16 pid=1 tid=1 cpu=0 time=44000 ip=0x10 raw="u16:16 u8:0 u8:0 u32:1 u32:48 zeros:4 u64:0x401000 u32:1 zeros:4 u64:0x11 u64:0x22 u32:3"
sample id=16 pid=1 tid=1 cpu=0 time=45000 ip=0x10 raw="u16:16 u8:0 u8:0 u32:1 u32:3 zeros:4 u64:0x401000 u32:1 zeros:4 u64:0x11 u64:0x22 u32:3"
sample id=16 pid=1 tid=1 cpu=0 time=46000 ip=0x10 raw="u16:16 u8:0 u8:0 u32:1 u32:114 zeros:4 u64:0x401000 u32:2 zeros:4 u64:0x11 u64:0x22 u32:3"
sample id=16 pid=1 tid=1 cpu=0 time=47000 ip=0x10 raw="u16:16 u8:0 u8:0 u32:1 u32:1024 zeros:4 u64:0x401000 u32:2 zeros:4 u64:0x11 u64:0x22 u32:3"
sample id=16 pid=1 tid=1 cpu=0 time=48000 ip=0x10 raw="u16:16 u8:0 u8:0 u32:1 u32:4294967295 zeros:4 u64:0x401000 u32:2 zeros:4 u64:0x11 u64:0x22 u32:3"
sample id=16 pid=1 tid=1 cpu=0 time=49000 ip=0x10 raw="u16:16 u8:0 u8:0 u32:1 u32:1 zeros:4 u64:0x401000 u32:2 zeros:4 u64:0x11 u64:0x22 u32:3"
sample id=16 pid=1 tid=1 cpu=0 time=50000 ip=0x10 raw="u16:16 u8:0 u8:0 u32:1 u32:1 zeros:4 u64:0x401000 u32:0 zeros:4 u64:0x11 u64:0x22 u32:3"
sample id=17 pid=1 tid=1 cpu=0 time=51000 ip=0x10 raw="u16:17 u8:0 u8:0 u32:1 u32:3 zeros:4 u64:9"
sample id=18 pid=1 tid=1 cpu=0 time=52000 ip=0x10 raw="u16:18 u8:0 u8:0 u32:1 u64:0x401000 u32:0x10 u8:1 hex:b8112233445566778899aabbccddee u8:0 u8:0"
sample id=18 pid=1 tid=1 cpu=0 time=53000 ip=0x10 raw="u16:18 u8:0 u8:0 u32:1 u64:0x401000 u32:0x10 u8:15 hex:b8112233445566778899aabbccddee u8:0 u8:1"
sample id=19 pid=1 tid=1 cpu=0 time=54000 ip=0x10 raw="u16:19 u8:0 u8:0 u32:1 u64:0x401000 u32:1 zeros:4 u64:2 u64:3 u32:4 u32:5 u32:1"
sample id=19 pid=1 tid=1 cpu=0 time=55000 ip=0x10 raw="u16:19 u8:0 u8:0 u32:1 u64:0x401000 u32:0x60 zeros:4 u64:2 u64:3 u32:4 u32:5 u32:2"
sample id=19 pid=1 tid=1 cpu=0 time=56000 ip=0x10 raw="u16:19 u8:0 u8:0 u32:1 u64:0x401000 u32:0x60 zeros:4 u64:2 u64:3 u32:4 u32:5 u32:7"
sample id=20 pid=1 tid=1 cpu=0 time=57000 ip=0x10 raw="u16:20 u8:0 u8:0 u32:1 u32:1 zeros:4 u64:2 u64:3 u32:4 u32:5 u32:1"
sample id=21 pid=1 tid=1 cpu=0 time=58000 ip=0x10 raw="u16:21 u8:0 u8:0 u32:1 u64:0xabc u32:0xffffffff u32:7 u8:1"
sample id=21 pid=1 tid=1 cpu=0 time=59000 ip=0x10 raw="u16:21 u8:0 u8:0 u32:1 u64:0xabc u32:0x324 u32:7 u8:0"
sample id=22 pid=1 tid=1 cpu=0 time=60000 ip=0x10 raw="u16:22 u8:0 u8:0 u32:1 u64:0xabc u32:4 u32:7 u8:1 u8:1"
sample id=22 pid=1 tid=1 cpu=0 time=61000 ip=0x10 raw="u16:22 u8:0 u8:0 u32:1 u64:0xabc u32:4 u32:7 u8:1 u8:0"
sample id=23 pid=1 tid=1 cpu=0 time=62000 ip=0x10 raw="u16:23 u8:0 u8:0 u32:1 u64:2"
sample id=23 pid=1 tid=1 cpu=0 time=63000 ip=0x10 raw="u16:23 u8:0 u8:0 u32:1 u64:1"
sample id=24 pid=1 tid=1 cpu=0 time=64000 ip=0x10 raw="u16:24 u8:0 u8:0 u32:1 u32:0x800001 zeros:4 u64:1000"
sample id=25 pid=1 tid=1 cpu=0 time=65000 ip=0x10 raw="u16:25 u8:0 u8:0 u32:1 u32:1"
sample id=25 pid=1 tid=1 cpu=0 time=66000 ip=0x10 raw="u16:25 u8:0 u8:0 u32:1 u32:11"
sample id=25 pid=1 tid=1 cpu=0 time=67000 ip=0x10 raw="u16:25 u8:0 u8:0 u32:1 u32:55"
sample id=26 pid=1 tid=1 cpu=0 time=68000 ip=0x10 raw="u16:26 u8:0 u8:0 u32:1 u32:5 u32:0x00040010 hex:34120000"
sample id=27 pid=1 tid=1 cpu=0 time=69000 ip=0x10 raw="u16:27 u8:0 u8:0 u32:1 text:phy0 zeros:28 u32:2 u32:0 u32:393304 u32:0x7 u8:1 u8:1 u8:0 u8:1 u8:1 u8:3 u16:100 u16:0x411 zeros:6 u64:9 u32:0x15f u16:42 u16:0 text:wlan0 zeros:1"
sample id=28 pid=1 tid=1 cpu=0 time=70000 ip=0x10 raw="u16:28 u8:0 u8:0 u32:1 u32:0 u32:6 u32:0x60014 hex:080102030400"
sample id=28 pid=1 tid=1 cpu=0 time=71000 ip=0x10 raw="u16:28 u8:0 u8:0 u32:1 u32:0 u32:6 u32:0x60014 hex:0a1fffff0000"
sample id=28 pid=1 tid=1 cpu=0 time=72000 ip=0x10 raw="u16:28 u8:0 u8:0 u32:1 u32:0 u32:10 u32:0xa0014 hex:2ae80102030405060708"
sample id=28 pid=1 tid=1 cpu=0 time=73000 ip=0x10 raw="u16:28 u8:0 u8:0 u32:1 u32:0 u32:10 u32:0xa0014 hex:41080102030405060708"
sample id=28 pid=1 tid=1 cpu=0 time=74000 ip=0x10 raw="u16:28 u8:0 u8:0 u32:1 u32:0 u32:12 u32:0xc0014 hex:a82000000001000000020000"
sample id=28 pid=1 tid=1 cpu=0 time=75000 ip=0x10 raw="u16:28 u8:0 u8:0 u32:1 u32:0 u32:16 u32:0x100014 hex:93280000000000000001000000020000"
sample id=28 pid=1 tid=1 cpu=0 time=76000 ip=0x10 raw="u16:28 u8:0 u8:0 u32:1 u32:0 u32:10 u32:0xa0014 hex:42000000000000002800"
sample id=28 pid=1 tid=1 cpu=0 time=77000 ip=0x10 raw="u16:28 u8:0 u8:0 u32:1 u32:0 u32:16 u32:0x100014 hex:9e100000000000000001000000020000"
sample id=28 pid=1 tid=1 cpu=0 time=78000 ip=0x10 raw="u16:28 u8:0 u8:0 u32:1 u32:0 u32:16 u32:0x100014 hex:9e130000000000000001000000020000"
sample id=28 pid=1 tid=1 cpu=0 time=79000 ip=0x10 raw="u16:28 u8:0 u8:0 u32:1 u32:0 u32:32 u32:0x200014 hex:7f00000000000018000d28000000000000000005000000070000000000000009"
sample id=28 pid=1 tid=1 cpu=0 time=80000 ip=0x10 raw="u16:28 u8:0 u8:0 u32:1 u32:0 u32:32 u32:0x200014 hex:7f00000000000018000c28000000000000000005000000070000000000000009"
sample id=28 pid=1 tid=1 cpu=0 time=81000 ip=0x10 raw="u16:28 u8:0 u8:0 u32:1 u32:0 u32:6 u32:0x60014 hex:120000002400"
