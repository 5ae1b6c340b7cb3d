#include "event/event_terms.h"

#include <errno.h>
#include "event/branch_filter.h"

enum term_kind { TERM_NUMBER, TERM_STRING, TERM_FLAG };
enum term_id {
#define X(name, id, kind) TERM_ID_##id,
#include "event/event_term.def"
#undef X
};
static const struct { const char *name; enum term_id id; enum term_kind kind; } terms[] = {
#define X(name, id, kind) { name, TERM_ID_##id, TERM_##kind },
#include "event/event_term.def"
#undef X
};

struct term {
	size_t pos, value_pos;
	char *name, *value;   /* value NULL: none given */
	uint64_t number;
	bool is_number;
};

static void term_done(struct term *term)
{
	free(term->name);
	free(term->value);
}

static int set_callgraph(const struct event_lexer *lexer, const struct term *term, struct event_spec *spec, struct err *err)
{
	static const struct { const char *name; enum event_callgraph mode; } modes[] = {
		{ "no", CALLGRAPH_NONE }, { "fp", CALLGRAPH_FP }, { "dwarf", CALLGRAPH_DWARF }, { "lbr", CALLGRAPH_LBR },
	};
	for (size_t i = 0; i < ARRAY_SIZE(modes); i++) {
		if (term->value && strcmp(term->value, modes[i].name) == 0) {
			spec->callgraph = modes[i].mode;
			return 0;
		}
	}
	return lexer_error(lexer, term->value_pos, -EINVAL, err, "invalid call-graph mode (no, fp, dwarf or lbr)");
}

static int apply_generic(const struct event_lexer *lexer, enum term_id id, struct term *term, struct event_spec *spec, struct err *err)
{
	struct event_attr *attr = &spec->attr;
	switch (id) {
	case TERM_ID_CONFIG: attr->config = term->number; break;
	case TERM_ID_CONFIG1: attr->config1 = term->number; break;
	case TERM_ID_CONFIG2: attr->config2 = term->number; break;
	case TERM_ID_CONFIG3: attr->config3 = term->number; break;
	case TERM_ID_NAME:
		free(spec->name);
		spec->name = take(term->value);
		break;
	case TERM_ID_PERIOD: spec->period = term->number; spec->freq_hz = 0; break;
	case TERM_ID_FREQ: spec->freq_hz = term->number; spec->period = 0; break;
	case TERM_ID_BRANCH_TYPE: {
		_err_done_ struct err why = ERR_INIT;
		if (strcmp(term->value, "no") != 0 && branch_filter_parse(term->value, &spec->branch_sample_type, &why) < 0)
			return lexer_error(lexer, term->value_pos, -EINVAL, err, "invalid branch sample type");
		break;
	}
	case TERM_ID_TIME:
		if (term->number > 1) return lexer_error(lexer, term->value_pos, -EINVAL, err, "expected 0 or 1");
		spec->has_time = true;
		spec->time = term->number;
		break;
	case TERM_ID_CALL_GRAPH: return set_callgraph(lexer, term, spec, err);
	case TERM_ID_STACK_SIZE:
		if (term->number > 65528) return lexer_error(lexer, term->value_pos, -EINVAL, err, "stack size is at most 65528");
		spec->has_stack_size = true;
		spec->stack_size_bytes = (uint32_t)term->number;
		break;
	case TERM_ID_NO_INHERIT: case TERM_ID_INHERIT:
		spec->has_inherit = true;
		spec->inherit = id == TERM_ID_INHERIT;
		break;
	case TERM_ID_MAX_STACK:
		if (term->number > UINT16_MAX) return lexer_error(lexer, term->value_pos, -EINVAL, err, "stack depth is at most 65535");
		spec->has_max_stack = true;
		spec->max_stack = (uint32_t)term->number;
		break;
	case TERM_ID_NO_OVERWRITE: case TERM_ID_OVERWRITE:
		spec->has_overwrite = true;
		spec->overwrite = id == TERM_ID_OVERWRITE;
		break;
	case TERM_ID_DRIVER_CONFIG: spec->driver_config = take(term->value); break;
	case TERM_ID_PERCORE: spec->percore = true; break;
	case TERM_ID_AUX_OUTPUT: spec->aux_output = true; break;
	case TERM_ID_AUX_SAMPLE_SIZE: spec->aux_sample_size = (uint32_t)term->number; break;
	case TERM_ID_METRIC_ID: spec->metric_id = take(term->value); break;
	case TERM_ID_NR: case TERM_ID_RAW: case TERM_ID_LEGACY_CACHE: case TERM_ID_HARDWARE: break;
	}
	return 0;
}

static int generic_find(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(terms); i++)
		if (strcmp(terms[i].name, name) == 0) return (int)i;
	return -1;
}

static void valid_terms(const struct event_pmu *pmu, struct err *err)
{
	_strbuf_done_ struct strbuf list = STRBUF_INIT;
	for (size_t i = 0; pmu && i < pmu->formats.count; i++) strbuf_printf(&list, "%s,", pmu->formats.items[i].name);
	for (size_t i = 0; i < ARRAY_SIZE(terms); i++) strbuf_printf(&list, "%s%s", i ? "," : "", terms[i].name);
	err_hint(err, "\nvalid terms: %s", strbuf_text(&list));
}

