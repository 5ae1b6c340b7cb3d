#include "result/flame_times.h"
#include <stdlib.h>
#include "base/sort.h"

void flame_times_done(struct flame_times *times)
{
	free(times->threads);
	free(times->moments);
	*times = (struct flame_times){ 0 };
}

uint32_t flame_times_slice(const struct flame_times *times, uint64_t time_ns)
{
	double scale = times->nr_slices / ((double)(times->last_ns - times->first_ns) + 1);
	uint64_t slice = (uint64_t)((double)(time_ns - times->first_ns) * scale);
	return (uint32_t)MIN(slice, times->nr_slices - 1);
}

struct flame_moment *flame_moments_add_up(moment_words_vec *words, unsigned threads, size_t *ret_count)
{
	struct flame_moment *moments = xmalloc_huge((words->count + 1) * sizeof(*moments)), *last = moments;
	sort_words((uint64_t *)(void *)words->items, words->count, 2, 1, threads);
	for (size_t i = 0; i < words->count; i++) {
		uint64_t key = words->items[i].key;
		if (i == 0 || key != words->items[i - 1].key) {
			last += i > 0;
			*last = (struct flame_moment){ .slice = (uint32_t)(key >> 52),
						       .thread = (uint32_t)(key >> 32) & (FLAME_TIMES_MAX_THREADS - 1),
						       .node = (uint32_t)key };
		}
		last->nr_samples++;
		last->own += words->items[i].period;
	}
	*ret_count = words->count ? (size_t)(last - moments) + 1 : 0;
	return xrealloc(moments, (*ret_count + 1) * sizeof(*moments));
}
