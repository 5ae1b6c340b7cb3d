/* Fields of a tracepoint's payload, with checks for fields and payloads that are missing: for code that looks at a
 * few samples. What runs for each sample uses tracepoint_rows.h. */
#ifndef ANALYSIS_PASS_SAMPLE_PAYLOAD_H
#define ANALYSIS_PASS_SAMPLE_PAYLOAD_H

#include "event/format/tracepoint.h"
#include "perfdata/record/sample.h"

/* The field of that name; NULL also when there is no name. */
static inline const struct tracepoint_field *sample_payload_field(const struct tracepoint *tp, const char *name)
{
	return name ? tracepoint_field(tp, name) : NULL;
}

/* Whether the payload is long enough for the field; a field that there is not (NULL) needs nothing. */
static inline bool sample_payload_holds(const struct sample *sample, const struct tracepoint_field *field)
{
	return !field || (uint64_t)field->offset + field->size <= sample->raw_size;
}

/* As tracepoint_number; 0 for a field that there is not. */
static inline uint64_t sample_payload_number(const struct sample *sample, const struct tracepoint *tp,
					     const struct tracepoint_field *field)
{
	return field ? tracepoint_number(tp, field, sample->raw, sample->raw_size) : 0;
}

#endif
