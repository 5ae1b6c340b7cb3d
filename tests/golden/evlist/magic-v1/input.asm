# The header of 2.6.3x: other magic, event types section, attrs of 64 bytes, no sample_id_all.
header magic=v1
attr_size 64
event cycles flags= ids=1
finished_round
