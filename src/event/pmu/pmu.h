/* What a PMU says of itself in sysfs (Documentation/ABI/testing/sysfs-bus-event_source-devices-*): its number, the
 * bit fields of its configuration, its named events, its capabilities. Plain data, filled by kernel/pmus.c or by
 * tests, constant afterwards. */
#ifndef EVENT_PMU_PMU_H
#define EVENT_PMU_PMU_H

#include <stdbool.h>
#include "base/err.h"
#include "base/vec.h"
#include "event/attr/attr.h"

/* A range of bits of config, both ends included. */
struct pmu_bits {
	uint8_t first, last;
};
/* A field of the configuration (a file of format/): its value is split over several ranges of bits. */
struct pmu_format {
	char *name;     /* "event", "umask" */
	uint8_t config; /* 0..4: config, config1, ... */
	uint8_t nr_bits;
	struct pmu_bits bits[16]; /* lowest part of the value first */
};

/* A named event: of sysfs (no texts) or of a vendor's table. */
struct pmu_alias {
	char *name;    /* "tsc" */
	char *terms;   /* "event=0x00", "domain=1,core=?" where ? must be given */
	char *unit;    /* "Joules"; may be NULL */
	double scale;  /* what a count is multiplied by to be in unit */
	bool per_pkg;  /* counts once for all CPUs of a package */
	bool snapshot; /* a reading, not a count: differences mean nothing */
	bool deprecated;
	char *desc, *long_desc, *topic; /* of a vendor's table; NULL else */
};
struct pmu_cap {
	char *name, *value;
}; /* "max_precise", "3" */

/* One PMU. All strings are owned. Lists are in memory as long as the PMU, and constant once it was filled: pointers
 * into them may be kept. */
struct event_pmu {
	char *name;
	uint32_t type;
	char *cpus;                     /* "0-3", NULL: any */
	char *identifier;               /* version of a system PMU, NULL: none */
	bool is_core;                   /* counts what CPUs do */
	bool is_uncore;                 /* cpus came from a cpumask file */
	bool is_selectable;             /* NAME// means something: a trace, not a counter */
	bool is_stepped;                /* see event_pmu_single_step */
	uint32_t nr_addr_filters;       /* 0: filters by address are not for this PMU */
	VEC(struct pmu_format) formats; /* in the order the kernel lists them */
	VEC(struct pmu_alias) aliases;  /* sorted by name */
	VEC(struct pmu_cap) caps;       /* sorted by name */
};

/* Finds out from its name and files what kind of PMU it is (is_core, is_selectable); to be called when name and cpus
 * are set. */
void event_pmu_classify(struct event_pmu *pmu, bool has_cpus_file);
/* The PMU that perf is itself: it steps a program and writes the trace that a processor with Intel PT would
 * (record/step). NULL where it cannot: only x86-64. The caller frees it. */
#define SINGLE_STEP_PMU "single_step"
struct event_pmu *event_pmu_single_step(void);
/* With all strings and lists; takes NULL. */
void event_pmu_free(struct event_pmu *pmu);
/* Adds the format of one file: "config1:0-7,32-35". 0; -EINVAL, and nothing added, for text this version does not
 * know. */
int event_pmu_add_format(struct event_pmu *pmu, const char *name, const char *text);
/* Aliases are added in order of their names. */
void event_pmu_add_alias(struct event_pmu *pmu, const char *name, const char *terms);
/* Sets what the file "NAME.unit", "NAME.scale", "NAME.per-pkg" or "NAME.snapshot" says of an alias; suffix is "unit"
 * and so on. False when it is none of these. */
bool pmu_alias_set(struct pmu_alias *alias, const char *suffix, const char *text);
/* NULL: there is none of that name. */
const struct pmu_format *event_pmu_find_format(const struct event_pmu *pmu, const char *name);
/* In any case of letters: metrics write TSC. */
const struct pmu_alias *event_pmu_find_alias(const struct event_pmu *pmu, const char *name);
/* The value of a capability, NULL when the PMU does not say. */
const char *event_pmu_cap(const struct event_pmu *pmu, const char *name);
/* Whether its counters are no hardware, and can be grouped with those of any other PMU. */
bool event_pmu_is_software(const struct event_pmu *pmu);
/* Puts value into the format's bits of attr. -ERANGE when it has more bits than the format; attr is then unchanged. */
int pmu_format_store(const struct pmu_format *format, uint64_t value, struct event_attr *attr);
/* How many bits a value of that format has, 1 to 64. */
unsigned pmu_format_width(const struct pmu_format *format);

/* Like PMUs differ by a suffix: "uncore_imc_3", "smmuv3_pmcg_2b442". The length of the name without it (a decimal
 * number, or more than two hexadecimal digits), and the number; without a suffix the whole length and 0. */
size_t pmu_name_stem(const char *name, uint64_t *ret_number);
/* Order of PMUs in lists: core PMUs first, then by stem, then by number. */
int event_pmu_compare(const struct event_pmu *a, const struct event_pmu *b);

/* Sets what pmu's events have when nobody says anything else, in attr; does nothing for most. Source:
 * perf-intel-pt(1), "config terms". */
void pmu_default_apply(const struct event_pmu *pmu, struct event_attr *attr);

#endif
