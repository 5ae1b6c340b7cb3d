/* Beginning, renewing and looking; samples are added in live_profile_add.c.
 *
 * The snapshot that is shown is of `shown`, which is the profile that grows, unless the model was renewed since: then
 * it is the one before, kept until the refresh behind the next one, so that a view may still show it while it asks for
 * what is new. Then objects are freed that neither the new model nor the profile have anything of. */
#include "analysis/profile/live/live_profile_private.h"

#include <assert.h>

/* The model is renewed when it is larger, or when so many threads have ended: what is kept of each, here and in
 * resolvers, is gone then. */
#define MOST_MODEL_BYTES ((size_t)16 << 20)
enum { MOST_EXITS = 20000 };
/* The profile is made anew when it knows so many names, and MANY_TIMES as many as after the last time. */
enum { MANY_NAMES = 1 << 16, MANY_TIMES = 4 };

static void begin_annotate(struct live_profile *profile)
{
	const struct annotate_input input = { .events = profile->input.events,
					      .frames = profile->input.frames,
					      .nr_workers = profile->input.nr_workers };
	profile->annotate = annotate_begin(&input,
					   &(struct annotate_options){ .filter = profile->options.hist.filter });
}

/* The profile moves to the new model. */
static void live_profile_renewed(void *ctx)
{
	struct live_profile *profile = ctx;
	struct hist *before = profile->hist;
	struct live *live = profile->live;
	_err_done_ struct err err = ERR_INIT;
	profile->input.model = live_model(live);
	profile->input.frames = live_frames(live);
	hist_restore(before);
	int r = hist_begin(&profile->input, &profile->options.hist, &profile->hist, &err);
	assert(r == 0); /* the same options were fine before */
	(void)r;
	/* A sweep that has to wait still is for what was asked for before, too. */
	if (!profile->sweeps) symbol_store_unmark(live_symbols(live));
	profile->sweeps = true;
	if (profile->annotate) {
		struct annotate *old = take(profile->annotate);
		begin_annotate(profile);
		annotate_carry(profile->annotate, old, live_model(live));
		annotate_free(old);
	}
	hist_carry(profile->hist, before, live_model(live), live_resolver(live));
	profile->most_names = MAX((size_t)MANY_NAMES, MANY_TIMES * hist_nr_names(profile->hist));
	if (profile->shown != before) hist_free(before);
}

int live_profile_new(const struct live_profile_options *options, const struct perf_events *events,
		     const struct perf_header *header, struct live_profile **ret, struct err *err)
{
	struct live_profile *profile = xcalloc(1, sizeof(*profile));
	bool ordered = options->switch_on || options->switch_off || options->stitch_registers,
	     splits = group_reads_are_there(events);
	const struct live_options live_options = { .symbols = options->symbols,
						   .threads = ordered || splits ? 1 : options->threads,
						   .ordered = ordered,
						   .keep_exited = true,
						   .follows_code = true,
						   .most_model_bytes = MOST_MODEL_BYTES,
						   .most_exits = MOST_EXITS,
						   .kernel_name = options->kernel_name,
						   .inlines = options->inlines,
						   .always_renew = options->always_renew,
						   .renewed = live_profile_renewed,
						   .ctx = profile };
	profile->options = *options;
	profile->is_ordered = ordered;
	if (options->stitch_registers) {
		profile->stitched = xcalloc(1, sizeof(*profile->stitched));
		profile->stitched->max_entries = options->stitch_registers;
		arena_init(&profile->stitched->links);
	}
	if (splits) profile->reads = xcalloc(1, sizeof(*profile->reads));
	profile->live = live_new(&live_options);
	live_begin(profile->live, events);
	profile->input = (struct hist_input){ .events = events,
					      .header = header,
					      .model = live_model(profile->live),
					      .frames = live_frames(profile->live),
					      .nr_workers = live_threads(profile->live) };
	profile->counts = xcalloc(profile->input.nr_workers, sizeof(*profile->counts));
	profile->most_names = MANY_NAMES;
	profile->switched_on = !options->switch_on;
	int r = hist_begin(&profile->input, &options->hist, &profile->hist, err);
	if (r < 0) {
		live_profile_free(profile);
		return r;
	}
	*ret = profile;
	return 0;
}

void live_profile_free(struct live_profile *profile)
{
	if (!profile) return;
	annotate_free(profile->annotate);
	hist_free(profile->old);
	if (profile->shown != profile->hist) hist_free(profile->shown);
	hist_free(profile->hist);
	live_free(profile->live);
	group_reads_free(profile->reads);
	stitched_stacks_free(profile->stitched);
	free(profile->counts);
	free(profile);
}

void live_profile_keep(struct live_profile *profile) { symbol_store_keep(live_symbols(profile->live)); }

void live_profile_known(struct live_profile *profile, const void *records, size_t size_bytes)
{
	live_known(profile->live, records, size_bytes);
}

void live_profile_round(struct live_profile *profile, const void *records, size_t size_bytes)
{
	live_round(profile->live, records, size_bytes);
}

/* -- looking -- */

static void counts_add(struct live_profile_counts *all, const struct live_profile_counts *counts)
{
	all->nr_samples += counts->nr_samples;
	all->nr_kernel += counts->nr_kernel;
	all->nr_user += counts->nr_user;
	all->nr_guest_kernel += counts->nr_guest_kernel;
	all->nr_guest_user += counts->nr_guest_user;
	all->nr_exact += counts->nr_exact;
	all->nr_lost += counts->nr_lost;
	all->nr_dropped += counts->nr_dropped;
}

/* What was added so far is shown from now on. */
static void show(struct live_profile *profile)
{
	hist_free(profile->old);
	profile->old = profile->shown != profile->hist ? profile->shown : NULL;
	profile->shown = profile->hist;
	if (profile->sweeps && !profile->old) {
		(void)symbol_store_sweep(live_symbols(profile->live));
		profile->sweeps = false;
	}
	hist_snapshot(profile->hist);
}

void live_profile_settle(struct live_profile *profile)
{
	if (profile->shown != profile->hist) show(profile);
}

const struct annotate *live_profile_annotate(struct live_profile *profile)
{
	if (!profile->annotate) begin_annotate(profile);
	annotate_snapshot(profile->annotate);
	return profile->annotate;
}

void live_profile_pause(struct live_profile *profile, bool paused) { profile->paused = paused; }

void live_profile_hide(struct live_profile *profile, bool kernel, bool user)
{
	profile->forget |= kernel != profile->hide_kernel || user != profile->hide_user;
	profile->hide_kernel = kernel;
	profile->hide_user = user;
}

void live_profile_refresh(struct live_profile *profile, double keep, struct live_profile_stats *ret)
{
	*ret = (struct live_profile_stats){ .nr_renewed = live_counts(profile->live).nr_renewed };
	for (unsigned i = 0; i < profile->input.nr_workers; i++) {
		counts_add(&ret->now, &profile->counts[i]);
		profile->counts[i] = (struct live_profile_counts){ 0 };
	}
	counts_add(&profile->all, &ret->now);
	ret->all = profile->all;
	show(profile);
	if (profile->paused) return;
	if (profile->forget) hist_forget_kept(profile->hist);
	hist_decay(profile->hist, profile->forget ? 0 : keep);
	if (profile->annotate) annotate_decay(profile->annotate, profile->forget ? 0 : keep);
	profile->forget = false;
	if (hist_nr_names(profile->hist) > profile->most_names) live_want_renewal(profile->live);
}

struct hist *live_profile_hist(const struct live_profile *profile) { return profile->shown; }
struct live *live_profile_live(const struct live_profile *profile) { return profile->live; }
