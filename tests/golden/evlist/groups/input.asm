event cycles ids=1 freq=1000
event instructions config=1 ids=2 period=5000
event cache-misses config=3 ids=3
event task-clock type=software config=1 ids=4
feature event_desc
feature group_desc 0:3: 
finished_round
