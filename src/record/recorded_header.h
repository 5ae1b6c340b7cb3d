/* What the header of a recording says before its first record: the machine, the command line, clocks, tracepoint
 * formats. */
#ifndef RECORD_RECORDED_HEADER_H
#define RECORD_RECORDED_HEADER_H

#include "perfdata/feature/header.h"
#include "record/recording.h"

/* Fills header. tracing_data holds the formats and must live as long as header. Without an output there is nothing else
 * in it. 0 or -errno with err set. */
int recorded_header(struct perf_header *header, const struct recording_options *options,
		    const struct sampling_options *sampling, const struct event_list *events,
		    struct strbuf *tracing_data, struct err *err);
/* Says that records are compressed; ring_bytes: size of a mapped ring, readers take it as the most one record
 * decompresses to. */
void recorded_header_compressed(struct perf_header *header, int level, size_t ring_bytes);

#endif
