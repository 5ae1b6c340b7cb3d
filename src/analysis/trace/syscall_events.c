/* One struct reader for each event index holds what decoding needs: where the call's number and result are in the
 * payload, which fields are arguments, which kind of event it is. So a sample costs an index, two loads and a copy,
 * and no comparison of names.
 *
 * Numbers become struct syscall by a table of the small ones (by_number) and by syscall_by_number for the rest, such
 * as those with SYSCALL_NUMBER_32. */
#include "analysis/trace/syscall_events.h"

#include <string.h>
#include "analysis/pass/sample_payload.h"
#include "base/host.h"
#include "base/vec.h"

struct enum_name {
	int64_t number;
	const char *name;
};
/* The constants of one enumeration, in the order of the kernel's type information. */
struct enum_names {
	VEC(struct enum_name) items;
};

/* How to decode the samples of one event. */
struct reader {
	const struct tracepoint *tp; /* NULL: no tracepoint */
	/* Where the payload has them; size 0: it has none. */
	struct payload_number number, result;
	/* Bytes that a payload must have to hold both. */
	size_t least_size;
	/* Arguments of syscalls:*, one field each. */
	const struct tracepoint_field *args[SYSCALL_MAX_ARGS];
	/* Arguments of raw_syscalls:sys_enter: one array of longs. */
	const struct tracepoint_field *array;
	unsigned nr_args;
	const struct syscall *syscall; /* syscalls:* are of one call only */
	uint8_t kind;
	bool is_major, is_raw;
	/* The payload is a struct syscall_record, written by our BPF program. */
	bool of_programs;
	struct enum_names *enums; /* by field; NULL: there are none */
};

struct syscall_events {
	struct reader *readers;
	size_t nr_readers; /* by event index */
	struct tracepoints *tracepoints;
	char arch[sizeof(((struct host *)0)->machine)];
	const struct syscall **by_number; /* of the calls with small numbers, for speed */
	bool has_any, has_halves;
	bool separate; /* single calls are events */
};
enum { NR_FAST_NUMBERS = 1024, REGS_ABI_32 = 1 /* PERF_SAMPLE_REGS_ABI_32 */ };

/* Fills a reader of syscalls:sys_enter_NAME or sys_exit_NAME. The call's number is a field, too, but no argument. */
static void read_single_call(struct reader *reader, const char *name)
{
	const struct tracepoint *tp = reader->tp;
	reader->syscall = syscall_find(name);
	if (!reader->syscall && strncmp(name, "new", 3) == 0)
		reader->syscall = syscall_find(name + 3); /* sys_enter_newstat is stat */
	for (size_t i = tp->nr_common; i < tp->nr_fields && reader->nr_args < SYSCALL_MAX_ARGS; i++)
		if (strcmp(tp->fields[i].name, "__syscall_nr") != 0 && strcmp(tp->fields[i].name, "nr") != 0)
			reader->args[reader->nr_args++] = &tp->fields[i];
}

/* Chooses the kind of an event. A tracepoint of calls whose format lacks the fields that are needed stays
 * SYSCALL_OTHER. */
