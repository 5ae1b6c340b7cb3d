include ../latency-tracepoint/input.asm
