/* Reading terms, and applying those that any event may have.
 *
 *     cpu/event=0x3c,period=1000/    event_terms_read:   { event, 0x3c }, { period, 1000 }
 *                                    event_term_apply:   1: period is set in the spec
 *                                                        0: event is not known here, pmu_terms.c looks for a field
 *
 * The table is event_term.def; to add a term: a row there and a case in set. Errors point at the term or its value, in
 * upstream's words. */
#include "event/pmu/event_terms.h"

#include <errno.h>
#include <inttypes.h>
#include "base/suggest.h"
#include "event/attr/branch_filter.h"

enum term_kind { TERM_NUMBER, TERM_STRING, TERM_FLAG, TERM_SWITCH };
/* Where a term may be used besides recording: in perf stat, with tracepoints, nowhere (listed only). */
enum term_users { COUNT = 1, TRACE = 2, NEVER = 4 };
enum term_id {
#define X(name, id, kind, users) TERM_ID_##id,
#include "event/pmu/event_term.def"
#undef X
};
/* A row of event_term.def. */
struct generic_term {
	const char *name;
	enum term_id id;
	enum term_kind kind;
	unsigned users;
};
static const struct generic_term generic_terms[] = {
#define X(name, id, kind, users) { name, TERM_ID_##id, TERM_##kind, users },
#include "event/pmu/event_term.def"
#undef X
};

void event_terms_done(struct event_terms *terms)
{
	for (size_t i = 0; i < terms->items.count; i++) {
		free(terms->items.items[i].name);
		free(terms->items.items[i].value);
	}
	vec_done(&terms->items);
}

/* Appends one term, also a wrong one, so that it is freed with the others. */
static int read_term(struct event_lexer *lexer, struct event_terms *terms, struct err *err)
{
	lexer_skip_blanks(lexer);
	struct event_term term = { .pos = lexer->pos, .name = lexer_take_name(lexer), .number = 1, .is_number = true };
	term.value_pos = term.pos;
	lexer_skip_blanks(lexer);
	if (lexer_accept(lexer, '=')) {
		bool quoted;
		lexer_skip_blanks(lexer);
		term.value_pos = lexer->pos;
		term.value = lexer_take_value(lexer, &quoted);
		term.is_number = !quoted && event_number_parse(term.value, &term.number);
		/* Pushed before it is refused, so that the caller frees it. */
		bool missing = !quoted && !term.value[0];
		vec_push(&terms->items, term);
		if (missing) return lexer_error(lexer, term.value_pos, -EINVAL, err, "a value is missing");
	} else {
		vec_push(&terms->items, term);
	}
	if (!term.name[0]) return lexer_error(lexer, term.pos, -EINVAL, err, "Unrecognized input");
	lexer_skip_blanks(lexer);
	return 0;
}

int event_terms_read(struct event_lexer *lexer, struct event_terms *ret, struct err *err)
{
	/* behind the opening slash, which an error about a missing closing one points at */
	size_t open = lexer->pos;
	lexer_skip_blanks(lexer);
	if (lexer_accept(lexer, '/')) return 0;
	for (;;) {
		int r = read_term(lexer, ret, err);
		if (r < 0) return r;
		if (lexer_accept(lexer, '/')) return 0;
		if (lexer_accept(lexer, ',')) continue;
		if (!lexer_peek(lexer))
			return lexer_error(lexer, open ? open - 1 : 0, -EINVAL, err,
					   "these terms are not closed by '/'");
		return lexer_error(lexer, lexer->pos, -EINVAL, err, "Unrecognized input");
	}
}

int event_terms_read_text(struct event_lexer *lexer, struct event_terms *ret, struct err *err)
{
	do {
		int r = read_term(lexer, ret, err);
		if (r < 0) return r;
	} while (lexer_accept(lexer, ','));
	return lexer_peek(lexer) ? lexer_error(lexer, lexer->pos, -EINVAL, err, "Unrecognized input") : 0;
}

/* call-graph=MODE */
static int set_callgraph(const struct event_lexer *lexer, const struct event_term *term, struct event_spec *spec,
			 struct err *err)
{
	static const struct {
		const char *name;
		enum event_callgraph mode;
	} modes[] = {
		{ "no", CALLGRAPH_NONE },
		{ "fp", CALLGRAPH_FP },
		{ "dwarf", CALLGRAPH_DWARF },
		{ "lbr", CALLGRAPH_LBR },
	};
	for (size_t i = 0; i < ARRAY_SIZE(modes); i++) {
		if (strcmp(term->value, modes[i].name) == 0) {
			spec->callgraph = modes[i].mode;
			return 0;
		}
	}
	return lexer_error(lexer, term->value_pos, -EINVAL, err, "invalid call-graph mode (no, fp, dwarf or lbr)");
}

