/* From the keys of an object of JSON to the terms of an event, or to a metric.
 *
 * A key that is a number of the event's encoding is a row of number_keys; a PMU that tables call otherwise than the
 * kernel is a row of units. Names of events are in small letters, as upstream lists them; all strings are of the
 * tables' arena. */
#include "event/pmu/vendor_private.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

const char *vendor_object_find(const struct vendor_object *object, const char *key)
{
	for (size_t i = 0; i < object->fields.count; i++)
		if (strcmp(object->fields.items[i].key, key) == 0)
			return object->fields.items[i].value[0] ? object->fields.items[i].value : NULL;
	return NULL;
}

/* The first number of "0xB7,0xBB". */
static uint64_t number(const struct vendor_object *object, const char *key)
{
	const char *text = vendor_object_find(object, key);
	return text ? strtoull(text, NULL, 0) : 0;
}

/* Whether the object has the key with another value than "0". */
static bool is_set(const struct vendor_object *object, const char *key)
{
	const char *text = vendor_object_find(object, key);
	return text && strcmp(text, "0") != 0;
}

/* Keys whose value is a term; in the order in which terms are written. */
static const struct {
	const char *key, *term;
} number_keys[] = {
	{ "AnyThread", "any" },           { "PortMask", "ch_mask" },      { "CounterMask", "cmask" },
	{ "EdgeDetect", "edge" },         { "FCMask", "fc_mask" },        { "Invert", "inv" },
	{ "SampleAfterValue", "period" }, { "UMask", "umask" },           { "NodeType", "type" },
	{ "RdWrMask", "rdwrmask" },       { "EnAllCores", "enallcores" }, { "EnAllSlices", "enallslices" },
	{ "SliceId", "sliceid" },         { "ThreadMask", "threadmask" },
};

/* Model-specific registers that go with an event, by their number. */
static const struct {
	uint64_t msr;
	const char *term;
} msr_terms[] = {
	{ 0x3f6, "ldlat" },
	{ 0x1a6, "offcore_rsp" },
	{ 0x1a7, "offcore_rsp" },
	{ 0x3f7, "frontend" },
};

/* The event's terms, "event=0x3c,cmask=1,umask=0x1": event or config first, then number_keys in order, then what
 * goes with a register. */
static const char *terms_of(struct arena *arena, const struct vendor_object *object)
{
	_strbuf_done_ struct strbuf terms = STRBUF_INIT;
	const char *config = vendor_object_find(object, "ConfigCode"),
		   *event_id = vendor_object_find(object, "EventidCode");
	if (config) strbuf_printf(&terms, "config=%#llx", strtoull(config, NULL, 0));
	else if (event_id) strbuf_printf(&terms, "eventid=%#llx", strtoull(event_id, NULL, 0));
	else strbuf_printf(&terms, "event=%#" PRIx64, number(object, "EventCode") | number(object, "ExtSel") << 21);
	for (size_t i = 0; i < ARRAY_SIZE(number_keys); i++) {
		/* what is 0 is left out */
		uint64_t value = number(object, number_keys[i].key);
		if (strcmp(number_keys[i].key, "UMask") == 0) value |= number(object, "UMaskExt") << 8;
		if (value) strbuf_printf(&terms, ",%s=%#" PRIx64, number_keys[i].term, value);
	}
	uint64_t msr = number(object, "MSRIndex"), msr_value = number(object, "MSRValue");
	for (size_t i = 0; i < ARRAY_SIZE(msr_terms); i++)
		if (msr == msr_terms[i].msr && msr_value)
			strbuf_printf(&terms, ",%s=%#" PRIx64, msr_terms[i].term, msr_value);
	const char *filter = vendor_object_find(object, "Filter");
	if (filter && strchr(filter, '=')) strbuf_printf(&terms, ",%s", filter);
	return arena_strdup(arena, strbuf_text(&terms));
}

