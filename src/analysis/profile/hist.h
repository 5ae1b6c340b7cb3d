/* Profiles: samples added up by what their keys say, with the call chains they were taken in.
 *
 *     hist_begin(&input, &options, &hist, &err);
 *     hist_add(hist_worker(hist, i, resolver), sample, &task);      on any number of threads
 *     hist_snapshot(hist);                                          nobody adds meanwhile: entries of what is there
 *     hist_report(...)                                              rows of a table (hist_report.h)
 *     ... more samples, more snapshots; hist_decay(hist, 0.875) lets what is old fade ...
 *     hist_free(hist);
 *
 * Who has a whole recording calls hist_collect (hist_pass.h). hist_ids.h has a picture of what is counted. */
#ifndef ANALYSIS_PROFILE_HIST_H
#define ANALYSIS_PROFILE_HIST_H

#include "analysis/pass/event_switch.h"
#include "analysis/pass/sample_filter.h"
#include "analysis/profile/profile_gaps.h"
#include "key/key.h"

enum { HIST_MAX_KEYS = 256 };
enum chain_key { CHAIN_FUNCTION, CHAIN_ADDRESS, CHAIN_SRCLINE };

struct hist;
struct hist_event;
struct hist_worker;

/* All is kept by pointer and must live as long as the profile. */
struct hist_input {
	const struct perf_events *events;
	const struct perf_header *header; /* may be NULL */
	const struct model *model;
	struct frame_space *frames;
	unsigned nr_workers; /* threads that add, and that make snapshots */
	/* Samples have turns below this, and can be given out once more (hist_chains.h). 0: they come once */
	uint64_t nr_turns;
};

struct hist_options {
	const struct key *const *keys;
	size_t nr_keys;
	struct key_env_options env;
	bool use_chains;        /* keep call chains at all */
	bool chains_for_graphs; /* only for the graphs of entries that weigh enough */
	bool children;          /* ancestors are entries too */
	bool branch_history;    /* call chains go on along branch stacks (branch_history.h) */
	bool branch_labels;     /* and graphs say of each place what is known of its branches */
	bool branches;          /* branches of branch stacks are what is counted, each as one */
	bool sums;              /* keep the sums that hist_field.h has columns of */
	bool keep_samples;      /* which row each belongs to, for hist_source.h; not of branches */
	enum chain_key chain_key;
	bool caller_first; /* order of the call graphs, and of which of a recursive function's frames counts */
	unsigned max_stack;
	bool hide_unresolved;
	const char *parent_regex;                /* for key parent; NULL: none */
	bool exclude_other;                      /* samples without such a parent are filtered out */
	const char *ignore_callees;              /* regex; NULL: none */
	const struct sample_filter *filter;      /* may be NULL */
	const struct event_switch *event_switch; /* may be NULL */
};

/* Returns 0, or -EINVAL with err set where a regex is none. */
int hist_begin(const struct hist_input *input, const struct hist_options *options, struct hist **ret,
	       struct err *err) _warn_unused_;
void hist_free(struct hist *hist); /* NULL is fine */

/* Where one thread adds its samples, made on first use; index < nr_workers. The resolver must be the same each time. */
struct hist_worker *hist_worker(struct hist *hist, unsigned index, struct resolver *resolver);
/* Whether filters let the sample through, as far as that can be said without its task. */
bool hist_wants(const struct hist *hist, const struct sample *sample);
/* Adds a wanted sample of one of the profile's events. */
void hist_add(struct hist_worker *worker, const struct sample *sample, const struct sample_task *task);

/* Makes hist_event of what was added so far; more may be added later. Any number of threads that added gives the same.
 */
void hist_snapshot(struct hist *hist);
/* The last snapshot: nothing can be added any more, and memory that only adding needs is given back. */
void hist_finish(struct hist *hist);
/* Multiplies all weights that were added so far by factor, 0 to 1, rounding down. What has no period left is gone with
 * its samples; else at least one sample stays. Samples that were kept are forgotten. Seen in the next snapshot. Not
 * where chains wait (hist_chains.h). */
void hist_decay(struct hist *hist, double factor);

/* The profile of an event, in the events' order; of the last snapshot. */
size_t hist_nr_events(const struct hist *hist);
struct hist_event *hist_event_at(const struct hist *hist, size_t i);
struct hist_totals {
	const struct perf_event *event;
	uint64_t nr_samples, period;
	uint64_t shown_samples, shown_period; /* of what no filter hides; known once rows were made (hist_report.h) */
};
const struct hist_totals *hist_totals(const struct hist_event *event);
/* What there are no names or no callers for, of all that was ever added. Not of branches. Looks for files. */
void hist_gaps(const struct hist *hist, struct profile_gaps *ret);

#endif
