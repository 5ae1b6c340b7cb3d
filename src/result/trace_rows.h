/* What threads asked of the kernel, a row each: what `perf trace` shows. Rows are visited in order of time and
 * belong to the visit: texts that are wanted for longer are to be copied. */
#ifndef RESULT_TRACE_ROWS_H
#define RESULT_TRACE_ROWS_H

#include <stdbool.h>
#include "result/trace_facts.h"

enum trace_row_kind {
	TRACE_CALL,      /* begun and ended */
	TRACE_BEGUN,     /* somebody else is shown before it ends */
	TRACE_CONTINUED, /* the end of one that was shown as begun, or whose beginning was not seen (has_time is then
			    false) */
	TRACE_NO_RETURN, /* exit */
	TRACE_FAULT,     /* a page fault */
	TRACE_EVENT,     /* another event */
	TRACE_SAMPLE,    /* a sample as it came: name is its event's, time_ns its own (--print-sample) */
};

/* A frame of the call chain that was recorded with an event. */
struct trace_frame {
	const char *symbol, *object; /* NULL: none */
	uint64_t ip, object_addr;    /* as the object counts; ip without one */
	bool is_inlined;
};

/* What a call returned. */
struct trace_result {
	int64_t value; /* negative: an error's number, but for calls that return addresses */
	struct trace_call_facts call;
};

/* A row: a system call or another event, with all that its line needs. Texts live during the visit. */
struct trace_row {
	uint64_t time_ns, duration_ns; /* time: of the beginning, as recorded */
	uint64_t first_ns;             /* of the first event of all */
	const char *comm, *name;
	/* What the writer that the analysis was given has made of the event (trace_facts.h). Not ended by NUL */
	const char *args;
	size_t args_size;
	const struct trace_result *result; /* NULL: none */
	const struct trace_frame *frames;
	size_t nr_frames;
	uint32_t pid, tid;
	uint32_t cpu; /* where the call ended, or the event was; BEGUN: where it began. UINT32_MAX: not recorded */
	uint8_t kind; /* enum trace_row_kind */
	bool has_time;
};

#endif
