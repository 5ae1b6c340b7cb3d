/* Names of counters of s390, as Linux has them in sysfs. */
#ifndef EVENT_COUNTERS_COUNTER_NAME_H
#define EVENT_COUNTERS_COUNTER_NAME_H

#include <stdint.h>

/* What of the counter facility a machine has: its type (3906), and versions of its counters: first for the basic and
 * problem-state sets, second for crypto. */
struct counter_facility {
	unsigned machine, first_version, second_version;
};

/* By number in the facility; NULL: not known. */
const char *counter_name(const struct counter_facility *facility, unsigned number);
/* Of the processor activity instrumentation: of its crypto counters, of its extension. NULL: not known. */
const char *counter_name_pai_crypto(unsigned number);
const char *counter_name_pai_ext(unsigned number);

#endif
