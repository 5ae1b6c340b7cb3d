/* Source lines between instructions, as objdump -S chooses them; and sums by source line. For annotate_listing.c
 * alone. */
#ifndef ANALYSIS_ANNOTATE_ANNOTATE_SOURCE_H
#define ANALYSIS_ANNOTATE_ANNOTATE_SOURCE_H

#include "analysis/annotate/annotate_listing.h"

struct annotate_source;
/* Source files stay read until it is freed. Options are borrowed. */
struct annotate_source *annotate_source_new(const struct annotate_listing_options *options);
void annotate_source_free(struct annotate_source *source);
/* Before the first instruction of a function: finds which code is of which line. Addresses as object_find's. */
void annotate_source_begin(struct annotate_source *source, struct object *object, uint64_t start, uint64_t end);
/* Before each instruction, in order of address: adds the source lines that stand in front of it. *ret_file, *ret_line:
 * of the instruction, untouched where they are not known. */
void annotate_source_put(struct annotate_source *source, uint64_t addr, struct code_listing *listing,
			 const char **ret_file, uint32_t *ret_line);
/* Fills listing->hot_lines: instructions of more than half a percent, by source line. */
void annotate_hot_lines(const struct annotate_listing_options *options, struct code_listing *listing);

#endif
