/* What a PMU says of itself in sysfs (Documentation/ABI/testing/sysfs-bus-event_source-devices-format and -events): its number, the
   bit fields of its configuration, its named events. Plain data, filled by kernel/ or by tests. */
#ifndef EVENT_PMU_H
#define EVENT_PMU_H

#include "base/err.h"
#include "base/vec.h"
#include "event/attr.h"

struct pmu_bits { uint8_t first, last; };
struct pmu_format {
	char *name;               /* "event", "umask" */
	uint8_t config;           /* 0..4: config, config1, ... */
	uint8_t nr_bits;
	struct pmu_bits bits[16]; /* lowest part of the value first */
};
struct pmu_alias { char *name, *terms, *unit; double scale; }; /* "tsc", "event=0x00" */

struct event_pmu {
	char *name;
	uint32_t type;
	char *cpus;               /* "0-3", NULL: any */
	bool is_uncore;           /* cpus came from a cpumask file */
	VEC(struct pmu_format) formats;
	VEC(struct pmu_alias) aliases;
};

void event_pmu_free(struct event_pmu *pmu);
/* Adds the format of one sysfs file: "config1:0-7,32-35". 0 or -EINVAL. */
int event_pmu_add_format(struct event_pmu *pmu, const char *name, const char *text);
void event_pmu_add_alias(struct event_pmu *pmu, const char *name, const char *terms);
const struct pmu_format *event_pmu_find_format(const struct event_pmu *pmu, const char *name);
const struct pmu_alias *event_pmu_find_alias(const struct event_pmu *pmu, const char *name);
/* Puts value into the format's bits of attr. -ERANGE when it has more bits than the format; attr is then unchanged. */
int pmu_format_store(const struct pmu_format *format, uint64_t value, struct event_attr *attr);

#endif
