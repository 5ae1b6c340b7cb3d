/* The kinds of events: the kernel's own names, events of PMUs, tracepoints, breakpoints, tools.
 *
 * parser_event reads a name and looks at the character behind it, which says what it can be:
 *
 *     mem:...          a breakpoint
 *     cycles, r1a8     a name of the kernel
 *     duration_time    a tool
 *     NAME/.../        a PMU, or an event that PMUs have under this name
 *     NAME:...         a tracepoint, unless only modifiers follow
 *     NAME             a named event of any PMU
 *
 * Each parse_* function appends its events (add_event), applies terms to them, then modifiers, then gives them names.
 * start is always the offset of the event's first character, which errors point at. */
#include "event/spec/event_parser.h"

#include <errno.h>
#include "event/pmu/event_symbol.h"
#include "event/pmu/event_terms.h"
#include "event/spec/event_topdown.h"
#include "event/pmu/pmu_terms.h"

/* What events of the only sort of CPU are grouped under (event_spec.group_pmu). */
enum { CPU_COUNTERS = ATTR_TYPE_RAW };

/* Appends an event without a name yet. Guests are not counted unless asked for. */
static struct event_spec *add_event(struct event_parser *p, uint32_t type, uint64_t config)
{
	struct event_spec *spec = event_list_add(p->list, "");
	spec->attr.type = type;
	spec->attr.config = config;
	spec->attr.flags = ATTR_EXCLUDE_GUEST;
	return spec;
}

/* Whether the machine is a hybrid one, with several kinds of CPUs, each with a PMU of its own. */
static bool has_several_cores(struct event_parser *p) { return parser_cores(p)->pmus.count > 1; }

/* An event of pmu, with what the spec has to know of it. */
static struct event_spec *add_pmu_event(struct event_parser *p, const struct event_pmu *pmu)
{
	struct event_spec *spec = add_event(p, pmu->type, 0);
	spec->pmu_name = xstrdup(pmu->name);
	if (pmu->cpus) spec->pmu_cpus = xstrdup(pmu->cpus);
	spec->is_core = pmu->is_core;
	spec->is_trace = pmu->is_selectable;
	spec->is_stepped = pmu->is_stepped;
	spec->is_uncore = pmu->is_uncore;
	spec->nr_addr_filters = pmu->nr_addr_filters;
	if (pmu->is_core && !has_several_cores(p)) spec->group_pmu = CPU_COUNTERS;
	else if (!event_pmu_is_software(pmu) && !pmu->is_selectable)
		spec->group_pmu = pmu->type; /* a trace leads events of the CPU */
	return spec;
}

/* Removes the events from index first on. */
static void drop_from(struct event_list *list, size_t first)
{
	struct event_list rest = EVENT_LIST_INIT;
	for (size_t i = first; i < event_list_count(list); i++) vec_push(&rest.items_vec, event_list_get(list, i));
	list->items_vec.count = first;
	event_list_done(&rest);
}

/* Takes name. */
static void set_name(struct event_spec *spec, char *name)
{
	free(spec->name);
	spec->name = name;
}

/* Events are called what the user typed, unless name= says otherwise. Where there are several sorts of CPUs, those of
 * one by a plain name say which: "cpu_atom/cycles/". */
static void name_events(struct event_parser *p, size_t first, size_t start, size_t end)
{
	for (size_t i = first; i < event_list_count(p->list); i++) {
		struct event_spec *spec = event_list_get(p->list, i);
		if (!spec->name[0]) set_name(spec, xstrndup(p->lexer.text + start, end - start));
		if (!spec->pmu_cpus || spec->is_uncore || strchr(spec->name, '/') || !has_several_cores(p)) continue;
		set_name(spec, xasprintf("%s/%s/", spec->pmu_name, spec->name));
	}
}

/* The terms at an opening slash, if there is one. */
static int read_terms(struct event_parser *p, struct event_terms *ret, bool *ret_has_terms)
{
	*ret_has_terms = lexer_accept(&p->lexer, '/');
	return *ret_has_terms ? event_terms_read(&p->lexer, ret, p->err) : 0;
}

/* Applies terms to the events from first on; PMU's fields are unknown here. */
static int apply_terms(struct event_parser *p, const struct event_term_place *place, const struct event_terms *terms,
		       size_t first)
{
	int r = 0;
	for (size_t i = first; r >= 0 && i < event_list_count(p->list); i++)
		r = event_terms_apply(place, terms, event_list_get(p->list, i), p->err);
	return r;
}