/* PMUs that tables call otherwise than the kernel does. */
static const struct {
	const char *unit, *pmu;
} units[] = {
	{ "CBO", "uncore_cbox" },
	{ "QPI LL", "uncore_qpi" },
	{ "SBO", "uncore_sbox" },
	{ "iMPH-U", "uncore_arb" },
	{ "CPU-M-CF", "cpum_cf" },
	{ "CPU-M-SF", "cpum_sf" },
	{ "PAI-CRYPTO", "pai_crypto" },
	{ "PAI-EXT", "pai_ext" },
	{ "UPI LL", "uncore_upi" },
	{ "L3PMC", "amd_l3" },
	{ "DFPMC", "amd_df" },
	{ "UMCPMC", "amd_umc" },
	{ "cpu", NULL },
	{ "cpu_core", "cpu_core" },
	{ "cpu_atom", "cpu_atom" },
	{ "cpum_cf", "cpum_cf" },
	{ "cpum_sf", "cpum_sf" },
	{ "hisi_sicl,cpa", "hisi_sicl,cpa" },
	{ "hisi_sccl,ddrc", "hisi_sccl,ddrc" },
	{ "hisi_sccl,hha", "hisi_sccl,hha" },
	{ "hisi_sccl,l3c", "hisi_sccl,l3c" },
	{ "imx8_ddr", "imx8_ddr" },
	{ "imx9_ddr", "imx9_ddr" },
	{ "smmuv3_pmcg", "smmuv3_pmcg" },
	{ "ali_drw", "ali_drw" },
	{ "arm_cmn", "arm_cmn" },
	{ "power", "power" },
	{ "msr", "msr" },
};

/* The stem of the PMU's name by the key Unit; the core PMU where there is none. */
static const char *pmu_of(struct vendor_tables *tables, const struct vendor_object *object)
{
	struct arena *arena = &tables->arena;
	const char *unit = vendor_object_find(object, "Unit");
	if (!unit) return tables->core_pmu;
	for (size_t i = 0; i < ARRAY_SIZE(units); i++)
		if (strcmp(units[i].unit, unit) == 0) return units[i].pmu ? units[i].pmu : tables->core_pmu;
	char *pmu = strncmp(unit, "uncore_", 7) == 0 ? arena_strdup(arena, unit)
						     : arena_printf(arena, "uncore_%s", unit);
	for (char *c = pmu; *c; c++) *c = (char)tolower((unsigned char)*c);
	return pmu;
}

/* Descriptions stand without the full stop at their end. */
static const char *without_point(struct arena *arena, const char *text)
{
	size_t size = strlen(text);
	return arena_strndup(arena, text, size && text[size - 1] == '.' ? size - 1 : size);
}

/* A description, with what the other keys say about precision and errata behind it. */
static char *described(struct arena *arena, const struct vendor_object *object, const char *key)
{
	const char *text = vendor_object_find(object, key);
	if (!text) return NULL;
	const char *errata = vendor_object_find(object, "Errata"), *pebs = vendor_object_find(object, "PEBS");
	if (errata && strcmp(errata, "null") == 0) errata = NULL;
	if (pebs && strstr(text, "(Precise Event)")) pebs = NULL;
	const char *precise = "";
	if (pebs && strcmp(pebs, "1") == 0) precise = " (Precise event)";
	if (pebs && strcmp(pebs, "2") == 0) precise = " (Must be precise)";
	return arena_printf(arena, "%s%s%s%s%s", without_point(arena, text), errata ? " Spec update: " : "",
			    errata ? errata : "", is_set(object, "Data_LA") ? "  Supports address when precise" : "",
			    precise);
}

