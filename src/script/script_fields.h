/* Which fields perf script prints for which kind of event: defaults, and -F in all its forms.
 *
 *     script_fields_init(&fields);
 *     script_fields_parse(&fields, "comm,tid,ip,sym", ...)       replaces the fields of all kinds
 *     script_fields_parse(&fields, "+srcline,-cpu", ...)         adds and removes
 *     script_fields_parse(&fields, "trace:comm,trace", ...)      of tracepoints only
 *     script_fields_check(&fields, header, events, true, &err)   against what was recorded
 *
 * Sets of fields are bits, FIELD(SYMBOL), in a u64: there may be at most 64 rows in script_field.def. */
#ifndef SCRIPT_SCRIPT_FIELDS_H
#define SCRIPT_SCRIPT_FIELDS_H

#include "base/err.h"
#include "base/strbuf.h"
#include "perfdata/feature/header.h"

/* The fields, in the order of script_field.def. */
enum script_field {
#define X(symbol, name, bits, attribute) SCRIPT_##symbol,
#include "script/script_field.def"
#undef X
	SCRIPT_NR_FIELDS
};
#define FIELD(symbol) ((uint64_t)1 << SCRIPT_##symbol)

/* Kinds of events that have fields of their own: perf_event_attr.type, but for SYNTHESISED (made by decoding a
 * hardware trace; no event is of it here) and OTHER (all types that have no name of their own). */
enum script_kind {
	SCRIPT_HARDWARE,
	SCRIPT_SOFTWARE,
	SCRIPT_TRACEPOINT,
	SCRIPT_HW_CACHE,
	SCRIPT_RAW,
	SCRIPT_BREAKPOINT,
	SCRIPT_SYNTHESISED,
	SCRIPT_OTHER,
	SCRIPT_NR_KINDS
};

/* What is to be printed, by kind. Plain data: copies are independent. */
struct script_fields {
	uint64_t of[SCRIPT_NR_KINDS];    /* bits FIELD(...) to print */
	uint64_t asked[SCRIPT_NR_KINDS]; /* asked for by an -F for all kinds: an error if they were not recorded */
	bool flags;                      /* FLAGS goes with every kind that prints anything */
	bool edited[SCRIPT_NR_KINDS];    /* by some -F */
	bool only_this[SCRIPT_NR_KINDS]; /* by "kind:fields": such events must exist */
};

/* The kind of an event. */
enum script_kind script_kind_of(const struct event_attr *attr);

/* Upstream's defaults of each kind. */
void script_fields_init(struct script_fields *fields);
/* Applies one -F argument; several are applied in order. What the user should hear though it is no error is appended
 * to notes, in whole lines. Returns 0, or -EINVAL with err set: the usage is then due, and the hint has fields that
 * may have been meant. */
int script_fields_parse(struct script_fields *fields, const char *text, struct strbuf *notes, struct err *err);
/* Fits the fields to what was recorded: drops defaults that are not there, adds what call chains of tracepoints
 * need. chains: call chains are to be printed. Returns 0, or -EINVAL with err set where something that was asked for
 * was not recorded, or makes no sense without another field. */
int script_fields_check(struct script_fields *fields, const struct perf_header *header,
			const struct perf_events *events, bool chains, struct err *err);
/* Whether some kind of event shows one of these. */
bool script_fields_any(const struct script_fields *fields, uint64_t bits);
/* "comm,tid,pid,...": all names, for help. Static. */
const char *script_fields_names(void);
/* Calls add with each name; for completion and suggestions. */
void script_fields_visit(void (*add)(void *ctx, const char *name), void *ctx);

/* Whether instructions can be shown as text here: 0, or -errno with err set and a remedy. */
int script_disasm_check(struct err *err);

#endif
