# interrupts, softirqs and works on two CPUs: halves that are missing, payloads that are too short, names that only the beginning has
feature nrcpus 2 2
event irq:irq_handler_entry type=tracepoint config=1 sample_type=ip|tid|time|cpu|raw|period|identifier ids=1 flags=sample_id_all period=1
event irq:irq_handler_exit type=tracepoint config=2 sample_type=ip|tid|time|cpu|raw|period|identifier ids=2 flags=sample_id_all period=1
event irq:softirq_raise type=tracepoint config=3 sample_type=ip|tid|time|cpu|raw|period|identifier ids=3 flags=sample_id_all period=1
event irq:softirq_entry type=tracepoint config=4 sample_type=ip|tid|time|cpu|raw|period|identifier|callchain ids=4 flags=sample_id_all period=1
event irq:softirq_exit type=tracepoint config=5 sample_type=ip|tid|time|cpu|raw|period|identifier ids=5 flags=sample_id_all period=1
event workqueue:workqueue_activate_work type=tracepoint config=6 sample_type=ip|tid|time|cpu|raw|period|identifier ids=6 flags=sample_id_all period=1
event workqueue:workqueue_execute_start type=tracepoint config=7 sample_type=ip|tid|time|cpu|raw|period|identifier ids=7 flags=sample_id_all period=1
event workqueue:workqueue_execute_end type=tracepoint config=8 sample_type=ip|tid|time|cpu|raw|period|identifier ids=8 flags=sample_id_all period=1
tracepoint irq:irq_handler_entry id=1 fields="int irq; __data_loc char[] name" print='"x"'
tracepoint irq:irq_handler_exit id=2 fields="int irq; int ret" print='"x"'
tracepoint irq:softirq_raise id=3 fields="unsigned int vec" print='"x"'
tracepoint irq:softirq_entry id=4 fields="unsigned int vec" print='"x"'
tracepoint irq:softirq_exit id=5 fields="unsigned int vec" print='"x"'
tracepoint workqueue:workqueue_activate_work id=6 fields="void * work" print='"x"'
tracepoint workqueue:workqueue_execute_start id=7 fields="void * work; void * function" print='"x"'
tracepoint workqueue:workqueue_execute_end id=8 fields="void * work; void * function" print='"x"'
feature event_desc
default ip=0x10 pid=0 tid=0
mmap pid=-1 tid=0 start=0xffffffff81000000 len=0x1000000 pgoff=0xffffffff81000000 file=[kernel.kallsyms]_text misc=kernel
sample id=2 cpu=0 time=1000000 fields="irq=9 ret=1"
sample id=1 cpu=0 time=1001000 fields="irq=36 name=eth0"
sample id=3 cpu=0 time=1002000 fields="vec=3"
sample id=2 cpu=0 time=1003500 fields="irq=36 ret=1"
sample id=4 cpu=0 time=1004000 fields="vec=3" chain=kernel,0xffffffff81001010,0xffffffff81002010
sample id=5 cpu=0 time=1010000 fields="vec=3"
sample id=3 cpu=1 time=1011000 fields="vec=1"
sample id=3 cpu=1 time=1012000 fields="vec=1"
sample id=4 cpu=1 time=1013000 fields="vec=1" chain=kernel,0xffffffff81001010
sample id=5 cpu=1 time=1013500 fields="vec=1"
sample id=4 cpu=1 time=1014000 fields="vec=77" chain=
sample id=5 cpu=1 time=1015000 fields="vec=77"
sample id=6 cpu=1 time=1020000 fields="work=0xffff888000000010"
sample id=7 cpu=1 time=1021500 fields="work=0xffff888000000010 function=0xffffffff81003000"
sample id=8 cpu=1 time=3021500 fields="work=0xffff888000000010 function=0xffffffff81003000"
sample id=6 cpu=0 time=3022000 fields="work=0xffff888000000020"
sample id=1 cpu=1 time=3023000 fields="irq=36 name=a_handler_whose_name_is_longer_than_a_column"
sample id=2 cpu=1 time=3024000 fields="irq=36 ret=0"
sample id=4 cpu=1 time=3025000 raw="u16:4 u8:0" chain=
sample id=4 cpu=1 time=3026000 fields="vec=7" chain=