/* "r1a8" or "r0x1a8" as a term sets config. */
static bool is_raw_config(const struct term *term, uint64_t *ret)
{
	if (term->value || term->name[0] != 'r' || !term->name[1]) return false;
	char *end;
	errno = 0;
	*ret = strtoull(term->name + 1, &end, 16);
	return !*end && !errno;
}

static int apply(const struct event_lexer *lexer, const struct event_pmu *pmu, struct term *term, struct event_spec *spec, struct err *err)
{
	/* the PMU's own fields come first: a PMU may call one "period" */
	const struct pmu_format *format = pmu ? event_pmu_find_format(pmu, term->name) : NULL;
	if (format) {
		if (!term->is_number) return lexer_error(lexer, term->value_pos, -EINVAL, err, "expected numeric value");
		if (pmu_format_store(format, term->number, &spec->attr) < 0)
			return lexer_error(lexer, term->value_pos, -EINVAL, err, "value too big for format (%s)", term->name);
		return 0;
	}
	int generic = generic_find(term->name);
	if (generic >= 0) {
		enum term_kind kind = terms[generic].kind;
		if (kind == TERM_NUMBER && !term->is_number) return lexer_error(lexer, term->value_pos, -EINVAL, err, "expected numeric value");
		if (kind == TERM_STRING && !term->value) return lexer_error(lexer, term->pos, -EINVAL, err, "expected string value");
		return apply_generic(lexer, terms[generic].id, term, spec, err);
	}
	if (term->name[0] == '@') {
		free(spec->driver_config);
		spec->driver_config = term->value ? xasprintf("%s=%s", term->name + 1, term->value) : xstrdup(term->name + 1);
		return 0;
	}
	if (pmu) {
		uint64_t config;
		const struct pmu_alias *alias = term->value ? NULL : event_pmu_find_alias(pmu, term->name);
		if (alias) return event_terms_alias(pmu, alias, spec, err);
		if (is_raw_config(term, &config)) {
			spec->attr.config = config;
			return 0;
		}
		lexer_error(lexer, term->pos, -EINVAL, err, "unknown term '%s' for pmu '%s'", term->name, pmu->name);
	} else {
		lexer_error(lexer, term->pos, -EINVAL, err, "unknown term");
	}
	valid_terms(pmu, err);
	return -EINVAL;
}

static void take_term(struct event_lexer *lexer, struct term *term)
{
	lexer_skip_blanks(lexer);
	*term = (struct term){ .pos = lexer->pos, .name = lexer_take_name(lexer), .number = 1, .is_number = true };
	term->value_pos = lexer->pos;
	if (!lexer_accept(lexer, '=')) return;
	term->value_pos = lexer->pos;
	term->value = lexer_take_value(lexer);
	char *end;
	errno = 0;
	term->number = strtoull(term->value, &end, 0);
	term->is_number = term->value[0] >= '0' && term->value[0] <= '9' && !*end && !errno;
}

int event_terms_parse(struct event_lexer *lexer, const struct event_pmu *pmu, struct event_spec *spec, struct err *err)
{
	while (!lexer_accept(lexer, '/')) {
		_cleanup_(term_done) struct term term;
		take_term(lexer, &term);
		if (!term.name[0]) return lexer_error(lexer, lexer->pos, -EINVAL, err, "Unrecognized input");
		int r = apply(lexer, pmu, &term, spec, err);
		if (r < 0) return r;
		lexer_skip_blanks(lexer);
		if (lexer_accept(lexer, ',')) continue;
		if (lexer_peek(lexer) != '/') return lexer_error(lexer, lexer->pos, -EINVAL, err, "Unrecognized input");
	}
	return 0;
}

int event_terms_alias(const struct event_pmu *pmu, const struct pmu_alias *alias, struct event_spec *spec, struct err *err)
{
	struct event_lexer lexer = { .text = alias->terms };
	while (lexer_peek(&lexer)) {
		_cleanup_(term_done) struct term term;
		take_term(&lexer, &term);
		/* an alias names fields, never another alias: no way to loop */
		const struct pmu_format *format = event_pmu_find_format(pmu, term.name);
		int generic = generic_find(term.name);
		int r = 0;
		if (format && term.is_number) r = pmu_format_store(format, term.number, &spec->attr);
		else if (generic >= 0 && terms[generic].kind == TERM_NUMBER && term.is_number) r = apply_generic(&lexer, terms[generic].id, &term, spec, err);
		else if (term.value && strcmp(term.value, "?") == 0) r = 0; /* the user gives it */
		else r = lexer_error(&lexer, term.pos, -EINVAL, err, "unknown term '%s' in event '%s' of pmu '%s'", term.name, alias->name, pmu->name);
		if (r < 0) return r;
		if (!lexer_accept(&lexer, ',')) break;
	}
	return 0;
}
