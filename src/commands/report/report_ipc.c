/* The cycles of branch stacks tell how long each block of code took, its instructions are counted in the code, as
 * perf annotate does (analysis/annotate/annotate_cycles.h): both show the same numbers. */
#include "commands/report/report_ipc.h"
#include <stdlib.h>
#include "analysis/annotate/annotate_cycles.h"
#include "analysis/annotate/annotate_listing.h"
#include "base/threads.h"

struct ipc_function {
	const struct symbol *symbol;
	struct object *object;
	struct key_ipc ipc;
};

struct ipc_work {
	const struct annotate *annotate;
	const struct annotate_listing_options *options;
	struct annotate_reader **readers; /* by worker; NULL: not needed yet */
	VEC(struct ipc_function) functions;
};

/* Without code its function has nothing known of it: coverage 0. */
static void measure(void *ctx, unsigned worker, size_t item)
{
	struct ipc_work *work = ctx;
	struct ipc_function *function = &work->functions.items[item];
	struct annotate_samples samples = { .annotate = work->annotate };
	struct code_listing listing;
	_err_done_ struct err err = ERR_INIT;
	if (!work->readers[worker]) work->readers[worker] = annotate_reader_new(work->options);
	code_listing_init(&listing);
	if (annotate_listing_make(work->readers[worker], function->object, function->symbol, &samples, &listing,
				  &err) >= 0)
		function->ipc = (struct key_ipc){ listing.ipc, listing.coverage };
	code_listing_done(&listing);
}

/* The functions among the places of the profile that have cycles, each once. */
static void find_functions(struct ipc_work *work, const struct key_env *env)
{
	struct u64map seen = U64MAP_INIT;
	for (size_t i = 0; i < key_env_nr_places(env); i++) {
		const struct place *place = key_env_place_of(env, i);
		bool is_new;
		if (!place->symbol || !place->dso) continue;
		u64map_put(&seen, (uintptr_t)place->symbol, &is_new);
		if (!is_new || !annotate_cycles_any(annotate_cycles(work->annotate), place->symbol)) continue;
		struct object *object = frame_space_object(key_env_frames(env), place->dso);
		if (object) vec_push(&work->functions, ((struct ipc_function){ place->symbol, object, { 0, 0 } }));
	}
	u64map_done(&seen);
}

int report_ipc_find(const struct report *report, const struct hist_layout *layout, struct hist *hist, struct err *err)
{
	if (!report->hist_options.branches || !hist_layout_has(layout, "ipc_null")) return 0;
	const struct annotate_options what = { .filter = &report->filter, .event_switch = &report->event_switch };
	const struct annotate_listing_options options = { .without_source = true };
	struct key_env *env = hist_env(hist);
	unsigned threads = session_threads(report->session);
	struct annotate *annotate;
	int r = annotate_collect(report->session, &what, &annotate, err);
	if (r < 0) return r;
	_free_ struct annotate_reader **readers = xcalloc(threads + 1, sizeof(struct annotate_reader *));
	struct ipc_work work = { .annotate = annotate, .options = &options, .readers = readers };
	find_functions(&work, env);
	threads_for(threads, work.functions.count, measure, &work);
	key_env_know_ipc(env);
	for (size_t i = 0; i < work.functions.count; i++)
		key_env_set_ipc(env, work.functions.items[i].symbol, work.functions.items[i].ipc);
	for (unsigned i = 0; i < threads; i++) annotate_reader_free(readers[i]);
	vec_done(&work.functions);
	annotate_free(annotate);
	return 0;
}
