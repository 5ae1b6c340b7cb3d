/* Keys of a view as rows: what is pressed, what it does, and what the help window says of it. Rows stand in a .def
 * file, so that keys, help, man pages and tests have one source:
 *
 *     ROW(ANNOTATE, "a", NULL, "Annotate current symbol")
 *
 * Keys are names separated by blanks: "q", "UP", "CTRL+C", "SPACE" (screen.h).
 */
#ifndef TUI_BINDINGS_H
#define TUI_BINDINGS_H

#include <stddef.h>
#include "base/strbuf.h"

struct binding {
	int action;       /* above 0; 0: a heading of the help, or an empty line */
	const char *keys; /* NULL: none */
	/* How the help writes them. NULL: the keys with "/" in between; "": the row is not in the help. */
	const char *shown;
	const char *help;
};
struct bindings {
	const struct binding *rows;
	size_t nr_rows;
};

/* The action of a key; 0: the table has none. Of several rows the first one counts. */
int bindings_find(const struct bindings *table, int key);
/* The lines of the help window, as wide as they need to be. */
void bindings_help(const struct bindings *table, struct strbuf *ret);

#endif
