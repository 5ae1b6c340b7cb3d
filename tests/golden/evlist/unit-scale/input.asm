event power/energy/ type=37 ids=1 unit=Joules scale=2.3e-10 cpus=0,1
feature event_desc
finished_round
