/* The profile that perf report has collected, as text or as JSON. */
#ifndef COMMANDS_REPORT_REPORT_SHOW_H
#define COMMANDS_REPORT_REPORT_SHOW_H

#include "analysis/profile/block_cycles.h"
#include "analysis/profile/hist_report.h"
#include "base/outbuf.h"
#include "commands/report/report_option.h"
#include "render/table/table_text.h"

/* Events that are shown together, side by side: one, or a group of which the first is the leader. */
struct report_profile {
	struct hist_event **events;
	size_t nr_events;
};

/* One run of perf report: what it is made from (values, session), what follows from both (filter to widths), what the
 * passes collect (hist to blocks), and where the text goes. */
struct report {
	struct report_values *values; /* of the options, as far as the recording allows */
	struct session *session;
	struct warnings *warnings;
	struct sample_filter filter;
	struct event_switch event_switch;
	struct hist_layout layout;
	struct hist_options hist_options;
	struct hist_report_options report_options;
	struct table_text_options text_options;
	unsigned widths[64];
	struct hist *hist;
	VEC(struct report_profile) profiles; /* in the order they are shown */
	uint64_t nr_samples;                 /* of all events */
	struct profile_gaps gaps;
	struct block_cycles blocks;
	bool show_blocks; /* --total-cycles: instead of the profile's rows */
	struct outbuf out;
	bool has_chains;
	bool shown; /* report_show had samples */
};

/* What filters leave only one value of, said once instead of in a column. */
void report_show_hidden_columns(struct report *report);
/* What will be shown: fills report->profiles. */
void report_show_plan(struct report *report);
/* The pass over the recording that the graphs of the rows to be shown need, if they need one. Returns 0, or -errno with
 * err set. */
int report_show_graphs(struct report *report, struct err *err) _warn_unused_;
/* All profiles. Returns 0, or what writing failed with. */
int report_show(struct report *report);

/* perf report itself; argv[0] is its name. Returns the exit status. */
int report_run(int argc, const char **argv);

#endif
