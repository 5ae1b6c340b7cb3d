#include "analysis/wait/wait.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "analysis/pass/wall_pass.h"
#include "base/hash.h"
#include "base/intern.h"
#include "base/u64map.h"

static const char *const state_names[WAIT_STATES] = {
	[WALL_UNKNOWN] = "unknown", [WALL_RUNNING] = "running", [WALL_RUNNABLE] = "runnable", [WALL_SLEEP] = "sleep",
	[WALL_DISK] = "disk",       [WALL_BLOCKED] = "blocked", [WALL_LOCK] = "lock",         [WALL_WAIT] = "waiting",
};

/* A kind of waits, and who ended them: tid -> ns. */
struct kind {
	struct wait_row row;
	struct u64map wakers;
};

struct wait {
	int32_t pid;
	const struct wall_clock *wall;
	struct session *session;
	pthread_mutex_t lock;
	struct intern texts;
	struct u64map by_hash; /* of a kind -> its index */
	VEC(struct kind) kinds;
	struct u64map threads; /* tid -> 1 */
	struct chain *chains;  /* [threads of the session] */
	VEC(struct wait_row) rows;
	struct wait_result result;
};

static bool is_user(const struct frame *frame)
{
	return frame->cpumode == CPUMODE_USER || frame->cpumode == CPUMODE_GUEST_USER;
}

static const struct dso *dso_of(const struct frame *frame) { return frame->map ? frame->map->dso : NULL; }

/* Names of frames of one side behind the `from`th; others: only those that are not of this object. */
static size_t add_names(const struct chain *chain, size_t from, bool user, const struct dso *others, const char **names,
			size_t n)
{
	for (size_t i = from; i < chain->count && n < WAIT_NAMES; i++) {
		const struct frame *frame = chain->frames[i];
		if (is_user(frame) != user || !frame->symbol || (others && dso_of(frame) == others)) continue;
		names[n++] = frame->symbol->name;
	}
	return n;
}

/* The innermost function, then those that called it from other objects: what a library does in between tells little.
 * Where all are of one object, its callers. */
static bool choose_names(const struct chain *chain, bool user, const char *names[WAIT_NAMES])
{
	size_t first = 0;
	while (first < chain->count && (is_user(chain->frames[first]) != user || !chain->frames[first]->symbol))
		first++;
	if (first == chain->count) return false;
	const struct dso *dso = dso_of(chain->frames[first]);
	names[0] = chain->frames[first]->symbol->name;
	if (!user || add_names(chain, first + 1, user, dso, names, 1) == 1)
		(void)add_names(chain, first + 1, user, NULL, names, 1);
	return true;
}

static uint64_t hash_row(const struct wait_row *row)
{
	uint64_t hash = hash_pair((uintptr_t)row->state, (uintptr_t)row->comm);
	for (size_t i = 0; i < WAIT_NAMES; i++) hash = hash_pair(hash, (uintptr_t)row->names[i]);
	return hash;
}

/* The row of this kind; its texts are interned, so that the same have the same address. */
static struct kind *kind_of(struct wait *wait, const struct wait_row *row)
{
	bool is_new;
	uint64_t *slot = u64map_put(&wait->by_hash, hash_row(row), &is_new);
	if (is_new) {
		*slot = wait->kinds.count;
		vec_push(&wait->kinds, (struct kind){ .row = *row });
	}
	return &wait->kinds.items[*slot];
}

static void add(struct wait *wait, const struct sample *sample, struct wait_row *row)
{
	bool is_new;
	*u64map_put(&wait->threads, sample->tid, &is_new) = 1;
	wait->result.state_ns[sample->wall_state] += sample->period;
	wait->result.total_ns += sample->period;
	wait->result.has_running |= sample->wall_state == WALL_RUNNING;
	if (sample->wall_state == WALL_RUNNING) return;
	row->comm = intern_string(&wait->texts, row->comm);
	for (size_t i = 0; i < WAIT_NAMES; i++)
		if (row->names[i]) row->names[i] = intern_string(&wait->texts, row->names[i]);
	wait->result.has_chains |= row->names[0] != NULL;
	struct kind *kind = kind_of(wait, row);
	kind->row.ns += sample->period;
	kind->row.nr++;
	if (sample->waker) *u64map_put(&kind->wakers, sample->waker, &is_new) += sample->period;
}

