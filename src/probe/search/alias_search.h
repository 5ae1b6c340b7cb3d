/* Functions by other names than the source has for them: "malloc" of __libc_malloc, "open64". Symbol tables know where
 * those are. */
#ifndef PROBE_SEARCH_ALIAS_SEARCH_H
#define PROBE_SEARCH_ALIAS_SEARCH_H

#include "probe/search/function_search.h"

/* Where a symbol of that name, also with a version ("open64@@GLIBC_2.2.5"), says that a function is. False: nowhere, or
 * only code that chooses one (IFUNC). */
bool alias_vaddr(const struct image *image, const char *name, uint64_t *ret_vaddr);
/* Appends the function that begins where the symbol is, if debug information tells of it. */
void alias_search(struct probe_source *source, const char *name, debug_entry_list *list);

#endif
