/* A block of a trace is decoded by one worker, from its beginning to its end, and the turns of its samples follow each
 * other. So a worker knows where the branch before led to, but at the beginning of a block; what stands there is put
 * together when all blocks are done:
 *
 *     stretch of turns 0 .. 9      tail: where its last branch led to
 *     stretch of turns 16 .. 30    head: where its first branch came from       run [tail, head] */
#include "analysis/coverage/coverage_runs.h"

#include <pthread.h>
#include <stdlib.h>
#include "base/intern.h"
#include "perfdata/record/events.h"

/* An address in an object; dso NULL: not known. */
struct place {
	const struct dso *dso;
	uint64_t address;
};
/* Samples of turns that follow each other. */
struct stretch {
	uint64_t first_turn;
	struct place head, tail;
	uint64_t head_is_open;
};
/* What is told apart. */
struct run_key {
	const struct dso *dso;
	uint64_t from, last, is_open;
};
struct run_worker {
	struct intern runs; /* of struct run_key */
	VEC(uint64_t) counts;
	VEC(struct stretch) stretches;
	struct place now; /* where the last branch led to */
	bool at_head;     /* no branch of the stretch was seen */
	uint64_t last_turn, nr_unmatched;
	struct run_worker *next;
};
struct run_pass {
	const struct sample_filter *filter;
	pthread_mutex_t lock;
	struct run_worker *workers;
};

static void coverage_runs_worker(void *ctx, struct session_worker *session_worker)
{
	struct run_pass *pass = ctx;
	struct run_worker *worker = xcalloc(1, sizeof(*worker));
	intern_init(&worker->runs);
	session_worker->state = worker;
	pthread_mutex_lock(&pass->lock);
	worker->next = pass->workers;
	pass->workers = worker;
	pthread_mutex_unlock(&pass->lock);
}

static void add_run(struct run_worker *worker, const struct place *from, const struct place *last, uint64_t is_open)
{
	const struct run_key key = { from->dso, from->address, last->address, is_open };
	if (from->dso != last->dso || last->address < from->address) {
		worker->nr_unmatched++;
		return;
	}
	if (is_open && from->address == last->address) return; /* nothing of it was executed */
	uint32_t id = intern_id_n(&worker->runs, (const char *)&key, sizeof(key));
	if (id == worker->counts.count) vec_push(&worker->counts, 0);
	worker->counts.items[id]++;
}

static void end_stretch(struct run_worker *worker)
{
	if (worker->stretches.count) vec_last(&worker->stretches)->tail = worker->now;
	worker->now.dso = NULL;
}

/* Nothing is known of where control is. */
static void lose(struct run_worker *worker)
{
	worker->now.dso = NULL;
	worker->at_head = false;
}

static struct place find_place(struct resolver *resolver, const struct sample_task *task, uint64_t ip)
{
	struct place place = { 0 };
	place.dso = resolver_object(resolver, task, ip >> 63 ? CPUMODE_KERNEL : CPUMODE_USER, ip, &place.address);
	return place;
}

static void add_branch(struct run_worker *worker, struct resolver *resolver, const struct sample *sample,
		       const struct sample_task *task)
{
	bool begins = sample->flow & SAMPLE_FLOW_BEGIN || !sample->ip;
	bool ends = sample->flow & SAMPLE_FLOW_END || !sample->addr;
	if (!begins && (worker->now.dso || worker->at_head)) {
		const struct place last = find_place(resolver, task, sample->ip);
		uint64_t is_open = (sample->flow & (SAMPLE_FLOW_ASYNC | SAMPLE_FLOW_ABORT)) != 0;
		if (worker->now.dso) {
			add_run(worker, &worker->now, &last, is_open);
		} else {
			vec_last(&worker->stretches)->head = last;
			vec_last(&worker->stretches)->head_is_open = is_open;
		}
	}
	lose(worker);
	if (!ends) worker->now = find_place(resolver, task, sample->addr);
}

