#include "key/key_table.h"
#include "event/format/tracepoint.h"

/* The payload of a tracepoint in words. */
static uint64_t cell(struct key_env *env, const struct key_input *in)
{
	const struct sample *sample = in->sample;
	const struct tracepoint *tp = sample->event->attr.type == ATTR_TYPE_TRACEPOINT
					      ? tracepoints_find(key_env_tracepoints(env), sample->event->attr.config)
					      : NULL;
	if (!tp) return key_env_text(env, "N/A");
	struct outbuf out;
	out_init(&out, -1);
	if (key_env_options(env)->raw_trace) tracepoint_print_fields(tp, sample->raw, sample->raw_size, &out);
	else tracepoint_print(tp, sample->raw, sample->raw_size, NULL, &out);
	out_char(&out, '\0');
	uint64_t id = key_env_text(env, out.data);
	out_done(&out);
	return id;
}

const struct key key_trace = {
	.name = "trace",
	.header = "Trace output",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT_RAGGED,
	.flags = KEY_CUT | KEY_LATE,
	.cell = cell,
	.order = key_order_text,
	.format = key_format_text,
};
