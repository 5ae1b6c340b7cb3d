/* Ranges of addresses that hardware traces keep to (perf-record(1), --filter):
 *     filter main @/bin/ls, stop 0x1000, start sym #2 / 0x20
 * Parsed here; symbols are looked up elsewhere, and what has only numbers is written for the kernel
 * (PERF_EVENT_IOC_SET_FILTER). */
#ifndef EVENT_SPEC_ADDRESS_FILTER_H
#define EVENT_SPEC_ADDRESS_FILTER_H

#include <stdbool.h>
#include <stdint.h>
#include "base/err.h"
#include "base/strbuf.h"
#include "base/vec.h"

/* The first word of a filter (perf-record(1), --filter): trace this range only; begin tracing; end it; do not trace
 * this range. */
enum address_action { ADDRESS_FILTER, ADDRESS_START, ADDRESS_STOP, ADDRESS_TRACESTOP };

/* A place: an address, or a symbol that somebody has to find. */
struct address_place {
	char *symbol;        /* NULL: address it is */
	uint64_t number;     /* offset into the file, or address in the kernel */
	unsigned occurrence; /* "#2": which of several symbols of that name; 0: not told */
	bool only_global;    /* "#0", "#g", "#G": the one that is global */
};

/* One filter of the list; strings are owned. */
struct address_filter {
	enum address_action action;
	struct address_place start;
	bool is_whole_file; /* start is "*" */
	bool has_end;       /* end is a size when it is a number; without it the range ends with the symbol */
	struct address_place end;
	char *file; /* NULL: the kernel */
};

/* In the order of the text. */
struct address_filters {
	VEC(struct address_filter) items;
};
#define ADDRESS_FILTERS_INIT \
	{                    \
		VEC_INIT     \
	}

/* Appends the filters of text to ret. 0; -EINVAL with err showing the form of filters, those before the wrong one
 * being in ret. The caller frees with address_filters_done in both cases. */
int address_filters_parse(const char *text, struct address_filters *ret, struct err *err);
void address_filters_done(struct address_filters *filters);
/* Appends one filter as the kernel wants it: "filter 0x400/0x20@/bin/ls". False, with nothing appended, when a
 * symbol is still to be found or a range has no size. */
bool address_filter_format(const struct address_filter *filter, struct strbuf *out);

#endif
