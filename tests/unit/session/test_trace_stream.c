/* Buffers of a trace put together: without gaps, with gaps, padded, overlapping. */
#include "tests/unit/test.h"

#include <string.h>
#include "session/trace/trace_stream.h"

static const uint8_t letters[] = "abcdefghijklmnopqrstuvwxyz";

static struct trace_queue *add_queue(struct trace_input *input)
{
	struct trace_queue *queue = xcalloc(1, sizeof(*queue));
	vec_push(&input->queues, queue);
	return queue;
}

/* A buffer of the letters from `from` on, which is its offset, too. */
static void add_letters(struct trace_queue *queue, unsigned from, unsigned size)
{
	struct trace_buffer buffer = { .bytes = letters + from, .size_bytes = size, .offset = from };
	vec_push(&queue->buffers, buffer);
}

static void check_text(const struct trace_stream *stream, uint64_t from, uint64_t to, const char *wanted)
{
	struct trace_stretch stretch;
	char text[32] = "";
	trace_stream_read(NULL, stream, from, to, &stretch);
	if (stretch.size_bytes < sizeof(text)) memcpy(text, stretch.bytes, stretch.size_bytes);
	CHECK_STR(text, wanted);
	trace_stretch_done(&stretch);
}

TEST(one_after_the_other)
{
	struct trace_input input = { 0 };
	struct trace_streams streams;
	struct trace_queue *queue = add_queue(&input);
	add_letters(queue, 0, 8);
	add_letters(queue, 8, 8);
	trace_streams_make(&input, false, &streams);
	CHECK_INT(streams.all.count, 1);
	CHECK_INT(streams.all.items[0].size_bytes, 16);
	check_text(&streams.all.items[0], 0, 4, "abcd");
	check_text(&streams.all.items[0], 6, 11, "ghijk");
	check_text(&streams.all.items[0], 8, 16, "ijklmnop");
	check_text(&streams.all.items[0], 16, 16, "");
	trace_streams_done(&streams);
	trace_input_done(&input);
}

TEST(gaps_and_padding)
{
	struct trace_input input = { 0 };
	struct trace_streams streams;
	struct trace_queue *queue = add_queue(&input);
	add_letters(queue, 0, 8); /* of which the last 3 are padding */
	add_letters(queue, 5, 8);
	add_letters(queue, 20, 4);
	add_letters(add_queue(&input), 1, 2);
	trace_streams_make(&input, false, &streams);
	CHECK_INT(streams.all.count, 3);
	check_text(&streams.all.items[0], 0, 13, "abcdefghijklm");
	check_text(&streams.all.items[1], 0, 4, "uvwx");
	check_text(&streams.all.items[2], 0, 2, "bc");
	trace_streams_done(&streams);
	trace_input_done(&input);
}

TEST(snapshots_overlap)
{
	struct trace_input input = { 0 };
	struct trace_streams streams;
	struct trace_queue *queue = add_queue(&input);
	add_letters(queue, 0, 10);
	add_letters(queue, 2, 10);
	add_letters(queue, 2, 3); /* nothing new */
	trace_streams_make(&input, true, &streams);
	CHECK_INT(streams.all.count, 1);
	check_text(&streams.all.items[0], 0, 12, "abcdefghijkl");
	trace_streams_done(&streams);
	trace_input_done(&input);
}

TEST_MAIN
