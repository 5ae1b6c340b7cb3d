/* Rounds between two threads. The draining thread collects a round (open) and appends it to `waiting`; the consuming
 * thread takes it from there, keeps it while the next one is seen, has it finished (due), and appends it to `done` if
 * it was rewritten; the draining thread takes it from there and puts it back for use (spare). The lock protects the
 * lists and the counters; rounds themselves belong to whoever holds them. */
#include "record/drain/round_queue.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>
#include "perfdata/perfdata.h"
#include "perfdata/record/sample.h"

/* The usual bound of what is held. */
#define HOLD_BYTES ((size_t)256 << 20)
enum { SPARE_ROUNDS = 4 };

/* data: the records as they were in the rings; out: what the consumer made of them. */
struct round {
	uint8_t *data;
	size_t size_bytes, capacity_bytes;
	struct outbuf out;
	struct round *next;
};
struct round_list {
	struct round *first, *last;
};

struct round_queue {
	const struct round_consumer *consumer;
	const struct perf_events *raw;
	size_t hold_bytes;
	pthread_t thread;
	pthread_mutex_t lock; /* of what follows */
	pthread_cond_t given, finished;
	struct round_list waiting, done;
	struct round *spare[SPARE_ROUNDS];
	unsigned nr_spare;
	size_t held_bytes;            /* of rounds that were collected and were not due yet */
	size_t nr_given, nr_finished; /* rounds, empty ones too */
	bool stop;
	/* the draining thread's */
	struct round *open;  /* being collected */
	struct round *taken; /* given out by round_queue_next */
	bool behind_is_open; /* the last round handed over had records: an empty one lets it go */
	struct round_queue_counts counts;
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

static struct round *round_new(struct round_queue *queue)
{
	struct round *round = NULL;
	pthread_mutex_lock(&queue->lock);
	if (queue->nr_spare) round = queue->spare[--queue->nr_spare];
	pthread_mutex_unlock(&queue->lock);
	if (round) return round;
	round = xcalloc(1, sizeof(*round));
	out_init(&round->out, -1);
	return round;
}

/* For use again: memory that was touched already. */
static void round_put(struct round_queue *queue, struct round *round)
{
	if (!round) return;
	round->size_bytes = round->out.size = 0;
	pthread_mutex_lock(&queue->lock);
	bool keep = queue->nr_spare < SPARE_ROUNDS;
	if (keep) queue->spare[queue->nr_spare++] = round;
	pthread_mutex_unlock(&queue->lock);
	if (!keep) round_free(round);
}

/* Room for size_bytes in all. */
static void round_reserve(struct round *round, size_t size_bytes)
{
	if (size_bytes <= round->capacity_bytes) return;
	round->capacity_bytes = size_bytes + size_bytes / 4;
	uint8_t *data = xmalloc(round->capacity_bytes);
	if (round->size_bytes) memcpy(data, round->data, round->size_bytes);
	free(round->data);
	round->data = data;
}

/* -- the thread that consumes -- */

/* The round is due: shows it to the consumer a last time and passes it on. */
static void finish(struct round_queue *queue, struct round *round)
{
	if (!round) return;
	bool rewrites = queue->consumer->rewrites;
	queue->consumer->due(queue->consumer->ctx, round->data, round->size_bytes, rewrites ? &round->out : NULL);
	pthread_mutex_lock(&queue->lock);
	queue->held_bytes -= round->size_bytes;
	if (rewrites) push(&queue->done, round);
	pthread_mutex_unlock(&queue->lock);
	if (!rewrites) round_put(queue, round);
}

/* The consuming thread. `seen` is the round that the consumer has seen and that is not due yet. */
static void *run(void *arg)
{
	struct round_queue *queue = arg;
	const struct round_consumer *consumer = queue->consumer;
	struct round *seen = NULL;
	for (;;) {
		pthread_mutex_lock(&queue->lock);
		while (!queue->waiting.first && !queue->stop) pthread_cond_wait(&queue->given, &queue->lock);
		struct round *round = queue->stop ? NULL : pop(&queue->waiting);
		pthread_mutex_unlock(&queue->lock);
		if (!round) break;
		/* Seen before the older round is due: the consumer may find in it what that one lacks. */
		consumer->round(consumer->ctx, round->data, round->size_bytes);
		finish(queue, seen);
		seen = round->size_bytes ? round : NULL;
		if (!seen) round_put(queue, round);
		pthread_mutex_lock(&queue->lock);
		queue->nr_finished++;
		pthread_cond_broadcast(&queue->finished);
		pthread_mutex_unlock(&queue->lock);
	}
	round_free(seen);
	return NULL;
}

static size_t usual_hold_bytes(void)
{
	long pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);
	return pages > 0 && page_bytes > 0 ? MIN(HOLD_BYTES, (size_t)pages / 16 * (size_t)page_bytes) : HOLD_BYTES;
}

struct round_queue *round_queue_new(const struct round_consumer *consumer, const struct perf_events *raw,
				    size_t hold_bytes)
{
	struct round_queue *queue = xcalloc(1, sizeof(*queue));
	queue->consumer = consumer;
	queue->raw = raw;
	queue->hold_bytes = hold_bytes ? hold_bytes : usual_hold_bytes();
	pthread_mutex_init(&queue->lock, NULL);
	pthread_cond_init(&queue->given, NULL);
	pthread_cond_init(&queue->finished, NULL);
	sigset_t all, before;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	int code = pthread_create(&queue->thread, NULL, run, queue);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (!code) return queue;
	queue->stop = true;
	round_queue_free(queue);
	return NULL;
}

