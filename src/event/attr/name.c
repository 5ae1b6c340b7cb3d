/* Event names from numbers: what to call an event whose attr came without a name, in old recordings and in what others
 * wrote. The way back, from a name to numbers, is event/pmu/event_symbol. */
#include "event/attr/name.h"

#include <inttypes.h>
#include <stdio.h>

/* symbol: the rest of the UAPI constant; name: what -e calls it, NULL where it has no name. */
struct event_number {
	const char *symbol, *name;
};

/* By config of ATTR_TYPE_HARDWARE (enum perf_hw_id): the UAPI's symbol without its prefix, and the name of -e. */
static const struct event_number hardware[] = {
	{ "CPU_CYCLES", "cycles" },
	{ "INSTRUCTIONS", "instructions" },
	{ "CACHE_REFERENCES", "cache-references" },
	{ "CACHE_MISSES", "cache-misses" },
	{ "BRANCH_INSTRUCTIONS", "branches" },
	{ "BRANCH_MISSES", "branch-misses" },
	{ "BUS_CYCLES", "bus-cycles" },
	{ "STALLED_CYCLES_FRONTEND", "stalled-cycles-frontend" },
	{ "STALLED_CYCLES_BACKEND", "stalled-cycles-backend" },
	{ "REF_CPU_CYCLES", "ref-cycles" },
};

/* By config of ATTR_TYPE_SOFTWARE (enum perf_sw_ids). The last two have no name. */
static const struct event_number software[] = {
	{ "CPU_CLOCK", "cpu-clock" },
	{ "TASK_CLOCK", "task-clock" },
	{ "PAGE_FAULTS", "page-faults" },
	{ "CONTEXT_SWITCHES", "context-switches" },
	{ "CPU_MIGRATIONS", "cpu-migrations" },
	{ "PAGE_FAULTS_MIN", "minor-faults" },
	{ "PAGE_FAULTS_MAJ", "major-faults" },
	{ "ALIGNMENT_FAULTS", "alignment-faults" },
	{ "EMULATION_FAULTS", "emulation-faults" },
	{ "DUMMY", "dummy" },
	{ "BPF_OUTPUT", NULL },
	{ "CGROUP_SWITCHES", NULL },
};

struct cache_name {
	const char *symbol, *name;
	uint8_t ops; /* bit per operation that exists: 1 read, 2 write, 4 prefetch */
};
/* By the lowest byte of config of ATTR_TYPE_HW_CACHE. */
static const struct cache_name caches[] = {
	{ "L1D", "L1-dcache", 7 }, { "L1I", "L1-icache", 5 }, { "LL", "LLC", 7 },    { "DTLB", "dTLB", 7 },
	{ "ITLB", "iTLB", 1 },     { "BPU", "branch", 1 },    { "NODE", "node", 7 },
};
/* By the second and third byte of config (UAPI perf_hw_cache_op_id, perf_hw_cache_op_result_id). */
static const char *const cache_op_symbols[] = { "READ", "WRITE", "PREFETCH" };
static const char *const cache_op_names[] = { "load", "store", "prefetch" };
static const char *const cache_op_plurals[] = { "loads", "stores", "prefetches" };
static const char *const cache_result_symbols[] = { "ACCESS", "MISS" };

struct cache_config {
	unsigned cache, op, result;
};
/* The three bytes of config (UAPI): cache, operation, result. */
static struct cache_config cache_config_of(uint64_t config)
{
	return (struct cache_config){ .cache = config & 0xff, .op = config >> 8 & 0xff, .result = config >> 16 & 0xff };
}

void event_config_symbol(const struct event_attr *attr, char *text, size_t size)
{
	text[0] = '\0';
	if (attr->type == ATTR_TYPE_HARDWARE && attr->config < ARRAY_SIZE(hardware))
		snprintf(text, size, "PERF_COUNT_HW_%s", hardware[attr->config].symbol);
	else if (attr->type == ATTR_TYPE_SOFTWARE && attr->config < ARRAY_SIZE(software))
		snprintf(text, size, "PERF_COUNT_SW_%s", software[attr->config].symbol);
	else if (attr->type == ATTR_TYPE_HW_CACHE) {
		struct cache_config c = cache_config_of(attr->config);
		if (c.cache < ARRAY_SIZE(caches) && c.op < 3 && c.result < 2)
			snprintf(text, size,
				 "PERF_COUNT_HW_CACHE_RESULT_%s | PERF_COUNT_HW_CACHE_OP_%s | PERF_COUNT_HW_CACHE_%s",
				 cache_result_symbols[c.result], cache_op_symbols[c.op], caches[c.cache].symbol);
	}
}

