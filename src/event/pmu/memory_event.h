/* Events that sample memory accesses with address, weight and data source: which ones a machine's PMUs have, by the
 * names that `perf mem record -e list` shows.
 *
 *     memory_event_vec events = VEC_INIT;
 *     memory_events_find(&catalogue, &events);                      empty: this machine has none
 *     memory_event_format(&events.items[0], &latency, &text);       "cpu/mem-loads,ldlat=30/P" */
#ifndef EVENT_PMU_MEMORY_EVENT_H
#define EVENT_PMU_MEMORY_EVENT_H

#include "base/strbuf.h"
#include "event/pmu/catalogue.h"

/* What an event samples. */
enum memory_access { MEMORY_LOADS = 1, MEMORY_STORES = 2 };
/* The least latency of loads, in cycles, where nobody says another. */
enum { MEMORY_LATENCY = 30 };

struct memory_event_kind;
/* An event of one PMU; both members are borrowed, of a table and of the catalogue. */
struct memory_event {
	const struct memory_event_kind *kind;
	const struct event_pmu *pmu;
};
typedef VEC(struct memory_event) memory_event_vec;

/* Appends the events of all PMUs, by name of the PMU, loads before stores. vec_done frees. */
void memory_events_find(const struct event_catalogue *catalogue, memory_event_vec *events);
/* The name of its kind: "ldlat-loads", "mem-ldst", "spe-store". */
const char *memory_event_name(const struct memory_event *event);
/* A set of enum memory_access. */
unsigned memory_event_accesses(const struct memory_event *event);
/* Appends the text that -e takes. latency: of loads, in cycles, as told; NULL: nobody said, then it is MEMORY_LATENCY
 * where the event always has one. */
void memory_event_format(const struct memory_event *event, const unsigned *latency, struct strbuf *text);

#endif
