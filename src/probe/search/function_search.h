/* Functions by name, in all of the debug information: what is slow elsewhere. Entries are passed over on all cores;
 * names are compared as places in the table of strings, which is searched once for the name, so that most entries cost
 * one comparison of numbers. */
#ifndef PROBE_SEARCH_FUNCTION_SEARCH_H
#define PROBE_SEARCH_FUNCTION_SEARCH_H

#include "probe/search/probe_source.h"

/* Entries are small values that point into the source; a list is freed with vec_done. */
typedef VEC(struct debug_entry) debug_entry_list;

/* Appends functions whose name, or name for the linker, matches the pattern; of each unit the first one, with wildcards
 * all. Definitions only, in the order of the file. file: the end of the path they are declared in, NULL: any. one: the
 * first is enough, of all. others: gets those that have the name, too, but are not meant by it; may be NULL. */
void function_search(struct probe_source *source, const char *pattern, const char *file, bool one,
		     debug_entry_list *list, debug_entry_list *others);

/* Copies of an inline function in its unit: inlined ones and the one out of line, in the order of the file. */
void function_instances(const struct debug_entry *abstract, debug_entry_list *list);
/* Does the entry only say what copies have in common? */
bool function_is_abstract(const struct debug_entry *function);

#endif
