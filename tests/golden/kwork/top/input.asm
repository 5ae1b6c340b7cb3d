# switches of tasks on two CPUs, one of which also runs on the other; interrupts and a softirq in a task and in the idle one; an end without its beginning, and a switch of somebody who had not come
feature nrcpus 2 2
event irq:irq_handler_entry type=tracepoint config=1 sample_type=ip|tid|time|cpu|raw|period|identifier ids=1 flags=sample_id_all period=1
event irq:irq_handler_exit type=tracepoint config=2 sample_type=ip|tid|time|cpu|raw|period|identifier ids=2 flags=sample_id_all period=1
event irq:softirq_entry type=tracepoint config=4 sample_type=ip|tid|time|cpu|raw|period|identifier ids=4 flags=sample_id_all period=1
event irq:softirq_exit type=tracepoint config=5 sample_type=ip|tid|time|cpu|raw|period|identifier ids=5 flags=sample_id_all period=1
event sched:sched_switch type=tracepoint config=9 sample_type=ip|tid|time|cpu|raw|period|identifier ids=9 flags=sample_id_all period=1
tracepoint irq:irq_handler_entry id=1 fields="int irq; __data_loc char[] name" print='"x"'
tracepoint irq:irq_handler_exit id=2 fields="int irq; int ret" print='"x"'
tracepoint irq:softirq_entry id=4 fields="unsigned int vec" print='"x"'
tracepoint irq:softirq_exit id=5 fields="unsigned int vec" print='"x"'
tracepoint sched:sched_switch id=9 fields="char prev_comm[16]; pid_t prev_pid; int prev_prio; long prev_state; char next_comm[16]; pid_t next_pid; int next_prio" print='"x"'
feature event_desc
default ip=0x10 pid=0 tid=0
sample id=9 cpu=0 time=1000000 fields="prev_comm=swapper/0 prev_pid=0 prev_state=0 next_comm=aaa next_pid=100" tid=0 pid=0
sample id=1 cpu=0 time=2000000 fields="irq=36 name=eth0" tid=100 pid=100
sample id=2 cpu=0 time=2500000 fields="irq=36 ret=1" tid=100 pid=100
sample id=4 cpu=0 time=3000000 fields="vec=3" tid=100 pid=100
sample id=5 cpu=0 time=3200000 fields="vec=3" tid=100 pid=100
sample id=9 cpu=0 time=5000000 fields="prev_comm=aaa prev_pid=100 prev_state=0 next_comm=swapper/0 next_pid=0" tid=100 pid=100
sample id=1 cpu=0 time=5500000 fields="irq=36 name=eth0" tid=0 pid=0
sample id=2 cpu=0 time=5900000 fields="irq=36 ret=1"
sample id=9 cpu=0 time=7000000 fields="prev_comm=swapper/0 prev_pid=0 prev_state=0 next_comm=bbb next_pid=200" tid=0 pid=0
sample id=9 cpu=0 time=10000000 fields="prev_comm=bbb prev_pid=200 prev_state=0 next_comm=aaa next_pid=100" tid=200 pid=200
sample id=9 cpu=0 time=12000000 fields="prev_comm=aaa prev_pid=100 prev_state=0 next_comm=swapper/0 next_pid=0" tid=100 pid=100
sample id=9 cpu=1 time=1500000 fields="prev_comm=swapper/1 prev_pid=0 prev_state=0 next_comm=aaa next_pid=100" tid=0 pid=0
sample id=9 cpu=1 time=2500000 fields="prev_comm=aaa prev_pid=100 prev_state=0 next_comm=ccc next_pid=300" tid=100 pid=100
sample id=9 cpu=1 time=4500000 fields="prev_comm=ccc prev_pid=300 prev_state=0 next_comm=swapper/1 next_pid=0" tid=300 pid=300
sample id=9 cpu=1 time=6500000 fields="prev_comm=swapper/1 prev_pid=0 prev_state=0 next_comm=ccc next_pid=300" tid=0 pid=0
sample id=5 cpu=1 time=6600000 fields="vec=3"
sample id=9 cpu=1 time=7500000 fields="prev_comm=lost prev_pid=400 prev_state=0 next_comm=swapper/1 next_pid=0"
sample id=9 cpu=1 time=7600000 raw="u16:9 u8:0"
sample id=9 cpu=1 time=8500000 fields="prev_comm=swapper/1 prev_pid=0 prev_state=0 next_comm=bbb next_pid=200"
