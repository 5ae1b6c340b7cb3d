event sched:sched_switch type=tracepoint config=315 sample_type=ip|tid|time|cpu|raw|period ids=1
tracepoint sched:sched_switch id=315 fields="char prev_comm[16]; pid_t prev_pid; int prev_prio; long prev_state; char next_comm[16]; pid_t next_pid; int next_prio" \
	print='"prev_comm=%s prev_pid=%d prev_prio=%d prev_state=%s ==> next_comm=%s next_pid=%d next_prio=%d", REC->prev_comm, REC->prev_pid, REC->prev_prio, REC->prev_state ? __print_flags(REC->prev_state, "|", {1, "S"}, {2, "D"}) : "R", REC->next_comm, REC->next_pid, REC->next_prio'
feature event_desc
default pid=10 cpu=1
comm comm=bash time=1
sample time=2000000000 raw="u16:315 u8:0 u8:0 u32:10 text:bash zeros:12 u32:10 u32:120 u64:1 text:swapper/1 zeros:7 \
  u32:0 u32:120"
sample time=2000500000 pid=0 raw="u16:315 u8:0 u8:0 u32:0 text:swapper/1 zeros:7 u32:0 u32:120 u64:0 text:bash \
  zeros:12 u32:10 u32:120"
