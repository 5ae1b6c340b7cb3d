/* Lists and groups of the grammar in event_parse.h; single events are event_kinds.c's. A recursive descent without
 * backtracking: each function starts at its first character.
 *
 * Events go into a list of the parser's own, which is moved to the caller's at the end. On the way groups are split by
 * hardware (event_regroup), and top-down events that stand alone are put together (event_topdown_gather). */
#include "event/spec/event_parse.h"

#include <ctype.h>
#include <errno.h>
#include "event/spec/event_modifiers.h"
#include "event/spec/event_parser.h"
#include "event/spec/event_topdown.h"

const struct pmu_match *parser_cores(struct event_parser *p)
{
	if (!p->has_cores) pmu_match_cores(p->catalogue, &p->cores);
	p->has_cores = true;
	return &p->cores;
}

/* Whether an event may end in front of this character. */
static bool ends_event(char c) { return !c || c == ',' || c == '}' || isspace((unsigned char)c); }

int parser_modifiers(struct event_parser *p, size_t first, bool after_terms)
{
	size_t colon = p->lexer.pos;
	bool has_colon = lexer_accept(&p->lexer, ':');
	if ((has_colon || after_terms) && ends_event(lexer_peek(&p->lexer))) return 0; /* scripts leave a lone colon */
	if (!has_colon && !after_terms) return 0;
	struct event_modifiers modifiers;
	int r = event_modifiers_parse(&p->lexer, colon, &modifiers, p->err);
	if (r < 0) return r;
	/* W is about a group; behind a single event it would mean nothing */
	if (modifiers.weak)
		return lexer_error(&p->lexer, modifiers.weak_pos, -EINVAL, p->err,
				   "Weak modifier is for use with groups");
	for (size_t i = first; i < event_list_count(p->list); i++)
		event_modifiers_apply(&modifiers, false, event_list_get(p->list, i));
	return 0;
}

/* '{' event (',' event)* '}' [':' modifiers]. Regrouped before modifiers are applied, as some of them are for
 * leaders only. */
static int parse_group(struct event_parser *p)
{
	size_t open = p->lexer.pos, first = event_list_count(p->list);
	p->lexer.pos++;
	do {
		int r = parser_event(p);
		if (r < 0) return r;
		lexer_skip_blanks(&p->lexer);
	} while (lexer_accept(&p->lexer, ','));
	if (!lexer_accept(&p->lexer, '}')) {
		char c = lexer_peek(&p->lexer);
		if (!c) return lexer_error(&p->lexer, open, -EINVAL, p->err, "this group is not closed by '}'");
		return lexer_error(&p->lexer, p->lexer.pos, -EINVAL, p->err, "Unrecognized input");
	}
	/* one group as typed; as many as there is hardware afterwards */
	event_regroup(p->list, first, event_list_count(p->list) - first);
	size_t colon = p->lexer.pos;
	if (!lexer_accept(&p->lexer, ':')) return 0;
	struct event_modifiers modifiers;
	int r = event_modifiers_parse(&p->lexer, colon, &modifiers, p->err);
	for (size_t i = first; r >= 0 && i < event_list_count(p->list); i++)
		event_modifiers_apply_group(&modifiers, event_list_get(p->list, i)->leader == i,
					    event_list_get(p->list, i));
	return r;
}

/* item (',' item)*, to the end of the text. */
static int parse_list(struct event_parser *p)
{
	do {
		lexer_skip_blanks(&p->lexer);
		int r = lexer_peek(&p->lexer) == '{' ? parse_group(p) : parser_event(p);
		if (r < 0) return r;
		lexer_skip_blanks(&p->lexer);
	} while (lexer_accept(&p->lexer, ','));
	if (lexer_peek(&p->lexer)) return lexer_error(&p->lexer, p->lexer.pos, -EINVAL, p->err, "Unrecognized input");
	return 0;
}

int event_parse(struct event_list *list, const char *text, const struct event_catalogue *catalogue, enum event_use use,
		struct err *err)
{
	/* A list of its own, so that a failure leaves the caller's as it was; leaders move by the length of that. */
	struct event_list added = EVENT_LIST_INIT;
	struct event_parser p = {
		.lexer = { .text = text }, .catalogue = catalogue, .use = use, .list = &added, .err = err
	};
	int r = parse_list(&p);
	if (r >= 0) {
		event_topdown_gather(&added);
		uint32_t base = (uint32_t)event_list_count(list);
		for (size_t i = 0; i < event_list_count(&added); i++) {
			event_list_get(&added, i)->leader += base;
			vec_push(&list->items_vec, event_list_get(&added, i));
		}
		list->regrouped |= added.regrouped;
		added.items_vec.count = 0;
	}
	event_list_done(&added);
	pmu_match_done(&p.cores);
	return r;
}