/* What follows each event: its modifiers, and its name from start to where the lexer stands. */
static int finish(struct event_parser *p, size_t first, size_t start, bool has_terms)
{
	int r = parser_modifiers(p, first, has_terms);
	if (r >= 0) name_events(p, first, start, p->lexer.pos);
	return r;
}

/* ---- the kernel's own names */

/* On a machine with one kind of CPU: the kernel knows the PMU. */
static void add_core_event(struct event_parser *p, uint32_t type, uint64_t config)
{
	struct event_spec *spec = add_event(p, type, config);
	spec->group_pmu = CPU_COUNTERS;
	spec->is_core = true;
}

/* An event by the kernel's own name: one, or on machines with several sorts of cores one for each, with the PMU's
 * number in the upper half of config (kernel UAPI, PERF_PMU_TYPE_SHIFT). */
static void add_symbol(struct event_parser *p, uint32_t type, uint64_t config)
{
	if (type == ATTR_TYPE_SOFTWARE) {
		add_event(p, type, config);
		return;
	}
	const struct pmu_match *cores = parser_cores(p);
	if (cores->pmus.count <= 1) {
		add_core_event(p, type, config);
		return;
	}
	bool added = false;
	for (size_t i = 0; i < cores->pmus.count; i++) {
		const struct event_pmu *pmu = cores->pmus.items[i];
		if (type == ATTR_TYPE_RAW && pmu->type != type) continue; /* the number says which */
		struct event_spec *spec = add_pmu_event(p, pmu);
		spec->attr.type = type;
		spec->attr.config = type == ATTR_TYPE_RAW ? config : config | (uint64_t)pmu->type << 32;
		added = true;
	}
	if (!added) add_core_event(p, type, config);
}

/* SYMBOL [TERMS] [MODIFIERS] */
static int parse_symbol(struct event_parser *p, uint32_t type, uint64_t config, size_t start)
{
	size_t first = event_list_count(p->list), name_end = p->lexer.pos;
	bool has_terms;
	_cleanup_(event_terms_done) struct event_terms terms = EVENT_TERMS_INIT;
	int r = read_terms(p, &terms, &has_terms);
	if (r < 0) return r;
	add_symbol(p, type, config);
	const struct event_term_place place = { .lexer = &p->lexer, .use = p->use };
	if (r >= 0) r = apply_terms(p, &place, &terms, first);
	if (r >= 0) r = parser_modifiers(p, first, has_terms);
	/* cache events are known without what else was said */
	if (r >= 0) name_events(p, first, start, type == ATTR_TYPE_HW_CACHE ? name_end : p->lexer.pos);
	return r;
}

/* A tool event: never opened, its attr is that of a dummy. */
static int parse_tool(struct event_parser *p, enum event_tool tool, size_t start)
{
	size_t first = event_list_count(p->list);
	if (lexer_peek(&p->lexer) == '/')
		return lexer_error(&p->lexer, p->lexer.pos, -EINVAL, p->err, "this event has no terms");
	struct event_spec *spec = add_event(p, ATTR_TYPE_SOFTWARE, ATTR_SOFTWARE_DUMMY);
	spec->tool = tool;
	if (tool != EVENT_TOOL_NONE) spec->unit = xstrdup("ns");
	return finish(p, first, start, false);
}

/* ---- events of PMUs */

/* With PMUs of a similar name as a hint. */
static int unknown_pmu(struct event_parser *p, const char *name, size_t start)
{
	lexer_error(&p->lexer, start, -ENOENT, p->err, "Bad event or PMU");
	err_hint(p->err, "\nUnable to find PMU or event on a PMU of '%s'", name);
	struct suggest suggest = suggest_for(name);
	for (const char *const *pmu = p->catalogue->pmu_names(p->catalogue->ctx); *pmu; pmu++)
		suggest_add(&suggest, *pmu);
	_strbuf_done_ struct strbuf near = STRBUF_INIT;
	suggest_format(&suggest, "", &near);
	if (near.size) err_hint(p->err, "\n%.*s", (int)near.size - 1, strbuf_text(&near));
	return -ENOENT;
}

