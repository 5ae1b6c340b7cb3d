/* The profile that perf report has collected, as text or as JSON. */
#ifndef COMMANDS_REPORT_SHOW_H
#define COMMANDS_REPORT_SHOW_H

#include "analysis/profile/block_cycles.h"
#include "analysis/profile/hist_report.h"
#include "base/outbuf.h"
#include "commands/report_option.h"
#include "render/table/table_text.h"

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
	struct block_cycles blocks;
	bool show_blocks; /* --total-cycles: instead of the profile's rows */
	struct outbuf out;
	bool has_chains;
	bool shown; /* report_show had samples */
};

/* What filters leave only one value of, said once instead of in a column. */
void report_show_hidden_columns(struct report *report);
/* All events. Returns 0, or -errno: with err set, or what writing failed with. */
int report_show(struct report *report, struct err *err);

#endif
