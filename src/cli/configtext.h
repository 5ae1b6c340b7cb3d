/* The text of a perfconfig file: sections in brackets, `name = value` lines, # and ; comments, as `man perf-config`
 * describes it.
 *
 *     [section]
 *             name = value            # section.name
 *     [section "Sub Section"]
 *             name = "quoted ; text\n"  # section.Sub Section.name
 *
 * Bytes come from anywhere: a line that makes no sense is one CONFIGTEXT_ERROR item, reading goes on with the next. */
#ifndef CLI_CONFIGTEXT_H
#define CLI_CONFIGTEXT_H

#include <stddef.h>
#include "base/strbuf.h"

enum configtext_kind { CONFIGTEXT_END, CONFIGTEXT_SECTION, CONFIGTEXT_VARIABLE, CONFIGTEXT_ERROR };

struct configtext {
	const char *text;
	size_t size, pos;
	unsigned line;
	/* the item last read */
	unsigned item_line;
	size_t item_end;               /* offset after it */
	size_t value_begin, value_end; /* of a variable's value as it is written */
	struct strbuf section, name, value;
	const char *error;
};

void configtext_init(struct configtext *reader, const char *text, size_t size_bytes);
void configtext_done(struct configtext *reader);
enum configtext_kind configtext_next(struct configtext *reader);

/* The text with section.name set to value, comments and order kept: *ret_text is the caller's. -EINVAL for a name that
 * cannot be written. */
int configtext_set(const char *text, size_t size_bytes, const char *section, const char *name, const char *value,
		   char **ret_text);

#endif
