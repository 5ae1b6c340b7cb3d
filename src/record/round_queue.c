#include "record/round_queue.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>
#include "perfdata/perfdata.h"
#include "perfdata/record/sample.h"

#define HOLD_BYTES ((size_t)256 << 20)
enum { SPARE_ROUNDS = 4 };

struct round {
	uint8_t *data;
	size_t size_bytes, capacity_bytes;
	struct outbuf out;
	struct round *next;
};
struct round_list {
	struct round *first, *last;
};

struct rewriting {
	const struct sample_rewriter *rewriter;
	const struct perf_events *raw;
	size_t hold_bytes;
	pthread_t thread;
	pthread_mutex_t lock; /* of what follows */
	pthread_cond_t given, finished;
	struct round_list waiting, done;
	struct round *spare[SPARE_ROUNDS];
	unsigned nr_spare;
	size_t held_bytes;            /* of rounds that were collected and not yet rewritten */
	size_t nr_given, nr_finished; /* rounds, empty ones too */
	bool stop;
	/* the draining thread's */
	struct round *open;  /* being collected */
	struct round *taken; /* given out by rewriting_next */
	bool behind_is_open; /* the last round handed over had records: an empty one lets it go */
	struct rewriting_counts counts;
};

static void push(struct round_list *list, struct round *round)
{
	round->next = NULL;
	if (list->last) list->last->next = round;
	else list->first = round;
	list->last = round;
}

static struct round *pop(struct round_list *list)
{
	struct round *round = list->first;
	if (!round) return NULL;
	list->first = round->next;
	if (!list->first) list->last = NULL;
	return round;
}

static void round_free(struct round *round)
{
	if (!round) return;
	out_done(&round->out);
	free(round->data);
	free(round);
}

static struct round *round_new(struct rewriting *rewriting)
{
	struct round *round = NULL;
	pthread_mutex_lock(&rewriting->lock);
	if (rewriting->nr_spare) round = rewriting->spare[--rewriting->nr_spare];
	pthread_mutex_unlock(&rewriting->lock);
	if (round) return round;
	round = xcalloc(1, sizeof(*round));
	out_init(&round->out, -1);
	return round;
}

/* For use again: memory that was touched already. */
static void round_put(struct rewriting *rewriting, struct round *round)
{
	if (!round) return;
	round->size_bytes = round->out.size = 0;
	pthread_mutex_lock(&rewriting->lock);
	bool keep = rewriting->nr_spare < SPARE_ROUNDS;
	if (keep) rewriting->spare[rewriting->nr_spare++] = round;
	pthread_mutex_unlock(&rewriting->lock);
	if (!keep) round_free(round);
}

static void round_reserve(struct round *round, size_t size_bytes)
{
	if (size_bytes <= round->capacity_bytes) return;
	round->capacity_bytes = size_bytes + size_bytes / 4;
	uint8_t *data = xmalloc(round->capacity_bytes);
	if (round->size_bytes) memcpy(data, round->data, round->size_bytes);
	free(round->data);
	round->data = data;
}

/* -- the thread that rewrites -- */

static void finish(struct rewriting *rewriting, struct round *round)
{
	if (!round) return;
	rewriting->rewriter->rewrite(rewriting->rewriter->ctx, round->data, round->size_bytes, &round->out);
	pthread_mutex_lock(&rewriting->lock);
	rewriting->held_bytes -= round->size_bytes;
	push(&rewriting->done, round);
	pthread_mutex_unlock(&rewriting->lock);
}

static void *run(void *arg)
{
	struct rewriting *rewriting = arg;
	const struct sample_rewriter *rewriter = rewriting->rewriter;
	struct round *seen = NULL;
	for (;;) {
		pthread_mutex_lock(&rewriting->lock);
		while (!rewriting->waiting.first && !rewriting->stop)
			pthread_cond_wait(&rewriting->given, &rewriting->lock);
		struct round *round = rewriting->stop ? NULL : pop(&rewriting->waiting);
		pthread_mutex_unlock(&rewriting->lock);
		if (!round) break;
		rewriter->see(rewriter->ctx, round->data, round->size_bytes);
		finish(rewriting, seen);
		seen = round->size_bytes ? round : NULL;
		if (!seen) round_put(rewriting, round);
		pthread_mutex_lock(&rewriting->lock);
		rewriting->nr_finished++;
		pthread_cond_broadcast(&rewriting->finished);
		pthread_mutex_unlock(&rewriting->lock);
	}
	round_free(seen);
	return NULL;
}