/* branch_type=WORDS */
static int set_branches(const struct event_lexer *lexer, const struct event_term *term, struct event_spec *spec,
			struct err *err)
{
	_err_done_ struct err why = ERR_INIT;
	spec->no_branches = strcmp(term->value, "no") == 0;
	if (spec->no_branches || branch_filter_parse(term->value, &spec->branch_sample_type, &why) >= 0) return 0;
	return lexer_error(lexer, term->value_pos, -EINVAL, err, "invalid branch sample type");
}

/* Replaces a string that a spec owns: of the same term given twice the last counts. */
static void set_text(char **to, const char *value)
{
	free(*to);
	*to = xstrdup(value);
}

/* The largest value a term may have; what is above does not fit where it goes. */
static uint64_t largest(enum term_id id)
{
	switch (id) {
	/* 16 bits in a sample, a multiple of 8 */
	case TERM_ID_STACK_SIZE: return 65528;
	case TERM_ID_MAX_STACK: return UINT16_MAX;
	case TERM_ID_NR:
	case TERM_ID_AUX_SAMPLE_SIZE:
	case TERM_ID_FREQ: return UINT32_MAX;
	default: return UINT64_MAX;
	}
}

/* Puts a term whose value is of the right kind into spec. */
static int set(const struct event_lexer *lexer, enum term_id id, const struct event_term *term, struct event_spec *spec,
	       struct err *err)
{
	struct event_attr *attr = &spec->attr;
	if (term->number > largest(id)) {
		lexer_error(lexer, term->value_pos, -EINVAL, err, "too big");
		err_hint(err, "\n%s is at most %" PRIu64, term->name, largest(id));
		return -EINVAL;
	}
	switch (id) {
	case TERM_ID_CONFIG: attr->config = term->number; break;
	case TERM_ID_CONFIG1: attr->config1 = term->number; break;
	case TERM_ID_CONFIG2: attr->config2 = term->number; break;
	case TERM_ID_CONFIG3: attr->config3 = term->number; break;
	case TERM_ID_NAME: set_text(&spec->name, term->value); break;
	case TERM_ID_PERIOD:
		spec->period = term->number;
		spec->freq_hz = 0;
		break;
	case TERM_ID_FREQ:
		spec->freq_hz = term->number;
		spec->period = 0;
		break;
	case TERM_ID_BRANCH_TYPE: return set_branches(lexer, term, spec, err);
	case TERM_ID_TIME:
		spec->has_time = true;
		spec->time = term->number;
		break;
	case TERM_ID_CALL_GRAPH: return set_callgraph(lexer, term, spec, err);
	case TERM_ID_STACK_SIZE:
		spec->has_stack_size = true;
		spec->stack_size_bytes = (uint32_t)term->number;
		break;
	case TERM_ID_NO_INHERIT:
	case TERM_ID_INHERIT:
		spec->has_inherit = true;
		spec->inherit = (id == TERM_ID_INHERIT) == (term->number != 0);
		break;
	case TERM_ID_MAX_STACK:
		spec->has_max_stack = true;
		spec->max_stack = (uint32_t)term->number;
		break;
	case TERM_ID_NR: spec->max_events = (uint32_t)term->number; break;
	case TERM_ID_NO_OVERWRITE:
	case TERM_ID_OVERWRITE:
		spec->has_overwrite = true;
		spec->overwrite = (id == TERM_ID_OVERWRITE) == (term->number != 0);
		break;
	case TERM_ID_PERCORE: spec->percore = term->number; break;
	case TERM_ID_AUX_OUTPUT: spec->aux_output = term->number; break;
	case TERM_ID_AUX_SAMPLE_SIZE: spec->aux_sample_size = (uint32_t)term->number; break;
	case TERM_ID_METRIC_ID: set_text(&spec->metric_id, term->value); break;
	case TERM_ID_DRIVER_CONFIG:
	case TERM_ID_RAW:
	case TERM_ID_LEGACY_CACHE:
	case TERM_ID_HARDWARE: break;
	}
	return 0;
}

/* The row of that name, but for names that cannot be typed (NEVER). */
static const struct generic_term *generic_find(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(generic_terms); i++)
		if (!(generic_terms[i].users & NEVER) && strcmp(generic_terms[i].name, name) == 0)
			return &generic_terms[i];
	return NULL;
}

