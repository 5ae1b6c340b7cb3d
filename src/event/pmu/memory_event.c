/* Which PMUs sample memory accesses: rows by what a PMU is called and has. Sources: perf-mem(1), perf-c2c(1); the
 * kernel's files of mem-loads and mem-stores (x86 core PMUs, POWER), ibs_op (AMD), arm_spe_N (Arm). */
#include "event/pmu/memory_event.h"
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>

/* What a PMU must have, and what is written then. %s in a text is the name of the PMU, %u the latency. */
struct memory_event_kind {
	const char *name;
	unsigned accesses; /* enum memory_access */
	const char *pmu;   /* a pattern; NULL: a core PMU */
	/* A named event, a field of the configuration and a capability that must be there, and a named event and a
	 * field that must not; NULL: any. */
	const char *alias, *format, *cap, *no_alias, *no_format;
	const char *text;
	const char *text_latency; /* where a latency was asked for; NULL: the same text */
};

static const struct memory_event_kind kinds[] = {
	/* Intel. From Sapphire Rapids on loads have latencies in a group with mem-loads-aux only. */
	{ "ldlat-loads", MEMORY_LOADS, NULL, "mem-loads", "ldlat", NULL, "mem-loads-aux", NULL,
	  "%s/mem-loads,ldlat=%u/P", NULL },
	{ "ldlat-loads", MEMORY_LOADS, NULL, "mem-loads-aux", "ldlat", NULL, NULL, NULL,
	  "{%s/mem-loads-aux/,%s/mem-loads,ldlat=%u/}:P", NULL },
	{ "ldlat-stores", MEMORY_STORES, NULL, "mem-stores", "ldlat", NULL, NULL, NULL, "%s/mem-stores/P", NULL },
	/* POWER */
	{ "ldlat-loads", MEMORY_LOADS, NULL, "mem-loads", NULL, NULL, NULL, "ldlat", "%s/mem-loads/", NULL },
	{ "ldlat-stores", MEMORY_STORES, NULL, "mem-stores", NULL, NULL, NULL, "ldlat", "%s/mem-stores/", NULL },
	/* AMD; Zen 5 filters by latency, from 128 cycles on, when asked to. */
	{ "mem-ldst", MEMORY_LOADS | MEMORY_STORES, "ibs_op", NULL, "ldlat", "ldlat", NULL, NULL, "%s//",
	  "%s/ldlat=%u/" },
	{ "mem-ldst", MEMORY_LOADS | MEMORY_STORES, "ibs_op", NULL, NULL, NULL, NULL, "ldlat", "%s//", NULL },
	/* Arm */
	{ "spe-load", MEMORY_LOADS, "arm_spe_*", NULL, NULL, NULL, NULL, NULL,
	  "%s/ts_enable=1,pa_enable=1,load_filter=1,min_latency=%u/", NULL },
	{ "spe-store", MEMORY_STORES, "arm_spe_*", NULL, NULL, NULL, NULL, NULL,
	  "%s/ts_enable=1,pa_enable=1,store_filter=1/", NULL },
	{ "spe-ldst", MEMORY_LOADS | MEMORY_STORES, "arm_spe_*", NULL, NULL, NULL, NULL, NULL,
	  "%s/ts_enable=1,pa_enable=1,load_filter=1,store_filter=1,min_latency=%u/", NULL },
};

static bool has(const struct event_pmu *pmu, const struct memory_event_kind *kind)
{
	if (kind->pmu ? fnmatch(kind->pmu, pmu->name, 0) != 0 : !pmu->is_core) return false;
	if (kind->alias && !event_pmu_find_alias(pmu, kind->alias)) return false;
	if (kind->format && !event_pmu_find_format(pmu, kind->format)) return false;
	if (kind->cap && !event_pmu_cap(pmu, kind->cap)) return false;
	if (kind->no_alias && event_pmu_find_alias(pmu, kind->no_alias)) return false;
	return !kind->no_format || !event_pmu_find_format(pmu, kind->no_format);
}

static int by_pmu(const void *left, const void *right)
{
	const struct memory_event *a = left, *b = right;
	int order = strcmp(a->pmu->name, b->pmu->name);
	if (order) return order;
	return (a->kind > b->kind) - (a->kind < b->kind);
}

void memory_events_find(const struct event_catalogue *catalogue, memory_event_vec *events)
{
	const char *const *names = catalogue->pmu_names(catalogue->ctx);
	for (; names && *names; names++) {
		const struct event_pmu *pmu = catalogue->find_pmu(catalogue->ctx, *names);
		for (size_t i = 0; pmu && i < ARRAY_SIZE(kinds); i++)
			if (has(pmu, &kinds[i])) vec_push(events, ((struct memory_event){ &kinds[i], pmu }));
	}
	if (events->count) qsort(events->items, events->count, sizeof(*events->items), by_pmu);
}

const char *memory_event_name(const struct memory_event *event) { return event->kind->name; }
unsigned memory_event_accesses(const struct memory_event *event) { return event->kind->accesses; }

void memory_event_format(const struct memory_event *event, const unsigned *latency, struct strbuf *text)
{
	const struct memory_event_kind *kind = event->kind;
	for (const char *at = latency && kind->text_latency ? kind->text_latency : kind->text; *at; at++) {
		if (at[0] == '%' && at[1] == 's') strbuf_str(text, event->pmu->name);
		else if (at[0] == '%' && at[1] == 'u') strbuf_printf(text, "%u", latency ? *latency : MEMORY_LATENCY);
		else {
			strbuf_char(text, *at);
			continue;
		}
		at++;
	}
}
