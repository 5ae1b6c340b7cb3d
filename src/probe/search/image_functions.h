/* The functions that the image of a kernel, or the file of a module, has in its symbol table: the names by which that
 * kernel knows them, which need not be those of the source ("__tcp_sock_set_cork.part.0"), and all there is of code
 * that was written in assembly. */
#ifndef PROBE_SEARCH_IMAGE_FUNCTIONS_H
#define PROBE_SEARCH_IMAGE_FUNCTIONS_H

#include "probe/definition/probe_definition.h"
#include "probe/definition/probe_event.h"
#include "symbol/dwarf/debug_ranges.h"
#include "symbol/file/image.h"

struct image_functions;
struct probe_target;

/* Without functions when the image has no symbols. section_vaddrs: of a relocatable file, where each section is taken
 * to be; else NULL. Keeps neither. Constant from then on: any number of threads may ask. */
struct image_functions *image_functions_new(const struct image *image, const uint64_t *section_vaddrs);
void image_functions_free(struct image_functions *functions); /* NULL is fine */

/* The function with the code at vaddr; where several names are at its beginning, the wanted one if it is one of them.
 * NULL: none. */
const char *image_functions_at(const struct image_functions *functions, uint64_t vaddr, const char *wanted,
			       uint64_t *ret_start);

/* Where the first function of that name begins; false: there is none. */
bool image_functions_start(const struct image_functions *functions, const char *name, uint64_t *ret_start);
/* Appends an event for each function of that name or pattern, with the definition's arguments as they were written.
 * module: whose they are; NULL: the kernel's. -ENOENT with err: there is none; -E2BIG: more than target->max_probes. */
int image_functions_find(const struct image_functions *functions, const struct probe_target *target, const char *module,
			 const struct probe_definition *definition, struct probe_events *events,
			 struct err *err) _warn_unused_;

/* probe_symbols.c: the same of a program, by the names that it shows.
 *
 * Appends an event for each place in the program or library target->exec, with the definition's arguments as they were
 * written. -ENOENT with err: no symbols, no such function; -E2BIG: more than target->max_probes; -EINVAL: an offset
 * outside of the function. */
int probe_symbols_find(const struct probe_target *target, const struct probe_definition *definition,
		       struct probe_events *events, struct err *err) _warn_unused_;

/* Appends where the image of a kernel has code that stays when the kernel has started: its executable sections but for
 * .init, .exit and .altinstr. */
void image_lasting_code(const struct image *image, debug_range_list *list);
/* Whether one of the ranges has vaddr (ends are exclusive). */
bool image_is_in(const debug_range_list *list, uint64_t vaddr);

#endif
