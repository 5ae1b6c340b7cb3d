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
	const char *path;    /* of their file; NULL: nothing was found */
	int32_t first;       /* the function's; 0: of a file */
	VEC(uint32_t) lines; /* sorted, each once */
};
int line_search(struct probe_source *source, const struct probe_lines *wanted, struct line_list *ret,
		struct err *err) _warn_unused_;
void line_list_done(struct line_list *lines);

#endif