static void coverage_runs_sample(void *ctx, struct session_worker *session_worker, const struct sample *sample)
{
	const struct run_pass *pass = ctx;
	struct run_worker *worker = session_worker->state;
	const uint32_t of_branches = SAMPLE_FLOW_BRANCH | SAMPLE_FLOW_BEGIN | SAMPLE_FLOW_END;
	struct sample_task task;
	if (!worker->stretches.count || sample->turn != worker->last_turn + 1) {
		end_stretch(worker);
		vec_push(&worker->stretches, (struct stretch){ .first_turn = sample->turn });
		worker->at_head = true;
	}
	worker->last_turn = sample->turn;
	if (!(sample->flow & of_branches) || !sample->event || sample->event->attr.type != ATTR_TYPE_HARDWARE) return;
	if (sample_filter_drops(pass->filter, sample)) return lose(worker);
	resolver_task(session_worker->resolver, sample, &task);
	if (sample_filter_hides_task(pass->filter, sample, &task)) return lose(worker);
	add_branch(worker, session_worker->resolver, sample, &task);
}

/* An error: some of the trace is missing there. */
static void coverage_runs_record(void *ctx, struct session_worker *session_worker, const struct record *r,
				 const struct sample_id *id, uint64_t time_ns)
{
	struct run_worker *worker = session_worker->state;
	(void)ctx;
	(void)id;
	(void)time_ns;
	if (r->type == RECORD_AUXTRACE_ERROR && worker) lose(worker);
}

static int compare_stretches(const void *pa, const void *pb)
{
	const struct stretch *a = pa, *b = pb;
	return (a->first_turn > b->first_turn) - (a->first_turn < b->first_turn);
}

/* Runs from block to block, which one of the workers gets. */
static void join_stretches(struct run_worker *workers)
{
	VEC(struct stretch) all = VEC_INIT;
	for (struct run_worker *w = workers; w; w = w->next) {
		end_stretch(w);
		for (size_t i = 0; i < w->stretches.count; i++) vec_push(&all, w->stretches.items[i]);
	}
	if (all.count) qsort(all.items, all.count, sizeof(*all.items), compare_stretches);
	for (size_t i = 1; i < all.count; i++) {
		const struct stretch *before = &all.items[i - 1], *s = &all.items[i];
		if (before->tail.dso && s->head.dso) add_run(workers, &before->tail, &s->head, s->head_is_open);
	}
	vec_done(&all);
}

static int compare_runs(const void *pa, const void *pb)
{
	const struct coverage_run *a = pa, *b = pb;
	if (a->dso != b->dso) return a->dso->id < b->dso->id ? -1 : 1;
	if (a->from != b->from) return a->from < b->from ? -1 : 1;
	return (a->last > b->last) - (a->last < b->last);
}

static void gather(struct run_worker *workers, struct coverage_runs *ret)
{
	if (workers) join_stretches(workers);
	for (const struct run_worker *w = workers; w; w = w->next) {
		for (size_t i = 0; i < w->counts.count; i++) {
			const struct run_key *key = (const void *)intern_text(&w->runs, (uint32_t)i);
			struct run_key copy;
			memcpy(&copy, key, sizeof(copy)); /* texts are not aligned */
			vec_push(&ret->all, ((struct coverage_run){ copy.dso, copy.from, copy.last, copy.is_open,
								    w->counts.items[i] }));
			ret->nr_executed += w->counts.items[i];
		}
		ret->nr_unmatched += w->nr_unmatched;
		ret->nr_executed += w->nr_unmatched;
	}
	if (ret->all.count) qsort(ret->all.items, ret->all.count, sizeof(*ret->all.items), compare_runs);
}

int coverage_runs_collect(struct session *session, const struct sample_filter *filter, struct coverage_runs *ret,
			  struct err *err)
{
	struct run_pass pass = { .filter = filter };
	const struct sample_visitor visitor = { .ctx = &pass,
						.worker_begin = coverage_runs_worker,
						.sample = coverage_runs_sample,
						.other = coverage_runs_record };
	*ret = (struct coverage_runs){ 0 };
	pthread_mutex_init(&pass.lock, NULL);
	int r = session_samples(session, &visitor, err);
	if (r >= 0) gather(pass.workers, ret);
	for (struct run_worker *w = pass.workers, *next; w; w = next) {
		next = w->next;
		intern_done(&w->runs);
		vec_done(&w->counts);
		vec_done(&w->stretches);
		free(w);
	}
	pthread_mutex_destroy(&pass.lock);
	return r;
}

void coverage_runs_done(struct coverage_runs *runs) { vec_done(&runs->all); }
