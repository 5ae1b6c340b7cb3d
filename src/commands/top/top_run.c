/* perf top: a recording to nowhere, whose rounds become a profile that is shown while it grows. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include "cli/console.h"
#include "commands/option/event_value.h"
#include "commands/option/open_trace.h"
#include "commands/option/tui_option.h"
#include "commands/top/top_show.h"
#include "record/recording.h"

/* -- the recorder's callbacks (record/drain/round_consumer.h) -- */

static void top_fail(struct top *top, int code)
{
	top->code = code;
	recording_request_end(top->recording);
}

static void top_begins(void *ctx, const struct round_source *source)
{
	struct top *top = ctx;
	const char *wrong = NULL;
	top->events = source->raw;
	top->recording = source->recording;
	int r = top_begin(top, source->header, &wrong, &top->err);
	if (r < 0) return top_fail(top, r);
	r = pthread_create(&top->thread, NULL, top->show, top);
	if (r) return top_fail(top, err_set(&top->err, -r, "Starting a thread to show the profile failed."));
	top->has_thread = true;
}

static void top_known(void *ctx, const void *records, size_t size_bytes)
{
	struct top *top = ctx;
	if (!top->profile) return;
	pthread_mutex_lock(&top->lock);
	live_profile_known(top->profile, records, size_bytes);
	pthread_mutex_unlock(&top->lock);
}

static void top_round(void *ctx, const void *records, size_t size_bytes)
{
	struct top *top = ctx;
	if (!top->profile) return;
	pthread_mutex_lock(&top->lock);
	live_profile_round(top->profile, records, size_bytes);
	pthread_mutex_unlock(&top->lock);
}

static void top_due(void *ctx, const void *records, size_t size_bytes, struct outbuf *out)
{
	struct top *top = ctx;
	(void)out;
	if (!top->profile) return;
	pthread_mutex_lock(&top->lock);
	live_profile_due(top->profile, records, size_bytes);
	pthread_mutex_unlock(&top->lock);
}

/* Waits for the last refresh: events and header are still there. */
static void top_ends(void *ctx)
{
	struct top *top = ctx;
	if (top->has_thread) {
		top_stop(top);
		pthread_join(top->thread, NULL);
		top->has_thread = false;
	}
	top_end(top);
}

/* -- a run -- */

static void notice(void *ctx, const char *text)
{
	(void)ctx;
	if (!console.quiet) fprintf(stderr, "%s\n", text);
}

/* Statuses are those of perf record. */
static int failure_status(const struct recording_result *result, int code)
{
	if (code == -ESRCH || code == -ENOMEM) return 244;
	if (result->no_target && code == -EINVAL) return OPTION_USAGE_STATUS;
	if (result->no_target && code == -ENODEV) return 237;
	return 255;
}

static int run(struct top *top)
{
	struct record_setup *setup = &top->option->setup;
	const struct round_consumer consumer = {
		.ctx = top, .begin = top_begins, .known = top_known, .round = top_round, .due = top_due, .end = top_ends
	};
	struct recording_result result;
	struct event_attr shown = { 0 };
	_err_done_ struct err err = ERR_INIT;
	int status = 0;
	setup->recording.consumer = &consumer;
	setup->recording.notice = notice;
	open_trace_begin(&setup->recording.trace, &shown);
	event_value_warn(&setup->events);
	pthread_mutex_init(&top->lock, NULL);
	top->stop_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	int r = recording_run(&setup->recording, &setup->events, &result, &err);
	if (r < 0) {
		console_err(&err);
		status = failure_status(&result, r);
	} else if (top->code < 0 && top->code != -EPIPE) {
		console_err(&top->err);
		status = 255;
	}
	recording_result_done(&result);
	pthread_mutex_destroy(&top->lock);
	close(top->stop_fd);
	return status;
}

/* A wrong key is told before anything is opened. */
static int check_keys(const struct top_option *option)
{
	_err_done_ struct err err = ERR_INIT;
	const char *wrong = NULL;
	if (top_check_keys(option, &wrong, &err) >= 0) return 0;
	console_error("%s", err.message);
	if (err.hint) fputs(err.hint, stderr);
	return option_table_usage_for(&top_option_table, wrong);
}

/* The interface on a terminal, unless something else is asked for or it is not there. */
static int choose_show(struct top *top)
{
	const struct top_option *o = top->option;
	_err_done_ struct err err = ERR_INIT;
	top->show = o->json ? top_json : top_stdio;
	if (o->json || o->iterations || o->annotate || !tui_option_is_wanted(o->use_tui, o->use_stdio, false, "top"))
		return 0;
	int r = tui_option_check(&err);
	if (r >= 0) {
		top->show = top_tui;
		top->option->setup.recording.sampling.sample_cpu = true; /* the browser may ask for one */
		return 0;
	}
	console_err(&err);
	return o->use_tui ? 255 : 0;
}

int top_run(int argc, const char **argv)
{
	struct top_option option;
	int status;
	top_option_init(&option);
	if (option_table_parse(&top_option_table, &argc, argv, &option, &status)) {
		struct top top = { .option = &option, .line_percent = 5, .warnings = warnings_new() };
		status = argc ? option_table_usage(&top_option_table) : top_option_finish(&option);
		if (!status) status = check_keys(&option);
		if (!status) status = choose_show(&top);
		if (option.annotate) top.annotated = xstrdup(option.annotate);
		if (!status) status = run(&top);
		console_warnings(top.warnings);
		warnings_free(top.warnings);
		err_done(&top.err);
		free(top.annotated);
	}
	top_option_done(&option);
	return status;
}
