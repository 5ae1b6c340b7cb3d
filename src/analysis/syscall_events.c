#include "analysis/syscall_events.h"

#include <string.h>
#include <sys/utsname.h>

struct reader {
	const struct tracepoint *tp;              /* NULL: no tracepoint */
	const struct tracepoint_field *number, *result;
	const struct tracepoint_field *args[SYSCALL_MAX_ARGS]; /* of syscalls:* */
	const struct tracepoint_field *array;     /* of raw_syscalls: all of them in one */
	unsigned nr_args;
	const struct syscall *syscall;            /* syscalls:* are of one call only */
	uint8_t kind;
	bool is_major;
};

struct syscall_events {
	struct reader *readers; size_t nr_readers; /* by event index */
	struct tracepoints *tracepoints;
	char arch[sizeof(((struct utsname *)0)->machine)];
	const struct syscall **by_number;          /* of the calls with small numbers, for speed */
	bool has_any;
};
enum { NR_FAST_NUMBERS = 1024 };

static void read_single_call(struct reader *reader, const char *name)
{
	const struct tracepoint *tp = reader->tp;
	reader->syscall = syscall_find(name);
	if (!reader->syscall && strncmp(name, "new", 3) == 0) reader->syscall = syscall_find(name + 3); /* sys_enter_newstat is stat */
	for (size_t i = tp->nr_common; i < tp->nr_fields && reader->nr_args < SYSCALL_MAX_ARGS; i++)
		if (strcmp(tp->fields[i].name, "__syscall_nr") != 0 && strcmp(tp->fields[i].name, "nr") != 0) reader->args[reader->nr_args++] = &tp->fields[i];
}

static void make_reader(struct syscall_events *events, const struct perf_event *event, struct reader *reader)
{
	reader->kind = SYSCALL_OTHER;
	if (event->attr.type == ATTR_TYPE_SOFTWARE && (event->attr.config == 2 || event->attr.config == 5 || event->attr.config == 6)) {
		reader->kind = SYSCALL_FAULT;
		reader->is_major = event->attr.config == 6;
	}
	if (event->attr.type != ATTR_TYPE_TRACEPOINT) return;
	reader->tp = tracepoints_find(events->tracepoints, event->attr.config);
	if (!reader->tp) return;
	const char *name = reader->tp->name;
	bool raw = strcmp(reader->tp->system, "raw_syscalls") == 0, single = strcmp(reader->tp->system, "syscalls") == 0;
	bool enter = strncmp(name, "sys_enter", 9) == 0, exit = strncmp(name, "sys_exit", 8) == 0;
	if ((!raw && !single) || (!enter && !exit)) return;
	reader->number = tracepoint_field(reader->tp, raw ? "id" : "__syscall_nr");
	if (!reader->number && single) reader->number = tracepoint_field(reader->tp, "nr");
	reader->result = exit ? tracepoint_field(reader->tp, "ret") : NULL;
	reader->array = raw && enter ? tracepoint_field(reader->tp, "args") : NULL;
	if (!reader->number || (exit && !reader->result)) return;
	if (single) read_single_call(reader, name + (enter ? 10 : 9));
	reader->kind = enter ? SYSCALL_ENTER : SYSCALL_EXIT;
}

struct syscall_events *syscall_events_new(const struct perf_events *perf_events, const void *tracing_data, size_t tracing_size_bytes, const char *arch)
{
	struct syscall_events *events = xcalloc(1, sizeof(*events));
	struct utsname here;
	if (!arch || !*arch) arch = uname(&here) == 0 ? here.machine : "x86_64";
	memcpy(events->arch, arch, MIN(strlen(arch), sizeof(events->arch) - 1));
	events->tracepoints = tracepoints_new(tracing_data, tracing_size_bytes, NULL);
	events->by_number = xcalloc(NR_FAST_NUMBERS, sizeof(*events->by_number));
	for (unsigned i = 0; i < NR_FAST_NUMBERS; i++) events->by_number[i] = syscall_by_number(events->arch, i);
	events->nr_readers = perf_events->count;
	events->readers = xcalloc(perf_events->count + 1, sizeof(*events->readers));
	for (size_t i = 0; i < perf_events->count; i++) {
		make_reader(events, perf_events->items[i], &events->readers[i]);
		events->has_any |= events->readers[i].tp || events->readers[i].kind == SYSCALL_FAULT;
	}
	return events;
}

