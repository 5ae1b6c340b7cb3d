#include "session/trace/trace_stream.h"

#include <stdlib.h>
#include <string.h>

/* Records are padded to a multiple of 8: the next buffer may begin so many bytes earlier than this one ends. */
enum { MOST_PADDING = 7 };

static void add_part(struct trace_stream *stream, const uint8_t *bytes, uint64_t size_bytes)
{
	struct trace_buffer part = { .bytes = bytes, .size_bytes = size_bytes, .offset = stream->size_bytes };
	if (!size_bytes) return;
	vec_push(&stream->parts, part);
	stream->size_bytes += size_bytes;
}

/* Without the padding that the next buffer shows to be none of the trace. */
static uint64_t size_before(const struct trace_buffer *buffer, const struct trace_buffer *next)
{
	uint64_t end = buffer->offset + buffer->size_bytes;
	if (next && next->offset < end && end - next->offset <= MOST_PADDING && next->offset > buffer->offset)
		return next->offset - buffer->offset;
	return buffer->size_bytes;
}

static void add_queue(const struct trace_queue *queue, bool snapshots, struct trace_streams *ret)
{
	struct trace_stream *stream = NULL;
	uint64_t known_to = 0; /* of the area */
	for (size_t i = 0; i < queue->buffers.count; i++) {
		const struct trace_buffer *buffer = &queue->buffers.items[i];
		bool is_last = i + 1 == queue->buffers.count;
		uint64_t size = size_before(buffer, is_last ? NULL : buffer + 1), skipped = 0;
		bool goes_on = stream && buffer->offset == known_to;
		if (snapshots && stream && buffer->offset < known_to) {
			skipped = MIN(known_to - buffer->offset, size);
			goes_on = true;
		}
		if (!goes_on) {
			stream = vec_add(&ret->all);
			*stream = (struct trace_stream){ .queue = queue };
		}
		add_part(stream, buffer->bytes + skipped, size - skipped);
		known_to = buffer->offset + size;
	}
}

void trace_streams_make(const struct trace_input *input, bool snapshots, struct trace_streams *ret)
{
	*ret = (struct trace_streams){ 0 };
	for (size_t i = 0; i < input->queues.count; i++) add_queue(input->queues.items[i], snapshots, ret);
}

void trace_streams_done(struct trace_streams *streams)
{
	for (size_t i = 0; i < streams->all.count; i++) vec_done(&streams->all.items[i].parts);
	vec_done(&streams->all);
}

/* The part that holds the byte at `at`; there is one. */
static size_t find_part(const struct trace_stream *stream, uint64_t at)
{
	size_t low = 0, high = stream->parts.count;
	while (high - low > 1) {
		size_t middle = (low + high) / 2;
		if (stream->parts.items[middle].offset <= at) low = middle;
		else high = middle;
	}
	return low;
}

void trace_stream_read(const struct trace_stream *stream, uint64_t from, uint64_t to, struct trace_stretch *ret)
{
	*ret = (struct trace_stretch){ .bytes = (const uint8_t *)"" };
	if (from >= to) return;
	ret->size_bytes = (size_t)(to - from);
	size_t i = find_part(stream, from);
	const struct trace_buffer *part = &stream->parts.items[i];
	if (to <= part->offset + part->size_bytes) {
		ret->bytes = part->bytes + (from - part->offset);
		return;
	}
	ret->copy = xmalloc(ret->size_bytes);
	ret->bytes = ret->copy;
	for (uint64_t at = from; at < to; i++) {
		part = &stream->parts.items[i];
		uint64_t end = MIN(to, part->offset + part->size_bytes);
		memcpy(ret->copy + (at - from), part->bytes + (at - part->offset), end - at);
		at = end;
	}
}

void trace_stretch_done(struct trace_stretch *stretch)
{
	free(stretch->copy);
	*stretch = (struct trace_stretch){ 0 };
}
