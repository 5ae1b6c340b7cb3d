/* Attrs: from bytes of any age and byte order, and to the text of `evlist -v`, the header and the `-vv` dump.
 *
 * attr_decode and attr_put read and write the fields one by one, in the order of the UAPI, through a cursor and an
 * outbuf that know the byte order. Sizes differ by kernel version: what a shorter attr lacks is read from a zeroed
 * buffer, what is longer is cut. Only the flags need more than a swap (flags_from_bytes).
 *
 * The texts all come from attr_visit_fields, which calls back with name and value of each field that is set. A new
 * field of the UAPI is a member of struct event_attr, a line in attr_decode, attr_put, attr_smallest_size and
 * attr_visit_fields. */
#include "event/attr/attr.h"
#include "base/outbuf.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include "event/attr/name.h"

#define HOST_IS_BIG_ENDIAN (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)

static uint8_t reverse_bits(uint8_t b)
{
	b = (uint8_t)(b >> 4 | b << 4);
	b = (uint8_t)((b & 0xcc) >> 2 | (b & 0x33) << 2);
	return (uint8_t)((b & 0xaa) >> 1 | (b & 0x55) << 1);
}

/* The UAPI declares the flags as bit fields: a little-endian compiler allocates them from bit 0 of the first byte
 * upwards, a big-endian one from bit 7 of the first byte downwards. Reversing the bits of each byte turns one into the
 * other, and the two bits of precise_ip with them, which therefore are turned back. */
static uint64_t flags_from_bytes(const uint8_t bytes[8], bool big_endian)
{
	uint64_t flags = 0;
	for (unsigned i = 0; i < 8; i++) flags |= (uint64_t)(big_endian ? reverse_bits(bytes[i]) : bytes[i]) << (8 * i);
	if (big_endian) {
		uint64_t precise = flags >> ATTR_PRECISE_SHIFT & 3;
		flags = (flags & ~(3ull << ATTR_PRECISE_SHIFT)) |
			((precise >> 1 | (precise & 1) << 1) << ATTR_PRECISE_SHIFT);
	}
	return flags;
}

/* The inverse of flags_from_bytes. */
static void flags_to_bytes(uint64_t flags, bool big_endian, uint8_t ret_bytes[8])
{
	if (big_endian) {
		uint64_t precise = flags >> ATTR_PRECISE_SHIFT & 3;
		flags = (flags & ~(3ull << ATTR_PRECISE_SHIFT)) |
			((precise >> 1 | (precise & 1) << 1) << ATTR_PRECISE_SHIFT);
	}
	for (unsigned i = 0; i < 8; i++) {
		uint8_t b = (uint8_t)(flags >> (8 * i));
		ret_bytes[i] = big_endian ? reverse_bits(b) : b;
	}
}

int attr_decode(struct cursor *c, size_t size_bytes, struct event_attr *ret)
{
	if (size_bytes < 64) return -EBADMSG;
	const uint8_t *bytes = cursor_bytes(c, size_bytes);
	if (!bytes) return -EBADMSG;

	/* The copy makes every attr as long as the newest, the missing tail being zero, so that reading below cannot
	 * fail. */
	uint8_t whole[sizeof(struct event_attr)] = { 0 };
	memcpy(whole, bytes, MIN(size_bytes, sizeof(whole)));
	struct cursor a = cursor_of(whole, sizeof(whole), c->swap);
	struct event_attr attr = { 0 };
	attr.type = cursor_u32(&a);
	attr.size = cursor_u32(&a);
	attr.config = cursor_u64(&a);
	attr.sample_period = cursor_u64(&a);
	attr.sample_type = cursor_u64(&a);
	attr.read_format = cursor_u64(&a);
	attr.flags = flags_from_bytes(whole + a.pos, HOST_IS_BIG_ENDIAN != c->swap);
	/* flags were taken from the bytes above, before the cursor could swap them as one number */
	cursor_skip(&a, 8);
	attr.wakeup = cursor_u32(&a);
	attr.bp_type = cursor_u32(&a);
	attr.config1 = cursor_u64(&a);
	attr.config2 = cursor_u64(&a);
	attr.branch_sample_type = cursor_u64(&a);
	attr.sample_regs_user = cursor_u64(&a);
	attr.sample_stack_user = cursor_u32(&a);
	attr.clockid = (int32_t)cursor_u32(&a);
	attr.sample_regs_intr = cursor_u64(&a);
	attr.aux_watermark = cursor_u32(&a);
	attr.sample_max_stack = cursor_u16(&a);
	attr.reserved_2 = cursor_u16(&a);
	attr.aux_sample_size = cursor_u32(&a);
	attr.aux_action = cursor_u32(&a);
	attr.sig_data = cursor_u64(&a);
	attr.config3 = cursor_u64(&a);
	attr.config4 = cursor_u64(&a);
	/* 0 stands for the first version of the ABI */
	if (attr.size == 0) attr.size = 64;
	*ret = attr;
	return 0;
}

