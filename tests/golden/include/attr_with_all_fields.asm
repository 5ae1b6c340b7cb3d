# An event whose attr has a value in each field that a version of the struct added.
event cycles config=0 config1=1 config2=2 branch_type=user|any regs_user=0xff stack_user=8192 clockid=1 regs_intr=0xf aux_watermark=7 max_stack=12 \
	aux_sample_size=16 sig_data=3 config3=4 sample_type=identifier|ip|tid|time|period|branch_stack|regs_user|stack_user|regs_intr ids=1
event instructions config=1 ids=2
feature event_desc
finished_round
