/* Kept samples by slice of time, thread and node: each becomes a number of these three and a weight; the numbers are
 * sorted, and equal ones added up. */
#include "analysis/profile/answers/hist_times.h"
#include <stdlib.h>
#include "analysis/profile/collect/hist_collector.h"
#include "base/u64map.h"
#include "base/vec_huge.h"

enum { MAX_SLICES = 4096 };

/* While threads are counted: by pid << 32 | tid. last_key, last: of the question before, as samples of a
 * thread stand together. */
struct thread_census {
	struct u64map numbers;
	uint64_t last_key, *last;
	VEC(struct flame_thread) threads;
	VEC(uint64_t) last_ns; /* when the name of each was seen */
};

/* The number of a sample's thread; of a new one it is 0, and *ret_is_new true. */
static inline uint64_t *number_of(struct thread_census *census, const struct kept_sample *sample, bool *ret_is_new)
{
	uint64_t key = (uint64_t)sample->pid << 32 | sample->tid;
	*ret_is_new = false;
	if (likely(census->last && census->last_key == key)) return census->last;
	census->last_key = key;
	return census->last = u64map_put(&census->numbers, key, ret_is_new);
}

static void note_thread(struct thread_census *census, const struct kept_sample *sample)
{
	bool is_new;
	uint64_t *number = number_of(census, sample, &is_new);
	if (is_new) {
		*number = census->threads.count;
		vec_push(&census->threads, ((struct flame_thread){ sample->pid, sample->tid, sample->comm, 0 }));
		vec_push(&census->last_ns, sample->time_ns);
	}
	struct flame_thread *thread = &census->threads.items[*number];
	uint64_t *last_ns = &census->last_ns.items[*number];
	thread->nr_samples++;
	/* of several names at one time the one last in the alphabet: workers come in any order */
	if (sample->time_ns > *last_ns ||
	    (sample->time_ns == *last_ns && sample->comm != thread->comm && strcmp(sample->comm, thread->comm) > 0)) {
		*last_ns = sample->time_ns;
		thread->comm = sample->comm;
	}
}

static int compare_threads(const void *a, const void *b)
{
	const struct flame_thread *l = a, *r = b;
	if (l->pid != r->pid) return l->pid < r->pid ? -1 : 1;
	return l->tid < r->tid ? -1 : l->tid > r->tid;
}

/* Threads, and from when to when there are samples. */
static void take_census(const struct hist *hist, uint32_t event, struct thread_census *census,
			struct flame_times *times)
{
	times->first_ns = UINT64_MAX;
	for (unsigned i = 0; i < hist->in.nr_workers; i++) {
		const struct hist_worker *w = hist->workers[i];
		for (size_t n = 0; w && n < w->kept.count; n++) {
			const struct kept_sample *sample = &w->kept.items[n];
			times->first_ns = MIN(times->first_ns, sample->time_ns);
			times->last_ns = MAX(times->last_ns, sample->time_ns);
			if (sample->event == event) note_thread(census, sample);
		}
	}
	if (times->first_ns > times->last_ns) times->first_ns = times->last_ns = 0;
	times->nr_threads = census->threads.count;
	times->threads = take(census->threads.items);
	qsort(times->threads, times->nr_threads, sizeof(*times->threads), compare_threads);
	for (size_t i = 0; i < times->nr_threads; i++)
		*u64map_put(&census->numbers, (uint64_t)times->threads[i].pid << 32 | times->threads[i].tid, NULL) = i;
}

void hist_times(struct hist *hist, struct hist_event *event, const uint32_t *places, uint32_t nr_slices,
		struct flame_times *ret)
{
	uint32_t number = event->totals.event->idx;
	struct thread_census census = { 0 };
	moment_words_vec words = VEC_INIT;
	*ret = (struct flame_times){ .nr_slices = MIN(nr_slices, MAX_SLICES) };
	take_census(hist, number, &census, ret);
	vec_reserve_huge(&words, event->totals.nr_samples);
	for (unsigned i = 0; i < hist->in.nr_workers; i++) {
		const struct hist_worker *w = hist->workers[i];
		for (size_t n = 0; w && n < w->kept.count; n++) {
			const struct kept_sample *sample = &w->kept.items[n];
			uint32_t node = sample->event == number ? hist_kept_node(hist, i, sample) : CCT_NONE;
			if (node == CCT_NONE || places[node] == FLAME_NONE) continue;
			bool is_new; /* none is, since the census */
			uint64_t thread = *number_of(&census, sample, &is_new);
			vec_push(&words, moment_words_of(flame_times_slice(ret, sample->time_ns), (uint32_t)thread,
							 places[node], sample->period));
		}
	}
	ret->moments = flame_moments_add_up(&words, hist->in.nr_workers, &ret->nr_moments);
	vec_done(&words);
	u64map_done(&census.numbers);
	vec_done(&census.threads);
	vec_done(&census.last_ns);
}
