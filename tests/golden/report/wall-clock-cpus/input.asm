include ../latency-cpus/input.asm
