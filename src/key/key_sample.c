/* Keys of where and when a sample was taken, and of what its tracepoint says. Each key is its functions and its
 * descriptor; only what is not plain has a remark. */
#include "key/key_table.h"
#include "event/format/tracepoint.h"

/* ---- cpu */

/* Sign extended: "no CPU" is -1. */
static uint64_t cpu_cell(struct key_env *env, const struct key_input *in)
{
	return (uint64_t)(int64_t)(int32_t)in->sample->cpu;
}

static void cpu_format(const struct key_env *env, uint64_t cell, unsigned width, struct outbuf *out)
{
	out_printf(out, "%.3d", (int)cell);
}

const struct key key_cpu = {
	.name = "cpu",
	.header = "CPU",
	.scope = KEY_SAMPLE,
	.align = KEY_RIGHT,
	.flags = KEY_FIXED,
	.cell = cpu_cell,
	.order = key_order_signed,
	.format = cpu_format,
};

/* ---- socket */

/* By the recording's CPU topology (header feature); -1 where that does not know the CPU. */
static uint64_t socket_cell(struct key_env *env, const struct key_input *in)
{
	const struct perf_header *header = key_env_header(env);
	if (!header || in->sample->cpu >= header->nr_cores) return (uint64_t)-1;
	return (uint64_t)(int64_t)header->cores[in->sample->cpu].socket;
}

static void socket_format(const struct key_env *env, uint64_t cell, unsigned width, struct outbuf *out)
{
	out_printf(out, "%.3d", (int)cell);
}

const struct key key_socket = {
	.name = "socket",
	.header = "Socket",
	.scope = KEY_SAMPLE,
	.align = KEY_RIGHT,
	.flags = KEY_FIXED,
	.cell = socket_cell,
	.order = key_order_signed,
	.format = socket_format,
};

/* ---- parallelism */

/* Threads that ran when the sample was taken; 0: not known. */
static uint64_t parallelism_cell(struct key_env *env, const struct key_input *in) { return in->sample->parallelism; }

const struct key key_parallelism = {
	.name = "parallelism",
	.header = "Parallelism",
	.scope = KEY_SAMPLE,
	.align = KEY_RIGHT,
	.flags = KEY_FIXED,
	.cell = parallelism_cell,
	.order = NULL,
	.format = key_format_dec,
};

/* ---- time */

/* The beginning of the interval of time_quantum_ns in which the sample was taken. */
static uint64_t time_cell(struct key_env *env, const struct key_input *in)
{
	uint64_t quantum = key_env_options(env)->time_quantum_ns;
	return in->sample->time_ns / quantum * quantum;
}

static void time_format(const struct key_env *env, uint64_t cell, unsigned width, struct outbuf *out)
{
	uint64_t seconds = cell / 1000000000, rest_ns = cell % 1000000000;
	if (key_env_options(env)->nanoseconds)
		out_printf(out, "%llu.%09llu", (unsigned long long)seconds, (unsigned long long)rest_ns);
	else out_printf(out, "%llu.%06llu", (unsigned long long)seconds, (unsigned long long)rest_ns / 1000);
}

const struct key key_time = {
	.name = "time",
	.header = "Time",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT_RAGGED,
	.min_width = 12,
	.cell = time_cell,
	.order = NULL,
	.format = time_format,
};

/* ---- trace */

/* The payload of a tracepoint in words: by the event's own print format, or with --raw-trace field by field. "N/A"
 * for other events. */
static uint64_t trace_cell(struct key_env *env, const struct key_input *in)
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
	.cell = trace_cell,
	.carry = key_carry_text,
	.order = key_order_text,
	.format = key_format_text,
};