static size_t usual_hold_bytes(void)
{
	long pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);
	return pages > 0 && page_bytes > 0 ? MIN(HOLD_BYTES, (size_t)pages / 16 * (size_t)page_bytes) : HOLD_BYTES;
}

struct rewriting *rewriting_new(const struct sample_rewriter *rewriter, const struct perf_events *raw,
				size_t hold_bytes)
{
	struct rewriting *rewriting = xcalloc(1, sizeof(*rewriting));
	rewriting->rewriter = rewriter;
	rewriting->raw = raw;
	rewriting->hold_bytes = hold_bytes ? hold_bytes : usual_hold_bytes();
	pthread_mutex_init(&rewriting->lock, NULL);
	pthread_cond_init(&rewriting->given, NULL);
	pthread_cond_init(&rewriting->finished, NULL);
	sigset_t all, before;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	int code = pthread_create(&rewriting->thread, NULL, run, rewriting);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (!code) return rewriting;
	rewriting->stop = true;
	rewriting_free(rewriting);
	return NULL;
}

void rewriting_free(struct rewriting *rewriting)
{
	if (!rewriting) return;
	if (!rewriting->stop) {
		pthread_mutex_lock(&rewriting->lock);
		rewriting->stop = true;
		pthread_cond_signal(&rewriting->given);
		pthread_mutex_unlock(&rewriting->lock);
		pthread_join(rewriting->thread, NULL);
	}
	for (struct round *round; (round = pop(&rewriting->waiting));) round_free(round);
	for (struct round *round; (round = pop(&rewriting->done));) round_free(round);
	for (unsigned i = 0; i < rewriting->nr_spare; i++) round_free(rewriting->spare[i]);
	round_free(rewriting->open);
	round_free(rewriting->taken);
	pthread_cond_destroy(&rewriting->given);
	pthread_cond_destroy(&rewriting->finished);
	pthread_mutex_destroy(&rewriting->lock);
	free(rewriting);
}

/* -- the thread that drains -- */

static size_t held(struct rewriting *rewriting)
{
	pthread_mutex_lock(&rewriting->lock);
	size_t bytes = rewriting->held_bytes;
	pthread_mutex_unlock(&rewriting->lock);
	return bytes;
}

bool rewriting_is_full(struct rewriting *rewriting, bool wait)
{
	size_t most = rewriting->hold_bytes + rewriting->hold_bytes / 4;
	if (wait) {
		/* a round that waits for its successor does not end by waiting: there is room at the latest when all
		 * others are done */
		pthread_mutex_lock(&rewriting->lock);
		while (rewriting->held_bytes > most && rewriting->nr_finished < rewriting->nr_given)
			pthread_cond_wait(&rewriting->finished, &rewriting->lock);
		pthread_mutex_unlock(&rewriting->lock);
		return false;
	}
	pthread_mutex_lock(&rewriting->lock);
	bool full = rewriting->held_bytes > most && rewriting->nr_finished < rewriting->nr_given;
	pthread_mutex_unlock(&rewriting->lock);
	rewriting->counts.nr_waited += full;
	return full;
}

