/* Metrics as Intel's perfmon repository has them for all tools (*_metrics.json): the letters of a formula are aliases
 * of events and constants.
 *
 *     { "MetricName": "Frontend_Bound", "Category": "TMA", "UnitOfMeasure": "percent", "MetricGroup": "TmaL1;PGO",
 *       "Events": [ { "Name": "IDQ_UOPS_NOT_DELIVERED.CORE:c1:e1", "Alias": "a" } ],
 *       "Constants": [ { "Name": "HYPERTHREADING_ON", "Alias": "smt_on" } ], "Formula": "100 * a / ...",
 *       "Threshold": { "Formula": "a > 15",
 *                      "ThresholdMetrics": [ { "Alias": "a", "Value": "metric_TMA_Frontend_Bound(%)" } ] } }
 *
 * They are made into what perf's own tables have: names in small letters, with "tma_" in front of those of category
 * TMA, and formulas of events. What a metric needs and perf cannot give it (a constant, a modifier) makes it be left
 * out. */
#include "event/pmu/vendor_private.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* Constants of perfmon formulas and the literals of metric_expr.h that they are. */
static const struct {
	const char *name, *expr;
} constants[] = {
	{ "HYPERTHREADING_ON", "#smt_on" },         { "THREADS_PER_CORE", "(#num_cpus_online / #num_cores)" },
	{ "SOCKET_COUNT", "#num_packages" },        { "CORES_PER_SOCKET", "(#num_cores / #num_packages)" },
	{ "SYSTEM_TSC_FREQ", "#system_tsc_freq" },  { "system.tsc_freq", "#system_tsc_freq" },
	{ "system.socket_count", "#num_packages" },
};

/* Topdown events of the kernel. */
static const struct {
	const char *name, *expr;
} kernel_events[] = {
	{ "PERF_METRICS.RETIRING", "topdown\\-retiring" },
	{ "PERF_METRICS.FRONTEND_BOUND", "topdown\\-fe\\-bound" },
	{ "PERF_METRICS.BACKEND_BOUND", "topdown\\-be\\-bound" },
	{ "PERF_METRICS.BAD_SPECULATION", "topdown\\-bad\\-spec" },
	{ "PERF_METRICS.HEAVY_OPERATIONS", "topdown\\-heavy\\-ops" },
	{ "PERF_METRICS.BRANCH_MISPREDICTS", "topdown\\-br\\-mispredict" },
	{ "PERF_METRICS.FETCH_LATENCY", "topdown\\-fetch\\-lat" },
	{ "PERF_METRICS.MEMORY_BOUND", "topdown\\-mem\\-bound" },
	{ "TOPDOWN.SLOTS:perf_metrics", "slots" },
};

static const struct {
	const char *text, *term;
	bool has_number;
} modifiers[] = {
	{ "filter1=", "config1", true }, { "c", "cmask", true },   { "e", "edge", true },       { "i", "inv", true },
	{ "amt", "any", true },          { "tx", "in_tx", false }, { "cp", "in_tx_cp", false }, { "u", "umask", true },
};

/* "EVENT:c1:e1" as "EVENT@cmask\=1\,edge\=1@", ":USER" and ":SUP" as u and k behind it; false when it has what is not
 * known. */
static bool add_event_name(struct strbuf *to, const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(kernel_events); i++)
		if (strcasecmp(kernel_events[i].name, name) == 0) {
			strbuf_printf(to, "%s", kernel_events[i].expr);
			return true;
		}
	size_t size = strcspn(name, ":");
	const char *side = "";
	bool any = false;
	strbuf_printf(to, "%.*s", (int)size, name);
	for (const char *at = name + size; *at == ':';) {
		const char *modifier = at + 1;
		size_t length = strcspn(modifier, ":"), i = 0;
		at = modifier + length;
		bool is_user = length == 4 && strncasecmp(modifier, "USER", 4) == 0,
		     is_kernel = length == 3 && strncasecmp(modifier, "SUP", 3) == 0;
		if (is_user || is_kernel) {
			side = is_user ? "u" : "k";
			continue;
		}
		for (; i < ARRAY_SIZE(modifiers); i++) {
			size_t known = strlen(modifiers[i].text);
			const char *number = modifier + known;
			if (strncasecmp(modifier, modifiers[i].text, known) != 0 ||
			    (modifiers[i].has_number ? !isdigit((unsigned char)*number) : length != known))
				continue;
			strbuf_printf(to, "%s%s\\=", any ? "\\," : "@", modifiers[i].term);
			if (modifiers[i].has_number) strbuf_printf(to, "%.*s", (int)(length - known), number);
			else strbuf_char(to, '1');
			any = true;
			break;
		}
		if (i == ARRAY_SIZE(modifiers)) return false;
	}
	const char *before = *side ? ":" : "";
	strbuf_printf(to, "%s%s", any ? "@" : before, side);
	return true;
}

