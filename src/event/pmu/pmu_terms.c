/* An event of a PMU is put together in three steps: find_event looks which named event the terms mean, apply_alias
 * takes over what that stands for, apply_term each term of the user's, which may replace it. Fields are collected in
 * build.fields and come into the attr at the end.
 *
 *     cpu/mem-loads,ldlat=50/     find_event:   alias mem-loads, "event=0xcd,umask=0x1,ldlat=3"
 *                                 apply_alias:  event, umask, ldlat into fields
 *                                 apply_term:   ldlat=50 replaces ldlat=3 */
#include "event/pmu/pmu_terms.h"

#include <errno.h>
#include <inttypes.h>
#include "event/pmu/cache_event.h"
#include "event/pmu/event_symbol.h"

/* The parts of an event's configuration, which are put together at the end. */
struct build {
	const struct pmu_terms_place *place;
	struct event_spec *spec;  /* its attr takes config=, config1= ... as they are */
	struct event_attr fields; /* what the PMU's own fields hold; later ones replace earlier ones */
	const struct pmu_alias *alias;
	size_t alias_pos;
	bool is_kernel_name; /* "cycles", not an event of the PMU's files */
};

/* A field of the PMU's with its value. */
static int store(struct build *b, const struct pmu_format *format, const struct event_term *term, struct err *err)
{
	const struct event_lexer *lexer = b->place->at.lexer;
	unsigned width = pmu_format_width(format);
	uint64_t max = width == 64 ? UINT64_MAX : (1ull << width) - 1;
	if (!term->is_number) return lexer_error(lexer, term->value_pos, -EINVAL, err, "expected numeric value");
	if (!term->value && max > 1) return lexer_error(lexer, term->pos, -EINVAL, err, "no value assigned for term");
	if (pmu_format_store(format, term->number, &b->fields) < 0)
		return lexer_error(lexer, term->value_pos, -EINVAL, err,
				   "value too big for format (%s), maximum is %" PRIu64, term->name, max);
	return 0;
}

/* "r1a8" or "r0x1a8". */
static bool is_raw_config(const struct event_term *term, uint64_t *ret)
{
	const char *digits = term->name + 1;
	if (term->value || term->name[0] != 'r') return false;
	if (digits[0] == '0' && digits[1] == 'x') digits += 2;
	char *end;
	errno = 0;
	if (!digits[0] || digits[strspn(digits, "0123456789abcdefABCDEF")]) return false;
	*ret = strtoull(digits, &end, 16);
	return !errno;
}

/* "cycles" and the like between the slashes of a core PMU. Sets type and config. */
static bool is_kernel_name(const struct build *b, const struct event_term *term)
{
	uint32_t type;
	uint64_t config;
	const struct event_pmu *pmu = b->place->at.pmu;
	if (term->value || !pmu->is_core) return false;
	if (!event_symbol_find(term->name, &type, &config) || type == ATTR_TYPE_SOFTWARE || type == ATTR_TYPE_RAW)
		return false;
	b->spec->attr.type = type;
	b->spec->attr.config = config | (b->place->extended ? (uint64_t)pmu->type << 32 : 0);
	return true;
}

/* One PMU's event of those that visit_vendor_events gives. */
struct vendor_search {
	const struct event_pmu *pmu;
	const struct pmu_alias *found;
};
static void take_vendor_event(void *arg, const struct event_pmu *pmu, const struct pmu_alias *alias)
{
	struct vendor_search *search = arg;
	if (pmu == search->pmu && !search->found) search->found = alias;
}

/* A named event of the PMU's own files, else of its vendor's tables. */
static const struct pmu_alias *find_alias(const struct build *b, const char *name)
{
	const struct event_pmu *pmu = b->place->at.pmu;
	const struct event_catalogue *catalogue = b->place->catalogue;
	const struct pmu_alias *alias = event_pmu_find_alias(pmu, name);
	if (alias || !catalogue->visit_vendor_events) return alias;
	struct vendor_search search = { .pmu = pmu };
	catalogue->visit_vendor_events(catalogue->ctx, name, take_vendor_event, &search);
	return search.found;
}

/* Takes this as the event's named event; a second one is an error. */
static int set_alias(struct build *b, const struct pmu_alias *alias, size_t pos, struct err *err)
{
	if (b->alias || b->is_kernel_name) {
		lexer_error(b->place->at.lexer, pos, -EINVAL, err, "'%s' is a second event", alias->name);
		return -EINVAL;
	}
	b->alias = alias;
	b->alias_pos = pos;
	return 0;
}

/* Whether the user's terms name this field. */
static bool gives(const struct event_terms *terms, const char *name)
{
	for (size_t i = 0; terms && i < terms->items.count; i++)
		if (strcmp(terms->items.items[i].name, name) == 0) return true;
	return false;
}

