/* From words of the command line to a spec, and the known pairs by name. Nothing here knows a recording: whether there
 * are such events and fields is latency_events' to say. */
#include "analysis/latency/latency_spec.h"

#include <errno.h>
#include <string.h>

/* In the order of latency_pair.def, which choose_events depends on. */
const struct latency_known_pair latency_known_pairs[] = {
#define LATENCY_PAIR(...) { __VA_ARGS__ },
#include "analysis/latency/latency_pair.def"
#undef LATENCY_PAIR
};
const size_t nr_latency_known_pairs = ARRAY_SIZE(latency_known_pairs);

/* More than any tracepoint has use for. */
enum { MAX_FIELDS = 16 };

const struct latency_known_pair *latency_known_pair_find(const char *name)
{
	for (size_t i = 0; i < nr_latency_known_pairs; i++)
		if (strcmp(latency_known_pairs[i].name, name) == 0) return &latency_known_pairs[i];
	return NULL;
}

/* For the key of a pair whose events were named one by one. */
const struct latency_known_pair *latency_known_pair_of(const char *begin, const char *end)
{
	for (size_t i = 0; i < nr_latency_known_pairs; i++)
		if (strcmp(latency_known_pairs[i].begin, begin) == 0 && strcmp(latency_known_pairs[i].end, end) == 0)
			return &latency_known_pairs[i];
	return NULL;
}

/* Parsing again replaces what was given before. */
static void clear_keys(struct latency_spec *spec)
{
	for (size_t i = 0; i < spec->keys.count; i++)
		for (int side = 0; side < NR_LATENCY_SIDES; side++) free(spec->keys.items[i].fields[side]);
	vec_done(&spec->keys);
	spec->has_key = false;
}

/* The same of --by. */
static void clear_by(struct latency_spec *spec)
{
	for (size_t i = 0; i < spec->by.count; i++) free(spec->by.items[i].field);
	vec_done(&spec->by);
}

void latency_spec_done(struct latency_spec *spec)
{
	for (int side = 0; side < NR_LATENCY_SIDES; side++) free(spec->events[side]);
	free(spec->function);
	clear_keys(spec);
	clear_by(spec);
	*spec = (struct latency_spec){ 0 };
}

/* Words between commas; false at the end. An empty word has size 0. */
static bool next_word(const char **text, const char **ret_word, size_t *ret_size)
{
	if (!*text) return false;
	const char *comma = strchr(*text, ',');
	*ret_word = *text;
	*ret_size = comma ? (size_t)(comma - *text) : strlen(*text);
	*text = comma ? comma + 1 : NULL;
	return true;
}

/* A word without '=' names the field of both events. */
int latency_spec_parse_key(struct latency_spec *spec, const char *text, struct err *err)
{
	const char *word, *rest = text;
	size_t size;
	clear_keys(spec);
	spec->has_key = true;
	if (strcmp(text, "none") == 0) return 0;
	while (next_word(&rest, &word, &size)) {
		const char *equals = memchr(word, '=', size);
		size_t begin_size = equals ? (size_t)(equals - word) : size;
		const char *end = equals ? equals + 1 : word;
		size_t end_size = equals ? size - begin_size - 1 : size;
		if (!begin_size || !end_size || spec->keys.count == MAX_FIELDS)
			return err_set(err, -EINVAL,
				       "key '%s': fields of both events are wanted, such as dev,sector, or "
				       "BEGIN_FIELD=END_FIELD",
				       text);
		vec_push(&spec->keys,
			 ((struct latency_key){ { xstrndup(word, begin_size), xstrndup(end, end_size) } }));
	}
	return 0;
}

/* What is wrong in a list leaves the part before it in the spec, which latency_spec_done frees. */
int latency_spec_parse_by(struct latency_spec *spec, const char *text, struct err *err)
{
	const char *word, *rest = text;
	size_t size;
	clear_by(spec);
	while (next_word(&rest, &word, &size)) {
		struct latency_by by = { .side = -1 };
		size_t prefix = 0;
		if (strncmp(word, "begin.", 6) == 0) by.side = LATENCY_BEGIN, prefix = 6;
		else if (strncmp(word, "end.", 4) == 0) by.side = LATENCY_END, prefix = 4;
		if (size <= prefix || spec->by.count == MAX_FIELDS)
			return err_set(err, -EINVAL, "--by '%s': names of fields are wanted, such as comm,dev", text);
		by.field = xstrndup(word + prefix, size - prefix);
		vec_push(&spec->by, by);
	}
	return 0;
}

/* A comma within "/.../" of a PMU event is part of its name. */
static const char *pair_comma(const char *text)
{
	bool inside = false;
	for (; *text; text++) {
		if (*text == '/') inside = !inside;
		if (*text == ',' && !inside) return text;
	}
	return NULL;
}

/* Both sides have the name, which is only shown. */
static int parse_call(struct latency_spec *spec, const char *text, const char *function, struct err *err)
{
	if (!*function)
		return err_set(err, -EINVAL, "pair '%s': a function is wanted, such as call:main or call:'read_*'",
			       text);
	spec->function = xstrdup(function);
	spec->events[LATENCY_BEGIN] = xstrdup(text);
	spec->events[LATENCY_END] = xasprintf("return:%s", function);
	return 0;
}

/* One event alone is both sides: the time from one to the next. */
int latency_spec_parse_pair(struct latency_spec *spec, const char *text, struct err *err)
{
	for (int side = 0; side < NR_LATENCY_SIDES; side++) {
		free(spec->events[side]);
		spec->events[side] = NULL;
	}
	free(spec->function);
	spec->function = NULL;
	if (strncmp(text, "call:", 5) == 0) return parse_call(spec, text, text + 5, err);
	const struct latency_known_pair *known = latency_known_pair_find(text);
	_free_ char *whole = known ? xasprintf("%s,%s", known->begin, known->end) : xstrdup(text);
	const char *comma = pair_comma(whole);
	size_t begin_size = comma ? (size_t)(comma - whole) : strlen(whole);
	const char *end = comma ? comma + 1 : whole;
	if (!begin_size || !*end || (comma && pair_comma(end)))
		return err_set(err, -EINVAL, "pair '%s': two events are wanted, BEGIN,END", text);
	spec->events[LATENCY_BEGIN] = xstrndup(whole, begin_size);
	spec->events[LATENCY_END] = xstrdup(end);
	return 0;
}
