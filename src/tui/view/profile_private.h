/* What the files of the profile browser share. */
#ifndef TUI_VIEW_PROFILE_PRIVATE_H
#define TUI_VIEW_PROFILE_PRIVATE_H

#include "base/u64map.h"
#include "tui/background.h"
#include "tui/table_browser.h"
#include "tui/view/profile_view.h"

enum profile_action {
	PROFILE_NONE = TABLE_BROWSER_ACTIONS,
#define ROW(action, keys, shown, help) PROFILE_##action,
#define HEADING(text)
#include "tui/view/profile_key.def"
	PROFILE_QUIT, /* of the menu alone */
	PROFILE_ACTIONS
};

/* Of profile_live.c, behind those above. */
enum profile_live_action {
	PROFILE_LIVE_NONE = PROFILE_ACTIONS,
#define ROW(action, keys, shown, help) PROFILE_LIVE_##action,
#include "tui/view/profile_live_key.def"
};

/* Something that leaves rows or samples out. Texts are owned. */
struct zoom {
	char *column, *text; /* a condition; column NULL: the selection counts */
	bool whole;
	struct result_selection selection; /* one member is set; through is text */
	char *shown;                       /* in the title: "Thread: sh" */
};

/* A request with all that it needs, and its answer: what the thread beside the interface gets. */
struct profile_asked {
	struct arena arena; /* of the request's texts */
	struct u64map
		open; /* folds of the rows that are shown, as table_browser.folds: what is below open ones comes too */
	const struct result_source *source;
	struct result_request request;
	struct table table;
	struct result_totals totals;
	struct err err;
	int status;
};

/* As upstream, whose levels above 1 show the same in the rows as that one. */
enum { PROFILE_MOST_VERBOSE = 3 };

struct profile_view {
	struct view view;
	struct profile_view_options options;
	struct table_browser table;
	struct background *background;
	size_t event;
	VEC(struct zoom) zooms;
	struct strbuf filter, find; /* of symbols, while it is typed; what is searched for */
	char *order, *sort;         /* NULL: the profile's own */
	char *sort_shown;           /* of the table that is shown */
	VEC(char *) hidden;         /* names of columns */
	enum result_shares shares;
	unsigned sort_event_1;
	double least_percent;
	bool graphs, all_rows;
	bool all_graphs;    /* those of the first rows are there: the next request is for all */
	unsigned verbosity; /* 0 to PROFILE_MOST_VERBOSE */
	/* What is done when the rows that are asked for are there. */
	bool goes_to_end, unfolds;
	int finds;                  /* the next match: 1, the one before: -1 */
	struct table_search search; /* that match, while is_searching */
	bool is_searching;
	struct profile_exporting *exporting; /* is written; NULL: nothing is */
	/* Says what became of the file, and frees exporting. */
	void (*export_end)(struct profile_view *v);
	struct profile_opening *opening; /* likewise, a view */
	bool is_leaving;                 /* nothing is pushed any more */
	VEC(int) later;                  /* actions that wait for what runs */
	struct profile_asked *asked;     /* runs; NULL: nothing does */
	bool again;                      /* what was asked is not what is wanted any more */
	struct result_totals totals;
};

const struct result_source *profile_source(const struct profile_view *v);

/* Asks for the rows that are wanted now, beside the interface. */
void profile_ask(struct profile_view *v);
/* Asks what came to be wanted while something ran. */
void profile_ask_again(struct profile_view *v);
/* Takes an answer that has come. */
void profile_take(struct profile_view *v);
/* Waits until what is wanted is there. */
void profile_wait(struct profile_view *v);
/* Whether something runs beside the interface, which asks the profile. */
static inline bool profile_is_busy(const struct profile_view *v) { return v->asked || v->exporting || v->opening; }
/* Does what waited for what ran. */
enum view_answer profile_act_later(struct profile_view *v);
/* A request for all rows as they are wanted now; texts are in the arena. */
struct result_request profile_request(const struct profile_view *v, struct arena *arena);

/* Adds a filter and asks; all texts are copied. */
void profile_zoom_cell(struct profile_view *v, const char *column, const char *text, bool whole, const char *shown);
void profile_zoom_selection(struct profile_view *v, const struct result_selection *selection, const char *text,
			    const char *shown);
/* Takes the last filter off; false: there is none. */
bool profile_zoom_out(struct profile_view *v);
void profile_zooms_done(struct profile_view *v);
/* The keys that filter. False: the action is none of them. */
bool profile_zoom_act(struct profile_view *v, int action);

/* Whether the column of this filter is not shown, since it says the same in all rows: objects and sockets, as upstream.
 */
bool profile_zoom_hides(const struct profile_view *v, const struct zoom *zoom);
/* The filter that hides this column; NULL: none does. */
const struct zoom *profile_zoom_of(const struct profile_view *v, const char *column);

/* The text of the selected row in a column, also in one that a filter hides, "" where there is none; NULL: there is no
 * such column. */
const char *profile_cell(const struct profile_view *v, const char *column);
/* The function of the selected row, without "[.] "; NULL: none. */
const char *profile_symbol(const struct profile_view *v);

enum view_answer profile_view_act(struct view *view, int action);
/* The same for a profile that grows, and its idle. */
enum view_answer profile_live_act(struct view *view, int action);
enum view_answer profile_live_idle(struct view *view);
/* What was chosen: an action, PROFILE_NONE where it was left. */
int profile_menu(struct profile_view *v);
/* Orders rows by a column; NULL, or the one that they are ordered by already: as at first. */
void profile_order_by(struct profile_view *v, const struct table_column *column);
void profile_order_menu(struct profile_view *v);
void profile_sort_prompt(struct profile_view *v);
void profile_columns_menu(struct profile_view *v);
void profile_other_file(struct profile_view *v);
void profile_scripts(struct profile_view *v);
void profile_switch_event(struct profile_view *v, size_t event);

/* Open a view of the selected row; profile_open_end pushes it. Nothing may be running. */
void profile_open_sandwich(struct profile_view *v);
void profile_open_samples(struct profile_view *v);
void profile_open_code(struct profile_view *v);
void profile_open_end(struct profile_view *v);
/* What is below the selected row, where that is to be asked: it opens when it is there. False: it is there. */
bool profile_open_below(struct profile_view *v, bool deep);

/* Searches for what was asked last, when all rows are there; a while, then whenever profile_find_on is called. */
void profile_find_now(struct profile_view *v);
void profile_find_on(struct profile_view *v);

/* Files and the clipboard. print: P, the text in perf.hist.N; else a menu. Files are written beside the interface:
 * nothing else is asked meanwhile. */
void profile_export(struct profile_view *v, bool print);
void profile_copy_line(struct profile_view *v);

struct view *profile_view_new(struct ui *ui, const struct profile_view_options *options, size_t event);
/* "Samples: 12K of event 'cycles', Event count (approx.): 7". rate: behind the name, may be "" */
void profile_title(const struct profile_view_event *event, const char *rate, uint64_t nr_samples, uint64_t period,
		   struct strbuf *ret);
/* "12K" */
void profile_rounded(uint64_t value, struct strbuf *ret);

#endif
