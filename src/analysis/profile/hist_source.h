/* A profile as what a view asks (result/source.h): rows filtered and ordered anew without adding a sample again. */
#ifndef ANALYSIS_PROFILE_HIST_SOURCE_H
#define ANALYSIS_PROFILE_HIST_SOURCE_H

#include "analysis/profile/annotate_listing.h"
#include "analysis/profile/hist_report.h"
#include "result/source.h"

/* What the last request was shown with; set by hist_source_of. */
struct hist_source_shown {
	bool relative;
	double graph_threshold;
};

/* The arguments of hist_report; all is borrowed. Answers are of the last snapshot. */
struct hist_source {
	struct hist *hist;
	struct hist_event *const *events;
	size_t nr_events;
	const struct hist_layout *layout;
	const struct hist_report_options *options;
	bool on_demand; /* graphs come only where the request wants them */
	struct hist_source_shown shown;
	/* For code of rows: gives the samples by instruction, which may be collected when they are first asked for
	 * (annotate_collect) or live (annotate_snapshot); NULL with err set on failure. Not set: there is no code. */
	const struct annotate *(*annotate)(void *ctx, struct err *err);
	void *annotate_ctx;
	struct annotate_listing_options listing; /* how code is shown; may be changed between questions about code */
	struct annotate_reader *reader;          /* private; hist_source_done */
};

/* The functions that answer. Conditions are of key columns. Several sources may be of one profile; whoever asked last
 * decides how it is selected and sorted, so that who shows one of them asks for its rows first. Samples are there only
 * with hist_options.keep_samples and not of branches; graphs (below) only of the first event, where chains are used and
 * do not wait. Code is there with source->annotate, of rows that have a function (key symbol). source must live as
 * long as what is returned; one thread asks at a time. */
struct result_source hist_source_of(struct hist_source *source);
/* Frees what answers about code have kept: source files, the disassembler. */
void hist_source_done(struct hist_source *source);

#endif
