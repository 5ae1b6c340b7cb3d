/* The bytes of a queue that follow each other without a gap, out of one or more buffers.
 *
 *     buffers   [......][.........]      [....]
 *     streams   0                        1          where the offsets in the AUX area say that bytes are missing
 */
#ifndef SESSION_TRACE_TRACE_STREAM_H
#define SESSION_TRACE_TRACE_STREAM_H

#include "session/trace/trace_input.h"

struct trace_stream {
	const struct trace_queue *queue;
	VEC(struct trace_buffer) parts; /* trimmed; offset: in the stream */
	uint64_t size_bytes;
};
struct trace_streams {
	VEC(struct trace_stream) all; /* by queue */
};

/* Of all queues. snapshots: buffers are what was in the area when each was taken, and may overlap; pieces of samples
 * may, too. */
void trace_streams_make(const struct trace_input *input, bool snapshots, struct trace_streams *ret);
void trace_streams_done(struct trace_streams *streams);

/* A stretch of a stream in one piece: copied; very long ones, in one buffer, are of the recording itself. */
struct trace_stretch {
	const uint8_t *bytes;
	size_t size_bytes;
	uint8_t *copy;
	const struct perfdata *mapped; /* NULL: copied */
};
/* [from, to) of the stream; from <= to <= size_bytes. No page of the recording is mapped by it longer than the stretch
 * is held: the trace may be larger than memory. perfdata NULL: it is of no recording. Freed by trace_stretch_done. */
void trace_stream_read(const struct perfdata *perfdata, const struct trace_stream *stream, uint64_t from, uint64_t to,
		       struct trace_stretch *ret);
void trace_stretch_done(struct trace_stretch *stretch);

#endif