void round_queue_free(struct round_queue *queue)
{
	if (!queue) return;
	if (!queue->stop) {
		pthread_mutex_lock(&queue->lock);
		queue->stop = true;
		pthread_cond_signal(&queue->given);
		pthread_mutex_unlock(&queue->lock);
		pthread_join(queue->thread, NULL);
	}
	for (struct round *round; (round = pop(&queue->waiting));) round_free(round);
	for (struct round *round; (round = pop(&queue->done));) round_free(round);
	for (unsigned i = 0; i < queue->nr_spare; i++) round_free(queue->spare[i]);
	round_free(queue->open);
	round_free(queue->taken);
	pthread_cond_destroy(&queue->given);
	pthread_cond_destroy(&queue->finished);
	pthread_mutex_destroy(&queue->lock);
	free(queue);
}

/* -- the thread that drains -- */

static size_t held(struct round_queue *queue)
{
	pthread_mutex_lock(&queue->lock);
	size_t bytes = queue->held_bytes;
	pthread_mutex_unlock(&queue->lock);
	return bytes;
}

bool round_queue_is_full(struct round_queue *queue, bool wait)
{
	size_t most = queue->hold_bytes + queue->hold_bytes / 4;
	if (wait) {
		/* a round that waits for its successor does not end by waiting: there is room at the latest when all
		 * others are done */
		pthread_mutex_lock(&queue->lock);
		while (queue->held_bytes > most && queue->nr_finished < queue->nr_given)
			pthread_cond_wait(&queue->finished, &queue->lock);
		pthread_mutex_unlock(&queue->lock);
		return false;
	}
	pthread_mutex_lock(&queue->lock);
	bool full = queue->held_bytes > most && queue->nr_finished < queue->nr_given;
	pthread_mutex_unlock(&queue->lock);
	queue->counts.nr_waited += full;
	return full;
}

size_t round_queue_shorten(const struct perf_events *raw, const struct record *r, size_t most_bytes, uint8_t *to)
{
	struct sample sample;
	struct sample_scratch scratch = { 0 };
	struct outbuf out;
	const struct perf_event *event = r->type == RECORD_SAMPLE ? events_of_record(raw, r) : NULL;
	if (!event || !(event->attr.sample_type & SAMPLE_STACK_USER)) return 0;
	out_init(&out, -1);
	if (sample_decode(event, r, &scratch, &sample) == 0 && sample.stack_size > most_bytes) {
		sample.stack_size = most_bytes & ~(size_t)7;
		sample.stack_dyn_size = MIN(sample.stack_dyn_size, sample.stack_size);
		(void)!sample_encode(&out, event, &sample); /* it is shorter than it was */
	}
	size_t size = out.size;
	if (size) memcpy(to, out.data, size);
	out_done(&out);
	sample_scratch_done(&scratch);
	return size;
}

/* In place: what is cut out moves the rest down. */
static void shorten_all(struct round_queue *queue, struct round *round, size_t from)
{
	struct record_run run = { .data = round->data + from, .size_bytes = round->size_bytes - from };
	uint8_t *to = round->data + from;
	uint8_t copy[UINT16_MAX];
	struct record r;
	for (size_t pos = 0; record_run_next(&run, false, &pos, &r);) {
		size_t size = round_queue_shorten(queue->raw, &r, SHORT_STACK_BYTES, copy);
		if (size) memcpy(to, copy, size);
		else memmove(to, r.data, r.size);
		queue->counts.nr_shortened += size != 0;
		to += size ? size : r.size;
	}
	round->size_bytes = (size_t)(to - round->data);
}

void round_queue_add(struct round_queue *queue, const struct iovec *parts, int nr_parts)
{
	if (!queue->open) queue->open = round_new(queue);
	struct round *round = queue->open;
	size_t from = round->size_bytes, bytes = 0;
	for (int i = 0; i < nr_parts; i++) bytes += parts[i].iov_len;
	round_reserve(round, from + bytes);
	for (int i = 0; i < nr_parts; i++) {
		if (parts[i].iov_len) memcpy(round->data + round->size_bytes, parts[i].iov_base, parts[i].iov_len);
		round->size_bytes += parts[i].iov_len;
	}
	/* Only what was added just now: the rest of the round was cut already, or there was room. */
	if (unlikely(held(queue) + round->size_bytes > queue->hold_bytes)) shorten_all(queue, round, from);
}

void round_queue_end_round(struct round_queue *queue)
{
	struct round *round = queue->open;
	bool has_records = round && round->size_bytes;
	if (!has_records && !queue->behind_is_open) return;
	if (!round) round = round_new(queue);
	queue->open = NULL;
	queue->behind_is_open = has_records;
	pthread_mutex_lock(&queue->lock);
	queue->held_bytes += round->size_bytes;
	queue->nr_given++;
	push(&queue->waiting, round);
	pthread_cond_signal(&queue->given);
	pthread_mutex_unlock(&queue->lock);
}

bool round_queue_next(struct round_queue *queue, struct iovec *ret)
{
	round_put(queue, queue->taken);
	pthread_mutex_lock(&queue->lock);
	queue->taken = pop(&queue->done);
	pthread_mutex_unlock(&queue->lock);
	if (!queue->taken) return false;
	*ret = (struct iovec){ queue->taken->out.data, queue->taken->out.size };
	return true;
}

void round_queue_flush(struct round_queue *queue)
{
	round_queue_end_round(queue);
	round_queue_end_round(queue); /* an empty one behind it */
	pthread_mutex_lock(&queue->lock);
	while (queue->nr_finished < queue->nr_given) pthread_cond_wait(&queue->finished, &queue->lock);
	pthread_mutex_unlock(&queue->lock);
}

struct round_queue_counts round_queue_counts(const struct round_queue *queue) { return queue->counts; }
