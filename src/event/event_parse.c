#include "event/event_parse.h"

#include <errno.h>
#include <fnmatch.h>
#include "event/cache_event.h"
#include "event/event_lexer.h"
#include "event/event_modifiers.h"
#include "event/event_terms.h"

struct parser {
	struct event_lexer lexer;
	const struct event_catalogue *catalogue;
	struct event_list *list;
	size_t group_first;   /* while in braces: the leader */
	bool in_group;
	struct err *err;
};

static const struct { const char *name; uint32_t type; uint64_t config; } symbols[] = {
#define X(name, type, config) { name, ATTR_TYPE_##type, config },
#include "event/event_symbol.def"
#undef X
};

/* Guests are not counted unless asked for. */
static struct event_spec *add_event(struct parser *p, const char *name)
{
	struct event_spec *spec = event_list_add(p->list, name);
	spec->attr.flags = ATTR_EXCLUDE_GUEST;
	if (p->in_group) spec->leader = (uint32_t)p->group_first;
	return spec;
}

enum { SW_DUMMY = 9 };

static bool find_symbol(const char *name, uint32_t *ret_type, uint64_t *ret_config)
{
	for (size_t i = 0; i < ARRAY_SIZE(symbols); i++) {
		if (strcmp(symbols[i].name, name) == 0) {
			*ret_type = symbols[i].type;
			*ret_config = symbols[i].config;
			return true;
		}
	}
	if (cache_event_parse(name, ret_config)) {
		*ret_type = ATTR_TYPE_HW_CACHE;
		return true;
	}
	if (name[0] == 'r' && name[1]) {
		char *end;
		errno = 0;
		uint64_t config = strtoull(name + 1, &end, 16);
		if (!*end && !errno && name[1] != '-' && name[1] != '+' && strncmp(name + 1, "0x", 2) != 0) {
			*ret_type = ATTR_TYPE_RAW;
			*ret_config = config;
			return true;
		}
	}
	return false;
}

/* Modifiers of events first..end; a colon must precede them unless they follow terms. */
static int parse_modifiers(struct parser *p, size_t first, bool after_terms)
{
	size_t colon = p->lexer.pos;
	bool has_colon = lexer_accept(&p->lexer, ':');
	char c = lexer_peek(&p->lexer);
	if (!has_colon && (!after_terms || !c || c == ',' || c == '}')) return 0;
	struct event_modifiers modifiers;
	int r = event_modifiers_parse(&p->lexer, colon, &modifiers, p->err);
	if (r < 0) return r;
	if (modifiers.weak) return lexer_error(&p->lexer, modifiers.weak_pos, -EINVAL, p->err, "Weak modifier is for use with groups");
	for (size_t i = first; i < p->list->items_vec.count; i++)
		event_modifiers_apply(&modifiers, false, event_list_get(p->list, i));
	return 0;
}

/* Events are called what the user typed, unless name= says otherwise. */
static void name_as_typed(struct parser *p, size_t first, size_t start)
{
	for (size_t i = first; i < p->list->items_vec.count; i++) {
		struct event_spec *spec = event_list_get(p->list, i);
		if (spec->name[0]) continue;
		free(spec->name);
		spec->name = xstrndup(p->lexer.text + start, p->lexer.pos - start);
	}
}

static int parse_symbol(struct parser *p, uint32_t type, uint64_t config, size_t start)
{
	size_t first = p->list->items_vec.count;
	struct event_spec *spec = add_event(p, "");
	spec->attr.type = type;
	spec->attr.config = config;
	bool has_terms = lexer_accept(&p->lexer, '/');
	int r = has_terms ? event_terms_parse(&p->lexer, NULL, spec, p->err) : 0;
	if (r >= 0) r = parse_modifiers(p, first, has_terms);
	if (r >= 0) name_as_typed(p, first, start);
	return r;
}

/* "imc" and "imc*" stand for uncore_imc_0, uncore_imc_1, ... */
static bool pmu_matches(const char *pmu, const char *pattern)
{
	if (fnmatch(pattern, pmu, 0) == 0) return true;
	const char *bare = strncmp(pmu, "uncore_", 7) == 0 ? pmu + 7 : pmu;
	if (fnmatch(pattern, bare, 0) == 0) return true;
	size_t n = strlen(pattern);
	if (strncmp(bare, pattern, n) != 0 && (bare = pmu, strncmp(pmu, pattern, n) != 0)) return false;
	if (bare[n] != '_') return false;
	return bare[n + 1] && bare[n + 1 + strspn(bare + n + 1, "0123456789abcdef")] == '\0';
}

static int add_pmu_event(struct parser *p, const struct event_pmu *pmu, struct event_spec **ret)
{
	struct event_spec *spec = add_event(p, "");
	spec->attr.type = pmu->type;
	if (pmu->cpus) spec->pmu_cpus = xstrdup(pmu->cpus);
	*ret = spec;
	return 0;
}

