/* When the samples of a flame were taken, by which threads: weights by slice of time, thread and node. */
#ifndef RESULT_FLAME_TIMES_H
#define RESULT_FLAME_TIMES_H

#include "base/arena.h"
#include "base/vec.h"

struct flame_thread {
	uint32_t pid, tid;
	const char *comm; /* its last name; borrowed */
	uint64_t nr_samples;
};

/* What a thread spent in a node, its own, within a slice. */
struct flame_moment {
	uint32_t slice, thread, node;
	uint32_t nr_samples;
	uint64_t own;
};

struct flame_times {
	uint64_t first_ns, last_ns;   /* of all slices together */
	uint32_t nr_slices;           /* of equal length, from first_ns to last_ns */
	struct flame_thread *threads; /* by pid, then tid */
	size_t nr_threads;
	struct flame_moment *moments; /* by slice, thread, node */
	size_t nr_moments;
};

void flame_times_done(struct flame_times *times);
/* The slice that a time from first_ns to last_ns is in. */
uint32_t flame_times_slice(const struct flame_times *times, uint64_t time_ns);

/* Numbers of threads that a moment may have: those behind the last one share it. */
enum { FLAME_TIMES_MAX_THREADS = 1 << 20 };

/* A sample on its way to a moment: the number that stands for slice (below 4096), thread and node, and its weight. */
struct moment_words {
	uint64_t key, period;
};
typedef VEC(struct moment_words) moment_words_vec;
static inline struct moment_words moment_words_of(uint32_t slice, uint32_t thread, uint32_t node, uint64_t period)
{
	uint64_t place = (uint64_t)slice << 20 | MIN(thread, FLAME_TIMES_MAX_THREADS - 1);
	return (struct moment_words){ place << 32 | node, period };
}
/* Adds up what has the same slice, thread and node, by these; words are sorted. The caller frees what is returned. */
struct flame_moment *flame_moments_add_up(moment_words_vec *words, unsigned threads, size_t *ret_count);

#endif
