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

/* What was read: a section header, a variable with its value, or a line that makes no sense (.error says why). */
enum configtext_kind { CONFIGTEXT_END, CONFIGTEXT_SECTION, CONFIGTEXT_VARIABLE, CONFIGTEXT_ERROR };

/* The reader: fields up to line are its own, those below describe the item last read. Callers only read them. */
struct configtext {
	/* The caller's, which must last as long as the reader; it needs no NUL at its end. */
	const char *text;
	size_t size, pos;
	unsigned line;
	/* the item last read */
	unsigned item_line;
	/* The offset in bytes behind the item. */
	size_t item_end;
	/* Offsets of a variable's value as it is written, quotes included. */
	size_t value_begin, value_end;
	/* Decoded: section and name in lower case, a quoted subsection as it is, "section.Sub Section". section is
	 * empty before the first header and behind a bad one. */
	struct strbuf section, name, value;
	/* Of CONFIGTEXT_ERROR: a constant text. */
	const char *error;
};

/* Begins at the text's first byte, or behind its byte order mark. configtext_done frees what the reader has made. */
void configtext_init(struct configtext *reader, const char *text, size_t size_bytes);
void configtext_done(struct configtext *reader);
/* The next item; CONFIGTEXT_END at the end, however often it is called. */
enum configtext_kind configtext_next(struct configtext *reader);

/* The text with section.name set to value, comments and order kept: *ret_text is the caller's. -EINVAL for a name that
 * cannot be written. */
int configtext_set(const char *text, size_t size_bytes, const char *section, const char *name, const char *value,
		   char **ret_text);

#endif
