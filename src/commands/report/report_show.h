/* The profile that perf report has collected, as text or as JSON; and struct report, which the parts of the room
 * share.
 *
 *     report_show_plan    which events make a table, which stand side by side
 *     report_show_graphs  the pass that call graphs of rows need that will be shown
 *     report_show         writes */
#ifndef COMMANDS_REPORT_REPORT_SHOW_H
#define COMMANDS_REPORT_REPORT_SHOW_H

#include "analysis/profile/answers/block_cycles.h"
#include "analysis/profile/rows/hist_report.h"
#include "base/outbuf.h"
#include "commands/report/report_option.h"
#include "render/listing/profile_remarks.h"
#include "render/table/table_text.h"

/* Events that are shown together, side by side: one, or a group of which the first is the leader. The array is owned
 * by struct report, the events by its hist. */
struct report_profile {
	struct hist_event **events;
	size_t nr_events;
};

/* One run of perf report: what it is made from (values, session), what follows from both (filter to widths), what
 * the passes collect (hist to blocks), and where the text goes. report_run fills and frees it, report_show reads it.
 * Zeroed at first; must not be moved, since members point to each other. */
struct report {
	/* What the options say; report_run adapts it to what the recording allows. */
	struct report_values *values;
	struct session *session;
	struct warnings *warnings;
	struct sample_filter filter;
	struct event_switch event_switch;
	struct hist_layout layout;
	struct hist_layout_options layout_options; /* what it was made of */
	struct hist_options hist_options;
	struct hist_report_options report_options;
	struct table_text_options text_options;
	/* -w: columns in characters, by position; 0: the column's own. text_options points here. */
	unsigned widths[64];
	struct hist *hist;
	/* In the order in which they are shown; owned, with their arrays. */
	VEC(struct report_profile) profiles;
	/* Samples of all events, shown or not. */
	uint64_t nr_samples;
	/* What makes the profile less than it could be; for the remarks. */
	struct profile_gaps gaps;
	struct block_cycles blocks;
	/* --total-cycles: basic blocks instead of the profile's rows. */
	bool show_blocks;
	struct outbuf out;
	/* Samples have call chains, and these are not hidden behind branches. */
	bool has_chains;
	/* The command line as it was given. */
	const char **argv;
	size_t argc;
	/* The terminal interface shows it, not text. */
	bool browsed;
	/* What it is shown with, while it is; and who showed the progress of passes before (report_browse.h). */
	struct browsing *browsing;
	void (*bar)(void *ctx, uint64_t done, uint64_t total);
	void *bar_ctx;
	/* Set by report_show when there were samples. */
	bool shown;
};

/* A line on each column that a filter leaves only one value of, and that is not shown for that reason. */
void report_show_hidden_columns(struct report *report);
/* The name of what is shown together: "cycles", "anon group { cycles, instructions }". The caller frees it. */
char *report_show_name(const struct report_profile *profile);
/* Decides what will be shown: fills report->profiles, one entry a table, with nr_samples. After hist_collect, once. */
void report_show_plan(struct report *report);
/* The pass over the recording that the graphs of the rows to be shown need, if they need one. Returns 0, or -errno with
 * err set. */
int report_show_graphs(struct report *report, struct err *err) _warn_unused_;
/* What makes the profile less than it could be: texts are the report's. */
void report_show_facts(const struct report *report, struct profile_facts *ret);
/* Writes all profiles to report->out and the remarks to stderr. Returns 0, or -errno of what writing failed with.
 * Without samples that is said, and only JSON is written; report->shown tells. */
int report_show(struct report *report);
/* Why the profile is less than it could be, on standard error. report_show writes it too. */
void report_show_remarks(const struct report *report);

/* perf report itself; argv[0] is its name. Returns the exit status. */
int report_run(int argc, const char **argv);

#endif