size_t rewriting_shorten(const struct perf_events *raw, const struct record *r, size_t most_bytes, uint8_t *to)
{
	struct sample sample;
	struct sample_scratch scratch = { 0 };
	const struct perf_event *event = r->type == RECORD_SAMPLE ? events_of_record(raw, r) : NULL;
	if (!event || !(event->attr.sample_type & SAMPLE_STACK_USER)) return 0;
	int code = sample_decode(event, r, &scratch, &sample);
	sample_scratch_done(&scratch);
	if (code < 0 || sample.stack_size <= most_bytes) return 0;
	/* ... u64 size, bytes, u64 how many of them are of use, what follows */
	size_t stack_at = (size_t)(sample.stack - r->data), end = stack_at + sample.stack_size,
	       kept = most_bytes & ~(size_t)7;
	uint64_t size = kept, used = MIN(sample.stack_dyn_size, (uint64_t)kept);
	memcpy(to, r->data, stack_at + kept);
	memcpy(to + stack_at - 8, &size, 8);
	memcpy(to + stack_at + kept, &used, 8);
	memcpy(to + stack_at + kept + 8, r->data + end + 8, r->size - end - 8);
	uint16_t record_size = (uint16_t)(r->size - (sample.stack_size - kept));
	memcpy(to + 6, &record_size, sizeof(record_size));
	return record_size;
}

/* In place: what is cut out moves the rest down. */
static void shorten_all(struct rewriting *rewriting, struct round *round, size_t from)
{
	struct record_run run = { .data = round->data + from, .size_bytes = round->size_bytes - from };
	uint8_t *to = round->data + from;
	uint8_t copy[UINT16_MAX];
	struct record r;
	for (size_t pos = 0; record_run_next(&run, false, &pos, &r);) {
		size_t size = rewriting_shorten(rewriting->raw, &r, SHORT_STACK_BYTES, copy);
		if (size) memcpy(to, copy, size);
		else memmove(to, r.data, r.size);
		rewriting->counts.nr_shortened += size != 0;
		to += size ? size : r.size;
	}
	round->size_bytes = (size_t)(to - round->data);
}

void rewriting_add(struct rewriting *rewriting, const struct iovec *parts, int nr_parts)
{
	if (!rewriting->open) rewriting->open = round_new(rewriting);
	struct round *round = rewriting->open;
	size_t from = round->size_bytes, bytes = 0;
	for (int i = 0; i < nr_parts; i++) bytes += parts[i].iov_len;
	round_reserve(round, from + bytes);
	for (int i = 0; i < nr_parts; i++) {
		if (parts[i].iov_len) memcpy(round->data + round->size_bytes, parts[i].iov_base, parts[i].iov_len);
		round->size_bytes += parts[i].iov_len;
	}
	if (unlikely(held(rewriting) + round->size_bytes > rewriting->hold_bytes)) shorten_all(rewriting, round, from);
}

void rewriting_end_round(struct rewriting *rewriting)
{
	struct round *round = rewriting->open;
	bool has_records = round && round->size_bytes;
	if (!has_records && !rewriting->behind_is_open) return;
	if (!round) round = round_new(rewriting);
	rewriting->open = NULL;
	rewriting->behind_is_open = has_records;
	pthread_mutex_lock(&rewriting->lock);
	rewriting->held_bytes += round->size_bytes;
	rewriting->nr_given++;
	push(&rewriting->waiting, round);
	pthread_cond_signal(&rewriting->given);
	pthread_mutex_unlock(&rewriting->lock);
}

bool rewriting_next(struct rewriting *rewriting, struct iovec *ret)
{
	round_put(rewriting, rewriting->taken);
	pthread_mutex_lock(&rewriting->lock);
	rewriting->taken = pop(&rewriting->done);
	pthread_mutex_unlock(&rewriting->lock);
	if (!rewriting->taken) return false;
	*ret = (struct iovec){ rewriting->taken->out.data, rewriting->taken->out.size };
	return true;
}

void rewriting_flush(struct rewriting *rewriting)
{
	rewriting_end_round(rewriting);
	rewriting_end_round(rewriting); /* an empty one behind it */
	pthread_mutex_lock(&rewriting->lock);
	while (rewriting->nr_finished < rewriting->nr_given) pthread_cond_wait(&rewriting->finished, &rewriting->lock);
	pthread_mutex_unlock(&rewriting->lock);
}

struct rewriting_counts rewriting_counts(const struct rewriting *rewriting) { return rewriting->counts; }
