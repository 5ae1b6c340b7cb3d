/* A scanner over the text, and the table of terms. */
#include "event/spec/sample_filter_parse.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const struct term {
	const char *name;
	uint64_t sample_type;
	const char *sample_types; /* as written */
	const char *values;
	const char *option;
} terms[NR_SAMPLE_FILTER_TERMS] = {
#define TERM(id, name_, sample_type_, values_, option_) \
	[SAMPLE_FILTER_##id] = { name_, sample_type_, #sample_type_, values_, option_ },
#include "event/attr/filter_of_samples.def"
#undef TERM
};

/* Longer ones first. */
static const struct {
	const char *text;
	enum sample_filter_operator op;
} operators[] = {
	{ "==", SAMPLE_FILTER_EQ }, { "!=", SAMPLE_FILTER_NE }, { ">=", SAMPLE_FILTER_GE }, { "<=", SAMPLE_FILTER_LE },
	{ ">", SAMPLE_FILTER_GT },  { "<", SAMPLE_FILTER_LT },  { "&", SAMPLE_FILTER_AND },
};

static const char *skip_blanks(const char *at)
{
	while (isspace((unsigned char)*at)) at++;
	return at;
}

static size_t word_length(const char *at)
{
	size_t n = 0;
	while (isalnum((unsigned char)at[n]) || at[n] == '_') n++;
	return n;
}

static int refuse(const char *what, const char *at, struct err *err)
{
	err_set(err, -EINVAL, "Filter: %s at \"%s\"", what, at);
	err_hint(err,
		 "TERM OPERATOR VALUE, joined by \",\" and \"||\": --filter 'period > 1000, cpu == 1 || cpu == 2'; "
		 "terms: perf-record(1).");
	return -EINVAL;
}

static const struct term *find_term(const char *at, size_t length)
{
	for (size_t i = 0; i < NR_SAMPLE_FILTER_TERMS; i++)
		if (strlen(terms[i].name) == length && strncmp(terms[i].name, at, length) == 0) return &terms[i];
	return NULL;
}

/* "na=1 load=2": whether the word is one of the names, and its number. */
static bool find_value(const char *names, const char *word, size_t length, unsigned long long *ret)
{
	for (const char *at = names; at && *at; at = skip_blanks(at)) {
		size_t n = strcspn(at, "=");
		if (n == length && strncmp(at, word, length) == 0) {
			*ret = strtoull(at + n + 1, NULL, 10);
			return true;
		}
		at += strcspn(at, " ");
	}
	return false;
}

static int parse_item(const char **at, struct sample_filter_item *ret, struct err *err)
{
	const char *start = *at = skip_blanks(*at);
	size_t length = word_length(start);
	const struct term *term = find_term(start, length);
	if (!term) return refuse("no such term", start, err);
	*ret = (struct sample_filter_item){ .term = (unsigned)(term - terms) };
	start = skip_blanks(start + length);
	size_t i = 0;
	while (i < ARRAY_SIZE(operators) && strncmp(start, operators[i].text, strlen(operators[i].text)) != 0) i++;
	if (i == ARRAY_SIZE(operators)) return refuse("none of == != > >= < <= &", start, err);
	ret->op = operators[i].op;
	start = skip_blanks(start + strlen(operators[i].text));
	length = word_length(start);
	if (!length) return refuse("no value", start, err);
	if (!find_value(term->values, start, length, &ret->value)) {
		char *end;
		errno = 0;
		ret->value = strtoull(start, &end, 0);
		if (end != start + length || errno || !isdigit((unsigned char)*start))
			return refuse("neither a number nor a value of the term", start, err);
	}
	*at = skip_blanks(start + length);
	return 0;
}

int sample_filter_parse(struct sample_filter *filter, const char *text, struct err *err)
{
	struct sample_filter whole = *filter;
	for (const char *at = text;;) {
		if (whole.count == SAMPLE_FILTER_MOST)
			return err_set(err, -E2BIG, "Filter: more than %d comparisons", SAMPLE_FILTER_MOST);
		struct sample_filter_item *item = &whole.items[whole.count];
		int r = parse_item(&at, item, err);
		if (r < 0) return r;
		whole.count++;
		bool is_or = at[0] == '|' && at[1] == '|';
		item->is_last = !is_or;
		if (!*at) break;
		if (!is_or && *at != ',') return refuse("neither \",\" nor \"||\"", at, err);
		at += is_or ? 2 : 1;
	}
	*filter = whole;
	return 0;
}

int sample_filter_check(const struct sample_filter *filter, const struct event_attr *attr, const char *name,
			struct err *err)
{
	for (unsigned i = 0; i < filter->count; i++) {
		const struct term *term = &terms[filter->items[i].term];
		if (!term->sample_type || attr->sample_type & term->sample_type) continue;
		err_set(err, -EINVAL,
			"Error: %s event does not have PERF_%.*s\n Hint: please add %s option to perf record.\n"
			"failed to set filter \"BPF\" on event %s with 22 (Invalid argument)",
			name, (int)strcspn(term->sample_types, " "), term->sample_types,
			term->option ? term->option : "another", name);
		return -EINVAL;
	}
	return 0;
}
