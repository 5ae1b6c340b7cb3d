# The oldest form: siblings only.
event cycles ids=1
feature nrcpus 2 2
feature cpu_topology cores="0-1" threads="0;1"
finished_round