static void wait_sample(void *ctx, struct session_worker *worker, const struct sample *sample)
{
	struct wait *wait = ctx;
	struct chain *chain = &wait->chains[worker->index];
	struct sample_task task;
	if (sample->event != wait->wall->event || !sample->period || sample->wall_state >= WAIT_STATES) return;
	if (!sample->tid) return; /* an idle CPU waits for nothing */
	if (wait->pid && sample->pid != (uint32_t)wait->pid) return;
	struct wait_row row = { .state = state_names[sample->wall_state] };
	resolver_task(worker->resolver, sample, &task);
	row.comm = task.comm;
	if (sample->wall_state != WALL_RUNNING) {
		if (!sample_has_chain(sample) || callchain_resolve(worker->resolver, &task, sample, NULL, chain) < 0)
			chain->count = 0;
		row.in_kernel = !choose_names(chain, true, row.names) && choose_names(chain, false, row.names);
	}
	pthread_mutex_lock(&wait->lock);
	add(wait, sample, &row);
	pthread_mutex_unlock(&wait->lock);
}

/* ---- the result */

/* Who ended most of it; of two with as much, the one with the smaller number. */
static void name_waker(struct wait *wait, struct kind *kind)
{
	uint64_t tid, ns;
	struct wait_row *row = &kind->row;
	for (size_t at = 0; u64map_next(&kind->wakers, &at, &tid, &ns);) {
		if (ns < row->waker_ns || (ns == row->waker_ns && tid > row->waker_tid)) continue;
		row->waker_ns = ns;
		row->waker_tid = (uint32_t)tid;
	}
	if (!row->waker_tid) return;
	const struct task *task = model_task(session_model(wait->session), row->waker_tid, UINT64_MAX - 1, NULL);
	row->waker = task ? task_comm(task, UINT64_MAX - 1, NULL) : NULL;
	wait->result.has_wakers = true;
}

static int compare_texts(const char *a, const char *b) { return a && b ? strcmp(a, b) : (a != NULL) - (b != NULL); }

static int compare_rows(const void *a, const void *b)
{
	const struct wait_row *x = a, *y = b;
	int r = (x->ns < y->ns) - (x->ns > y->ns);
	if (!r) r = strcmp(x->state, y->state);
	if (!r) r = strcmp(x->comm, y->comm);
	for (size_t i = 0; i < WAIT_NAMES && !r; i++) r = compare_texts(x->names[i], y->names[i]);
	return r;
}

static void make_result(struct wait *wait)
{
	for (size_t i = 0; i < wait->kinds.count; i++) {
		name_waker(wait, &wait->kinds.items[i]);
		vec_push(&wait->rows, wait->kinds.items[i].row);
	}
	if (wait->rows.count) qsort(wait->rows.items, wait->rows.count, sizeof(*wait->rows.items), compare_rows);
	wait->result.rows = wait->rows.items;
	wait->result.nr_rows = wait->rows.count;
	wait->result.nr_threads = wait->threads.count;
	memcpy(wait->result.state_names, state_names, sizeof(state_names));
}

int wait_run(struct session *session, int32_t pid, struct wait **ret, const struct wait_result **ret_result,
	     struct err *err)
{
	struct wait *wait = xcalloc(1, sizeof(*wait));
	*wait = (struct wait){ .pid = pid, .session = session, .lock = PTHREAD_MUTEX_INITIALIZER };
	intern_init(&wait->texts);
	wait->chains = xcalloc(session_threads(session), sizeof(*wait->chains));
	struct sample_visitor visitor = { .ctx = wait, .sample = wait_sample };
	int r = wall_collect(session, &wait->wall, err);
	if (r >= 0) r = session_samples(session, &visitor, err);
	if (r < 0) {
		wait_free(wait);
		return r;
	}
	make_result(wait);
	*ret = wait;
	*ret_result = &wait->result;
	return 0;
}

void wait_free(struct wait *wait)
{
	if (!wait) return;
	for (unsigned i = 0; i < session_threads(wait->session); i++) chain_done(&wait->chains[i]);
	free(wait->chains);
	for (size_t i = 0; i < wait->kinds.count; i++) u64map_done(&wait->kinds.items[i].wakers);
	vec_done(&wait->kinds);
	vec_done(&wait->rows);
	u64map_done(&wait->by_hash);
	u64map_done(&wait->threads);
	intern_done(&wait->texts);
	free(wait);
}
