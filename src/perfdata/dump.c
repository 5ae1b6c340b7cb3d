/* The dump of records: the frame around each, its bytes in hexadecimal, CPU and time, and the text of the fields. A
 * record looks like this (dump.h says for whom):
 *
 *   0x148@perf.data [0x28]: event: 3
 *   .
 *   . ... raw event: size 40 bytes
 *   .  0000:  03 00 00 00 ...
 *
 *   0 0x148 [0x28]: PERF_RECORD_COMM: perf-exec:4711/4711
 *
 * What follows the name comes from the rows of record_layout.def: they are read here once more, and each becomes a
 * function show_NAME. Rows that say BY call a function of dump_kernel.c, dump_user.c or dump_sample.c. */
#include "perfdata/dump.h"
#include "base/printable.h"

#include <errno.h>
#include <inttypes.h>
#include "perfdata/dump_private.h"

void dump_init(struct dump *dump, const struct perfdata *pd, enum dump_tool tool, struct outbuf *out)
{
	*dump = (struct dump){ .pd = pd, .tool = tool, .out = out };
}

void dump_done(struct dump *dump) { sample_scratch_done(&dump->scratch); }

/* The words of record_layout.def's third column, as code of a show function: item, dump and v are its variables. */
#define DECODED \
	if (decode(item->r, v) < 0) return -EBADMSG;
#define LINE(...) DECODED out_printf(dump->out, __VA_ARGS__);
#define BY(function) DECODED return function(dump, item, v);
#define NOT_IN(which) \
	if (dump->tool == (which)) return 0;