void attr_put(struct outbuf *out, const struct event_attr *attr, uint32_t size_bytes)
{
	size_t begin = out->size;
	uint8_t flags[8] = { 0 };
	flags_to_bytes(attr->flags, HOST_IS_BIG_ENDIAN != out->swap, flags);
	out_u32(out, attr->type);
	out_u32(out, size_bytes);
	out_u64(out, attr->config);
	out_u64(out, attr->sample_period);
	out_u64(out, attr->sample_type);
	out_u64(out, attr->read_format);
	out_mem(out, flags, sizeof(flags));
	out_u32(out, attr->wakeup);
	out_u32(out, attr->bp_type);
	out_u64(out, attr->config1);
	out_u64(out, attr->config2);
	out_u64(out, attr->branch_sample_type);
	out_u64(out, attr->sample_regs_user);
	out_u32(out, attr->sample_stack_user);
	out_u32(out, (uint32_t)attr->clockid);
	out_u64(out, attr->sample_regs_intr);
	out_u32(out, attr->aux_watermark);
	out_u16(out, attr->sample_max_stack);
	out_u16(out, attr->reserved_2);
	out_u32(out, attr->aux_sample_size);
	out_u32(out, attr->aux_action);
	out_u64(out, attr->sig_data);
	out_u64(out, attr->config3);
	out_u64(out, attr->config4);
	/* Written in full, then cut or padded: the fields are in the order in which the ABI grew. */
	size_t written = out->size - begin;
	if (written > size_bytes) out->size = begin + size_bytes;
	else out_zeros(out, size_bytes - written);
}

void attr_encode(const struct event_attr *attr, uint32_t size_bytes, uint8_t *ret_bytes)
{
	struct outbuf out;
	out_init(&out, -1);
	attr_put(&out, attr, size_bytes);
	memcpy(ret_bytes, out.data, size_bytes);
	out_done(&out);
}

/* From the newest field to the oldest: the first that is set decides (UAPI, PERF_ATTR_SIZE_VER*). */
uint32_t attr_smallest_size(const struct event_attr *attr)
{
	if (attr->config4) return 144;
	if (attr->config3) return 136;
	if (attr->sig_data) return 128;
	if (attr->aux_sample_size || attr->aux_action) return 120;
	if (attr->aux_watermark || attr->sample_max_stack || attr->reserved_2) return 112;
	if (attr->sample_regs_intr) return 104;
	if (attr->sample_regs_user || attr->sample_stack_user || attr->clockid) return 96;
	if (attr->branch_sample_type) return 80;
	if (attr->config2) return 72;
	return 64;
}

/* ---- text */

/* A bit, or several that are one field, and what it is called in texts. Tables end with a NULL name. */
struct bit_name {
	uint64_t bit;
	const char *name;
};

