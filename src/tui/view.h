/* A view: what fills the screen between its title and the footer, and what keys do in it. A const descriptor, and a
 * struct of its own that begins with a struct view:
 *
 *     struct task_view {
 *             struct view view;
 *             struct browser browser;
 *     };
 *     static const struct view_type task_view_type = { .name = "Tasks", .keys = {...}, .draw = task_view_draw, ... };
 *     ui_push(ui, &task_view->view);
 *
 * Views lie on a stack (ui.h); the one on top is drawn and gets the keys. docs/howto/add-view.md goes through one. */
#ifndef TUI_VIEW_H
#define TUI_VIEW_H

#include "tui/browser.h"

struct ui;
struct view;

/* What became of a key or an event. */
enum view_answer {
	VIEW_STAYS,   /* done */
	VIEW_UNKNOWN, /* the view does not know it: the keys of all views are looked through (view_key.def) */
	VIEW_LEAVES,  /* the view is taken off the stack and freed */
};

/* Functions that may be NULL: title, event, idle, footer. */
struct view_type {
	const char *name; /* of the help window */
	struct bindings keys;
	/* How often idle is called while nothing else happens, in milliseconds; 0: only when somebody woke the screen
	 * (screen_wake). */
	unsigned idle_ms;
	void (*title)(struct view *view, struct strbuf *ret);
	/* Draws everything; the area is blank. Called before each wait for a key. */
	void (*draw)(struct view *view, struct screen *screen, struct area area);
	/* A key of the table, as its action. */
	enum view_answer (*act)(struct view *view, int action);
	/* A key that the table does not have, or the mouse. */
	enum view_answer (*event)(struct view *view, const struct screen_event *event);
	/* Time passed, or the screen was woken: take what has become ready. */
	enum view_answer (*idle)(struct view *view);
	/* What stands in the last line; without it "Press '?' for help on key bindings". */
	void (*footer)(struct view *view, struct strbuf *ret);
	void (*free)(struct view *view);
};

struct view {
	const struct view_type *type;
	struct ui *ui;      /* set by ui_push */
	struct view *below; /* on the stack */
};

#endif
