# Every bit of the attr, one or some at a time.
attr_size 144
event none flags= ids=1
event first flags=disabled,inherit,pinned,exclusive,exclude_user,exclude_kernel,exclude_hv,exclude_idle ids=2
event second flags=mmap,comm,freq,inherit_stat,enable_on_exec,task,watermark,mmap_data ids=3 freq=99 wakeup=5
event third flags=sample_id_all,exclude_host,exclude_guest,exclude_callchain_kernel,exclude_callchain_user,mmap2,comm_exec,use_clockid clockid=7 ids=4
event fourth flags=context_switch,write_backward,namespaces,ksymbol,bpf_event,aux_output,cgroup,text_poke,build_id ids=5
event fifth flags=inherit_thread,remove_on_exec,sigtrap ids=6
event sixth type=raw config=5 config3=7 config4=0x10 aux_action=5 flags=defer_callchain,defer_output ids=7
event precise precise=2 ids=7
event bp type=breakpoint bp_type=3 config1=0x1000 config2=4 ids=8
event raw type=raw config=0x1a8 ids=9
event soft type=software config=1 ids=10
event cache type=hw_cache config=0x10002 ids=11
event pmu type=37 config=0x11 ids=12
feature event_desc
feature pmu_mappings 1:software 2:tracepoint 37:uncore
finished_round
