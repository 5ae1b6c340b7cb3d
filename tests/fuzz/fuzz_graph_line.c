/* Text of the function_graph tracer, in two pieces, with both tables made of it. */
#include "analysis/ftrace/function_times.h"
#include "analysis/ftrace/latency_rows.h"
#include "render/listing/function_times_text.h"
#include "tests/fuzz/fuzz.h"

struct both {
	struct function_times *times;
	struct function_latency_result latency;
};

static void add(void *ctx, const struct graph_call *call)
{
	struct both *both = ctx;
	function_times_add(both->times, call);
	latency_rows_add(&both->latency, call->duration_ns);
}

FUZZ(data, size)
{
	struct both both = { .times = function_times_new() };
	struct graph_text lines = { .call = add, .ctx = &both };
	struct outbuf out;
	const char *text = (const char *)data;
	const struct latency_rows_options options = { .in_ns = size & 1,
						      .range = size & 2 ? size : 0,
						      .min = size & 4 };
	latency_rows_init(&both.latency, &options);
	graph_text_add(&lines, text, size / 3);
	graph_text_add(&lines, text + size / 3, size - size / 3);
	graph_text_end(&lines);
	out_init(&out, -1);
	for (int key = FUNCTION_TIMES_TOTAL; key <= FUNCTION_TIMES_NAME; key++)
		function_times_text(function_times_rows(both.times, (enum function_times_key)key), &out);
	function_latency_text(&both.latency, size & 8, &out);
	out_done(&out);
	function_times_free(both.times);
}
