# simpleperf writes features 128 and 129; 200 is nobody's.
event cycles ids=1
feature hostname vm
feature 128 hex:00112233
feature 129 text:abc
feature 200 zeros:100
finished_round