/* In the order upstream prints them, which is not the order of the bits. */
static const struct bit_name sample_bits[] = {
	{ SAMPLE_IP, "IP" },
	{ SAMPLE_TID, "TID" },
	{ SAMPLE_TIME, "TIME" },
	{ SAMPLE_ADDR, "ADDR" },
	{ SAMPLE_READ, "READ" },
	{ SAMPLE_CALLCHAIN, "CALLCHAIN" },
	{ SAMPLE_ID, "ID" },
	{ SAMPLE_CPU, "CPU" },
	{ SAMPLE_PERIOD, "PERIOD" },
	{ SAMPLE_STREAM_ID, "STREAM_ID" },
	{ SAMPLE_RAW, "RAW" },
	{ SAMPLE_BRANCH_STACK, "BRANCH_STACK" },
	{ SAMPLE_REGS_USER, "REGS_USER" },
	{ SAMPLE_STACK_USER, "STACK_USER" },
	{ SAMPLE_IDENTIFIER, "IDENTIFIER" },
	{ SAMPLE_REGS_INTR, "REGS_INTR" },
	{ SAMPLE_DATA_SRC, "DATA_SRC" },
	{ SAMPLE_WEIGHT, "WEIGHT" },
	{ SAMPLE_PHYS_ADDR, "PHYS_ADDR" },
	{ SAMPLE_AUX, "AUX" },
	{ SAMPLE_CGROUP, "CGROUP" },
	{ SAMPLE_DATA_PAGE_SIZE, "DATA_PAGE_SIZE" },
	{ SAMPLE_CODE_PAGE_SIZE, "CODE_PAGE_SIZE" },
	{ SAMPLE_WEIGHT_STRUCT, "WEIGHT_STRUCT" },
	{ 0, NULL },
};
static const struct bit_name read_bits[] = {
	{ READ_TOTAL_TIME_ENABLED, "TOTAL_TIME_ENABLED" },
	{ READ_TOTAL_TIME_RUNNING, "TOTAL_TIME_RUNNING" },
	{ READ_ID, "ID" },
	{ READ_GROUP, "GROUP" },
	{ READ_LOST, "LOST" },
	{ 0, NULL },
};
/* PERF_SAMPLE_BRANCH_* in the order of the UAPI. */
static const struct bit_name branch_bits[] = {
	{ 1 << 0, "USER" },
	{ 1 << 1, "KERNEL" },
	{ 1 << 2, "HV" },
	{ 1 << 3, "ANY" },
	{ 1 << 4, "ANY_CALL" },
	{ 1 << 5, "ANY_RETURN" },
	{ 1 << 6, "IND_CALL" },
	{ 1 << 7, "ABORT_TX" },
	{ 1 << 8, "IN_TX" },
	{ 1 << 9, "NO_TX" },
	{ 1 << 10, "COND" },
	{ 1 << 11, "CALL_STACK" },
	{ 1 << 12, "IND_JUMP" },
	{ 1 << 13, "CALL" },
	{ 1 << 14, "NO_FLAGS" },
	{ 1 << 15, "NO_CYCLES" },
	{ 1 << 16, "TYPE_SAVE" },
	{ BRANCH_HW_INDEX, "HW_INDEX" },
	{ 1 << 18, "PRIV_SAVE" },
	{ BRANCH_COUNTERS, "COUNTERS" },
	{ 0, NULL },
};