static int parse_pmu(struct parser *p, const char *name, size_t start)
{
	size_t first = p->list->items_vec.count, terms_pos = ++p->lexer.pos; /* over the slash */
	const char *const *names = p->catalogue->pmu_names(p->catalogue->ctx);
	const struct event_pmu *pmu = p->catalogue->find_pmu(p->catalogue->ctx, name);
	struct event_spec *spec;
	if (pmu) {
		add_pmu_event(p, pmu, &spec);
		int r = event_terms_parse(&p->lexer, pmu, spec, p->err);
		if (r < 0) return r;
	} else {
		for (; *names; names++) {
			if (!pmu_matches(*names, name) || !(pmu = p->catalogue->find_pmu(p->catalogue->ctx, *names))) continue;
			add_pmu_event(p, pmu, &spec);
			p->lexer.pos = terms_pos;
			int r = event_terms_parse(&p->lexer, pmu, spec, p->err);
			if (r < 0) return r;
		}
	}
	if (p->list->items_vec.count == first) {
		lexer_error(&p->lexer, start, -ENOENT, p->err, "Bad event or PMU");
		err_hint(p->err, "\nUnable to find PMU or event on a PMU of '%s'", name);
		return -ENOENT;
	}
	int r = parse_modifiers(p, first, true);
	if (r >= 0) name_as_typed(p, first, start);
	return r;
}

/* A PMU's named event without the PMU: "mem-loads". */
static int parse_alias(struct parser *p, const char *name, size_t start)
{
	size_t first = p->list->items_vec.count;
	for (const char *const *pmu_name = p->catalogue->pmu_names(p->catalogue->ctx); *pmu_name; pmu_name++) {
		const struct event_pmu *pmu = p->catalogue->find_pmu(p->catalogue->ctx, *pmu_name);
		const struct pmu_alias *alias = pmu ? event_pmu_find_alias(pmu, name) : NULL;
		if (!alias) continue;
		struct event_spec *spec;
		add_pmu_event(p, pmu, &spec);
		int r = event_terms_alias(pmu, alias, spec, p->err);
		if (r < 0) return r;
	}
	if (p->list->items_vec.count == first) {
		lexer_error(&p->lexer, start, -ENOENT, p->err, "Bad event name");
		err_hint(p->err, "\nUnable to find event on a PMU of '%s'", name);
		return -ENOENT;
	}
	int r = parse_modifiers(p, first, false);
	if (r >= 0) name_as_typed(p, first, start);
	return r;
}

static void add_tracepoint(void *arg, const char *system, const char *event, uint64_t id)
{
	struct parser *p = arg;
	_free_ char *name = xasprintf("%s:%s", system, event);
	struct event_spec *spec = add_event(p, name);
	spec->attr.type = ATTR_TYPE_TRACEPOINT;
	spec->attr.config = id;
	spec->tracepoint_system = xstrdup(system);
	spec->tracepoint_name = xstrdup(event);
}

static int parse_tracepoint(struct parser *p, const char *system, size_t start)
{
	size_t first = p->list->items_vec.count;
	p->lexer.pos++; /* the colon */
	_free_ char *event = lexer_take_name(&p->lexer);
	if (!event[0]) return lexer_error(&p->lexer, p->lexer.pos, -EINVAL, p->err, "Unrecognized input");
	_err_done_ struct err why = ERR_INIT;
	int n = p->catalogue->visit_tracepoints(p->catalogue->ctx, system, event, add_tracepoint, p, &why);
	if (n == 0) n = -ENOENT; /* later code counts on at least one event */
	if (n < 0) {
		lexer_error(&p->lexer, start, n, p->err, n == -EACCES ? "can't access trace events" : "unknown tracepoint");
		if (why.message) err_hint(p->err, "\nError:\t%s%s%s\n", why.message, why.hint ? "\nHint:\t" : "", why.hint ? why.hint : "");
		return n;
	}
	bool has_terms = lexer_accept(&p->lexer, '/');
	size_t terms_pos = p->lexer.pos;
	for (size_t i = first; has_terms && i < p->list->items_vec.count; i++) {
		p->lexer.pos = terms_pos;
		int r = event_terms_parse(&p->lexer, NULL, event_list_get(p->list, i), p->err);
		if (r < 0) return r;
	}
	return parse_modifiers(p, first, has_terms);
}

static bool take_number(struct event_lexer *lexer, uint64_t *ret)
{
	const char *from = lexer->text + lexer->pos;
	char *end;
	if (*from < '0' || *from > '9') return false;
	errno = 0;
	*ret = strtoull(from, &end, 0);
	lexer->pos += (size_t)(end - from);
	return !errno;
}

