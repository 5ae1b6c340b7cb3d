/* A profile of what is still being recorded: rounds of a recorder go in (record/drain/round_consumer.h), snapshots come
 * out whenever somebody looks.
 *
 *     profile = live_profile_new(&options)
 *     live_profile_begin(profile, events, ...)       once; then live_profile_known
 *     live_profile_round(profile, ...), live_profile_due(profile, ...)          each round
 *     live_profile_refresh(profile, 0.875)           now and then: what is shown from now on, and what fades behind it
 *     hist_report(live_profile_hist(profile), ...)
 *
 * One thread at a time; what is due is added on all cores where it is much. Memory depends on what runs and on what the
 * profile still shows, not on how long: when model or profile have outgrown that, both are made anew (session/live,
 * hist_carry). */
#ifndef ANALYSIS_PROFILE_LIVE_LIVE_PROFILE_H
#define ANALYSIS_PROFILE_LIVE_LIVE_PROFILE_H

#include "analysis/annotate/annotate.h"
#include "analysis/profile/collect/hist.h"
#include "session/live/live.h"

/* Copied; what it points to must outlive the profile. */
struct live_profile_options {
	/* How samples are added; filter may be set, event_switch may not: switch_on and switch_off stand for it. */
	struct hist_options hist;
	struct symbol_options symbols;
	enum frame_inlines inlines;
	unsigned threads;        /* at most; 0: all cores */
	const char *kernel_name; /* as in model_options */
	/* Samples count behind one of switch_on and up to one of switch_off; NULL: from the start, to the end. show:
	 * samples of these events count, too. */
	const struct perf_event *switch_on, *switch_off;
	bool show_switches;
	/* Stacks of branch records go on with what the samples before knew (frame/lbr_stitch.h): how many of its
	 * registers the machine has. 0: they do not. Samples are added in order of time then, by one thread. */
	uint32_t stitch_registers;
	/* For tests: the model is renewed with each round. */
	bool always_renew;
};

/* Samples and losses since live_profile_refresh was called last, in `now`, and since the beginning. */
struct live_profile_counts {
	uint64_t nr_samples, nr_kernel, nr_user, nr_guest_kernel, nr_guest_user;
	uint64_t nr_exact;   /* whose address is that of the event */
	uint64_t nr_lost;    /* by the kernel, as its records say */
	uint64_t nr_dropped; /* that could not be read, or are of no known event */
};
struct live_profile_stats {
	struct live_profile_counts now, all;
	uint64_t nr_renewed; /* how often the model was */
};

struct live_profile;
/* 0, or -EINVAL as hist_begin. events: of the records; header: for keys (tracing data, topology), may be NULL. Both
 * outlive the profile. */
int live_profile_new(const struct live_profile_options *options, const struct perf_events *events,
		     const struct perf_header *header, struct live_profile **ret, struct err *err) _warn_unused_;
void live_profile_free(struct live_profile *profile); /* NULL is fine */
/* Keeps for the next run what was derived of objects: at the end. */
void live_profile_keep(struct live_profile *profile);
/* Records about what was there before; a round; what the round before has made due, where it still is. As in
 * session/live/live.h. */
void live_profile_known(struct live_profile *profile, const void *records, size_t size_bytes);
void live_profile_round(struct live_profile *profile, const void *records, size_t size_bytes);
void live_profile_due(struct live_profile *profile, const void *records, size_t size_bytes);

/* Samples of the kernel, or of programs, are counted but not added from now on; what was added of them is forgotten
 * with the next refresh. */
void live_profile_hide(struct live_profile *profile, bool kernel, bool user);
/* While it is paused, samples are neither counted nor added. */
void live_profile_pause(struct live_profile *profile, bool paused);
/* Makes a snapshot of what was added; then lets the profile fade behind it: weights become `keep` of what they were,
 * 0 forgets them all. The counts since the last time are given in *ret and begin anew. */
void live_profile_refresh(struct live_profile *profile, double keep, struct live_profile_stats *ret);
/* The snapshot, until the next refresh. Texts that tables made of it borrow live until the refresh behind that. */
struct hist *live_profile_hist(const struct live_profile *profile);
/* Where the model was renewed since the last refresh, the snapshot is made anew, of the profile as it is now: before
 * questions that need more of it than texts. */
void live_profile_settle(struct live_profile *profile);
/* Samples by instruction of what was added since this was first called, faded likewise; when the model is renewed,
 * those go on that the last call had. */
const struct annotate *live_profile_annotate(struct live_profile *profile);
struct live *live_profile_live(const struct live_profile *profile);

#endif
