/* Code for decoders of traces, out of the objects that were mapped: struct pt_code_source over model and symbols. The
 * bytes of a mapping are shared by all threads and processes, and read once, a chunk at a time where they are many. */
#ifndef SESSION_TRACE_TRACE_CODE_H
#define SESSION_TRACE_TRACE_CODE_H

#include <pthread.h>
#include "hwtrace/intel_pt/pt_code.h"
#include "session/trace/trace_clock.h"
#include "session/trace/trace_input.h"

/* What was read, for all threads. */
struct trace_code;
/* The session and what it has stay as they are. Never NULL; freed by trace_code_free. */
struct trace_code *trace_code_new(const struct session *session);
void trace_code_free(struct trace_code *code);
/* What was asked for, of an object, and a number that stands for what was found: of a chunk, and of what is not longer
 * than one, for the bytes; else for how many there are. 0: there were none. */
struct trace_code_stretch {
	uint32_t dso_id;
	uint64_t addr, wanted_bytes, hash;
};
/* All that was asked for or read, in no certain order; while no other thread asks. */
size_t trace_code_count(const struct trace_code *code);
struct trace_code_stretch trace_code_stretch_at(const struct trace_code *code, size_t i);
/* The number of what is there now; dso_id is one of the model's. Any thread. */
uint64_t trace_code_hash(struct trace_code *code, const struct trace_code_stretch *stretch);

/* The guest that the thread of the moment runs. */
struct trace_guest {
	const struct machine *machine; /* number 1 of the model where nothing tells which */
	bool has_vcpu;                 /* what was recorded in it is there, and so the rest is known */
	uint64_t id;                   /* of an event that counts its virtual CPU */
	uint32_t pid, tid;             /* of the guest's thread; TRACE_ANY: not known */
	uint64_t from_ns, until_ns;    /* of the recording's time */
};

/* Where a decoder is: one for each, of one thread. Filled by the caller but for the last members, which begin zeroed.
 */
struct trace_where {
	struct trace_code *code;
	bool has_time; /* else all is looked up as it was at the end (trace_where_end) */
	const struct trace_input *input;
	const struct trace_clock *clock;
	const struct trace_queue *queue;
	/* The thread of the moment, and until when that holds (recording's time); found by trace_where_move. */
	uint32_t pid, tid;
	uint64_t from_ns, until_ns;
	uint64_t end_ns;          /* 0: not looked for yet */
	struct trace_guest guest; /* found by trace_where_guest */
	/* Of the last question: the object whose code is not at hand. NULL: there is code, or nothing was mapped. */
	const struct dso *without_code;
	bool is_32bit; /* of the last answer: code of a 32-bit object */
};
/* The last moment of the thread that the trace is of, or of the recording. */
uint64_t trace_where_end(struct trace_where *where);
/* Sets pid and tid for a time, which is not looked at without has_time; TRACE_ANY where nobody knows. */
void trace_where_move(struct trace_where *where, uint64_t time_ns);
/* The guest that runs there at a time, moving to it. It stays until the next call. */
const struct trace_guest *trace_where_guest(struct trace_where *where, uint64_t time_ns);
/* pt_code_source.find; ctx is a struct trace_where. */
int trace_code_find(void *where, const struct pt_place *place, struct pt_image *ret);

#endif