/* flags, between read_format and wakeup */
static const struct bit_name flag_bits[] = {
	{ ATTR_DISABLED, "disabled" },
	{ ATTR_INHERIT, "inherit" },
	{ ATTR_PINNED, "pinned" },
	{ ATTR_EXCLUSIVE, "exclusive" },
	{ ATTR_EXCLUDE_USER, "exclude_user" },
	{ ATTR_EXCLUDE_KERNEL, "exclude_kernel" },
	{ ATTR_EXCLUDE_HV, "exclude_hv" },
	{ ATTR_EXCLUDE_IDLE, "exclude_idle" },
	{ ATTR_MMAP, "mmap" },
	{ ATTR_COMM, "comm" },
	{ ATTR_FREQ, "freq" },
	{ ATTR_INHERIT_STAT, "inherit_stat" },
	{ ATTR_ENABLE_ON_EXEC, "enable_on_exec" },
	{ ATTR_TASK, "task" },
	{ ATTR_WATERMARK, "watermark" },
	{ 3ull << ATTR_PRECISE_SHIFT, "precise_ip" },
	{ ATTR_MMAP_DATA, "mmap_data" },
	{ ATTR_SAMPLE_ID_ALL, "sample_id_all" },
	{ ATTR_EXCLUDE_HOST, "exclude_host" },
	{ ATTR_EXCLUDE_GUEST, "exclude_guest" },
	{ ATTR_EXCLUDE_CALLCHAIN_KERNEL, "exclude_callchain_kernel" },
	{ ATTR_EXCLUDE_CALLCHAIN_USER, "exclude_callchain_user" },
	{ ATTR_MMAP2, "mmap2" },
	{ ATTR_COMM_EXEC, "comm_exec" },
	{ ATTR_USE_CLOCKID, "use_clockid" },
	{ ATTR_CONTEXT_SWITCH, "context_switch" },
	{ ATTR_WRITE_BACKWARD, "write_backward" },
	{ ATTR_NAMESPACES, "namespaces" },
	{ ATTR_KSYMBOL, "ksymbol" },
	{ ATTR_BPF_EVENT, "bpf_event" },
	{ ATTR_AUX_OUTPUT, "aux_output" },
	{ ATTR_CGROUP, "cgroup" },
	{ ATTR_TEXT_POKE, "text_poke" },
	{ ATTR_BUILD_ID, "build_id" },
	{ ATTR_INHERIT_THREAD, "inherit_thread" },
	{ ATTR_REMOVE_ON_EXEC, "remove_on_exec" },
	{ ATTR_SIGTRAP, "sigtrap" },
	{ ATTR_DEFER_CALLCHAIN, "defer_callchain" },
	{ ATTR_DEFER_OUTPUT, "defer_output" },
	{ 0, NULL },
};

/* Bits of aux_action, from the lowest on */
static const char *const aux_actions[] = { "aux_start_paused", "aux_pause", "aux_resume" };

/* Names of the bits joined by '|', cut where text is full. */
static void format_bits(const struct bit_name *bits, uint64_t value, char *text, size_t size)
{
	size_t n = 0;
	text[0] = '\0';
	for (; bits->name; bits++)
		if (value & bits->bit && n < size)
			n += (size_t)snprintf(text + n, size - n, "%s%s", n ? "|" : "", bits->name);
}

/* Names as upstream prints them; a PMU's number has the PMU's name. */
static void format_type(uint32_t type, const char *pmu, char *text, size_t size)
{
	static const char *const names[] = { "PERF_TYPE_HARDWARE", "software", "tracepoint",
					     "PERF_TYPE_HW_CACHE", "cpu",      "breakpoint" };
	const char *name = type < ARRAY_SIZE(names) ? names[type] : pmu;
	if (name) snprintf(text, size, "%u (%s)", type, name);
	else snprintf(text, size, "%u", type);
}

/* "0x1 (PERF_COUNT_HW_INSTRUCTIONS)", "0x13c (sched:sched_switch)", or the number alone. */
static void format_config(const struct event_attr *attr, const char *tracepoint, char *text, size_t size)
{
	char names[200] = "";
	if (attr->type == ATTR_TYPE_TRACEPOINT) snprintf(names, sizeof(names), "%s", tracepoint ? tracepoint : "");
	else event_config_symbol(attr, names, sizeof(names));
	if (names[0]) snprintf(text, size, "%#" PRIx64 " (%s)", attr->config, names);
	else snprintf(text, size, "%#" PRIx64, attr->config);
}