/* An object with a code: its terms, where it is counted, and what it is called. */
static void add_event(struct vendor_tables *tables, const struct vendor_object *object, const char *name,
		      const char *topic)
{
	struct arena *arena = &tables->arena;
	struct vendor_event event = { .pmu = pmu_of(tables, object), .compat = vendor_object_find(object, "Compat") };
	struct pmu_alias *alias = &event.alias;
	/* the same string, not only an equal one */
	event.is_core = event.pmu && event.pmu == tables->core_pmu;
	alias->name = arena_strdup(arena, name);
	for (char *c = alias->name; *c; c++) *c = (char)tolower((unsigned char)*c);
	alias->terms = (char *)terms_of(arena, object);
	alias->scale = 1;
	/* "64Bytes": a number and a unit in one */
	const char *scale_unit = vendor_object_find(object, "ScaleUnit");
	if (scale_unit) {
		char *end;
		double scale = strtod(scale_unit, &end);
		if (end != scale_unit) alias->scale = scale;
		alias->unit = arena_strdup(arena, end);
	}
	alias->per_pkg = is_set(object, "PerPkg");
	alias->deprecated = is_set(object, "Deprecated");
	alias->desc = described(arena, object, "BriefDescription");
	alias->long_desc = described(arena, object, "PublicDescription");
	alias->topic = arena_strdup(arena, topic);
	vec_push(&tables->events, event);
}

/* Whether the text contains the word; text may be NULL. */
static bool has_word(const char *text, const char *word) { return text && strstr(text, word) != NULL; }

/* name and expr are NULL when it is one of vendor_formula.c. */
static void add_metric(struct vendor_tables *tables, const struct vendor_object *object, const char *name,
		       const char *expr)
{
	struct arena *arena = &tables->arena;
	const char *desc = vendor_object_find(object, "BriefDescription"),
		   *long_desc = vendor_object_find(object, "PublicDescription");
	const char *constraint = vendor_object_find(object, "MetricConstraint"),
		   *mode = vendor_object_find(object, "AggregationMode");
	struct vendor_metric metric = {
		.name = name,
		.expr = expr,
		.group = vendor_object_find(object, "MetricGroup"),
		.threshold = vendor_object_find(object, "MetricThreshold"),
		.scale_unit = vendor_object_find(object, "ScaleUnit"),
		.desc = desc ? without_point(arena, desc) : NULL,
		.long_desc = long_desc ? without_point(arena, long_desc) : NULL,
		.pmu = pmu_of(tables, object),
		.no_group_in = vendor_object_find(object, "MetricgroupNoGroup"),
		.default_group = vendor_object_find(object, "DefaultMetricgroupName"),
		.compat = vendor_object_find(object, "Compat"),
		.no_group = constraint && strcmp(constraint, "NO_GROUP_EVENTS") == 0,
		.no_group_if_nmi_watchdog = has_word(constraint, "NO_GROUP_EVENTS_NMI") ||
					    has_word(constraint, "NO_NMI_WATCHDOG"),
		.no_group_if_smt = has_word(constraint, "NO_GROUP_EVENTS_SMT"),
		.no_group_if_threshold_and_nmi = has_word(constraint, "NO_THRESHOLD_AND_NMI"),
		.per_core = mode && strcmp(mode, "PerCore") == 0,
		.per_chip = mode && strcmp(mode, "PerChip") == 0,
	};
	if (expr || vendor_formula_read(arena, object, &metric)) vec_push(&tables->metrics, metric);
}

void vendor_tables_add_object(struct vendor_tables *tables, const struct vendor_object *object, const char *topic)
{
	const char *event = vendor_object_find(object, "EventName"), *metric = vendor_object_find(object, "MetricName");
	const char *expr = vendor_object_find(object, "MetricExpr");
	/* Objects without any code describe events of other tables. */
	if (event && (vendor_object_find(object, "EventCode") || vendor_object_find(object, "ConfigCode") ||
		      vendor_object_find(object, "EventidCode") || vendor_object_find(object, "UMask")))
		add_event(tables, object, event, topic);
	if (metric && (expr || vendor_object_find(object, "Formula"))) add_metric(tables, object, metric, expr);
}