static void make_reader(struct syscall_events *events, const struct perf_event *event, struct reader *reader)
{
	reader->kind = SYSCALL_OTHER;
	if (attr_is_page_fault(&event->attr)) {
		reader->kind = SYSCALL_FAULT;
		reader->is_major = event->attr.config == ATTR_SOFTWARE_PAGE_FAULTS_MAJ;
	}
	reader->of_programs = attr_is_software(&event->attr, ATTR_SOFTWARE_BPF_OUTPUT) &&
			      strcmp(event->name, "syscalls") == 0;
	if (event->attr.type != ATTR_TYPE_TRACEPOINT) return;
	reader->tp = tracepoints_find(events->tracepoints, event->attr.config);
	if (!reader->tp) return;
	const char *name = reader->tp->name;
	bool raw = strcmp(reader->tp->system, "raw_syscalls") == 0,
	     single = strcmp(reader->tp->system, "syscalls") == 0;
	bool enter = strncmp(name, "sys_enter", 9) == 0, exit = strncmp(name, "sys_exit", 8) == 0;
	if ((!raw && !single) || (!enter && !exit)) return;
	/* Older kernels call the number of single calls "nr", newer ones "__syscall_nr". */
	reader->number = payload_number_of(reader->tp, raw ? "id" : "__syscall_nr");
	if (!reader->number.size && single) reader->number = payload_number_of(reader->tp, "nr");
	if (exit) reader->result = payload_number_of(reader->tp, "ret");
	reader->least_size = MAX((size_t)reader->number.offset + reader->number.size,
				 (size_t)reader->result.offset + reader->result.size);
	reader->array = raw && enter ? tracepoint_field(reader->tp, "args") : NULL;
	if (!reader->number.size || (exit && !reader->result.size)) return;
	const char *call = name + (enter ? strlen("sys_enter") : strlen("sys_exit"));
	if (single) read_single_call(reader, *call ? call + 1 : call);
	reader->is_raw = raw;
	reader->kind = enter ? SYSCALL_ENTER : SYSCALL_EXIT;
}

struct syscall_events *syscall_events_new(const struct perf_events *perf_events, const void *tracing_data,
					  size_t tracing_size_bytes, const char *arch, bool short_forms)
{
	struct syscall_events *events = xcalloc(1, sizeof(*events));
	const struct host host = host_read();
	if (!arch || !*arch) arch = host.machine;
	memcpy(events->arch, arch, MIN(strlen(arch), sizeof(events->arch) - 1));
	events->tracepoints = tracepoints_new(tracing_data, tracing_size_bytes, NULL);
	if (short_forms) tracepoints_use_short_forms(events->tracepoints);
	events->by_number = xcalloc(NR_FAST_NUMBERS, sizeof(*events->by_number));
	for (unsigned i = 0; i < NR_FAST_NUMBERS; i++) events->by_number[i] = syscall_by_number(events->arch, i);
	events->nr_readers = perf_events->count;
	events->readers = xcalloc(perf_events->count + 1, sizeof(*events->readers));
	for (size_t i = 0; i < perf_events->count; i++) {
		make_reader(events, perf_events->items[i], &events->readers[i]);
		events->has_halves |= events->readers[i].of_programs;
		events->has_any |= events->readers[i].tp || events->readers[i].kind == SYSCALL_FAULT ||
				   events->readers[i].of_programs;
	}
	return events;
}

static void know_value(void *to, const char *name, int64_t number)
{
	vec_push(&((struct enum_names *)to)->items, ((struct enum_name){ number, name }));
}

void syscall_events_name_enums(struct syscall_events *events, const struct enum_source *source)
{
	for (size_t i = 0; i < events->nr_readers; i++) {
		struct reader *reader = &events->readers[i];
		if (!reader->tp || reader->enums) continue;
		reader->enums = xcalloc(reader->tp->nr_fields + 1, sizeof(*reader->enums));
		for (size_t k = reader->tp->nr_common; k < reader->tp->nr_fields; k++) {
			const struct tracepoint_field *field = &reader->tp->fields[k];
			bool is_plain = !(field->flags & (TRACEPOINT_ARRAY | TRACEPOINT_STRING | TRACEPOINT_DYNAMIC));
			if (is_plain && strncmp(field->type, "enum ", 5) == 0)
				source->values(source->ctx, field->type + 5, know_value, &reader->enums[k]);
		}
	}
}

const char *syscall_events_enum_name(const struct syscall_events *events, const struct sample *sample, size_t field,
				     uint64_t number)
{
	const struct reader *reader = &events->readers[sample->event->idx];
	const struct enum_names *names = reader->enums ? &reader->enums[field] : NULL;
	for (size_t i = 0; names && i < names->items.count; i++)
		if ((uint32_t)names->items.items[i].number == (uint32_t)number) return names->items.items[i].name;
	return NULL;
}

static void forget_enums(struct reader *reader)
{
	for (size_t k = 0; reader->enums && k < reader->tp->nr_fields; k++) vec_done(&reader->enums[k].items);
	free(reader->enums);
}

