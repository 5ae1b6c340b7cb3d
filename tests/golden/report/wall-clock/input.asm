include ../latency/input.asm
