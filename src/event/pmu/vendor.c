/* Reading the JSON of vendors' tables, and looking up what was read.
 *
 *     { "EventName": "L1D.REPLACEMENT", "EventCode": "0x51", "UMask": "0x01", "BriefDescription": "..." }
 *         --read_object-->     struct vendor_object: keys and values
 *         --vendor_object.c--> struct vendor_event: name "l1d.replacement", terms "event=0x51,umask=0x1"
 *
 * Keys within keys become "Threshold.Formula", arrays of aliases "Events:a". An object that names an architected event
 * (ArchStdEvent) gets the keys of that event first. Once all files are read, vendor_tables_sort sorts, and look-ups are
 * binary searches. */
#include "event/pmu/vendor_private.h"

#include <regex.h>
#include <string.h>
#include <strings.h>

/* Bound for the keys of an object; real ones have some thirty. */
enum { FIELDS_MAX = 256 };

/* A description of architected events that models refer to by ArchStdEvent. */
static const struct vendor_object *standard_event(const struct vendor_tables *tables, const char *name)
{
	for (size_t i = 0; i < tables->standard.count; i++) {
		const char *known = vendor_object_find(&tables->standard.items[i], "EventName");
		if (known && strcasecmp(known, name) == 0) return &tables->standard.items[i];
	}
	return NULL;
}

/* Adds the keys of the architected event that an object names; keys of its own win. */
static void complete(const struct vendor_tables *tables, struct vendor_object *object)
{
	const char *name = vendor_object_find(object, "ArchStdEvent");
	const struct vendor_object *standard = name ? standard_event(tables, name) : NULL;
	for (size_t i = 0; standard && i < standard->fields.count && object->fields.count < FIELDS_MAX; i++)
		if (!vendor_object_find(object, standard->fields.items[i].key))
			vec_push(&object->fields, standard->fields.items[i]);
}

/* Keys beyond FIELDS_MAX are dropped. */
static void add_field(struct vendor_object *object, const char *key, const char *value)
{
	if (object->fields.count < FIELDS_MAX)
		vec_push(&object->fields, ((struct vendor_field){ .key = key, .value = value }));
}

/* Whether a piece of JSON is a value without parts. */
static bool is_value(enum json_piece piece)
{
	return piece == JSON_STRING || piece == JSON_NUMBER || piece == JSON_WORD;
}

/* [ { "Name": "EVENT", "Alias": "a" }, ... ] of the key Events: the fields "Events:a". */
static void read_aliases(struct vendor_tables *tables, struct json *json, const char *key, struct vendor_object *object)
{
	for (enum json_piece piece; (piece = json_next(json)) != JSON_ARRAY_END && piece != JSON_ERROR;) {
		const char *name = NULL, *alias = NULL;
		if (piece != JSON_OBJECT) {
			json_skip(json, piece);
			continue;
		}
		while (json_next_key(json)) {
			bool is_alias = strcmp(json_text(json), "Alias") == 0,
			     is_name = strcmp(json_text(json), "Name") == 0 || strcmp(json_text(json), "Value") == 0;
			piece = json_next(json);
			if (!is_value(piece)) json_skip(json, piece);
			else if (is_alias) alias = arena_strdup(&tables->arena, json_text(json));
			else if (is_name) name = arena_strdup(&tables->arena, json_text(json));
		}
		if (name && alias) add_field(object, arena_printf(&tables->arena, "%s:%s", key, alias), name);
	}
}

/* Behind '{'. Keys of an object within it have its key and a point in front. */
static void read_object(struct vendor_tables *tables, struct json *json, const char *prefix, struct vendor_object *ret)
{
	while (json_next_key(json)) {
		const char *key = prefix ? arena_printf(&tables->arena, "%s.%s", prefix, json_text(json))
					 : arena_strdup(&tables->arena, json_text(json));
		enum json_piece piece = json_next(json);
		if (is_value(piece)) add_field(ret, key, arena_strdup(&tables->arena, json_text(json)));
		else if (piece == JSON_OBJECT && !prefix) read_object(tables, json, key, ret);
		else if (piece == JSON_ARRAY) read_aliases(tables, json, key, ret);
		else json_skip(json, piece);
	}
}

