/* Sample decoding: loads at fixed offsets, then a walk over the variable fields. */
#include "perfdata/record/sample.h"

#include <errno.h>
#include "perfdata/record/events.h"

void sample_scratch_done(struct sample_scratch *scratch)
{
	free(scratch->words);
	*scratch = (struct sample_scratch){ 0 };
}

static inline uint64_t load_u64(const uint8_t *p, bool swap)
{
	uint64_t v;
	memcpy(&v, p, 8);
	return unlikely(swap) ? __builtin_bswap64(v) : v;
}
static inline uint32_t load_u32(const uint8_t *p, bool swap)
{
	uint32_t v;
	memcpy(&v, p, 4);
	return unlikely(swap) ? __builtin_bswap32(v) : v;
}

/* The walk's state: what is left of the record, and what of the scratch words is taken. */
struct walk {
	const uint8_t *p, *end;
	bool swap;
	uint16_t record_size;
	struct sample_scratch *scratch;
	size_t used;
};

static inline bool walk_has(const struct walk *w, size_t bytes) { return (size_t)(w->end - w->p) >= bytes; }

static bool walk_u64(struct walk *w, uint64_t *ret)
{
	if (!walk_has(w, 8)) return false;
	*ret = load_u64(w->p, w->swap);
	w->p += 8;
	return true;
}

/* Room for words that stays where it is for the rest of this sample: all a record can need is reserved the first time.
 * The read values take up to three words for one in the record, everything else one. */
static uint64_t *walk_scratch(struct walk *w, size_t words)
{
	struct sample_scratch *s = w->scratch;
	size_t all = 4 * ((size_t)w->record_size / 8 + 1);
	if (s->capacity < all) { /* nothing is taken yet: what is taken reserved all */
		free(s->words);
		s->words = xreallocarray(NULL, all, sizeof(*s->words));
		s->capacity = all;
	}
	uint64_t *p = s->words + w->used;
	w->used += words;
	return p;
}

/* count words as an array in host order: in place where possible. */
static bool walk_words(struct walk *w, uint64_t count, const uint64_t **ret)
{
	if (count > (size_t)(w->end - w->p) / 8) return false;
	const uint8_t *p = w->p;
	w->p += count * 8;
	if (likely(!w->swap && ((uintptr_t)p & 7) == 0)) {
		*ret = (const uint64_t *)p;
		return true;
	}
	uint64_t *words = walk_scratch(w, count);
	for (size_t i = 0; i < count; i++) words[i] = load_u64(p + 8 * i, w->swap);
	*ret = words;
	return true;
}

static bool walk_read(struct walk *w, uint64_t format, struct sample *s)
{
	bool group = format & READ_GROUP;
	uint64_t count = 1, first = 0;
	if (group ? !walk_u64(w, &count) : !walk_u64(w, &first)) return false;
	if (format & READ_TOTAL_TIME_ENABLED && !walk_u64(w, &s->read_enabled_ns)) return false;
	if (format & READ_TOTAL_TIME_RUNNING && !walk_u64(w, &s->read_running_ns)) return false;
	unsigned words = group + !!(format & READ_ID) + !!(format & READ_LOST);
	if (group && count > (size_t)(w->end - w->p) / (8 * words)) return false;
	struct read_value *values = (struct read_value *)walk_scratch(w, count * 3);
	for (size_t i = 0; i < count; i++) {
		struct read_value *v = &values[i];
		*v = (struct read_value){ .value = first };
		if (group && !walk_u64(w, &v->value)) return false;
		if (format & READ_ID && !walk_u64(w, &v->id)) return false;
		if (format & READ_LOST && !walk_u64(w, &v->lost)) return false;
	}
	s->nr_read = (uint32_t)count;
	s->read = values;
	return true;
}

/* Bit fields of a big-endian recorder start at bit 63 and go down; brought to the little-endian places. */
static uint64_t branch_flags_from_big_endian(uint64_t v)
{
	static const uint8_t widths[] = { 1, 1, 1, 1, 16, 4, 2, 4, 3 };
	uint64_t out = 0;
	unsigned at = 0;
	for (size_t i = 0; i < ARRAY_SIZE(widths); at += widths[i++])
		out |= (v >> (64 - at - widths[i]) & ((1ull << widths[i]) - 1)) << at;
	return out;
}

