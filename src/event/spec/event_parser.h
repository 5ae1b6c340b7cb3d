/* What the parts of the parser of event lists share (event_parse.c: lists, groups, modifiers; event_kinds.c: the kinds
 * of events). */
#ifndef EVENT_SPEC_EVENT_PARSER_H
#define EVENT_SPEC_EVENT_PARSER_H

#include "event/pmu/catalogue.h"
#include "event/pmu/event_lexer.h"
#include "event/attr/event_spec.h"
#include "event/pmu/pmu_match.h"

/* list: the events of this text only. */
struct event_parser {
	struct event_lexer lexer;
	const struct event_catalogue *catalogue;
	enum event_use use;
	struct event_list *list;
	struct pmu_match cores; /* see parser_cores */
	bool has_cores;
	struct err *err;
};

/* Reads one event where the lexer stands and appends it, or all that its globs and PMUs stand for. 0 or -errno with
 * err set; events appended before a failure stay. */
int parser_event(struct event_parser *parser);
/* The modifiers behind an event, for the events from first on; after_terms: no colon is needed. */
int parser_modifiers(struct event_parser *parser, size_t first, bool after_terms);
/* The PMUs of the CPUs, found when first asked for. */
const struct pmu_match *parser_cores(struct event_parser *parser);

#endif