void syscall_events_free(struct syscall_events *events)
{
	if (!events) return;
	for (size_t i = 0; i < events->nr_readers; i++) forget_enums(&events->readers[i]);
	tracepoints_free(events->tracepoints);
	free(events->by_number);
	free(events->readers);
	free(events);
}

bool syscall_events_any_halves(const struct syscall_events *events) { return events->has_halves; }
const char *syscall_events_arch(const struct syscall_events *events) { return events->arch; }
bool syscall_events_any(const struct syscall_events *events) { return events->has_any; }

/* Arguments are longs of the recorded machine: 4 or 8 bytes, perhaps of the other byte order. The usual case is one
 * memcpy. */
static void read_args(const struct reader *reader, const struct sample *sample, uint64_t args[SYSCALL_MAX_ARGS])
{
	for (unsigned i = 0; i < reader->nr_args; i++)
		args[i] = tracepoint_number(reader->tp, reader->args[i], sample->raw, sample->raw_size);
	if (!reader->array || !sample_payload_holds(sample, reader->array)) return;
	size_t width = reader->tp->long_size == 4 ? 4 : 8, all = SYSCALL_MAX_ARGS * sizeof(*args);
	if (likely(width == 8 && !reader->tp->swap && reader->array->size >= all)) {
		memcpy(args, sample->raw + reader->array->offset, all);
		return;
	}
	struct cursor c = cursor_of(sample->raw + reader->array->offset, reader->array->size, reader->tp->swap);
	for (unsigned i = 0; i < SYSCALL_MAX_ARGS && (i + 1) * width <= reader->array->size; i++)
		args[i] = width == 8 ? cursor_u64(&c) : cursor_u32(&c);
}

/* Copied out, since payloads of samples are not aligned to 8. */
static bool read_record(const struct sample *sample, struct syscall_record *ret)
{
	if (sample->raw_size < SYSCALL_RECORD_SHORT) return false;
	memcpy(ret, sample->raw, SYSCALL_RECORD_SHORT);
	return ret->kind >= SYSCALL_RECORD_WHOLE && ret->kind <= SYSCALL_RECORD_UNSEEN;
}

bool syscall_events_halves(const struct syscall_events *events, const struct sample *sample, bool *ret_begins,
			   uint64_t *ret_enter_ns, bool *ret_ends)
{
	struct syscall_record record;
	if (!events->readers[sample->event->idx].of_programs || !read_record(sample, &record)) return false;
	*ret_begins = record.kind == SYSCALL_RECORD_WHOLE || record.kind == SYSCALL_RECORD_BEGUN;
	*ret_ends = record.kind != SYSCALL_RECORD_BEGUN;
	*ret_enter_ns = record.enter_ns;
	return true;
}

/* Whether a call comes back as if it were the one that a signal interrupted. */
static bool returns_elsewhere(const struct syscall *syscall)
{
	return syscall && (strcmp(syscall->name, "rt_sigreturn") == 0 || strcmp(syscall->name, "sigreturn") == 0);
}

static inline const struct syscall *syscall_of(const struct syscall_events *events, uint64_t number)
{
	return likely(number < NR_FAST_NUMBERS) ? events->by_number[number] : syscall_by_number(events->arch, number);
}

/* One half of a struct syscall_record. A BEGIN is dated when the call began, an END when the sample was taken. */
static bool decode_half(const struct syscall_events *events, const struct sample *sample, enum syscall_half half,
			struct syscall_event *ret)
{
	struct syscall_record record;
	if (!read_record(sample, &record)) return false;
	bool is_32 = record.flags & SYSCALL_RECORD_IS_32;
	ret->number = is_32 ? record.number | SYSCALL_NUMBER_32 : record.number;
	ret->is_32 = is_32;
	ret->syscall = syscall_of(events, is_32 ? (uint64_t)ret->number : (uint32_t)record.number);
	ret->result = record.result;
	if (half == SYSCALL_END) {
		ret->kind = SYSCALL_EXIT;
		/* As sys_exit has it: the end of a signal handler's return is an end without a number. */
		if (returns_elsewhere(ret->syscall)) ret->number = -1;
		ret->memory_was_known = record.kind != SYSCALL_RECORD_ENDED;
	} else {
		ret->kind = SYSCALL_ENTER;
		ret->time_ns = record.enter_ns;
	}
	memcpy(ret->args, record.args, sizeof(ret->args));
	if (sample->raw_size >= sizeof(record))
		ret->memory = (struct syscall_memory){ sample->raw + SYSCALL_RECORD_SHORT, sample->raw + sizeof(record),
						       sample->raw_size - sizeof(record) };
	return true;
}

