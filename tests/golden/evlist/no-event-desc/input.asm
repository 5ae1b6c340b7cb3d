# Names are made from the attrs when the recorder wrote none.
event x type=hardware config=2 ids=1
event x type=software config=0 ids=2
event x type=hw_cache config=0x10000 ids=3
event x type=raw config=0xc0 ids=4
event x type=breakpoint bp_type=2 config1=0x601040 config2=8 ids=5
event x type=hardware config=0 flags=sample_id_all,exclude_kernel,exclude_hv precise=1 ids=6
finished_round