/* What a value should have been, as upstream says it. */
static int check_value(const struct event_lexer *lexer, const struct generic_term *generic,
		       const struct event_term *term, struct err *err)
{
	/* A number where text is wanted is refused as well: "name=5". */
	bool wants_text = generic->kind == TERM_STRING;
	if (wants_text && (!term->value || term->is_number))
		return lexer_error(lexer, term->value_pos, -EINVAL, err, "expected string value");
	if (wants_text || term->is_number) {
		if (generic->kind != TERM_SWITCH || term->number <= 1) return 0;
		return lexer_error(lexer, term->value_pos, -EINVAL, err, "expected 0 or 1");
	}
	/* Digits alone that are no number do not fit 64 bits. */
	if (term->value[strspn(term->value, "0123456789")] == '\0')
		return lexer_error(lexer, term->value_pos, -EINVAL, err, "Bad base 10 number \"%s\"", term->value);
	return lexer_error(lexer, term->value_pos, -EINVAL, err, "expected numeric value");
}

/* Whether the "valid terms" message lists the term in this place. Names that cannot be typed are listed too, as
 * upstream does. */
static bool is_valid(const struct event_term_place *place, const struct generic_term *generic)
{
	if (place->is_tracepoint && !(generic->users & TRACE)) return false;
	return place->use == EVENT_USE_RECORD || generic->users & COUNT || place->is_tracepoint;
}

/* A hint with all terms that are valid in this place. */
static void valid_terms(const struct event_term_place *place, struct err *err)
{
	_strbuf_done_ struct strbuf list = STRBUF_INIT;
	for (size_t i = 0; place->pmu && i < place->pmu->formats.count; i++)
		strbuf_printf(&list, "%s,", place->pmu->formats.items[i].name);
	for (size_t i = 0; i < ARRAY_SIZE(generic_terms); i++)
		if (is_valid(place, &generic_terms[i])) strbuf_printf(&list, "%s,", generic_terms[i].name);
	err_hint(err, "\nvalid terms: %.*s", (int)(list.size ? list.size - 1 : 0), strbuf_text(&list));
}

/* Three parts: the place, the list of valid terms (upstream's words), and names that are near (ours). */
int event_term_unknown(const struct event_term_place *place, const struct event_term *term, struct err *err)
{
	if (place->pmu)
		lexer_error(place->lexer, term->pos, -EINVAL, err, "unknown term '%s' for pmu '%s'", term->name,
			    place->pmu->name);
	else lexer_error(place->lexer, term->pos, -EINVAL, err, "unknown term '%s'", term->name);
	valid_terms(place, err);
	struct suggest suggest = suggest_for(term->name);
	for (size_t i = 0; place->pmu && i < place->pmu->formats.count; i++)
		suggest_add(&suggest, place->pmu->formats.items[i].name);
	for (size_t i = 0; place->pmu && i < place->pmu->aliases.count; i++)
		suggest_add(&suggest, place->pmu->aliases.items[i].name);
	for (size_t i = 0; i < ARRAY_SIZE(generic_terms); i++)
		if (is_valid(place, &generic_terms[i]) && !(generic_terms[i].users & NEVER))
			suggest_add(&suggest, generic_terms[i].name);
	_strbuf_done_ struct strbuf near = STRBUF_INIT;
	suggest_format(&suggest, "", &near);
	if (near.size) err_hint(err, "\n%.*s", (int)near.size - 1, strbuf_text(&near));
	return -EINVAL;
}

/* First whether the term exists, then whether it may stand here, then its value. */
int event_term_apply(const struct event_term_place *place, const struct event_term *term, struct event_spec *spec,
		     struct err *err)
{
	const struct generic_term *generic = generic_find(term->name);
	if (!generic) {
		/* "@NAME=VALUE" is for the PMU's driver (CoreSight). */
		if (term->name[0] != '@' || !place->pmu) return 0;
		free(spec->driver_config);
		spec->driver_config = term->value ? xasprintf("%s=%s", term->name + 1, term->value)
						  : xstrdup(term->name + 1);
		return 1;
	}
	if (place->is_tracepoint && !(generic->users & TRACE)) {
		lexer_error(place->lexer, term->pos, -EINVAL, err, "'%s' is not usable with tracepoints", term->name);
		valid_terms(place, err);
		return -EINVAL;
	}
	if (place->use == EVENT_USE_COUNT && !(generic->users & COUNT))
		return lexer_error(place->lexer, term->pos, -EINVAL, err, "'%s' is not usable in 'perf stat'",
				   term->name);
	int r = check_value(place->lexer, generic, term, err);
	if (r >= 0) r = set(place->lexer, generic->id, term, spec, err);
	return r < 0 ? r : 1;
}

int event_terms_apply(const struct event_term_place *place, const struct event_terms *terms, struct event_spec *spec,
		      struct err *err)
{
	for (size_t i = 0; i < terms->items.count; i++) {
		int r = event_term_apply(place, &terms->items.items[i], spec, err);
		if (r == 0) r = event_term_unknown(place, &terms->items.items[i], err);
		if (r < 0) return r;
	}
	return 0;
}
