/* Looking up a field by its name: a walk over an array of a few dozen, done once for each field that an analysis reads,
 * not once a sample (payload_number_of keeps what was found). */
#include "event/format/tracepoint_field.h"

#include <string.h>

const struct tracepoint_field *tracepoint_field(const struct tracepoint *tp, const char *name)
{
	/* the common fields come first, as upstream looks among them first */
	for (size_t i = 0; i < tp->nr_fields; i++)
		if (strcmp(tp->fields[i].name, name) == 0) return &tp->fields[i];
	return NULL;
}