void syscall_events_free(struct syscall_events *events)
{
	if (!events) return;
	tracepoints_free(events->tracepoints);
	free(events->by_number);
	free(events->readers);
	free(events);
}

bool syscall_events_any(const struct syscall_events *events) { return events->has_any; }

static bool is_inside(const struct tracepoint_field *field, const struct sample *sample)
{
	return (uint64_t)field->offset + field->size <= sample->raw_size;
}

static void read_args(const struct reader *reader, const struct sample *sample, uint64_t args[SYSCALL_MAX_ARGS])
{
	for (unsigned i = 0; i < reader->nr_args; i++) args[i] = tracepoint_number(reader->tp, reader->args[i], sample->raw, sample->raw_size);
	if (!reader->array || !is_inside(reader->array, sample)) return;
	size_t width = reader->tp->long_size == 4 ? 4 : 8;
	struct cursor c = cursor_of(sample->raw + reader->array->offset, reader->array->size, reader->tp->swap);
	for (unsigned i = 0; i < SYSCALL_MAX_ARGS && (i + 1) * width <= reader->array->size; i++) args[i] = width == 8 ? cursor_u64(&c) : cursor_u32(&c);
}

bool syscall_events_decode(const struct syscall_events *events, const struct sample *sample, struct syscall_event *ret)
{
	const struct reader *reader = &events->readers[sample->event->idx];
	*ret = (struct syscall_event){ .time_ns = sample->time_ns, .pid = sample->pid, .tid = sample->tid, .cpu = sample->cpu, .kind = reader->kind,
				       .is_major = reader->is_major, .number = -1 };
	if (reader->kind == SYSCALL_FAULT || reader->kind == SYSCALL_OTHER) return true;
	if (!is_inside(reader->number, sample)) return false;
	ret->number = (int64_t)tracepoint_number(reader->tp, reader->number, sample->raw, sample->raw_size);
	ret->syscall = reader->syscall ? reader->syscall
		       : (uint64_t)ret->number < NR_FAST_NUMBERS ? events->by_number[ret->number] : syscall_by_number(events->arch, (uint64_t)ret->number);
	if (reader->kind == SYSCALL_ENTER) {
		read_args(reader, sample, ret->args);
	} else {
		if (!is_inside(reader->result, sample)) return false;
		ret->result = (int64_t)tracepoint_number(reader->tp, reader->result, sample->raw, sample->raw_size);
	}
	return true;
}

void syscall_events_format_payload(const struct syscall_events *events, const struct sample *sample, bool with_zeros, struct outbuf *out)
{
	const struct tracepoint *tp = events->readers[sample->event->idx].tp;
	const char *separator = "";
	for (size_t i = tp ? tp->nr_common : 0; tp && i < tp->nr_fields; i++) {
		const struct tracepoint_field *field = &tp->fields[i];
		bool is_number = !(field->flags & (TRACEPOINT_ARRAY | TRACEPOINT_STRING | TRACEPOINT_DYNAMIC));
		if (is_number && !with_zeros && !tracepoint_number(tp, field, sample->raw, sample->raw_size)) continue;
		out_str(out, separator);
		out_str(out, field->name);
		out_lit(out, ": ");
		bool quoted = field->flags & TRACEPOINT_STRING;
		if (quoted) out_char(out, '"');
		tracepoint_print_field(tp, field, sample->raw, sample->raw_size, out);
		if (quoted) out_char(out, '"');
		separator = ", ";
	}
}
