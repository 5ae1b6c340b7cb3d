/* Events and metrics of a CPU model as its vendor describes them, in the JSON of Intel's public "perfmon" repository
 * and of the tables that perf's documentation describes for AMD, arm64, s390, POWER and RISC-V: a directory with
 * mapfile.csv, which says by a pattern for the CPU's identity which folder (or file) holds the model's tables, and in
 * it *.json files, arrays of objects. The name of a file is the topic of its events ("floating-point.json": "floating
 * point"). */
#ifndef EVENT_PMU_VENDOR_H
#define EVENT_PMU_VENDOR_H

#include "base/arena.h"
#include "base/vec.h"
#include "base/warnings.h"
#include "event/pmu/pmu.h"

/* One object with EventName. */
struct vendor_event {
	const char *pmu;        /* stem of the PMUs' names: "uncore_imc"; NULL: the core PMUs */
	bool is_core;           /* pmu is the name of one of several kinds of core PMUs */
	struct pmu_alias alias; /* its strings belong to the tables' arena */
	const char *compat;     /* only for PMUs with this identifier; NULL: any */
};

/* One object with MetricName. Strings belong to the tables' arena, NULL where the object says nothing. */
struct vendor_metric {
	const char *name, *group;                  /* group: "TopdownL1;tma_L1_group", NULL: none */
	const char *expr, *threshold, *scale_unit; /* "100%", NULL: none */
	const char *desc, *long_desc;
	const char *pmu;           /* as of vendor_event */
	const char *default_group; /* "TopdownL1": how the metrics of group Default are headed; NULL: none */
	const char *compat;
	/* "TopdownL1;...": when it is chosen by one of these groups, its events are counted singly; NULL: none */
	const char *no_group_in;
	bool no_group; /* its events don't fit into one group */
	/* the same under a condition: the NMI watchdog runs, SMT is on, the watchdog runs and thresholds are wanted */
	bool no_group_if_nmi_watchdog, no_group_if_smt, no_group_if_threshold_and_nmi;
	bool per_core, per_chip; /* only meaningful for whole cores or packages */
};

/* What a group of metrics is about, of metricgroups.json. */
struct vendor_group_desc {
	const char *name, *desc;
};

/* One object of a table's JSON: keys and values as they stand there. */
struct vendor_field {
	const char *key, *value;
};
struct vendor_object {
	VEC(struct vendor_field) fields;
};

/* All that is known of one machine's CPUs. Read only once loaded. */
struct vendor_tables {
	struct arena arena;
	const char *core_pmu; /* while loading: whose the events are that name no PMU; NULL: of all core PMUs */
	VEC(struct vendor_object) standard;        /* events that models name by ArchStdEvent */
	VEC(struct vendor_event) events;           /* sorted by name, then PMU */
	VEC(struct vendor_metric) metrics;         /* sorted by name */
	VEC(struct vendor_group_desc) group_descs; /* sorted by name */
};

/* The tables in dir for that CPU ("GenuineIntel-6-55-4", "0x00000000410fd030"). Unknown CPU: empty tables. NULL with
 * err set when the directory or mapfile.csv cannot be read; what is damaged inside is left out and counted in warnings.
 */
struct vendor_tables *vendor_tables_load(const char *dir, const char *cpuid, struct warnings *warnings,
					 struct err *err);
/* The same for a machine with several kinds of cores: each PMU gets the events and metrics of its CPUs. */
struct vendor_core {
	const char *pmu, *cpuid;
};
struct vendor_tables *vendor_tables_load_cores(const char *dir, const struct vendor_core *cores, size_t count,
					       struct warnings *warnings, struct err *err);
struct vendor_tables *vendor_tables_new(void); /* empty ones */
void vendor_tables_free(struct vendor_tables *tables);
/* Adds the events and metrics of one file's text. is_standard: they are not the CPU's, but models may name them by
 * ArchStdEvent, so that these files come first. What is no JSON is reported to warnings; what stands before it is
 * kept. */
void vendor_tables_add_json(struct vendor_tables *tables, const char *text, size_t size_bytes, const char *topic,
			    bool is_standard, struct warnings *warnings);
/* To be called after all files were added: the look-ups below search sorted tables. */
void vendor_tables_sort(struct vendor_tables *tables);

/* The next event of that name, in any case of letters, one for each kind of PMU; NULL behind the last. *at is the
 * caller's place, 0 at first. */
const struct vendor_event *vendor_tables_next_event(const struct vendor_tables *tables, const char *name, size_t *at);
/* Whether the event can be counted on this PMU, by name, kind and identifier. */
bool vendor_event_is_for(const struct vendor_event *event, const struct event_pmu *pmu);
/* The first metric of exactly that name; those of other PMUs follow it in the array. NULL: none. */
const struct vendor_metric *vendor_tables_find_metric(const struct vendor_tables *tables, const char *name);
/* NULL: the group has none. */
const char *vendor_tables_group_desc(const struct vendor_tables *tables, const char *group);
/* Whether a CPU of that identity is meant by the pattern of a mapfile: an extended regular expression over all of it;
 * without a stepping in the pattern that of the CPU does not count. */
bool vendor_cpuid_matches(const char *pattern, const char *cpuid);

#endif
