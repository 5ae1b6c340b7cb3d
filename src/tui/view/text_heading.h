/* What the first line of an entry says: of perf script ("comm PID/TID [CPU] TIME: PERIOD EVENT: ..."), and of perf
 * sched timehist ("TIME [CPU] comm[TID/PID] ..."). And whether an entry is one that somebody looks for. */
#ifndef TUI_VIEW_TEXT_HEADING_H
#define TUI_VIEW_TEXT_HEADING_H

#include <stdbool.h>
#include "base/strbuf.h"
#include "base/vec.h"

/* A part of the line; size 0: it is not there. */
struct text_part {
	const char *text;
	size_t size;
};
struct text_heading {
	bool has_time;
	uint64_t time_ns;
	struct text_part comm, event;
	uint64_t pid, tid; /* UINT64_MAX: not there; of one number alone both */
};
/* Whether an entry begins in this line: it does not go on with one before, as frames of a call chain do. */
static inline bool text_is_heading(const char *line) { return *line && *line != '\t'; }
void text_heading_parse(const char *line, struct text_heading *ret);
/* Seconds with up to nine decimals, "380.157531": false: it is none. *ret_size: bytes of it. */
bool text_time_parse(const char *text, uint64_t *ret_ns, size_t *ret_size);

/* "comm=cc1 pid=12 event=cycles memcpy": all words have to be there; those without a name anywhere in the entry. */
struct text_condition {
	enum { TEXT_ANYWHERE, TEXT_COMM, TEXT_EVENT, TEXT_PID, TEXT_TID } kind;
	char *text;
	uint64_t number;
};
struct text_filter {
	VEC(struct text_condition) conditions;
};
/* NULL; or what is wrong with the text, and the filter is empty. text_filter_done frees it. */
const char *text_filter_parse(const char *text, struct text_filter *ret);
void text_filter_done(struct text_filter *filter);
/* Which of the conditions an entry's line meets, a bit each; heading: parsed of it, NULL: it is no heading. */
uint64_t text_filter_met(const struct text_filter *filter, const char *line, const struct text_heading *heading);
static inline uint64_t text_filter_all(const struct text_filter *filter)
{
	return filter->conditions.count ? UINT64_MAX >> (64 - filter->conditions.count) : 0;
}

#endif