/* Objects of an array: events and metrics. */
static void read_array(struct vendor_tables *tables, struct json *json, const char *topic, bool is_standard)
{
	for (enum json_piece piece; (piece = json_next(json)) != JSON_ARRAY_END && piece != JSON_ERROR;) {
		if (piece != JSON_OBJECT) {
			json_skip(json, piece);
			continue;
		}
		struct vendor_object object = { VEC_INIT };
		read_object(tables, json, NULL, &object);
		if (json_failed(json)) {
			vec_done(&object.fields);
			return;
		}
		if (is_standard) {
			vec_push(&tables->standard, object);
			continue;
		}
		complete(tables, &object);
		vendor_tables_add_object(tables, &object, topic);
		vec_done(&object.fields);
	}
}

/* metricgroups.json: { "TopdownL1": "Metrics for top-down breakdown at level 1", ... }. In Intel's repository an object
 * with a header holds the array, under "Events" or "Metrics". */
static void read_top_object(struct vendor_tables *tables, struct json *json, const char *topic, bool is_standard)
{
	while (json_next_key(json)) {
		const char *key = arena_strdup(&tables->arena, json_text(json));
		enum json_piece piece = json_next(json);
		if (piece == JSON_ARRAY) {
			read_array(tables, json, topic, is_standard);
		} else if (piece == JSON_STRING) {
			struct vendor_group_desc desc = { key, arena_strdup(&tables->arena, json_text(json)) };
			vec_push(&tables->group_descs, desc);
		} else {
			json_skip(json, piece);
		}
	}
}

void vendor_tables_add_json(struct vendor_tables *tables, const char *text, size_t size_bytes, const char *topic,
			    bool is_standard, struct warnings *warnings)
{
	struct json json = json_of(text, size_bytes);
	enum json_piece piece = json_next(&json);
	if (piece == JSON_ARRAY) read_array(tables, &json, topic, is_standard);
	else if (piece == JSON_OBJECT) read_top_object(tables, &json, topic, is_standard);
	if (json_failed(&json))
		warnings_add(warnings, "event table", "%s.json: not JSON behind byte %zu", topic,
			     (size_t)(json.at - text));
	json_done(&json);
}

/* NULL sorts like an empty text. */
static int by_text(const char *a, const char *b) { return strcmp(a ? a : "", b ? b : ""); }

static int by_event_name(const void *x, const void *y)
{
	const struct vendor_event *a = x, *b = y;
	int order = strcmp(a->alias.name, b->alias.name);
	return order ? order : by_text(a->pmu, b->pmu);
}
static int by_metric_name(const void *x, const void *y)
{
	const struct vendor_metric *a = x, *b = y;
	int order = strcmp(a->name, b->name);
	return order ? order : by_text(a->pmu, b->pmu);
}
static int by_group_name(const void *x, const void *y)
{
	const struct vendor_group_desc *a = x, *b = y;
	return strcmp(a->name, b->name);
}

void vendor_tables_sort(struct vendor_tables *tables)
{
	if (tables->events.count)
		qsort(tables->events.items, tables->events.count, sizeof(tables->events.items[0]), by_event_name);
	if (tables->metrics.count)
		qsort(tables->metrics.items, tables->metrics.count, sizeof(tables->metrics.items[0]), by_metric_name);
	if (tables->group_descs.count)
		qsort(tables->group_descs.items, tables->group_descs.count, sizeof(tables->group_descs.items[0]),
		      by_group_name);
}

struct vendor_tables *vendor_tables_new(void)
{
	struct vendor_tables *tables = xcalloc(1, sizeof(*tables));
	arena_init(&tables->arena);
	return tables;
}

