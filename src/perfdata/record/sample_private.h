/* What sample.c and sample_variable.c share: the walk over the fields of variable size. A walk goes through a record
 * front to back; each step checks that its bytes are there, returns false when they are not, and otherwise moves p
 * behind them. */
#ifndef PERFDATA_RECORD_SAMPLE_PRIVATE_H
#define PERFDATA_RECORD_SAMPLE_PRIVATE_H

#include "perfdata/record/sample.h"

/* From any address, in this machine's byte order. */
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

/* The walk's state: p to end is what is left of the record; `used` words of the scratch are taken. */
struct walk {
	const uint8_t *p, *end;
	bool swap;
	uint16_t record_size;
	struct sample_scratch *scratch;
	size_t used;
};

/* walk_has, walk_u64: whether so many bytes are left; the next word. */
static inline bool walk_has(const struct walk *w, size_t bytes) { return (size_t)(w->end - w->p) >= bytes; }

static inline bool walk_u64(struct walk *w, uint64_t *ret)
{
	if (!walk_has(w, 8)) return false;
	*ret = load_u64(w->p, w->swap);
	w->p += 8;
	return true;
}

/* Whether the words of a record are read where they are: in this machine's byte order, and aligned as fields are. */
static inline bool walk_finds_words_in_place(const struct record *r)
{
	return !r->swap && ((uintptr_t)r->data & 7) == 0;
}

/* Only when walk_finds_words_in_place: the sample then points into the record. */
static inline bool walk_callchain_in_place(struct walk *w, struct sample *s)
{
	uint64_t count;
	if (!walk_u64(w, &count) || count > (size_t)(w->end - w->p) / 8) return false;
	s->callchain = (const uint64_t *)(const void *)w->p;
	s->nr_callchain = count;
	w->p += count * 8;
	return true;
}

/* Raw data is never copied or swapped: its layout is the tracepoint's. */
static inline bool walk_raw(struct walk *w, const struct event_attr *attr, struct sample *s)
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

/* Decodes the fields of variable size, which begin `off` bytes into the record. Returns 0 or -EBADMSG; fields decoded
 * until there are kept. */
int sample_decode_variable(const struct event_attr *attr, const struct record *r, struct sample_scratch *scratch,
			   int off, struct sample *s);
/* Appends them in the order and the layout of attr. */
void sample_encode_variable(struct outbuf *out, const struct event_attr *attr, const struct sample *s);

#endif
