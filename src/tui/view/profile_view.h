/* The browser of profiles: perf report on a terminal. Shows what a result_source answers, event by event, and changes
 * what it asks: filters, order, sort keys, columns, times. */
#ifndef TUI_VIEW_PROFILE_VIEW_H
#define TUI_VIEW_PROFILE_VIEW_H

#include "base/outbuf.h"
#include "result/source.h"
#include "tui/ui.h"

/* An event, or a group side by side. */
struct profile_view_event {
	const char *name; /* "cycles", "anon group { cycles, instructions }" */
	bool several;     /* "of events" */
	struct result_source source;
};

/* What is selected, in the profile's words; NULL: the profile has no such column, or nothing stands there. */
struct profile_view_entry {
	const char *comm, *dso, *symbol;
};

/* What only the command can do; functions may be NULL, their keys then say so. Texts and lists are the caller's. */
struct profile_view_host {
	void *ctx;
	/* How much of a pass over the recording is done; -1: none runs. The screen is woken when it changes. */
	int (*percent)(void *ctx);
	char *(*header)(void *ctx);
	/* Writes text to a new file whose name begins with this; *ret_path is the caller's. */
	int (*save)(void *ctx, const char *name, const struct outbuf *text, char **ret_path, struct err *err);
	/* Names of recordings beside this one, a line each. */
	char *(*files)(void *ctx);
	/* Wants the other one to be shown: the interface ends, and the command opens it. */
	void (*open_file)(void *ctx, const char *name);
	/* The view of the code of a row (result_source.code); NULL with err set where it cannot be shown. */
	struct view *(*code)(void *ctx, const struct result_source *source, uint64_t row, struct err *err);
	/* Other commands over the recording, a title each and NULL at the end; the view of one, NULL with err set. */
	const char *const *scripts;
	struct view *(*script)(void *ctx, struct ui *ui, size_t index, const struct profile_view_entry *entry,
			       struct err *err);
};

/* What the command does for a profile that grows, as perf top's: rows are asked for again whenever something is new.
 * ctx is that of the host; all are called by the interface's thread. */
struct profile_view_live {
	/* Whether there is something that was not shown yet. Asked when the screen was woken (screen_wake). */
	bool (*has_news)(void *ctx);
	/* Append to the title, behind the event's name and at the end: ", 4000 Hz", " lost: 0/0". */
	void (*rate)(void *ctx, size_t event, struct strbuf *ret);
	void (*losses)(void *ctx, struct strbuf *ret);
	/* Each refresh begins with nothing, or no more; returns whether it does. */
	bool (*toggle_zero)(void *ctx);
	/* What happens is left out, or no more; returns whether it counts. */
	bool (*toggle_events)(void *ctx);
};

struct profile_view_options {
	const struct profile_view_event *events; /* at least one; borrowed */
	size_t nr_events;
	struct profile_view_host host;
	unsigned verbosity;                   /* the first level: from 1 on names with addresses and paths */
	bool relative;                        /* percents of what is shown at first */
	double least_percent;                 /* as the result has it */
	const struct profile_view_live *live; /* borrowed; NULL: nothing changes by itself */
	const char *no_code;                  /* why there is no code; NULL: "this profile has none" */
	bool in_place;                        /* no threads: tests */
};

/* Several events: first a list of them, as upstream. Owned by the ui it is pushed on. */
void profile_view_open(struct ui *ui, const struct profile_view_options *options);

#endif