/* A constant that is known, or a number. */
static bool add_constant(struct strbuf *to, const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(constants); i++)
		if (strcasecmp(constants[i].name, name) == 0) {
			strbuf_printf(to, "%s", constants[i].expr);
			return true;
		}
	return isdigit((unsigned char)*name) ? strbuf_printf(to, "%s", name), true : false;
}

/* The name of a metric in small letters, blanks as '_', up to a '('. */
static void add_name(struct strbuf *to, const char *name, bool is_topdown)
{
	if (is_topdown && strncasecmp(name, "tma_", 4) != 0) strbuf_printf(to, "tma_");
	for (; *name && *name != '('; name++)
		strbuf_char(to, isspace((unsigned char)*name) ? '_' : (char)tolower((unsigned char)*name));
}

/* The name of a metric out of that which other tools have shown: "metric_TMA_..Fetch_Latency(%)". */
static bool add_metric_name(struct strbuf *to, const char *legacy)
{
	bool is_topdown = false;
	if (strncmp(legacy, "metric_", 7) == 0) legacy += 7;
	if (strncmp(legacy, "TMA_", 4) == 0) legacy += 4, is_topdown = true;
	legacy += strspn(legacy, ".");
	add_name(to, legacy, is_topdown);
	return *legacy != '\0';
}

/* Appends what name stands for in the syntax of metric_expr.h; false when that cannot be said. */
typedef bool alias_fn(struct strbuf *to, const char *name);
/* Where an alias may be defined, and how what it stands for is written. */
struct alias_kind {
	const char *key;
	alias_fn *add;
};

/* False when the alias is known but cannot be written; *ret_known: it is one at all. */
static bool add_alias(struct strbuf *to, const struct vendor_object *object, const struct alias_kind *kinds,
		      const char *alias, size_t size, bool *ret_known)
{
	for (; kinds->key; kinds++) {
		_free_ char *key = xasprintf("%s:%.*s", kinds->key, (int)size, alias);
		const char *name = vendor_object_find(object, key);
		if (!name) continue;
		*ret_known = true;
		return kinds->add(to, name);
	}
	*ret_known = false;
	return true;
}

/* The formula with what its aliases stand for; NULL when that cannot be said. The caller frees. */
static char *replace_aliases(const struct vendor_object *object, const char *formula, const struct alias_kind *kinds)
{
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	for (const char *at = formula; *at;) {
		size_t size = strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.");
		bool known = false;
		if (!size) {
			strbuf_char(&text, *at++);
			continue;
		}
		if (!isdigit((unsigned char)*at) && !add_alias(&text, object, kinds, at, size, &known)) return NULL;
		if (!known && size == 21 && strncasecmp(at, "DURATIONTIMEINSECONDS", size) == 0)
			strbuf_printf(&text, "duration_time");
		else if (!known) strbuf_printf(&text, "%.*s", (int)size, at);
		at += size;
	}
	return strbuf_take(&text);
}

/* "percent" -> "1%", with which upstream writes units; NULL: none. */
static const char *unit_of(struct arena *arena, const char *unit)
{
	if (!unit) return NULL;
	if (strcasecmp(unit, "percent") == 0) return "1%";
	if (strcasecmp(unit, "per instruction") == 0) return "1per_instr";
	char *text = arena_printf(arena, "1%s", unit);
	for (char *c = text; *c; c++)
		if (isspace((unsigned char)*c)) *c = '_';
	return text;
}

/* "TmaL1;PGO" with "TopdownL1", by which perf stat --topdown asks. */
static const char *groups_of(struct arena *arena, const char *groups)
{
	const char *level = groups ? strstr(groups, "TmaL") : NULL;
	if (!level || !isdigit((unsigned char)level[4])) return groups;
	return arena_printf(arena, "%s;TopdownL%c;tma_L%c_group", groups, level[4], level[4]);
}

bool vendor_formula_read(struct arena *arena, const struct vendor_object *object, struct vendor_metric *ret)
{
	static const struct alias_kind of_metric[] = { { "Events", add_event_name },
						       { "Constants", add_constant },
						       { NULL, NULL } };
	static const struct alias_kind of_threshold[] = { { "Threshold.ThresholdMetrics", add_metric_name },
							  { NULL, NULL } };
	const char *formula = vendor_object_find(object, "Formula"),
		   *threshold = vendor_object_find(object, "Threshold.Formula");
	const char *name = vendor_object_find(object, "MetricName"), *category = vendor_object_find(object, "Category");
	_free_ char *expr = formula && name ? replace_aliases(object, formula, of_metric) : NULL;
	if (!expr) return false;
	_free_ char *limit = threshold ? replace_aliases(object, threshold, of_threshold) : NULL;
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	add_name(&text, name, category && strcmp(category, "TMA") == 0);
	ret->name = arena_strdup(arena, strbuf_text(&text));
	ret->expr = arena_strdup(arena, expr);
	ret->threshold = limit ? arena_strdup(arena, limit) : NULL;
	ret->scale_unit = unit_of(arena, vendor_object_find(object, "UnitOfMeasure"));
	ret->group = groups_of(arena, vendor_object_find(object, "MetricGroup"));
	return true;
}
