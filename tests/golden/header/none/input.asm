event cycles ids=1
finished_round