/* Where terms of pmu stand in this text. */
static struct pmu_terms_place terms_place(struct event_parser *p, const struct event_pmu *pmu)
{
	return (struct pmu_terms_place){ .at = { .lexer = &p->lexer, .pmu = pmu, .use = p->use },
					 .catalogue = p->catalogue,
					 .extended = has_several_cores(p) };
}

/* Adds an event for each PMU of match that knows the terms. When none does, the first one's error. */
static int add_matches(struct event_parser *p, const struct pmu_match *match, const struct event_terms *terms)
{
	size_t first = event_list_count(p->list);
	_err_done_ struct err why = ERR_INIT;
	int r = 0;
	for (size_t i = 0; i < match->pmus.count; i++) {
		size_t before = event_list_count(p->list);
		const struct pmu_terms_place place = terms_place(p, match->pmus.items[i]);
		struct event_spec *spec = add_pmu_event(p, match->pmus.items[i]);
		/* errors are kept until it is known that no PMU takes the terms; the first one's is shown */
		struct err here = ERR_INIT;
		int failure = pmu_terms_apply(&place, terms, spec, &here);
		spec->topdown = event_topdown_of(match->pmus.items[i], &spec->attr);
		if (failure >= 0) continue;
		drop_from(p->list, before);
		if (why.message) err_done(&here);
		else why = here;
		r = r ? r : failure;
	}
	if (event_list_count(p->list) > first) return 0;
	if (p->err && why.message) {
		err_done(p->err);
		*p->err = why;
		why = (struct err)ERR_INIT;
	}
	return r;
}

/* Of several sorts of CPUs each event is called by its own, whatever glob stood for them. */
static void name_by_cpu(struct event_parser *p, size_t first, size_t slash)
{
	for (size_t i = first; i < event_list_count(p->list); i++) {
		struct event_spec *spec = event_list_get(p->list, i);
		if (spec->is_core && !spec->name[0] && has_several_cores(p))
			set_name(spec, xasprintf("%s%.*s", spec->pmu_name, (int)(p->lexer.pos - slash),
						 p->lexer.text + slash));
	}
}

/* For visit_vendor_events: collects the PMUs only. */
static void add_pmu(void *arg, const struct event_pmu *pmu, const struct pmu_alias *alias)
{
	struct pmu_match *match = arg;
	(void)alias;
	vec_push(&match->pmus, pmu);
}

/* The PMUs that have a named event of that name: "tsc/period=1/" is "msr/tsc,period=1/". */
static void match_event(struct event_parser *p, const char *name, struct pmu_match *ret)
{
	_cleanup_(pmu_match_done) struct pmu_match all = PMU_MATCH_INIT;
	pmu_match_all(p->catalogue, &all);
	for (size_t i = 0; i < all.pmus.count; i++)
		if (event_pmu_find_alias(all.pmus.items[i], name)) vec_push(&ret->pmus, all.pmus.items[i]);
	if (!ret->pmus.count && p->catalogue->visit_vendor_events)
		p->catalogue->visit_vendor_events(p->catalogue->ctx, name, add_pmu, ret);
}

/* PMU TERMS [MODIFIERS], or NAME TERMS for an event that PMUs have under that name, which becomes one more term. */
static int parse_pmu(struct event_parser *p, const char *name, size_t start)
{
	size_t first = event_list_count(p->list);
	bool has_terms;
	_cleanup_(event_terms_done) struct event_terms terms = EVENT_TERMS_INIT;
	_cleanup_(pmu_match_done) struct pmu_match match = PMU_MATCH_INIT;
	pmu_match_name(p->catalogue, name, &match);
	/* No PMU has this name: it may be an event's. */
	bool is_event = !match.pmus.count;
	if (is_event) match_event(p, name, &match);
	if (!match.pmus.count) return unknown_pmu(p, name, start);
	int r = read_terms(p, &terms, &has_terms);
	struct event_term alone = { .pos = start,
				    .value_pos = start,
				    .name = is_event ? xstrdup(name) : NULL,
				    .number = 1,
				    .is_number = true };
	if (is_event) vec_push(&terms.items, alone);
	if (r >= 0) r = add_matches(p, &match, &terms);
	if (r >= 0) r = parser_modifiers(p, first, true);
	if (r < 0) return r;
	if (!is_event && (match.pmus.count > 1 || strcmp(match.pmus.items[0]->name, name) != 0))
		name_by_cpu(p, first, start + strlen(name));
	name_events(p, first, start, p->lexer.pos);
	return 0;
}

