include ../../script/intel-pt/input.asm