#define LAYOUT(name, fields, shown)                                                                        \
	static int show_##name(struct dump *dump, const struct dump_item *item)                            \
	{                                                                                                  \
		int (*const decode)(const struct record *, struct record_##name *) = record_decode_##name; \
		struct record_##name value, *const v = &value;                                             \
		(void)decode, (void)v;                                                                     \
		shown return 0;                                                                            \
	}
#include "perfdata/record/record_layout.def"
#undef LAYOUT

/* NULL: no type that is known. */
static int (*show_function(uint32_t type))(struct dump *dump, const struct dump_item *item)
{
	switch (type) {
#define RECORD(NAME, number, layout) \
	case number:                 \
		return show_##layout;
#include "perfdata/format/record_type.def"
#undef RECORD
	default: return NULL;
	}
}

/* Records of foreign byte order are shown in this machine's, so the dump must know how wide each field is. A character
 * for each field behind the record's header: 2, 4, 8 bytes, b one byte, s a string padded to 8 bytes, - the rest is
 * shown as it is. What follows the last one is taken for words of 8 bytes. */
static const char *field_widths(uint32_t type)
{
	switch (type) {
	case RECORD_MMAP: return "44888s";
	case RECORD_MMAP2: return "44888448844s";
	case RECORD_COMM: return "44s";
	case RECORD_EXIT:
	case RECORD_FORK: return "4444";
	case RECORD_READ:
	case RECORD_ITRACE_START:
	case RECORD_SWITCH_CPU_WIDE:
	case RECORD_NAMESPACES:
	case RECORD_AUXTRACE_INFO: return "44";
	case RECORD_KSYMBOL: return "8422s";
	case RECORD_BPF_EVENT: return "224bbbbbbbb";
	case RECORD_CGROUP: return "8s";
	case RECORD_TEXT_POKE: return "822-";
	case RECORD_AUXTRACE: return "8884444";
	case RECORD_STAT: return "844";
	case RECORD_EVENT_UPDATE: return "88-";
	case RECORD_HEADER_FEATURE: return "8-";
	case RECORD_TIME_CONV: return "88888-";
	case RECORD_THREAD_MAP: return "88-";
	case RECORD_CPU_MAP: return "222222222222222222-";
	case RECORD_HEADER_ATTR:
	case RECORD_HEADER_TRACING_DATA:
	case RECORD_HEADER_BUILD_ID: return "-";
	default: return "";
	}
}

static void reverse(uint8_t *p, size_t width)
{
	for (size_t i = 0; i < width / 2; i++) {
		uint8_t b = p[i];
		p[i] = p[width - 1 - i];
		p[width - 1 - i] = b;
	}
}

/* bytes gets r->size bytes. Stops at the end of the record, however damaged it is. */
static void to_host_order(const struct record *r, uint8_t *bytes)
{
	memcpy(bytes, r->data, r->size);
	reverse(bytes, 4);
	reverse(bytes + 4, 2);
	reverse(bytes + 6, 2);
	size_t pos = 8;
	for (const char *w = field_widths(r->type); *w; w++) {
		if (*w == '-') return;
		if (*w == 's') {
			pos += strnlen((const char *)bytes + pos, r->size - pos) + 1;
			pos = (pos + 7) & ~(size_t)7;
			if (pos > r->size) return;
			continue;
		}
		size_t width = *w == 'b' ? 1 : (size_t)(*w - '0');
		if (width > r->size - pos) return;
		reverse(bytes + pos, width);
		pos += width;
	}
	for (; r->size - pos >= 8; pos += 8) reverse(bytes + pos, 8);
}

static char dump_letter(uint8_t byte) { return byte >= ' ' && byte < 0x7f ? (char)byte : '.'; }

/* 16 bytes a line: offset, hexadecimal, and as ASCII with dots for what is not printable. */
static void add_bytes(struct outbuf *out, const uint8_t *bytes, size_t size)
{
	static const char digits[] = "0123456789abcdef";
	out_printf(out, ".\n. ... raw event: size %zu bytes\n", size);
	for (size_t line = 0; line < size; line += 16) {
		size_t n = MIN(size - line, 16);
		char text[128] = ".  ", *p = text + 3;
		for (int shift = line > 0xffff ? 16 : 12; shift >= 0; shift -= 4) *p++ = digits[line >> shift & 15];
		*p++ = ':';
		*p++ = ' ';
		for (size_t i = 0; i < 16; i++) {
			*p++ = ' ';
			*p++ = i < n ? digits[bytes[line + i] >> 4] : ' ';
			*p++ = i < n ? digits[bytes[line + i] & 15] : ' ';
		}
		*p++ = ' ';
		*p++ = ' ';
		for (size_t i = 0; i < 16; i++) *p++ = i < n ? dump_letter(bytes[line + i]) : ' ';
		*p++ = '\n';
		out_mem(out, text, (size_t)(p - text));
	}
	out_char(out, '\n');
}

/* As printf's "%#lx": 0 has no "0x". */
static void add_hex(struct outbuf *out, uint64_t value)
{
	if (value) out_lit(out, "0x");
	out_hex(out, value, 0);
}

/* CPU and time as the events' sample type has them; records that perf made have none, and show 0. */
static void add_stamp(struct dump *dump, const struct record *r, uint32_t cpu, uint64_t time_ns)
{
	const struct perf_events *events = perfdata_events(dump->pd);
	size_t known = perfdata_pipe_records(dump->pd) ? MIN(dump->attrs_seen, events->count) : events->count;
	const struct event_attr *attr = known ? &events->items[0]->attr : NULL;
	if (r->type != RECORD_SAMPLE && !(attr && attr->flags & ATTR_SAMPLE_ID_ALL)) {
		out_lit(dump->out, "-1 -1 ");
		return;
	}
	while (dump->nr_combined < known) dump->sample_types |= events->items[dump->nr_combined++]->attr.sample_type;
	uint64_t type = dump->sample_types;
	if (type & SAMPLE_CPU) {
		out_dec(dump->out, cpu, 0);
		out_char(dump->out, ' ');
	}
	if (type & SAMPLE_TIME) {
		out_dec(dump->out, time_ns, 0);
		out_char(dump->out, ' ');
	}
}

/* Records that upstream's command has no use for, and says so. */
static bool is_unhandled(enum dump_tool tool, uint32_t type)
{
	switch (type) {
	case RECORD_FINISHED_INIT:
	case RECORD_TIME_CONV: return true;
	case RECORD_THROTTLE:
	case RECORD_UNTHROTTLE:
	case RECORD_THREAD_MAP:
	case RECORD_CPU_MAP:
	case RECORD_STAT_CONFIG:
	case RECORD_STAT:
	case RECORD_STAT_ROUND:
	case RECORD_AUXTRACE_ERROR: return tool == DUMP_REPORT;
	default: return false;
	}
}

void dump_record(struct dump *dump, const struct record *r, struct sample *ret_sample)
{
	struct outbuf *out = dump->out;
	struct sample sample = {
		.pid = (uint32_t)-1, .tid = (uint32_t)-1, .cpu = (uint32_t)-1, .time_ns = (uint64_t)-1
	};
	struct sample_id id = { 0 };
	struct dump_item item = {
		.r = r, .event = events_of_record(perfdata_events(dump->pd), r), .id = &id, .sample = &sample
	};
	uint32_t cpu = 0;
	uint64_t time_ns = 0;
	bool damaged = false;
	if (r->type == RECORD_SAMPLE) {
		damaged = item.event && sample_decode(item.event, r, &dump->scratch, &sample) < 0;
		cpu = sample.cpu;
		time_ns = sample.time_ns;
	} else if (r->type < RECORD_USER_TYPE_START) {
		if (events_sample_id(perfdata_events(dump->pd), r, &id) < 0) damaged = true;
		cpu = id.cpu;
		time_ns = id.time_ns;
	}

	bool pipe = perfdata_pipe_records(dump->pd);
	/* Upstream counts offsets in a pipe from behind its header. */
	uint64_t off = r->file_off - (pipe ? PERFDATA_PIPE_HEADER_SIZE : 0);
	out_char(out, '\n');
	add_hex(out, off);
	out_char(out, '@');
	out_name(out, pipe ? "pipe" : perfdata_record_path(dump->pd, r));
	out_lit(out, " [");
	add_hex(out, r->size);
	out_lit(out, "]: event: ");
	out_dec(out, r->type, 0);
	out_char(out, '\n');
	if (r->swap) {
		uint8_t *bytes = xmalloc(r->size);
		to_host_order(r, bytes);
		add_bytes(out, bytes, r->size);
		free(bytes);
	} else {
		add_bytes(out, r->data, r->size);
	}
	if (dump->raw && !damaged && item.event && r->type == RECORD_SAMPLE) dump->raw(dump->raw_ctx, &sample, out);
	add_stamp(dump, r, cpu, time_ns);
	add_hex(out, off);
	out_lit(out, " [");
	add_hex(out, r->size);
	out_lit(out, "]: PERF_RECORD_");
	out_str(out, record_type_name(r->type));
	if (r->type == RECORD_HEADER_ATTR) dump->attrs_seen++;
	int (*show)(struct dump * dump, const struct dump_item *item) = show_function(r->type);
	if (show && show(dump, &item) < 0) damaged = true;
	if (damaged || !show) out_str(out, damaged ? " (damaged)\n" : "\n");
	else if (is_unhandled(dump->tool, r->type)) out_lit(out, ": unhandled!\n");
	if (damaged) sample = (struct sample){ 0 };
	*ret_sample = sample;
}
