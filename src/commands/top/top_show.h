/* One run of perf top: what its parts share.
 *
 *     recorder's thread     top_run.c: rounds -> live_profile, under the lock
 *     showing thread        top_stdio.c, top_json.c: now and then top_refresh and a table, under the lock */
#ifndef COMMANDS_TOP_TOP_SHOW_H
#define COMMANDS_TOP_TOP_SHOW_H

#include <pthread.h>
#include "analysis/profile/rows/hist_report.h"
#include "analysis/profile/live/live_profile.h"
#include "commands/top/top_option.h"
#include "render/table/table_text.h"

/* Zeroed at first, but for option; must not be moved while it runs. */
struct top {
	struct top_option *option;
	struct warnings *warnings;
	/* What the recorder told when it began. Borrowed. */
	const struct perf_events *events;
	struct recording *recording;
	/* Made when the recorder begins, used by both threads under the lock. */
	pthread_mutex_t lock;
	struct live_profile *profile;
	struct hist_layout layout;
	struct hist_report_options report_options;
	struct sample_filter filter;
	/* Shown: of the events that lead a group or stand alone, the one with this number. */
	size_t shown_event;
	/* The function whose code is shown instead of rows, owned; NULL: none. Lines of code with a smaller share of
	 * it, in percent, are left out. */
	char *annotated;
	int line_percent;
	/* Of the last refresh: its numbers, and the seconds since the one before. */
	struct live_profile_stats stats;
	double seconds;
	int64_t refreshed_ns;
	uint64_t nr_refreshes;
	/* The showing thread: which way to show, and itself. */
	void *(*show)(void *top);
	pthread_t thread;
	bool has_thread;
	bool quits;  /* the user wants the end */
	int stop_fd; /* an eventfd that says it is to end */
	/* Why it could not begin, or ended: 0 or -errno, with err set. */
	int code;
	struct err err;
};

/* When the recorder has begun: keys, columns and the profile, from options and events. 0 or -errno with err set;
 * ret_usage: the option that is wrong, for its line of the help. */
int top_begin(struct top *top, const struct perf_header *header, const char **ret_usage, struct err *err);
/* Whether -s and --fields name keys that there can be, as far as that is known before events are opened; else as
 * top_begin. */
int top_check_keys(const struct top_option *option, const char **ret_usage, struct err *err);
void top_end(struct top *top);

/* Everything below: by the showing thread, with the lock held from top_refresh on until the table is done with. */
void top_refresh(struct top *top);
/* Waits for the next refresh. True: there is none, it is to end. */
bool top_wait(struct top *top);
/* The events that are shown side by side as number n, the leader first, in members, which has room for all. Returns
 * how many; 0: there is no such number. */
size_t top_members(const struct top *top, size_t n, struct hist_event **members);
/* Rows of these events; most_rows 0: all. The caller initialised the table. */
void top_table(struct top *top, struct hist_event *const *members, size_t nr_members, size_t most_rows,
	       struct table *table);

/* Gives a line (without its end) for each thing that the profile lacks: names, callers, samples (perf-top(1)). By the
 * showing thread, with the lock, behind top_refresh or live_profile_settle. */
void top_remarks(const struct top *top, void (*line)(void *ctx, const char *text), void *ctx);
/* Appends the code of the function top->annotated, with its samples since it was first asked for; or why there is none,
 * and then returns false. */
bool top_put_code(struct top *top, struct hist_event *const *members, size_t nr_members, struct outbuf *out);
/* --dump-symtab, to standard error: the objects of what runs, and the symbols of those that names were looked for in.
 * When nothing else uses the profile any more. */
void top_dump_symbols(const struct top *top);
/* Lines that rows have room for. */
size_t top_entries(const struct top *top);

/* Bodies of the showing thread; each returns when stop_fd is readable. */
void *top_stdio(void *top);
void *top_json(void *top);
void *top_tui(void *top);
/* Makes stop_fd readable: what waits with top_wait ends. */
void top_stop(struct top *top);

int top_run(int argc, const char **argv);

#endif