/* ---- a PMU's named events, without the PMU */

/* Pairs: aliases.items[i] is of pmus.items[i]. */
struct vendor_events {
	VEC(const struct event_pmu *) pmus;
	VEC(const struct pmu_alias *) aliases;
};

static void add_vendor_event(void *arg, const struct event_pmu *pmu, const struct pmu_alias *alias)
{
	struct vendor_events *found = arg;
	vec_push(&found->pmus, pmu);
	vec_push(&found->aliases, alias);
}

/* A named event of one PMU; start is where an error points. */
static int add_alias(struct event_parser *p, const struct event_pmu *pmu, const struct pmu_alias *alias, size_t start)
{
	struct event_lexer at_start = { p->lexer.text, start };
	struct pmu_terms_place place = terms_place(p, pmu);
	place.at.lexer = &at_start;
	struct event_spec *spec = add_pmu_event(p, pmu);
	int r = pmu_terms_apply_alias(&place, alias, spec, p->err);
	spec->topdown = event_topdown_of(pmu, &spec->attr);
	return r;
}

/* A hint with names of the kernel and of sysfs that are near; vendors' tables are not looked through. */
static void suggest_events(struct event_parser *p, const struct pmu_match *all, const char *name)
{
	struct suggest suggest = suggest_for(name);
	event_symbol_suggest(&suggest);
	for (size_t i = 0; i < all->pmus.count; i++)
		for (size_t k = 0; k < all->pmus.items[i]->aliases.count; k++)
			suggest_add(&suggest, all->pmus.items[i]->aliases.items[k].name);
	_strbuf_done_ struct strbuf near = STRBUF_INIT;
	suggest_format(&suggest, "", &near);
	if (near.size) err_hint(p->err, "\n%.*s", (int)near.size - 1, strbuf_text(&near));
}

/* Appends the events of that name. How many, or a negative errno. */
static int add_named(struct event_parser *p, const struct pmu_match *all, const char *name, size_t start)
{
	int count = 0, r = 0;
	for (size_t i = 0; r >= 0 && i < all->pmus.count; i++) {
		const struct pmu_alias *alias = event_pmu_find_alias(all->pmus.items[i], name);
		if (!alias) continue;
		r = add_alias(p, all->pmus.items[i], alias, start);
		count++;
	}
	if (r < 0 || count || !p->catalogue->visit_vendor_events) return r < 0 ? r : count;
	struct vendor_events found = { VEC_INIT, VEC_INIT };
	p->catalogue->visit_vendor_events(p->catalogue->ctx, name, add_vendor_event, &found);
	for (size_t i = 0; r >= 0 && i < found.pmus.count; i++)
		r = add_alias(p, found.pmus.items[i], found.aliases.items[i], start);
	count = (int)found.pmus.count;
	vec_done(&found.pmus);
	vec_done(&found.aliases);
	return r < 0 ? r : count;
}

/* 1 when name is one, 0 when it is none, or a negative errno. */
static int parse_named(struct event_parser *p, const struct pmu_match *all, const char *name, size_t start)
{
	size_t first = event_list_count(p->list);
	int r = add_named(p, all, name, start);
	if (r > 0) {
		r = finish(p, first, start, false);
		return r < 0 ? r : 1;
	}
	return r;
}

/* With suggestions of names that are near. */
static int unknown_event(struct event_parser *p, const struct pmu_match *all, const char *name, size_t start)
{
	lexer_error(&p->lexer, start, -ENOENT, p->err, "Bad event name");
	err_hint(p->err, "\nUnable to find event on a PMU of '%s'", name);
	suggest_events(p, all, name);
	return -ENOENT;
}

/* ---- tracepoints */

/* For visit_tracepoints: appends an event. */
static void add_tracepoint(void *arg, const char *system, const char *event, uint64_t id)
{
	struct event_parser *p = arg;
	struct event_spec *spec = add_event(p, ATTR_TYPE_TRACEPOINT, id);
	set_name(spec, xasprintf("%s:%s", system, event));
	spec->tracepoint_system = xstrdup(system);
	spec->tracepoint_name = xstrdup(event);
}

/* Owned copies, for suggestions. */
struct tracepoint_names {
	VEC(char *) names;
};

static void add_tracepoint_name(void *arg, const char *system, const char *event, uint64_t id)
{
	struct tracepoint_names *all = arg;
	(void)system;
	(void)id;
	vec_push(&all->names, xstrdup(event));
}

