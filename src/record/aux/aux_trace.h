/* The hardware traces of a recording: an AUX area beside each ring whose event traces, from which whoever drains takes
 * what came into AUXTRACE records.
 *
 *     aux_trace_open -> aux_trace_info -> [aux_trace_drain ...] -> aux_trace_index -> aux_trace_done
 *
 * All of it on the thread that drains. */
#ifndef RECORD_AUX_AUX_TRACE_H
#define RECORD_AUX_AUX_TRACE_H

#include "base/outbuf.h"
#include "perfdata/feature/header.h"
#include "record/aux/aux_kind.h"
#include "record/drain/drain.h"
#include "record/ring/ring_set.h"
#include "record/step/stepper.h"

/* How large areas are (-m,N): pages, a power of two; 0: 4 MiB, or 128 KiB where no more may be locked. */
struct aux_trace_options {
	size_t pages;
	/* The areas are overwritten, and written to the file when somebody asks for it (aux_trace_snapshot), so many
	 * bytes of each at most; 0: all. at_end: also at the end. */
	bool snapshots, at_end;
	size_t snapshot_bytes;
	/* The areas are overwritten, too, and the kernel copies what samples carry of them (aux_sample.h). */
	bool in_samples;
};
/* Where an AUXTRACE record is in the file, and how long. */
struct aux_place {
	uint64_t offset, size;
};
struct aux_trace_area {
	struct aux_area area;
	const struct buffer *buffer;
	int fd; /* the event that traces, borrowed */
	uint32_t index, tid;
};
struct aux_trace {
	const struct aux_kind *kind; /* NULL: nothing is traced, and all calls do nothing */
	const struct event_spec *spec;
	struct aux_trace_area *areas;
	size_t count;
	/* Who makes the traces, where no hardware does: then there are no areas, and time is in ns from origin_ns on.
	 */
	struct stepper *stepper;
	uint64_t origin_ns;
	bool is_stopped; /* the stepper has let go */
	VEC(struct aux_place) places;
	uint64_t nr_bytes;
	struct aux_trace_options options; /* with the size that was chosen */
};

/* Maps the areas, if an event of the rings traces. 0 or -errno with err set; aux_trace_done is to be called either
 * way. */
int aux_trace_open(struct aux_trace *trace, const struct ring_set *rings, const struct aux_trace_options *options,
		   struct err *err);
void aux_trace_done(struct aux_trace *trace);
/* Appends the AUXTRACE_INFO record: facts, but for spec and clock, are the caller's. */
void aux_trace_info(const struct aux_trace *trace, struct aux_facts *facts, struct outbuf *out);
/* Of traces that no hardware makes; for others these do nothing. Begin to make them, before the workload execs
 * (options' clock, origin and size are set here); go on or pause; let go of the programs. aux_trace_start: 0 or -errno
 * with err set. aux_trace_reaped: as stepper_reaped. */
int aux_trace_start(struct aux_trace *trace, struct stepper_options *options, struct err *err);
bool aux_trace_is_stepped(const struct aux_trace *trace);
void aux_trace_switch(struct aux_trace *trace, bool on);
bool aux_trace_reaped(struct aux_trace *trace, int *ret_status, struct rusage *ret_usage);
void aux_trace_stop(struct aux_trace *trace);
/* Writes what came since the last call. is_on: the events are on, and one that the kernel stopped because its area was
 * full goes on. Returns the bytes of the trace, or -errno. */
int64_t aux_trace_drain(struct aux_trace *trace, struct drain *drain, bool is_on);
/* Of areas that are overwritten: stops the events for a moment and writes what is there. The same. */
int64_t aux_trace_snapshot(struct aux_trace *trace, struct drain *drain, bool is_on);
/* Sets the index of AUXTRACE records of this file in its header, and begins the next file's. */
void aux_trace_index(struct aux_trace *trace, struct perf_header *header);

#endif