/* "mem:ADDR[/LEN][:ACCESS][:modifiers]". ACCESS and modifiers have no letter in common. */
static int parse_breakpoint(struct parser *p, size_t start)
{
	enum { READ = 1, WRITE = 2, EXECUTE = 4 }; /* HW_BREAKPOINT_* of linux/hw_breakpoint.h */
	size_t first = p->list->items_vec.count;
	struct event_spec *spec = add_event(p, "");
	struct event_attr *attr = &spec->attr;
	attr->type = ATTR_TYPE_BREAKPOINT;
	p->lexer.pos++;
	if (!take_number(&p->lexer, &attr->config1)) return lexer_error(&p->lexer, p->lexer.pos, -EINVAL, p->err, "expected an address");
	if (lexer_accept(&p->lexer, '/') && !take_number(&p->lexer, &attr->config2))
		return lexer_error(&p->lexer, p->lexer.pos, -EINVAL, p->err, "expected a length");
	const char *rest = p->lexer.text + p->lexer.pos;
	if (*rest == ':' && rest[1] && strchr("rwx", rest[1])) {
		for (p->lexer.pos++; lexer_peek(&p->lexer) && strchr("rwx", lexer_peek(&p->lexer)); p->lexer.pos++)
			attr->bp_type |= lexer_peek(&p->lexer) == 'r' ? READ : lexer_peek(&p->lexer) == 'w' ? WRITE : EXECUTE;
	}
	if (!attr->bp_type) attr->bp_type = READ | WRITE;
	if (!attr->config2) attr->config2 = attr->bp_type == EXECUTE ? sizeof(long) : 4;
	spec->period = 1;
	int r = parse_modifiers(p, first, false);
	if (r < 0) return r;
	/* the name ends where a length begins */
	free(spec->name);
	spec->name = xstrndup(p->lexer.text + start, MIN(p->lexer.pos - start, strcspn(p->lexer.text + start, "/")));
	return r;
}

static int parse_event(struct parser *p)
{
	lexer_skip_blanks(&p->lexer);
	size_t start = p->lexer.pos;
	_free_ char *name = lexer_take_name(&p->lexer);
	char next = lexer_peek(&p->lexer);
	uint32_t type;
	uint64_t config;
	if (!name[0]) return lexer_error(&p->lexer, start, -EINVAL, p->err, "Unrecognized input");
	if (next == ':' && strcmp(name, "mem") == 0) return parse_breakpoint(p, start);
	if (find_symbol(name, &type, &config)) return parse_symbol(p, type, config, start);
	enum event_tool tool = event_tool_of(name);
	if (tool) {
		size_t first = p->list->items_vec.count;
		int r = parse_symbol(p, ATTR_TYPE_SOFTWARE, SW_DUMMY, start);
		for (size_t i = first; i < p->list->items_vec.count; i++) event_list_get(p->list, i)->tool = tool;
		return r;
	}
	if (next == '/') return parse_pmu(p, name, start);
	if (next == ':') return parse_tracepoint(p, name, start);
	return parse_alias(p, name, start);
}

static int parse_group(struct parser *p)
{
	size_t open = p->lexer.pos, first = p->list->items_vec.count;
	p->lexer.pos++;
	p->in_group = true;
	p->group_first = first;
	do {
		int r = parse_event(p);
		if (r < 0) return r;
		lexer_skip_blanks(&p->lexer);
	} while (lexer_accept(&p->lexer, ','));
	p->in_group = false;
	if (!lexer_accept(&p->lexer, '}')) return lexer_error(&p->lexer, open, -EINVAL, p->err, "this group is not closed by '}'");
	size_t colon = p->lexer.pos, count = p->list->items_vec.count;
	event_list_get(p->list, first)->nr_members = (uint32_t)(count - first);
	if (!lexer_accept(&p->lexer, ':')) return 0;
	struct event_modifiers modifiers;
	int r = event_modifiers_parse(&p->lexer, colon, &modifiers, p->err);
	if (r < 0) return r;
	for (size_t i = first; i < count; i++) event_modifiers_apply(&modifiers, true, event_list_get(p->list, i));
	return 0;
}

static int parse_list(struct parser *p)
{
	do {
		lexer_skip_blanks(&p->lexer);
		int r = lexer_peek(&p->lexer) == '{' ? parse_group(p) : parse_event(p);
		if (r < 0) return r;
		lexer_skip_blanks(&p->lexer);
	} while (lexer_accept(&p->lexer, ','));
	if (lexer_peek(&p->lexer)) return lexer_error(&p->lexer, p->lexer.pos, -EINVAL, p->err, "Unrecognized input");
	return 0;
}

int event_parse(struct event_list *list, const char *text, const struct event_catalogue *catalogue, struct err *err)
{
	struct event_list added = { VEC_INIT };
	struct parser p = { .lexer = { .text = text }, .catalogue = catalogue, .list = &added, .err = err };
	int r = parse_list(&p);
	if (r >= 0) {
		uint32_t base = (uint32_t)list->items_vec.count;
		for (size_t i = 0; i < added.items_vec.count; i++) {
			added.items_vec.items[i]->leader += base;
			vec_push(&list->items_vec, added.items_vec.items[i]);
		}
		added.items_vec.count = 0;
	}
	event_list_done(&added);
	return r;
}