static bool walk_branches(struct walk *w, uint64_t branch_type, struct sample *s)
{
	const uint64_t *words;
	uint64_t count;
	if (!walk_u64(w, &count)) return false;
	s->branch_hw_idx = (uint64_t)-1;
	if (branch_type & BRANCH_HW_INDEX && !walk_u64(w, &s->branch_hw_idx)) return false;
	if (count > (size_t)(w->end - w->p) / 24 || !walk_words(w, count * 3, &words)) return false;
	bool big_endian = w->swap != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
	if (big_endian && count) {
		uint64_t *own = w->swap ? (uint64_t *)words /* ours already */ : walk_scratch(w, count * 3);
		for (size_t i = 0; i < count * 3; i++)
			own[i] = i % 3 == 2 ? branch_flags_from_big_endian(words[i]) : words[i];
		words = own;
	}
	if (branch_type & BRANCH_COUNTERS && !walk_words(w, count, &s->branch_counters)) return false;
	s->branches = (const struct branch_entry *)words;
	s->nr_branches = count;
	return true;
}

static bool walk_regs(struct walk *w, uint64_t mask, struct sample_regs *ret)
{
	uint64_t abi;
	const uint64_t *values = NULL;
	if (!walk_u64(w, &abi)) return false;
	if (abi && !walk_words(w, (uint64_t)__builtin_popcountll(mask), &values)) return false;
	*ret = (struct sample_regs){ .abi = abi, .mask = abi ? mask : 0, .values = values };
	return true;
}

static bool walk_stack(struct walk *w, struct sample *s)
{
	uint64_t size, dyn_size;
	if (!walk_u64(w, &size)) return false;
	if (!size) return true;
	if (!walk_has(w, size)) return false;
	const uint8_t *data = w->p;
	w->p += size;
	if (!walk_u64(w, &dyn_size)) return false;
	s->stack = data;
	s->stack_size = size;
	s->stack_dyn_size = dyn_size;
	return true;
}

static bool walk_raw(struct walk *w, struct sample *s)
{
	if (!walk_has(w, 4)) return false;
	uint32_t size = load_u32(w->p, w->swap);
	w->p += 4;
	if (!walk_has(w, size)) return false;
	s->raw = w->p;
	s->raw_size = size;
	w->p += size;
	return true;
}

static bool walk_bytes(struct walk *w, uint64_t *ret_size, const uint8_t **ret)
{
	uint64_t size;
	if (!walk_u64(w, &size) || !walk_has(w, size)) return false;
	*ret = w->p;
	*ret_size = size;
	w->p += size;
	return true;
}

static int decode_variable(const struct event_attr *attr, const struct record *r, struct sample_scratch *scratch,
			   int off, struct sample *s)
{
	struct walk w = { .p = r->data + off,
			  .end = r->data + r->size,
			  .swap = r->swap,
			  .record_size = r->size,
			  .scratch = scratch };
	uint64_t type = attr->sample_type;
#define FIELD(bit, ok)                              \
	do {                                        \
		if (type & (bit)) {                 \
			if (!(ok)) return -EBADMSG; \
			s->present |= (bit);        \
		}                                   \
	} while (0)
	FIELD(SAMPLE_READ, walk_read(&w, attr->read_format, s));
	if (type & SAMPLE_CALLCHAIN) {
		uint64_t count;
		if (!walk_u64(&w, &count) || !walk_words(&w, count, &s->callchain)) return -EBADMSG;
		s->nr_callchain = count;
		s->present |= SAMPLE_CALLCHAIN;
	}
	FIELD(SAMPLE_RAW, walk_raw(&w, s));
	FIELD(SAMPLE_BRANCH_STACK, walk_branches(&w, attr->branch_sample_type, s));
	FIELD(SAMPLE_REGS_USER, walk_regs(&w, attr->sample_regs_user, &s->user_regs));
	FIELD(SAMPLE_STACK_USER, walk_stack(&w, s));
	if (type & (SAMPLE_WEIGHT | SAMPLE_WEIGHT_STRUCT)) {
		uint64_t weight;
		if (!walk_u64(&w, &weight)) return -EBADMSG;
		if (type & SAMPLE_WEIGHT_STRUCT) {
			s->weight = (uint32_t)weight;
			s->ins_lat = (uint16_t)(weight >> 32);
			s->p_stage_cyc = (uint16_t)(weight >> 48);
		} else {
			s->weight = weight;
		}
		s->present |= type & (SAMPLE_WEIGHT | SAMPLE_WEIGHT_STRUCT);
	}
	FIELD(SAMPLE_DATA_SRC, walk_u64(&w, &s->data_src));
	FIELD(SAMPLE_TRANSACTION, walk_u64(&w, &s->transaction));
	FIELD(SAMPLE_REGS_INTR, walk_regs(&w, attr->sample_regs_intr, &s->intr_regs));
	FIELD(SAMPLE_PHYS_ADDR, walk_u64(&w, &s->phys_addr));
	FIELD(SAMPLE_CGROUP, walk_u64(&w, &s->cgroup));
	FIELD(SAMPLE_DATA_PAGE_SIZE, walk_u64(&w, &s->data_page_size));
	FIELD(SAMPLE_CODE_PAGE_SIZE, walk_u64(&w, &s->code_page_size));
	FIELD(SAMPLE_AUX, walk_bytes(&w, &s->aux_size, &s->aux));
#undef FIELD
	return 0;
}

