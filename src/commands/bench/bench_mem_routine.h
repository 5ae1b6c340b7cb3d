/* Ways to copy and to fill memory: rows that `mem memcpy` and `mem memset` choose from. */
#ifndef COMMANDS_BENCH_BENCH_MEM_ROUTINE_H
#define COMMANDS_BENCH_BENCH_MEM_ROUTINE_H

#include <stddef.h>

/* One of both is there. */
struct bench_mem_routine {
	const char *name, *summary;
	void (*copy)(void *to, const void *from, size_t size_bytes);
	void (*fill)(void *to, int byte, size_t size_bytes);
};

/* Those of this CPU, the library's first; the last has no name. */
extern const struct bench_mem_routine bench_mem_copies[], bench_mem_fills[];

#endif
