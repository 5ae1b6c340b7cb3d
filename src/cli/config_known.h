/* Which variables mean something in a perfconfig file. Sections of other programs may be in there, too. */
#ifndef CLI_CONFIG_KNOWN_H
#define CLI_CONFIG_KNOWN_H

#include <stdbool.h>
#include "base/strbuf.h"
#include "cli/option_set.h"

/* What a variable's name is. Only CONFIG_UNKNOWN_NAME and CONFIG_MISTYPED_SECTION deserve a warning. */
enum config_known {
	CONFIG_KNOWN,
	/* The section is ours, the name is not. */
	CONFIG_UNKNOWN_NAME,
	/* The section is none of ours, but near one. */
	CONFIG_MISTYPED_SECTION,
	/* Another program's. */
	CONFIG_FOREIGN_SECTION
};

/* Names compare without regard to case. */
enum config_known config_known(const char *section, const char *name);
/* Appends "unknown variable repot.children: did you mean report.children?", as one line without its end. */
void config_known_format(const char *section, const char *name, struct strbuf *out);

extern const struct option_set config_known_set; /* "report.children" */

#endif