/* Names of the same system that are near, unless there are globs. */
static void suggest_tracepoints(struct event_parser *p, const char *system, const char *event)
{
	struct tracepoint_names all = { VEC_INIT };
	_err_done_ struct err unused = ERR_INIT;
	if (strpbrk(system, "*?[") || strpbrk(event, "*?[")) return;
	(void)p->catalogue->visit_tracepoints(p->catalogue->ctx, system, "*", add_tracepoint_name, &all, &unused);
	struct suggest suggest = suggest_for(event);
	for (size_t i = 0; i < all.names.count; i++) suggest_add(&suggest, all.names.items[i]);
	_free_ char *prefix = xasprintf("%s:", system);
	_strbuf_done_ struct strbuf near = STRBUF_INIT;
	suggest_format(&suggest, prefix, &near);
	if (near.size) err_hint(p->err, "%.*s", (int)near.size - 1, strbuf_text(&near));
	for (size_t i = 0; i < all.names.count; i++) free(all.names.items[i]);
	vec_done(&all.names);
}

/* Says why there is no such tracepoint in upstream's words. SDT events have to be made by
 * perf probe first. */
static int no_tracepoint(struct event_parser *p, const char *system, const char *event, size_t start, int code,
			 const struct err *why)
{
	lexer_error(&p->lexer, start, code, p->err,
		    code == -EACCES ? "can't access trace events" : "unknown tracepoint");
	if (!why->message) return code;
	bool is_sdt = code == -ENOENT && strncmp(system, "sdt_", 4) == 0;
	if (is_sdt)
		err_hint(p->err,
			 "\nError:\t%s\nHint:\tSDT event cannot be directly recorded on.\n"
			 "\tPlease first use 'perf probe %s:%s' before recording it.\n",
			 why->message, system, event);
	else
		err_hint(p->err, "\nError:\t%s%s%s\n", why->message, why->hint ? "\nHint:\t" : "",
			 why->hint ? why->hint : "");
	if (code == -ENOENT) suggest_tracepoints(p, system, event);
	return code;
}

/* SYSTEM:EVENT [TERMS] [MODIFIERS]; the lexer is on the colon. */
static int parse_tracepoint(struct event_parser *p, const char *system, size_t start)
{
	size_t first = event_list_count(p->list);
	p->lexer.pos++; /* the colon */
	_free_ char *event = lexer_take_name(&p->lexer);
	if (!event[0]) return lexer_error(&p->lexer, start, -EINVAL, p->err, "Bad event name");
	_err_done_ struct err why = ERR_INIT;
	int n = p->catalogue->visit_tracepoints(p->catalogue->ctx, system, event, add_tracepoint, p, &why);
	if (n <= 0) return no_tracepoint(p, system, event, start, n ? n : -ENOENT, &why);
	bool has_terms;
	_cleanup_(event_terms_done) struct event_terms terms = EVENT_TERMS_INIT;
	int r = read_terms(p, &terms, &has_terms);
	const struct event_term_place place = { .lexer = &p->lexer, .use = p->use, .is_tracepoint = true };
	if (r >= 0) r = apply_terms(p, &place, &terms, first);
	return r < 0 ? r : parser_modifiers(p, first, has_terms);
}

/* ---- breakpoints: mem:ADDR[/LEN][:ACCESS][:modifiers] */

enum { BP_READ = 1, BP_WRITE = 2, BP_EXECUTE = 4 }; /* UAPI linux/hw_breakpoint.h */

/* ":rwx" in any order; leaves the lexer where it is when what follows the colon are modifiers. */
static int parse_access(struct event_parser *p, uint32_t *ret_type)
{
	static const struct {
		char letter;
		uint32_t bit;
	} letters[] = { { 'r', BP_READ }, { 'w', BP_WRITE }, { 'x', BP_EXECUTE } };
	const char *rest = p->lexer.text + p->lexer.pos;
	if (*rest != ':' || !rest[1] || !strchr("rwx", rest[1])) return 0;
	for (p->lexer.pos++;; p->lexer.pos++) {
		size_t i = 0;
		while (i < ARRAY_SIZE(letters) && letters[i].letter != lexer_peek(&p->lexer)) i++;
		if (i == ARRAY_SIZE(letters)) return 0;
		if (*ret_type & letters[i].bit)
			return lexer_error(&p->lexer, p->lexer.pos, -EINVAL, p->err, "Duplicate access '%c'",
					   letters[i].letter);
		*ret_type |= letters[i].bit;
	}
}

