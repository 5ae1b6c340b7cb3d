/* Filters of samples out of shared objects (perf-dlfilter(1)): `perf script --dlfilter FILE --dlarg ARG`.
 *
 *     dlfilter_load(&options, &filter, &err);
 *     dlfilter_start(filter, &err);
 *     dlfilter_drops(filter, DLFILTER_EARLY, &question);      for each sample, in order, by one thread
 *     dlfilter_stop(filter, &err);
 *     dlfilter_free(filter);
 *
 * A filter is code of the user's that runs in this process: what it does is its own affair. */
#ifndef SCRIPT_FILTER_DLFILTER_H
#define SCRIPT_FILTER_DLFILTER_H

#include "base/err.h"
#include "base/outbuf.h"
#include "frame/resolver.h"

/* What is loaded. All is borrowed, and lives as long as the filter. */
struct dlfilter_options {
	const char *file; /* without a slash: of the current directory, of exec_path, or of the dynamic linker */
	/* the directory that has one of filters, "dlfilters" */
	const char *exec_path;
	char **args;
	size_t nr_args;
};

/* A sample, and what is known of it. hides: whether the sample is left out anyway. */
struct dlfilter_question {
	const struct sample *sample;
	const struct sample_task *task;
	struct resolver *resolver;
	struct frame_space *frames;
	bool (*hides)(void *ctx, const struct dlfilter_question *question);
	void *ctx;
};

/* Which function of the filter is asked: filter_event_early before other filters, filter_event behind them. */
enum dlfilter_step { DLFILTER_EARLY, DLFILTER_LATE };

struct dlfilter;
/* 0 with *ret, which dlfilter_free frees; or -ENOENT, -EINVAL with err set. */
int dlfilter_load(const struct dlfilter_options *options, struct dlfilter **ret, struct err *err) _warn_unused_;
/* Calls start and stop of the filter. 0, or what it returned, with err set. */
int dlfilter_start(struct dlfilter *filter, struct err *err) _warn_unused_;
int dlfilter_stop(struct dlfilter *filter, struct err *err) _warn_unused_;
/* Whether the filter leaves the sample out. A negative number is its error, with err set. */
int dlfilter_drops(struct dlfilter *filter, enum dlfilter_step step, const struct dlfilter_question *question,
		   struct err *err) _warn_unused_;
void dlfilter_free(struct dlfilter *filter); /* NULL is fine */

/* Writes a line for each filter in the current directory and in exec_path; verbose: with their longer descriptions. */
void dlfilter_list(const char *exec_path, bool verbose, struct outbuf *out);

#endif