#define FIXED_BITS                                                                                               \
	(SAMPLE_IDENTIFIER | SAMPLE_IP | SAMPLE_TID | SAMPLE_TIME | SAMPLE_ADDR | SAMPLE_ID | SAMPLE_STREAM_ID | \
	 SAMPLE_CPU | SAMPLE_PERIOD)

/* As memset, which compilers turn into a string instruction that takes longer than the decoding of a small sample. */
static inline void clear(struct sample *sample)
{
	typedef uint64_t words __attribute__((vector_size(16), aligned(8), may_alias));
	_Static_assert(sizeof(*sample) % sizeof(uint64_t) == 0, "made of words");
	uint8_t *at = (uint8_t *)sample, *end = at + sizeof(*sample);
	for (; at + sizeof(words) <= end; at += sizeof(words)) {
		*(words *)(void *)at = (words){ 0 };
		__asm__("" : "+r"(at)); /* keeps it a loop */
	}
	if (at < end) memset(at, 0, sizeof(uint64_t));
}

static inline int decode_fixed(const struct perf_event *event, const struct record *r, struct sample *ret)
{
	const uint8_t *p = r->data;
	bool swap = r->swap;
	ret->event = event;
	ret->misc = r->misc;
	ret->cpumode = (uint8_t)record_cpumode(r);
	ret->pid = ret->tid = ret->cpu = (uint32_t)-1;
	ret->time_ns = (uint64_t)-1;
	if (r->size < event->off_variable) return -EBADMSG;
	ret->present = event->attr.sample_type & FIXED_BITS;
	if (event->off_identifier >= 0) ret->id = load_u64(p + event->off_identifier, swap);
	if (event->off_ip >= 0) ret->ip = load_u64(p + event->off_ip, swap);
	if (event->off_tid >= 0) {
		ret->pid = load_u32(p + event->off_tid, swap);
		ret->tid = load_u32(p + event->off_tid + 4, swap);
	}
	if (event->off_time >= 0) ret->time_ns = load_u64(p + event->off_time, swap);
	if (event->off_addr >= 0) ret->addr = load_u64(p + event->off_addr, swap);
	if (event->off_id >= 0) ret->id = load_u64(p + event->off_id, swap);
	if (event->off_stream_id >= 0) ret->stream_id = load_u64(p + event->off_stream_id, swap);
	if (event->off_cpu >= 0) ret->cpu = load_u32(p + event->off_cpu, swap);
	ret->period = event->off_period >= 0 ? load_u64(p + event->off_period, swap) : event->attr.sample_period;
	return 0;
}

static inline bool is_plain(uint64_t sample_type) { return !(sample_type & ~(uint64_t)(FIXED_BITS | SAMPLE_RAW)); }

int sample_decode(const struct perf_event *event, const struct record *r, struct sample_scratch *scratch,
		  struct sample *ret)
{
	clear(ret);
	int rc = decode_fixed(event, r, ret);
	if (rc == 0 && event->attr.sample_type & ~(uint64_t)FIXED_BITS)
		return decode_variable(&event->attr, r, scratch, event->off_variable, ret);
	return rc;
}

int sample_decode_again(const struct perf_event *event, const struct record *r, struct sample_scratch *scratch,
			struct sample *ret)
{
	if (unlikely(!ret->event || !is_plain(ret->event->attr.sample_type) || !is_plain(event->attr.sample_type)))
		return sample_decode(event, r, scratch, ret);
	ret->ip = ret->addr = ret->id = ret->stream_id = 0;
	ret->raw_size = 0;
	ret->raw = NULL;
	ret->present = 0;
	int rc = decode_fixed(event, r, ret);
	if (rc < 0 || !(event->attr.sample_type & SAMPLE_RAW)) return rc;
	struct walk w = { .p = r->data + event->off_variable, .end = r->data + r->size, .swap = r->swap };
	if (!walk_raw(&w, ret)) return -EBADMSG;
	ret->present |= SAMPLE_RAW;
	return 0;
}
