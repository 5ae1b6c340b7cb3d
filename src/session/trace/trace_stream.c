#include "session/trace/trace_stream.h"

#include <stdlib.h>
#include "perfdata/pages.h"

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

/* Two pieces one of which has the end of the other: how many of the first bytes of `next` are the last of `before`,
 * which may have padding behind them, too. 0: they do not meet, or have too little in common to be sure. The longest
 * such match, by the failure function of Knuth, Morris and Pratt. */
static uint64_t find_overlap(const struct trace_buffer *before, const struct trace_buffer *next, uint64_t *ret_padding)
{
	enum { SURE_BYTES = 64 };
	const uint8_t *text = before->bytes, *word = next->bytes;
	_free_ uint32_t *fallback = xcalloc(next->size_bytes + 1, sizeof(*fallback));
	uint64_t found = 0, end = before->size_bytes, padding = 0;
	for (uint32_t i = 1, k = 0; i < next->size_bytes; i++) {
		while (k && word[i] != word[k]) k = fallback[k];
		if (word[i] == word[k]) k++;
		fallback[i + 1] = k;
	}
	while (padding < MOST_PADDING && padding < end && !text[end - 1 - padding]) padding++;
	*ret_padding = 0;
	for (uint64_t i = 0, k = 0; i < end; i++) {
		while (k && (k == next->size_bytes || text[i] != word[k])) k = fallback[k];
		if (text[i] == word[k]) k++;
		uint64_t behind = end - 1 - i;
		if (behind > padding || k < found) continue;
		found = k;
		*ret_padding = behind;
	}
	return found >= SURE_BYTES || found + *ret_padding == end ? found : 0;
}

/* Pieces of samples: each is what was traced last. Those that overlap are one stream. */
static void add_sampled(const struct trace_queue *queue, struct trace_streams *ret)
{
	for (size_t i = 0; i < queue->buffers.count; i++) {
		const struct trace_buffer *buffer = &queue->buffers.items[i];
		uint64_t padding = 0, known = i ? find_overlap(buffer - 1, buffer, &padding) : 0;
		if (!known) {
			*(struct trace_stream *)vec_add(&ret->all) = (struct trace_stream){ .queue = queue };
		} else if (padding) {
			struct trace_stream *last = &ret->all.items[ret->all.count - 1];
			uint64_t *size = &last->parts.items[last->parts.count - 1].size_bytes;
			padding = MIN(padding, *size);
			*size -= padding;
			last->size_bytes -= padding;
		}
		add_part(&ret->all.items[ret->all.count - 1], buffer->bytes + known, buffer->size_bytes - known);
	}
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
	for (size_t i = 0; i < input->queues.count; i++) {
		if (input->in_samples) add_sampled(input->queues.items[i], ret);
		else add_queue(input->queues.items[i], snapshots, ret);
	}
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

void trace_stream_read(const struct perfdata *perfdata, const struct trace_stream *stream, uint64_t from, uint64_t to,
		       struct trace_stretch *ret)
{
	enum { COPIED_BYTES = 1 << 20 }; /* of one buffer at most */
	*ret = (struct trace_stretch){ .bytes = (const uint8_t *)"" };
	if (from >= to) return;
	ret->size_bytes = (size_t)(to - from);
	size_t i = find_part(stream, from);
	const struct trace_buffer *part = &stream->parts.items[i];
	if (ret->size_bytes > COPIED_BYTES && to <= part->offset + part->size_bytes) {
		ret->bytes = part->bytes + (from - part->offset);
		ret->mapped = perfdata;
		return;
	}
	ret->copy = xmalloc(ret->size_bytes);
	ret->bytes = ret->copy;
	for (uint64_t at = from; at < to; i++) {
		part = &stream->parts.items[i];
		uint64_t end = MIN(to, part->offset + part->size_bytes);
		perfdata_copy(perfdata, part->bytes + (at - part->offset), end - at, ret->copy + (at - from));
		at = end;
	}
}

void trace_stretch_done(struct trace_stretch *stretch)
{
	const struct record_run run = { .data = stretch->bytes, .size_bytes = stretch->size_bytes };
	if (stretch->mapped) perfdata_drop(stretch->mapped, &run);
	free(stretch->copy);
	*stretch = (struct trace_stretch){ 0 };
}
