/* --objdump PROGRAM: runs it on the code of one function. */
#ifndef COMMANDS_OPTION_OBJDUMP_RUN_H
#define COMMANDS_OPTION_OBJDUMP_RUN_H

#include "analysis/annotate/annotate_listing.h"

/* annotate_read_insns; ctx: struct code_option_values, with objdump. The program is looked for in PATH; no shell is
 * between. Waits for its end. */
int objdump_run(const void *ctx, const struct object_code_place *place, uint64_t size_bytes, char **ret,
		size_t *ret_size_bytes, struct err *err);

#endif
