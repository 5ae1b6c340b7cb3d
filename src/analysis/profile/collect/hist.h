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
#ifndef ANALYSIS_PROFILE_COLLECT_HIST_H
#define ANALYSIS_PROFILE_COLLECT_HIST_H

#include "analysis/pass/event_switch.h"
#include "analysis/pass/sample_filter.h"
#include "analysis/profile/collect/profile_gaps.h"
#include "key/key.h"

/* At most this many keys of one profile; hist_begin asserts it, hist_layout_make refuses more with a message. */
enum { HIST_MAX_KEYS = 256 };
/* What makes two links of a call chain the same node of a call graph (--call-graph ...,function|address|srcline). */
enum chain_key { CHAIN_FUNCTION, CHAIN_ADDRESS, CHAIN_SRCLINE };

/* A profile; what it found of one event; and what one thread adds samples through. */
struct hist;
struct hist_event;
struct hist_worker;

/* Where samples come from. hist_begin copies the struct; what it points to must live as long as the profile. */
struct hist_input {
	const struct perf_events *events;
	const struct perf_header *header; /* may be NULL */
	const struct model *model;
	struct frame_space *frames;
	/* Threads that add samples, each with an index below this; snapshots and tables are made by as many. */
	unsigned nr_workers;
	/* Every sample has a turn (sample.turn, its place in the recording) below this, and the recording can be
	 * read a second time, as hist_chains.h needs. 0: samples come only once, as from a pipe. */
	uint64_t nr_turns;
	bool is_whole; /* the model does not change any more */
};

/* What is counted and how. hist_begin copies the struct, not what it points to: keys, texts, filter and switch must
 * live as long as the profile. */
struct hist_options {
	/* What entries are told apart by, most important first (hist_layout.keys). */
	const struct key *const *keys;
	size_t nr_keys;
	struct key_env_options env;
	bool use_chains;        /* keep call chains at all */
	bool chains_for_graphs; /* only for the graphs of entries that weigh enough */
	bool children;          /* ancestors are entries too */
	bool branch_history;    /* call chains go on along branch stacks (branch_history.h) */
	bool branch_labels;     /* and graphs say of each place what is known of its branches */
	bool branches;          /* branches of branch stacks are what is counted, each as one */
	bool innermost;         /* without chains: samples count for the innermost function inlined at their address */
	unsigned sums;          /* keep so many of the sums that hist_field.h has columns of */
	bool by_weight;         /* samples count by their weight (PERF_SAMPLE_WEIGHT), 0 as 1, not by their period */
	bool keep_samples;      /* which row each belongs to, for hist_source.h; not of branches */
	size_t most_kept;       /* of these, how many are left when what is old fades (hist_decay): the newest */
	enum chain_key chain_key;
	bool caller_first; /* order of the call graphs, and of which of a recursive function's frames counts */
	/* Frames of a chain that count, from the end that caller_first names; 0: chains are not looked at. */
	unsigned max_stack;
	/* Samples whose own address has no symbol are not counted, and frames without one are not in chains. */
	bool hide_unresolved;
	const char *parent_regex;                /* for key parent; NULL: none */
	bool exclude_other;                      /* samples without such a parent are filtered out */
	const char *ignore_callees;              /* regex; NULL: none */
	const struct sample_filter *filter;      /* may be NULL */
	const struct event_switch *event_switch; /* may be NULL */
};

/* Begins an empty profile, *ret, which hist_free frees. Returns 0, or -EINVAL with err set where parent_regex or
 * ignore_callees is no extended regular expression (regcomp(3)). */
int hist_begin(const struct hist_input *input, const struct hist_options *options, struct hist **ret,
	       struct err *err) _warn_unused_;
void hist_free(struct hist *hist); /* NULL is fine */

/* Where one thread adds its samples; made on first use and owned by the profile. index < nr_workers. The resolver
 * must be the same each time, since frames are known by their ids in it. Threads with different indices may call
 * this at the same time. */