void vendor_tables_free(struct vendor_tables *tables)
{
	if (!tables) return;
	for (size_t i = 0; i < tables->standard.count; i++) vec_done(&tables->standard.items[i].fields);
	vec_done(&tables->standard);
	vec_done(&tables->events);
	vec_done(&tables->metrics);
	vec_done(&tables->group_descs);
	arena_done(&tables->arena);
	free(tables);
}

bool vendor_event_is_for(const struct vendor_event *event, const struct event_pmu *pmu)
{
	if (event->compat && (!pmu->identifier || !vendor_cpuid_matches(event->compat, pmu->identifier))) return false;
	/* an event without a Unit is one of every core PMU */
	if (!event->pmu) return pmu->is_core;
	/* names of core PMUs are whole names: armv8_cortex_a53 is no copy of armv8_cortex_a72 */
	if (event->is_core) return strcmp(event->pmu, pmu->name) == 0;
	size_t size = strlen(event->pmu);
	if (strncmp(event->pmu, pmu->name, size) != 0) return false;
	return !pmu->name[size] || pmu_name_stem(pmu->name, NULL) == size;
}

const struct vendor_event *vendor_tables_next_event(const struct vendor_tables *tables, const char *name, size_t *at)
{
	/* The first call searches, further ones look at the next. */
	size_t low = *at, high = *at ? *at : tables->events.count;
	while (low < high) { /* names are kept in small letters */
		size_t middle = low + (high - low) / 2;
		if (strcasecmp(tables->events.items[middle].alias.name, name) < 0) low = middle + 1;
		else high = middle;
	}
	if (low >= tables->events.count || strcasecmp(tables->events.items[low].alias.name, name) != 0) return NULL;
	*at = low + 1;
	return &tables->events.items[low];
}

const struct vendor_metric *vendor_tables_find_metric(const struct vendor_tables *tables, const char *name)
{
	const struct vendor_metric key = { .name = name };
	size_t low = 0, high = tables->metrics.count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (by_metric_name(&tables->metrics.items[middle], &key) < 0) low = middle + 1;
		else high = middle;
	}
	return low < tables->metrics.count && strcmp(tables->metrics.items[low].name, name) == 0
		       ? &tables->metrics.items[low]
		       : NULL;
}

const char *vendor_tables_group_desc(const struct vendor_tables *tables, const char *group)
{
	const struct vendor_group_desc key = { .name = group };
	if (!tables->group_descs.count) return NULL;
	const struct vendor_group_desc *found = bsearch(&key, tables->group_descs.items, tables->group_descs.count,
							sizeof(key), by_group_name);
	return found ? found->desc : NULL;
}

/* Whether the extended regular expression matches the whole text. */
static bool matches_whole(const char *pattern, const char *text)
{
	regex_t regex;
	if (regcomp(&regex, pattern, REG_EXTENDED) != 0) return false;
	regmatch_t match;
	bool found = regexec(&regex, text, 1, &match, 0) == 0 && match.rm_so == 0 &&
		     (size_t)match.rm_eo == strlen(text);
	regfree(&regex);
	return found;
}

/* Dashes outside of brackets: "GenuineIntel-6-(37|4A|4C|4D|5A)" has two. */
static unsigned dashes(const char *text)
{
	unsigned count = 0, depth = 0;
	for (; *text; text++) {
		if (*text == '[') depth++;
		else if (*text == ']' && depth) depth--;
		else if (*text == '-' && !depth) count++;
	}
	return count;
}

bool vendor_cpuid_matches(const char *pattern, const char *cpuid)
{
	/* bounds what regcomp(3) makes of a damaged table */
	enum { PATTERN_MAX = 4096 };
	if (strlen(pattern) > PATTERN_MAX) return false;
	if (matches_whole(pattern, cpuid)) return true;
	/* "GenuineIntel-6-55-4": vendor, family, model, stepping */
	const char *stepping = strrchr(cpuid, '-');
	/* only x86 identities have a stepping */
	if (dashes(cpuid) != 3 || dashes(pattern) != 2) return false;
	_free_ char *model = xstrndup(cpuid, (size_t)(stepping - cpuid));
	return matches_whole(pattern, model);
}
