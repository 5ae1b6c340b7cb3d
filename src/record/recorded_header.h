/* What the header of a recording says before its first record: the machine, the command line, clocks, tracepoint
 * formats. */
#ifndef RECORD_RECORDED_HEADER_H
#define RECORD_RECORDED_HEADER_H

#include "bpf/bpf_infos.h"
#include "perfdata/feature/header.h"
#include "record/recording.h"

/* Fills header, whose arena owns what is copied; events says which features the recording needs (branch stacks,
 * groups, tracepoint formats). tracing_data gets the formats, to which header then points: it must live as long as
 * header. With output.none only the formats are filled in. Returns 0, or -errno with err set when formats cannot be
 * read; all other facts are left out when they are not to be had. */
int recorded_header(struct perf_header *header, const struct recording_options *options,
		    const struct sampling_options *sampling, const struct event_list *events,
		    struct strbuf *tracing_data, struct err *err);
/* Says that records are compressed; ring_bytes: size of a mapped ring, readers take it as the most one record
 * decompresses to. */
void recorded_header_compressed(struct perf_header *header, int level, size_t ring_bytes);

/* What is known of BPF programs, which header then points to. */
void recorded_header_bpf(struct perf_header *header, const struct bpf_infos *infos);

#endif