bool syscall_memory_find(const struct syscall_memory *memory, unsigned read, struct syscall_bytes *ret)
{
	/* Each read lies behind those before it, so that their sizes have to be added up; there are
	 * SYSCALL_MAX_READS at most. */
	size_t at = 0;
	for (unsigned i = 0; memory->sizes && i <= read && i < SYSCALL_MAX_READS; i++) {
		uint16_t size;
		memcpy(&size, memory->sizes + 2 * i, 2);
		if (size == SYSCALL_NOT_READ) size = 0;
		else if (i == read && at <= memory->size_bytes && size <= memory->size_bytes - at) {
			*ret = (struct syscall_bytes){ memory->bytes + at, size };
			return true;
		}
		at += (size + 7u) & ~7u;
	}
	return false;
}

bool syscall_events_decode(const struct syscall_events *events, const struct sample *sample, enum syscall_half half,
			   bool with_args, struct syscall_event *ret)
{
	const struct reader *reader = &events->readers[sample->event->idx];
	*ret = (struct syscall_event){ .time_ns = sample->time_ns,
				       .pid = sample->pid,
				       .tid = sample->tid,
				       .cpu = sample->cpu,
				       .kind = reader->kind,
				       .is_major = reader->is_major,
				       .number = -1 };
	if (half != SYSCALL_UNDIVIDED) return reader->of_programs && decode_half(events, sample, half, ret);
	if (reader->kind == SYSCALL_FAULT || reader->kind == SYSCALL_OTHER) return true;
	if (sample->raw_size < reader->least_size) return false;
	ret->number = (int64_t)payload_number_get(&reader->number, sample->raw, sample->raw_size);
	/* A 32-bit program's numbers mean other calls. Only the ABI of its sampled registers tells them apart. */
	if (sample->user_regs.abi == REGS_ABI_32 && reader->is_raw && ret->number >= 0 &&
	    syscall_arch_32(events->arch)) {
		ret->is_32 = true;
		ret->number |= SYSCALL_NUMBER_32;
	}
	ret->syscall = reader->syscall ? reader->syscall : syscall_of(events, (uint64_t)ret->number);
	if (events->separate && !reader->is_raw) {
		ret->kind = SYSCALL_OTHER;
		if (reader->kind != SYSCALL_ENTER) ret->syscall = NULL; /* shown by its fields */
		else if (with_args) read_args(reader, sample, ret->args);
	} else if (reader->kind == SYSCALL_ENTER) {
		if (with_args) read_args(reader, sample, ret->args);
	} else {
		ret->result = (int64_t)payload_number_get(&reader->result, sample->raw, sample->raw_size);
	}
	return true;
}

void syscall_events_separate(struct syscall_events *events, size_t nr_raw)
{
	events->separate = true;
	for (size_t i = 0; i < nr_raw && i < events->nr_readers; i++)
		if (events->readers[i].is_raw) events->readers[i].kind = SYSCALL_OTHER;
}

bool syscall_events_field(const struct syscall_events *events, const struct sample *sample, const char *field,
			  uint64_t *ret)
{
	const struct tracepoint *tp = events->readers[sample->event->idx].tp;
	const struct tracepoint_field *found = tp ? tracepoint_field(tp, field) : NULL;
	if (!found || !sample_payload_holds(sample, found)) return false;
	*ret = tracepoint_number(tp, found, sample->raw, sample->raw_size);
	return true;
}

const struct tracepoint *syscall_events_tracepoint(const struct syscall_events *events, const struct sample *sample)
{
	return events->readers[sample->event->idx].tp;
}