void attr_visit_fields(const struct event_attr *attr, const struct attr_names *names, attr_field_fn *fn, void *ctx)
{
	char text[600];
	format_type(attr->type, names ? names->pmu : NULL, text, sizeof(text));
	fn(ctx, "type", text);
/* Calls fn for a field that is not zero: name, then printf arguments for the value. */
#define FIELD_IF(value, name, ...)                                 \
	do {                                                       \
		if (value) {                                       \
			snprintf(text, sizeof(text), __VA_ARGS__); \
			fn(ctx, name, text);                       \
		}                                                  \
	} while (0)
#define BITS_IF(value, name, bits)                                    \
	do {                                                          \
		if (value) {                                          \
			format_bits(bits, value, text, sizeof(text)); \
			fn(ctx, name, text);                          \
		}                                                     \
	} while (0)
	FIELD_IF(attr->size, "size", "%u", attr->size);
	format_config(attr, names ? names->tracepoint : NULL, text, sizeof(text));
	fn(ctx, "config", text);
	FIELD_IF(attr->sample_period, "{ sample_period, sample_freq }", "%" PRIu64, attr->sample_period);
	BITS_IF(attr->sample_type, "sample_type", sample_bits);
	BITS_IF(attr->read_format, "read_format", read_bits);
	for (const struct bit_name *b = flag_bits; b->name; b++)
		FIELD_IF(attr->flags & b->bit, b->name, "%u",
			 b->bit == 3ull << ATTR_PRECISE_SHIFT ? attr_precise(attr) : 1);
	FIELD_IF(attr->wakeup, "{ wakeup_events, wakeup_watermark }", "%u", attr->wakeup);
	FIELD_IF(attr->bp_type, "bp_type", "%u", attr->bp_type);
	FIELD_IF(attr->config1, "{ bp_addr, config1 }", "%#" PRIx64, attr->config1);
	FIELD_IF(attr->config2, "{ bp_len, config2 }", "%#" PRIx64, attr->config2);
	BITS_IF(attr->branch_sample_type, "branch_sample_type", branch_bits);
	FIELD_IF(attr->sample_regs_user, "sample_regs_user", "%#" PRIx64, attr->sample_regs_user);
	FIELD_IF(attr->sample_stack_user, "sample_stack_user", "%u", attr->sample_stack_user);
	FIELD_IF(attr->clockid, "clockid", "%d", attr->clockid);
	FIELD_IF(attr->sample_regs_intr, "sample_regs_intr", "%#" PRIx64, attr->sample_regs_intr);
	FIELD_IF(attr->aux_watermark, "aux_watermark", "%u", attr->aux_watermark);
	FIELD_IF(attr->sample_max_stack, "sample_max_stack", "%u", attr->sample_max_stack);
	FIELD_IF(attr->aux_sample_size, "aux_sample_size", "%u", attr->aux_sample_size);
	for (size_t i = 0; i < ARRAY_SIZE(aux_actions); i++)
		FIELD_IF(attr->aux_action >> i & 1, aux_actions[i], "%u", 1);
	FIELD_IF(attr->sig_data, "sig_data", "%" PRIu64, attr->sig_data);
#undef FIELD_IF
#undef BITS_IF
}

/* An attr_field_fn; type is always the first field, which gets no comma in front. */
static void add_evlist_field(void *ctx, const char *name, const char *value)
{
	struct strbuf *out = ctx;
	strbuf_printf(out, "%s%s: %s", strcmp(name, "type") == 0 ? "" : ", ", name, value);
}

void attr_format_evlist(const struct event_attr *attr, const struct attr_names *names, struct strbuf *out)
{
	attr_visit_fields(attr, names, add_evlist_field, out);
}

static void add_dump_field(void *ctx, const char *name, const char *value)
{
	strbuf_printf(ctx, "  %-32s %s\n", name, value);
}

void attr_format_dump(const struct event_attr *attr, const struct attr_names *names, struct strbuf *out)
{
	attr_visit_fields(attr, names, add_dump_field, out);
}
