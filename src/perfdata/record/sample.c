/* Samples: loads and stores of the fields at fixed offsets; the fields behind them are sample_variable.c's. The rows
 * of sample_field.def make the code; where each fixed field is was worked out when the event was added (events.c).
 *
 * Decoding is the innermost loop of most commands: it takes no memory, and copies arrays only when byte order or
 * alignment forces it to. */
#include <errno.h>
#include "perfdata/record/events.h"
#include "perfdata/record/sample_private.h"

void sample_scratch_done(struct sample_scratch *scratch)
{
	free(scratch->words);
	*scratch = (struct sample_scratch){ 0 };
}

/* The SAMPLE_* bits of the rows FIXED. */
enum {
	FIXED_BITS = 0
#define FIXED(BIT, offset, fields) | SAMPLE_##BIT
#define WORD(BIT, field)
#define VARIABLE(bits, name)
#define TRAILER(BIT, fields)
#include "perfdata/record/sample_field.def"
};

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

/* Everything but the fields of variable size. -EBADMSG when the record is too short for the fixed ones; then only what
 * does not come from the record is set. swap: r->swap; a constant where the caller knows it, so that no load asks. */
static inline __attribute__((always_inline)) int decode_fixed(const struct perf_event *event, const struct record *r,
							      bool swap, struct sample *ret)
{
	ret->event = event;
	ret->misc = r->misc;
	ret->cpumode = (uint8_t)record_cpumode(r);
	ret->pid = ret->tid = ret->cpu = (uint32_t)-1;
	ret->time_ns = (uint64_t)-1;
	if (r->size < event->off_variable) return -EBADMSG;
	ret->present = event->attr.sample_type & FIXED_BITS;
	ret->period = event->attr.sample_period;
#define U32(field)                      \
	ret->field = load_u32(p, swap); \
	p += 4;
#define U64(field) ret->field = load_u64(p, swap);
#define UNUSED(bytes)
#define FIXED(BIT, offset, fields)                          \
	if (event->offset >= 0) {                           \
		const uint8_t *p = r->data + event->offset; \
		fields                                      \
	}
#define WORD(BIT, field)
#define VARIABLE(bits, name)
#define TRAILER(BIT, fields)
#include "perfdata/record/sample_field.def"
#undef U32
#undef U64
#undef UNUSED
	return 0;
}

int sample_encode(struct outbuf *out, const struct perf_event *event, const struct sample *s)
{
	const struct event_attr *attr = &event->attr;
	size_t begin = record_begin(out, RECORD_SAMPLE, s->misc);
#define U32(field) out_u32(out, s->field);
#define U64(field) out_u64(out, s->field);
#define UNUSED(bytes) out_zeros(out, bytes);
#define FIXED(BIT, offset, fields)              \
	if (attr->sample_type & SAMPLE_##BIT) { \
		fields                          \
	}
#define WORD(BIT, field)
#define VARIABLE(bits, name)
#define TRAILER(BIT, fields)
#include "perfdata/record/sample_field.def"
#undef U32
#undef U64
#undef UNUSED
	sample_encode_variable(out, attr, s);
	return record_end(out, begin);
}

/* What most samples are: one after the other is decoded into the same struct without clearing it as a whole. */
static inline bool is_plain(uint64_t sample_type)
{
	return !(sample_type & ~(uint64_t)(FIXED_BITS | SAMPLE_CALLCHAIN | SAMPLE_RAW));
}

int sample_decode(const struct perf_event *event, const struct record *r, struct sample_scratch *scratch,
		  struct sample *ret)
{
	clear(ret);
	int rc = decode_fixed(event, r, r->swap, ret);
	if (rc == 0 && event->attr.sample_type & ~(uint64_t)FIXED_BITS)
		return sample_decode_variable(&event->attr, r, scratch, event->off_variable, ret);
	return rc;
}

/* The short way: of a plain type, into a sample that was of one. swap: as of decode_fixed. */
static inline __attribute__((always_inline)) int decode_plain(const struct perf_event *event, const struct record *r,
							      bool swap, struct sample *ret)
{
	const uint64_t type = event->attr.sample_type;
	ret->ip = ret->addr = ret->id = ret->stream_id = 0;
	ret->nr_callchain = 0;
	ret->callchain = NULL;
	ret->raw_size = 0;
	ret->raw = NULL;
	ret->present = 0;
	int rc = decode_fixed(event, r, swap, ret);
	if (rc < 0) return rc;
	struct walk w = { .p = r->data + event->off_variable, .end = r->data + r->size, .swap = swap };
	if (type & SAMPLE_CALLCHAIN) {
		if (!walk_callchain_in_place(&w, ret)) return -EBADMSG;
		ret->present |= SAMPLE_CALLCHAIN;
	}
	if (type & SAMPLE_RAW) {
		if (!walk_raw(&w, &event->attr, ret)) return -EBADMSG;
		ret->present |= SAMPLE_RAW;
	}
	return 0;
}

int sample_decode_again(const struct perf_event *event, const struct record *r, struct sample_scratch *scratch,
			struct sample *ret)
{
	if (unlikely(!ret->event || !is_plain(ret->event->attr.sample_type) || !is_plain(event->attr.sample_type)))
		return sample_decode(event, r, scratch, ret);
	/* A chain that has to be copied needs the scratch, which the short way does without. */
	if (event->attr.sample_type & SAMPLE_CALLCHAIN && !walk_finds_words_in_place(r))
		return sample_decode(event, r, scratch, ret);
	return unlikely(r->swap) ? decode_plain(event, r, true, ret) : decode_plain(event, r, false, ret);
}