/* Upstream's words for numbers that mean nothing. */
static void cache_name(uint64_t config, struct strbuf *out)
{
	struct cache_config c = cache_config_of(config);
	if (c.cache >= ARRAY_SIZE(caches)) strbuf_str(out, "unknown-ext-hardware-cache-type");
	else if (c.op >= 3) strbuf_str(out, "unknown-ext-hardware-cache-op");
	else if (c.result >= 2) strbuf_str(out, "unknown-ext-hardware-cache-result");
	else if (!(caches[c.cache].ops >> c.op & 1)) strbuf_str(out, "invalid-cache");
	else if (c.result == 0) strbuf_printf(out, "%s-%s", caches[c.cache].name, cache_op_plurals[c.op]);
	else strbuf_printf(out, "%s-%s-misses", caches[c.cache].name, cache_op_names[c.op]);
}

/* ":ukh" of what is not excluded when something is, then ":p" of the precision, then "HG". Guests are excluded by
 * default as soon as one of the former was asked for, so that G or H is only shown when it departs from that. */
static void add_modifiers(const struct event_attr *attr, struct strbuf *out)
{
	char text[16];
	size_t n = 0;
	bool guest_excluded_by_default = false;
	if (attr->flags & (ATTR_EXCLUDE_USER | ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV)) {
		if (!(attr->flags & ATTR_EXCLUDE_KERNEL)) text[n++] = 'k';
		if (!(attr->flags & ATTR_EXCLUDE_USER)) text[n++] = 'u';
		if (!(attr->flags & ATTR_EXCLUDE_HV)) text[n++] = 'h';
		guest_excluded_by_default = true;
	}
	for (unsigned i = 0; i < attr_precise(attr); i++) {
		text[n++] = 'p';
		guest_excluded_by_default = true;
	}
	if (attr->flags & ATTR_EXCLUDE_HOST || !!(attr->flags & ATTR_EXCLUDE_GUEST) == guest_excluded_by_default) {
		if (!(attr->flags & ATTR_EXCLUDE_HOST)) text[n++] = 'H';
		if (!(attr->flags & ATTR_EXCLUDE_GUEST)) text[n++] = 'G';
	}
	text[n] = '\0';
	if (n) strbuf_printf(out, ":%s", text);
}

char *event_name_of(const struct event_attr *attr)
{
	_strbuf_done_ struct strbuf out = STRBUF_INIT;
	/* the upper half of config names a PMU on hybrid machines */
	uint32_t number = (uint32_t)attr->config;
	switch (attr->type) {
	case ATTR_TYPE_HARDWARE:
		strbuf_str(&out, number < ARRAY_SIZE(hardware) ? hardware[number].name : "unknown-hardware");
		break;
	case ATTR_TYPE_SOFTWARE:
		strbuf_str(&out, attr->config < ARRAY_SIZE(software) && software[number].name ? software[number].name
											      : "unknown-software");
		break;
	/* its name is known to its format only; no modifiers are shown */
	case ATTR_TYPE_TRACEPOINT: strbuf_str(&out, "unknown tracepoint"); return strbuf_take(&out);
	case ATTR_TYPE_HW_CACHE: cache_name(attr->config, &out); break;
	case ATTR_TYPE_RAW: strbuf_printf(&out, "raw 0x%" PRIx64, attr->config); break;
	case ATTR_TYPE_BREAKPOINT:
		strbuf_printf(&out, "mem:0x%" PRIx64 ":%s%s%s", attr->config1, attr->bp_type & 1 ? "r" : "",
			      attr->bp_type & 2 ? "w" : "", attr->bp_type & 4 ? "x" : "");
		break;
	default: strbuf_printf(&out, "unknown attr type: %u", attr->type); return strbuf_take(&out);
	}
	add_modifiers(attr, &out);
	return strbuf_take(&out);
}
