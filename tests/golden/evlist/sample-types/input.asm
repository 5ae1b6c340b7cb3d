# Every sample_type, read_format and branch_type bit.
event a sample_type=identifier|ip|tid|time|addr|read|callchain|id|cpu|period|stream_id|raw|branch_stack read_format=total_time_enabled|total_time_running|id|group|lost branch_type=user|kernel|hv|any|any_call|any_return|ind_call ids=1
event b sample_type=regs_user|stack_user|weight|data_src|identifier|transaction|regs_intr|phys_addr|aux|cgroup|data_page_size|code_page_size branch_type=abort_tx|in_tx|no_tx|cond|call_stack|ind_jump|call ids=2
event c sample_type=identifier|weight_struct branch_type=no_flags|no_cycles|type_save|hw_index|priv_save ids=3
feature event_desc
finished_round
