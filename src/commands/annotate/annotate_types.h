/* perf annotate --data-type, --type-stat, --insn-stat. */
#ifndef COMMANDS_ANNOTATE_ANNOTATE_TYPES_H
#define COMMANDS_ANNOTATE_ANNOTATE_TYPES_H

#include "analysis/annotate/annotate.h"
#include "commands/annotate/annotate_option.h"

/* Do the options ask for types, or how many are known? */
bool annotate_types_wanted(const struct annotate_values *values);
/* Appends what they ask for. threads: how many may work. */
void annotate_types_show(const struct annotate_values *values, const struct annotate *annotate, unsigned threads,
			 struct outbuf *out);

#endif
