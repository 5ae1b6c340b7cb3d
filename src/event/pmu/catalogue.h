/* What the parser must know about a machine: its PMUs and tracepoints. Asked through an interface, so that event/
 * itself never looks at the running kernel: kernel/ fills one from sysfs and tracefs, tests fill one by hand. */
#ifndef EVENT_PMU_CATALOGUE_H
#define EVENT_PMU_CATALOGUE_H

#include "base/err.h"
#include "event/pmu/pmu.h"

/* Which tracepoints are wanted. */
struct tracepoint_query {
	const char *system, *event; /* globs */
	bool with_ids;
};

/* Functions are called with ctx; what may be NULL says so. PMUs and aliases that are given out stay as they are as
 * long as the catalogue. */
struct event_catalogue {
	void *ctx;
	/* The PMU of exactly that name, owned by the catalogue; NULL when there is none. */
	const struct event_pmu *(*find_pmu)(void *ctx, const char *name);
	/* Names of all PMUs, NULL-terminated, owned by the catalogue. */
	const char *const *(*pmu_names)(void *ctx);
	/* All PMUs, ranked (event_pmu_compare); may be NULL: those of pmu_names. Among them a "cpu" where the machine
	 * has no core PMU. Owned by the catalogue. */
	const struct event_pmu *const *(*all_pmus)(void *ctx, size_t *ret_count);
	/* Calls fn for every tracepoint that matches both globs, in the order the machine lists them. Returns how many
	 * there were, or a negative errno; -ENOENT sets err to what upstream says of a missing tracepoint. */
	int (*visit_tracepoints)(void *ctx, const char *system, const char *event,
				 void (*fn)(void *arg, const char *system, const char *event, uint64_t id), void *arg,
				 struct err *err);
	/* Whether the PMU of that name counts what a CPU does; NULL: only "cpu" does. Must be cheap. */
	bool (*is_core)(void *ctx, const char *name);
	/* Events that the machine's own files do not name but tables of its vendor do: calls fn for each PMU that has
	 * one of that name, with what it stands for, both owned by the catalogue. May be NULL. */
	void (*visit_vendor_events)(void *ctx, const char *name,
				    void (*fn)(void *arg, const struct event_pmu *pmu, const struct pmu_alias *alias),
				    void *arg);
	/* For lists: tracepoints sorted by name; id is 0 unless with_ids, which takes a file read each. -errno with err
	 * set when they cannot be listed. */
	int (*list_tracepoints)(void *ctx, const struct tracepoint_query *query,
				void (*fn)(void *arg, const char *system, const char *event, uint64_t id), void *arg,
				struct err *err);
	/* Whether this machine can count attr; NULL: nobody knows, all is listed. */
	bool (*is_supported)(void *ctx, const struct event_attr *attr);
};

#endif