struct hist_worker *hist_worker(struct hist *hist, unsigned index, struct resolver *resolver);
/* Whether the filter and the event switch let the sample through, as far as that can be said without its task. May
 * be called by any thread. */
bool hist_wants(const struct hist *hist, const struct sample *sample);
/* Adds a sample that hist_wants lets through, of one of the profile's events; task is what resolver_task says of it.
 * One thread at a time for each worker; workers do not wait for each other. */
void hist_add(struct hist_worker *worker, const struct sample *sample, const struct sample_task *task);

/* Makes the hist_event of what was added so far: lays out the trees, forgets the entries and collected chains of the
 * snapshot before. More may be added later. Nobody may add meanwhile. The result does not depend on how many threads
 * added. */
void hist_snapshot(struct hist *hist);
/* The last snapshot: nothing can be added any more, and memory that only adding needs is given back. */
void hist_finish(struct hist *hist);
/* Lets what is old fade: multiplies the weights of all samples added so far by factor, 0 to 1, rounding down. A node
 * without any period left loses its samples too; one with some keeps at least one sample. Kept samples
 * (keep_samples) do not fade, whatever the factor: options.most_kept of them stay. hist_gaps still counts everything.
 *
 * Seen in the next snapshot. Nobody may add meanwhile. Not after hist_finish, and not where chains wait
 * (hist_chains.h), which is asserted. */
void hist_decay(struct hist *hist, double factor);

/* Carries all that was added to `from` over to `to`, an empty profile that began with the same options and events, and
 * with a new model: names are looked up or made there. What only faded nodes needed stays behind, so `to` is as large
 * as what is left of the profile. Both models must be there; `from` stays as it is and can be shown as long as its own
 * model is. Rows have other ids. hist_gaps begins anew. Not where chains wait. Worker 0 of `to` owns
 * what was carried: resolver is that worker's. */
void hist_carry(struct hist *to, const struct hist *from, struct model *model, struct resolver *resolver);
/* Forgets all kept samples. */
void hist_forget_kept(struct hist *hist);
/* Takes back what hist_regroup.h and hist_select.h changed, as it must be before a sample is added. Entries of the last
 * snapshot may be made anew when somebody asks. */
void hist_restore(struct hist *hist);
/* Numbers that a profile knows names by, used or not: how much hist_carry could give back. */
size_t hist_nr_names(const struct hist *hist);

/* The profile of each event, in the order of hist_input.events, as of the last snapshot. Borrowed from the profile. */
size_t hist_nr_events(const struct hist *hist);
struct hist_event *hist_event_at(const struct hist *hist, size_t i);
/* Weights of one event as a whole. period is the sum of the samples' periods, in the event's unit (nanoseconds,
 * cycles ...). */
struct hist_totals {
	const struct perf_event *event;
	uint64_t nr_samples, period;
	uint64_t shown_samples, shown_period; /* of what no filter hides; known once rows were made (hist_report.h) */
};
const struct hist_totals *hist_totals(const struct hist_event *event);
/* For profiles of one key, whose cells are numbers below nr_cells and not of frames: which entry of the event each cell
 * is, for callgraphs_make, and its period. Of cells that no sample had: UINT32_MAX and 0. */
void hist_entries_by_cell(struct hist *hist, struct hist_event *event, size_t nr_cells, uint32_t *ret_entries,
			  uint64_t *ret_periods);
/* Whether some sample was taken while several threads ran (sample.parallelism); with hist_options.sums only. Else
 * shares of the clock are those of CPU time. */
bool hist_ran_parallel(const struct hist *hist);
/* What the keys of the profile know, as long as it lives. */
struct key_env *hist_env(struct hist *hist);
/* What there are no names or no callers for (profile_gaps.h), of all samples ever added up to the last snapshot.
 * Branches (hist_options.branches) are not counted. Looks whether files exist, so it may take a moment. */
void hist_gaps(const struct hist *hist, struct profile_gaps *ret);

#endif
