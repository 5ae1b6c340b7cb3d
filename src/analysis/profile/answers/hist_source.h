/* A profile as what a view asks (result/source.h): rows filtered and ordered anew without adding a sample again. */
#ifndef ANALYSIS_PROFILE_ANSWERS_HIST_SOURCE_H
#define ANALYSIS_PROFILE_ANSWERS_HIST_SOURCE_H

#include "analysis/annotate/annotate_listing.h"
#include "analysis/profile/rows/hist_report.h"
#include "result/source.h"

/* What the last request was shown with; set by hist_source_of. */
struct hist_source_shown {
	bool relative;
	double graph_threshold;
	bool verbose;
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
	/* For sort keys that the profile does not have: makes the source one of a profile that has them (hist, events,
	 * layout), which may take a pass over the recording. sort NULL: the first profile again. *ret_names: what sort
	 * means, in names of that layout's keys, the caller's to free; NULL: its own. Profiles whose rows were handed
	 * out last must live on. May be NULL: such keys are refused. */
	int (*resort)(void *ctx, const char *sort, char **ret_names, struct err *err);
	void *resort_ctx;
	char *sort_asked, *sort_names;   /* private: what resort was asked last, and what that means */
	struct annotate_reader *reader;  /* private; hist_source_done */
	struct hist_source_asked *asked; /* likewise */
};

/* The functions that answer. Conditions are of key columns. Several sources may be of one profile; whoever asked last
 * decides how it is selected and sorted, so that who shows one of them asks for its rows first. Samples are there only
 * with hist_options.keep_samples and not of branches; graphs (below) only of the first event, where chains are used and
 * do not wait. Code is there with source->annotate, of rows that have a function (key symbol). source must live as
 * long as what is returned; one thread asks at a time. */
struct result_source hist_source_of(struct hist_source *source);
/* Of a profile that grows, which is restored (hist_restore) between questions: selection and sort of the last request
 * for rows, for questions about these rows. Nothing before the first one. */
void hist_source_resume(struct hist_source *source);
/* As result_source.code, of the function that the listing is of (symbol, object, start): rows may have other ids by
 * now. -ENOENT: no row is of it any more. *listing is initialised and filled. */
int hist_source_code_like(struct hist_source *source, const struct code_listing *like, struct code_listing *listing,
			  struct err *err) _warn_unused_;
/* Likewise as result_source.code_at: the function at an address of the file that the listing is of. */
int hist_source_code_near(struct hist_source *source, const struct code_listing *like, uint64_t vaddr,
			  struct code_listing *listing, struct err *err) _warn_unused_;
/* Frees what answers have kept: source files, the disassembler, the last request. */
void hist_source_done(struct hist_source *source);

#endif