/* The lexer is on the colon behind "mem". What follows a slash is a length if it is a digit, else terms. */
static int parse_breakpoint(struct event_parser *p, size_t start)
{
	size_t first = event_list_count(p->list);
	struct event_spec *spec = add_event(p, ATTR_TYPE_BREAKPOINT, 0);
	struct event_attr *attr = &spec->attr;
	p->lexer.pos++;
	if (!lexer_take_number(&p->lexer, &attr->config1))
		return lexer_error(&p->lexer, p->lexer.pos, -EINVAL, p->err, "expected an address");
	size_t name_end = p->lexer.pos;
	bool has_length = lexer_peek(&p->lexer) == '/' && p->lexer.text[p->lexer.pos + 1] >= '0' &&
			  p->lexer.text[p->lexer.pos + 1] <= '9';
	if (has_length) {
		p->lexer.pos++;
		if (!lexer_take_number(&p->lexer, &attr->config2))
			return lexer_error(&p->lexer, p->lexer.pos, -EINVAL, p->err, "expected a length");
	}
	int r = parse_access(p, &attr->bp_type);
	if (r < 0) return r;
	if (!attr->bp_type) attr->bp_type = BP_READ | BP_WRITE;
	/* the kernel wants sizeof(long) for execution */
	if (!attr->config2) attr->config2 = attr->bp_type == BP_EXECUTE ? sizeof(long) : 4;
	bool has_terms;
	_cleanup_(event_terms_done) struct event_terms terms = EVENT_TERMS_INIT;
	r = read_terms(p, &terms, &has_terms);
	const struct event_term_place place = { .lexer = &p->lexer, .use = p->use };
	if (r >= 0) r = event_terms_apply(&place, &terms, spec, p->err);
	if (r >= 0) r = parser_modifiers(p, first, has_terms);
	/* the name ends where a length begins */
	if (r >= 0) name_events(p, first, start, has_length ? name_end : p->lexer.pos);
	return r;
}

/* ---- which of them */

/* Nothing but modifiers follows the colon: "mem-loads:u" rather than a tracepoint. */
static bool is_modifiers(const char *text)
{
	size_t n = strspn(text, "ukhIGHpPSDWebR");
	return !text[n] || strchr(",} \t\n", text[n]);
}

/* A name without terms. A colon may begin modifiers of a named event or separate a tracepoint's system from its name:
 * the former is tried first if only modifiers follow. */
static int parse_word(struct event_parser *p, const char *name, size_t start)
{
	_cleanup_(pmu_match_done) struct pmu_match all = PMU_MATCH_INIT;
	bool is_colon = lexer_peek(&p->lexer) == ':';
	if (!is_colon || is_modifiers(p->lexer.text + p->lexer.pos + 1)) {
		pmu_match_all(p->catalogue, &all);
		int r = parse_named(p, &all, name, start);
		if (r != 0) return r < 0 ? r : 0;
	}
	char after = is_colon ? p->lexer.text[p->lexer.pos + 1] : '\0';
	if (is_colon && after && !strchr(",{} ", after)) return parse_tracepoint(p, name, start);
	return unknown_event(p, &all, name, start);
}

/* The kernel's own names and tools first, as they need no look at sysfs; then what the catalogue has to be asked for.
 */
int parser_event(struct event_parser *p)
{
	lexer_skip_blanks(&p->lexer);
	/* "%sdt_provider:name", as perf probe shows it */
	if (lexer_peek(&p->lexer) == '%') p->lexer.pos++;
	size_t start = p->lexer.pos;
	_free_ char *name = lexer_take_name(&p->lexer);
	char next = lexer_peek(&p->lexer);
	uint32_t type;
	uint64_t config;
	if (!name[0]) return lexer_error(&p->lexer, start, -EINVAL, p->err, "Unrecognized input");
	if (next == ':' && strcmp(name, "mem") == 0) return parse_breakpoint(p, start);
	if (event_symbol_find(name, &type, &config)) return parse_symbol(p, type, config, start);
	if (event_tool_of(name)) return parse_tool(p, event_tool_of(name), start);
	return next == '/' ? parse_pmu(p, name, start) : parse_word(p, name, start);
}
