/* Places in the code that a probe point means, and lines that can be probed. */
#ifndef PROBE_SEARCH_PLACE_SEARCH_H
#define PROBE_SEARCH_PLACE_SEARCH_H

#include "probe/search/probe_variable.h"

typedef VEC(struct probe_place) probe_place_list;

/* Appends all places of the point (not of addresses), each address once, in the order they are found: the file's. None
 * is no failure. skip_prologue: to where local variables can be looked at, in code that was not optimised. -ENOENT with
 * err: the line shares its address with another one; -ERANGE: too many. */
int place_search(struct probe_source *source, const struct probe_point *point, bool skip_prologue,
		 probe_place_list *list, struct err *err) _warn_unused_;

/* Lines of a function, or of a file, at which a probe can be put. */
struct line_list {
	const char *path; /* of their file; NULL: nothing was found */
	/* the line of the function's declaration, which lines are shown from; 0: of a file */
	int32_t first;
	VEC(uint32_t) lines; /* sorted, each once */
};
/* The lines of the first function or file that has any; ret is done with line_list_done, and empty when there is none.
 * Always 0 so far. */
int line_search(struct probe_source *source, const struct probe_lines *wanted, struct line_list *ret,
		struct err *err) _warn_unused_;
void line_list_done(struct line_list *lines);

#endif
