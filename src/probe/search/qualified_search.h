/* Functions of C++ and Rust by their full names: "ns::point::move", "twice(int)", as -F lists them. */
#ifndef PROBE_SEARCH_QUALIFIED_SEARCH_H
#define PROBE_SEARCH_QUALIFIED_SEARCH_H

#include "probe/search/function_search.h"

/* Is it such a name, not one by itself? */
bool is_qualified_name(const char *name);
/* Is the name for the linker one of that function? Without parameters all overloads are meant. */
bool qualified_name_matches(const char *name, const char *linkage_name);
/* function_search, of a qualified name without wildcards: all functions that it fits. */
void qualified_search(struct probe_source *source, const char *name, const char *file, debug_entry_list *list);
/* Tells that there are other functions with the name of one that was found, and by which names they are known. */
void qualified_search_remark(struct probe_source *source, const debug_entry_list *found,
			     const debug_entry_list *others);

#endif