/* One term of a named event. They never name another event: no way to loop. */
static int apply_alias_term(struct build *b, const struct event_term_place *at, const struct event_terms *user,
			    const struct event_term *term, struct err *err)
{
	const struct pmu_format *format = event_pmu_find_format(at->pmu, term->name);
	uint64_t config;
	if (term->value && strcmp(term->value, "?") == 0) {
		if (gives(user, term->name)) return 0;
		lexer_error(b->place->at.lexer, b->alias_pos, -EINVAL, err, "Required parameter '%s' not specified",
			    term->name);
		err_hint(err, "\nGive it with the event: %s/%s,%s=.../", at->pmu->name, b->alias->name, term->name);
		return -EINVAL;
	}
	if (format && term->is_number && pmu_format_store(format, term->number, &b->fields) >= 0) return 0;
	if (!format && is_raw_config(term, &config)) {
		b->spec->attr.config = config;
		return 0;
	}
	/* a term that any event may have, such as period= in a vendor's table */
	int r = format ? 0 : event_term_apply(at, term, b->spec, NULL);
	if (r > 0) return 0;
	lexer_error(b->place->at.lexer, b->alias_pos, -EINVAL, err, "unknown term '%s' for pmu '%s'", term->name,
		    at->pmu->name);
	err_hint(err, "\nThe machine defines '%s' as '%s'", b->alias->name, b->alias->terms);
	return -EINVAL;
}

/* The terms that a named event stands for, its unit and its scale. Parameters ("core=?") must be among the user's
 * terms. */
static int apply_alias(struct build *b, const struct event_terms *user, struct err *err)
{
	const struct pmu_alias *alias = b->alias;
	struct event_spec *spec = b->spec;
	struct event_lexer lexer = { .text = alias->terms };
	_cleanup_(event_terms_done) struct event_terms terms = EVENT_TERMS_INIT;
	const struct event_term_place at = { .lexer = &lexer, .pmu = b->place->at.pmu, .use = EVENT_USE_RECORD };
	if (alias->terms[0] && event_terms_read_text(&lexer, &terms, NULL) < 0)
		return lexer_error(b->place->at.lexer, b->alias_pos, -EINVAL, err,
				   "the machine's definition of '%s' cannot be read", alias->name);
	for (size_t i = 0; i < terms.items.count; i++) {
		int r = apply_alias_term(b, &at, user, &terms.items.items[i], err);
		if (r < 0) return r;
	}
	free(spec->unit);
	spec->unit = alias->unit ? xstrdup(alias->unit) : NULL;
	spec->scale = alias->scale;
	spec->per_pkg = alias->per_pkg;
	spec->snapshot = alias->snapshot;
	return 0;
}

/* First what the terms name, so that the fields the user gives can replace those of the named event wherever they
 * stand. */
static int find_event(struct build *b, const struct event_terms *terms, struct err *err)
{
	const struct event_pmu *pmu = b->place->at.pmu;
	for (size_t i = 0; i < terms->items.count; i++) {
		const struct event_term *term = &terms->items.items[i];
		/* "event=cpu-cycles": a field whose value is the name of an event */
		const char *name = term->value && !term->is_number && event_pmu_find_format(pmu, term->name)
					   ? term->value
					   : term->name;
		if (name == term->name && (term->value || event_pmu_find_format(pmu, name))) continue;
		const struct pmu_alias *alias = find_alias(b, name);
		int r = alias ? set_alias(b, alias, term->pos, err) : 0;
		if (r < 0) return r;
		if (alias || !is_kernel_name(b, term)) continue;
		if (b->alias || b->is_kernel_name)
			return lexer_error(b->place->at.lexer, term->pos, -EINVAL, err, "'%s' is a second event",
					   term->name);
		b->is_kernel_name = true;
	}
	return 0;
}

/* One of the user's terms. */
static int apply_term(struct build *b, const struct event_term *term, struct err *err)
{
	const struct event_term_place *at = &b->place->at;
	/* first: a PMU may call one of its fields "period" */
	const struct pmu_format *format = event_pmu_find_format(at->pmu, term->name);
	uint64_t config;
	/* "event=NAME": find_event has taken the value as the named event */
	if (format && b->alias && term->value && strcasecmp(term->value, b->alias->name) == 0) return 0;
	if (format) return store(b, format, term, err);
	if (b->alias && !term->value && strcasecmp(term->name, b->alias->name) == 0) return 0;
	uint32_t type;
	if (b->is_kernel_name && !term->value && event_symbol_find(term->name, &type, &config)) return 0;
	int r = event_term_apply(at, term, b->spec, err);
	if (r != 0) return r;
	if (is_raw_config(term, &config)) {
		b->spec->attr.config = config;
		return 0;
	}
	return event_term_unknown(at, term, err);
}

/* config= of the user and the PMU's fields are both taken. */
static void put_together(struct build *b)
{
	struct event_attr *attr = &b->spec->attr;
	attr->config |= b->fields.config;
	attr->config1 |= b->fields.config1;
	attr->config2 |= b->fields.config2;
	attr->config3 |= b->fields.config3;
	attr->config4 |= b->fields.config4;
}

int pmu_terms_apply(const struct pmu_terms_place *place, const struct event_terms *terms, struct event_spec *spec,
		    struct err *err)
{
	struct build b = { .place = place, .spec = spec };
	if (!gives(terms, "config")) pmu_default_apply(place->at.pmu, &b.fields); /* the whole number is given */
	int r = find_event(&b, terms, err);
	if (r >= 0 && b.alias) r = apply_alias(&b, terms, err);
	for (size_t i = 0; r >= 0 && i < terms->items.count; i++) r = apply_term(&b, &terms->items.items[i], err);
	if (r < 0) return r;
	put_together(&b);
	return 0;
}

int pmu_terms_apply_alias(const struct pmu_terms_place *place, const struct pmu_alias *alias, struct event_spec *spec,
			  struct err *err)
{
	struct build b = { .place = place, .spec = spec, .alias = alias, .alias_pos = place->at.lexer->pos };
	int r = apply_alias(&b, NULL, err);
	if (r >= 0) put_together(&b);
	return r;
}
