/* Hardware traces by kind: what each can do. A kind is a row of
 * trace_format.def, format_<name>.c, and a room below hwtrace/ that knows nothing of recordings. */
#ifndef HWTRACE_TRACE_FORMAT_H
#define HWTRACE_TRACE_FORMAT_H

#include <stddef.h>
#include <stdint.h>
#include "base/outbuf.h"

/* What an AUX_OUTPUT_HW_ID record tells of a CPU. */
struct trace_dump_id {
	uint64_t hw_id;
	uint32_t cpu;
};
/* What an AUX record tells of, with the words of AUXTRACE_INFO. cpu: UINT32_MAX where the trace is a thread's. */
struct trace_dump_piece {
	const uint64_t *info;
	size_t nr_info;
	const struct trace_dump_id *ids;
	size_t nr_ids;
	const uint8_t *bytes;
	size_t size_bytes;
	uint64_t offset, flags; /* in the AUX area; of the AUX record */
	uint32_t cpu;
};

struct trace_format {
	uint32_t type;    /* of AUXTRACE_INFO records: enum auxtrace_type */
	const char *name; /* "Intel Processor Trace" */
	/* Appends a trace as text, a line a packet, as upstream's -D does; any bytes. NULL: not known. */
	void (*dump)(const uint8_t *bytes, size_t size, struct outbuf *out);
	/* The same instead where it depends on the recorded machine; cpuid: as the recording has it, or NULL. */
	void (*dump_for)(const uint8_t *bytes, size_t size, const char *cpuid, struct outbuf *out);
	/* The same instead for kinds whose bytes cannot be read by themselves. */
	void (*dump_piece)(const struct trace_dump_piece *piece, struct outbuf *out);
};

/* The kind with that number; NULL: none of these. */
const struct trace_format *trace_format_find(uint32_t type);

#endif
