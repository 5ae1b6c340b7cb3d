/* The view of code, for the files that it is made of: code_view.c (what it shows), code_view_ask.c (other code, and
 * newer weights), code_view_find.c (search), code_view_draw.c (how lines look). */
#ifndef TUI_VIEW_CODE_VIEW_PRIVATE_H
#define TUI_VIEW_CODE_VIEW_PRIVATE_H

#include "tui/background.h"
#include "tui/view/code_view.h"

/* Something that is asked beside the interface, with its answer. */
struct code_asked {
	const struct code_view *view; /* its listing does not change meanwhile */
	enum code_question { CODE_ASKS_CALL, CODE_ASKS_NEIGHBOUR, CODE_ASKS_WEIGHTS } what;
	uint64_t vaddr; /* of a call: where it goes */
	int step;       /* to a neighbour */
	struct code_listing listing;
	struct err err;
	int status;
};

struct code_view {
	struct view view;
	struct browser browser;
	struct code_listing listing;
	struct code_view_options options;
	char *title;
	/* Lines of the listing that are shown: browser rows. */
	VEC(uint32_t) shown;
	VEC(uint32_t) hot;    /* instructions with weight, heaviest first */
	VEC(uint32_t) jumped; /* where jumps were followed from, last one last */
	unsigned address_width, jumps_width, number_width, mnemonic_width;
	bool shows_places, shows_cycle_range;
	struct strbuf sought;
	bool is_searching, backwards; /* in pieces, from search_at on, so many rows more */
	size_t search_at, search_left;
	struct background *background; /* NULL: nothing was asked yet */
	struct code_asked *asked;      /* NULL: nothing is */
	bool gives_up;                 /* its answer is of no use any more */
	VEC(int) later;                /* actions that wait for what runs */
	uint64_t weighed_ns;           /* when newer weights were asked for */
	/* Of a row of a result (code_view_of_row). */
	struct result_source source;
	uint64_t row;
};

enum code_view_action {
	CODE_VIEW_NONE = BROWSER_ACTIONS,
#define HEADING(text)
#define ROW(action, keys, shown, help) CODE_VIEW_##action,
#include "tui/view/code_key.def"
};

/* The line of the listing that is selected; CODE_NO_LINE: there are no lines. */
uint32_t code_view_selected(const struct code_view *view);
/* Selects a line, or the next one that is shown; the instruction at an address, or behind it; the heaviest one. */
void code_view_select(struct code_view *view, uint32_t index);
void code_view_select_vaddr(struct code_view *view, uint64_t vaddr);
void code_view_select_hottest(struct code_view *view);
/* Takes over another listing: of another function, or (renewed) of the same with newer weights, where the cursor stays
 * at its line. *listing is empty then. */
void code_view_set(struct code_view *view, struct code_listing *listing, bool renewed);
enum view_answer code_view_act(struct view *view, int action);

/* Go to where the selected call or jump goes; to the function before or behind. */
void code_view_follow(struct code_view *view);
void code_view_neighbour(struct code_view *view, int step);
/* Asks for newer weights, when it is time. */
void code_view_weigh(struct code_view *view);
/* Takes an answer that has come. */
void code_view_take(struct code_view *view);
/* Does what waited. */
void code_view_act_later(struct code_view *view);
/* Whether the action has to wait for what runs. */
bool code_view_must_wait(const struct code_view *view, int action);
/* Gives up what the user waits for. False: nothing. */
bool code_view_give_up(struct code_view *view);
void code_view_ask_done(struct code_view *view);
void code_view_complain(const struct code_view *view, const struct err *err);

/* Asks what to search for; the next row with it; goes on for a while. */
void code_view_find(struct code_view *view, bool backwards);
void code_view_find_next(struct code_view *view, bool backwards);
void code_view_find_on(struct code_view *view);

/* Widths of columns, after the listing or the options changed. */
void code_view_measure(struct code_view *view);
/* The titles of columns, and one line of the listing. */
void code_view_draw_titles(const struct code_view *view, struct line *line);
void code_view_draw_line(const struct code_view *view, struct line *line, uint32_t index);
/* A vertical line from the selected jump to where it goes; rows are those of the screen. */
void code_view_draw_arrow(const struct code_view *view, struct screen *screen, struct area area);
/* The whole listing as text, as it is shown. */
void code_view_print(const struct code_view *view, struct outbuf *out);

#endif
