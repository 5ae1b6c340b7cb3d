/* The fields of a sample that have no fixed size. For each row VARIABLE(bits, name) of sample_field.def there is a
 * walk_name, which reads it off a record, and a put_name, which writes it. All counts come from the record: each is
 * checked against what is left before anything is read or reserved. */
#include <errno.h>
#include "perfdata/record/sample_private.h"

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
	/* In the scratch: the record itself is never changed. */
	uint64_t *words = walk_scratch(w, count);
	for (size_t i = 0; i < count; i++) words[i] = load_u64(p + 8 * i, w->swap);
	*ret = words;
	return true;
}

/* In the byte order of out. */
static void put_words(struct outbuf *out, const uint64_t *words, uint64_t count)
{
	if (!out->swap) out_mem(out, words, count * 8);
	for (uint64_t i = 0; out->swap && i < count; i++) out_u64(out, words[i]);
}

/* Without READ_GROUP one value stands in front of the times, with it the number of values does, and they follow: UAPI,
 * struct read_format. A scratch entry is three words, whatever read_format has. */
static bool walk_read(struct walk *w, const struct event_attr *attr, struct sample *s)
{
	uint64_t format = attr->read_format;
	bool group = format & READ_GROUP;
	uint64_t count = 1, first = 0;
	if (group ? !walk_u64(w, &count) : !walk_u64(w, &first)) return false;
	if (format & READ_TOTAL_TIME_ENABLED && !walk_u64(w, &s->read_enabled_ns)) return false;
	if (format & READ_TOTAL_TIME_RUNNING && !walk_u64(w, &s->read_running_ns)) return false;
	/* Of each value: itself (in groups), id, lost. */
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

static void put_read(struct outbuf *out, const struct event_attr *attr, const struct sample *s)
{
	uint64_t format = attr->read_format, count = format & READ_GROUP ? s->nr_read : MIN(s->nr_read, 1u);
	if (format & READ_GROUP) out_u64(out, count);
	else out_u64(out, count ? s->read->value : 0);
	if (format & READ_TOTAL_TIME_ENABLED) out_u64(out, s->read_enabled_ns);
	if (format & READ_TOTAL_TIME_RUNNING) out_u64(out, s->read_running_ns);
	for (uint64_t i = 0; i < count; i++) {
		if (format & READ_GROUP) out_u64(out, s->read[i].value);
		if (format & READ_ID) out_u64(out, s->read[i].id);
		if (format & READ_LOST) out_u64(out, s->read[i].lost);
	}
}

/* SAMPLE_CALLCHAIN: u64 nr, ips[nr]. */
static bool walk_callchain(struct walk *w, const struct event_attr *attr, struct sample *s)
{
	uint64_t count;
	if (!walk_u64(w, &count) || !walk_words(w, count, &s->callchain)) return false;
	s->nr_callchain = count;
	return true;
}
static void put_callchain(struct outbuf *out, const struct event_attr *attr, const struct sample *s)
{
	out_u64(out, s->nr_callchain);
	put_words(out, s->callchain, s->nr_callchain);
}

/* SAMPLE_RAW: u32 size and the bytes. The kernel chooses sizes with which the next field is aligned to 8 again. */
static void put_raw(struct outbuf *out, const struct event_attr *attr, const struct sample *s)
{
	out_u32(out, s->raw_size);
	out_mem(out, s->raw, s->raw_size);
}

/* Bit fields of a big-endian recorder start at bit 63 and go down; brought to the little-endian places, or back. */
static uint64_t branch_flags_turned(uint64_t v, bool to_big_endian)
{
	static const uint8_t widths[] = { 1, 1, 1, 1, 16, 4, 2, 4, 3 };
	uint64_t out = 0;
	unsigned at = 0;
	for (size_t i = 0; i < ARRAY_SIZE(widths); at += widths[i++]) {
		unsigned little = at, big = 64 - at - widths[i];
		unsigned from = to_big_endian ? little : big, to = little + big - from;
		out |= (v >> from & ((1ull << widths[i]) - 1)) << to;
	}
	return out;
}

/* SAMPLE_BRANCH_STACK: u64 nr; (BRANCH_HW_INDEX) u64 hw_idx; nr x { u64 from, to, flags }; (BRANCH_COUNTERS) u64
 * counters[nr]. */
static bool walk_branches(struct walk *w, const struct event_attr *attr, struct sample *s)
{
	uint64_t branch_type = attr->branch_sample_type;
	const uint64_t *words;
	uint64_t count;
	if (!walk_u64(w, &count)) return false;
	s->branch_hw_idx = (uint64_t)-1;
	if (branch_type & BRANCH_HW_INDEX && !walk_u64(w, &s->branch_hw_idx)) return false;
	if (count > (size_t)(w->end - w->p) / 24 || !walk_words(w, count * 3, &words)) return false;
	/* Whether the recorder was big-endian. */
	bool big_endian = w->swap != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
	if (big_endian && count) {
		uint64_t *own = w->swap ? (uint64_t *)words /* ours already */ : walk_scratch(w, count * 3);
		for (size_t i = 0; i < count * 3; i++)
			own[i] = i % 3 == 2 ? branch_flags_turned(words[i], false) : words[i];
		words = own;
	}
	if (branch_type & BRANCH_COUNTERS && !walk_words(w, count, &s->branch_counters)) return false;
	s->branches = (const struct branch_entry *)words;
	s->nr_branches = count;
	return true;
}

static void put_branches(struct outbuf *out, const struct event_attr *attr, const struct sample *s)
{
	bool big_endian = out->swap != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
	out_u64(out, s->nr_branches);
	if (attr->branch_sample_type & BRANCH_HW_INDEX) out_u64(out, s->branch_hw_idx);
	for (uint64_t i = 0; i < s->nr_branches; i++) {
		const struct branch_entry *branch = &s->branches[i];
		out_u64(out, branch->from);
		out_u64(out, branch->to);
		out_u64(out, big_endian ? branch_flags_turned(branch->flags, true) : branch->flags);
	}
	if (!(attr->branch_sample_type & BRANCH_COUNTERS)) return;
	for (uint64_t i = 0; i < s->nr_branches; i++) out_u64(out, s->branch_counters ? s->branch_counters[i] : 0);
}

/* SAMPLE_REGS_USER and SAMPLE_REGS_INTR: u64 abi, and unless that is 0 a u64 for each bit of the attr's mask. */
static bool walk_regs(struct walk *w, uint64_t mask, struct sample_regs *ret)
{
	uint64_t abi;
	const uint64_t *values = NULL;
	if (!walk_u64(w, &abi)) return false;
	/* ABI 0, as of a kernel thread, has no values behind it. */
	if (abi && !walk_words(w, (uint64_t)__builtin_popcountll(mask), &values)) return false;
	*ret = (struct sample_regs){ .abi = abi, .mask = abi ? mask : 0, .values = values };
	return true;
}

/* The registers of mask; those that the sample does not have are 0. */
static void put_regs(struct outbuf *out, uint64_t mask, const struct sample_regs *regs)
{
	const uint64_t *value = regs->values;
	out_u64(out, regs->abi);
	for (uint64_t left = regs->abi ? mask | regs->mask : 0; left; left &= left - 1) {
		uint64_t bit = left & -left;
		if (mask & bit) out_u64(out, regs->mask & bit ? *value : 0);
		value += (regs->mask & bit) != 0;
	}
}

static bool walk_regs_user(struct walk *w, const struct event_attr *attr, struct sample *s)
{
	return walk_regs(w, attr->sample_regs_user, &s->user_regs);
}
static void put_regs_user(struct outbuf *out, const struct event_attr *attr, const struct sample *s)
{
	put_regs(out, attr->sample_regs_user, &s->user_regs);
}

static bool walk_regs_intr(struct walk *w, const struct event_attr *attr, struct sample *s)
{
	return walk_regs(w, attr->sample_regs_intr, &s->intr_regs);
}
static void put_regs_intr(struct outbuf *out, const struct event_attr *attr, const struct sample *s)
{
	put_regs(out, attr->sample_regs_intr, &s->intr_regs);
}

/* SAMPLE_STACK_USER: u64 size, and unless that is 0 the bytes and u64 dyn_size. */
static bool walk_stack(struct walk *w, const struct event_attr *attr, struct sample *s)
{
	uint64_t size, dyn_size;
	if (!walk_u64(w, &size)) return false;
	/* Without a stack the kernel leaves dyn_size out as well. */
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

static void put_stack(struct outbuf *out, const struct event_attr *attr, const struct sample *s)
{
	out_u64(out, s->stack_size);
	if (!s->stack_size) return;
	out_mem(out, s->stack, s->stack_size);
	out_u64(out, s->stack_dyn_size);
}

/* SAMPLE_WEIGHT is one u64; SAMPLE_WEIGHT_STRUCT has u32, u16, u16 in it, lowest first. */
static bool walk_weight(struct walk *w, const struct event_attr *attr, struct sample *s)
{
	uint64_t weight;
	if (!walk_u64(w, &weight)) return false;
	if (attr->sample_type & SAMPLE_WEIGHT_STRUCT) {
		s->weight = (uint32_t)weight;
		s->ins_lat = (uint16_t)(weight >> 32);
		s->p_stage_cyc = (uint16_t)(weight >> 48);
	} else {
		s->weight = weight;
	}
	return true;
}
static void put_weight(struct outbuf *out, const struct event_attr *attr, const struct sample *s)
{
	uint64_t weight = s->weight;
	if (attr->sample_type & SAMPLE_WEIGHT_STRUCT)
		weight = (uint32_t)weight | (uint64_t)(uint16_t)s->ins_lat << 32 |
			 (uint64_t)(uint16_t)s->p_stage_cyc << 48;
	out_u64(out, weight);
}

/* SAMPLE_AUX: u64 size and the bytes, a piece of a hardware trace. */
static bool walk_aux(struct walk *w, const struct event_attr *attr, struct sample *s)
{
	uint64_t size;
	if (!walk_u64(w, &size) || !walk_has(w, size)) return false;
	s->aux = w->p;
	s->aux_size = size;
	w->p += size;
	return true;
}
static void put_aux(struct outbuf *out, const struct event_attr *attr, const struct sample *s)
{
	out_u64(out, s->aux_size);
	out_mem(out, s->aux, s->aux_size);
}

int sample_decode_variable(const struct event_attr *attr, const struct record *r, struct sample_scratch *scratch,
			   int off, struct sample *s)
{
	struct walk walk = { .p = r->data + off,
			     .end = r->data + r->size,
			     .swap = r->swap,
			     .record_size = r->size,
			     .scratch = scratch };
	struct walk *const w = &walk;
	const uint64_t type = attr->sample_type;
#define FIXED(BIT, offset, fields)
#define TRAILER(BIT, fields)
#define WORD(BIT, field)                                      \
	if (type & SAMPLE_##BIT) {                            \
		if (!walk_u64(w, &s->field)) return -EBADMSG; \
		s->present |= SAMPLE_##BIT;                   \
	}
#define VARIABLE(bits, name)                                   \
	if (type & (bits)) {                                   \
		if (!walk_##name(w, attr, s)) return -EBADMSG; \
		s->present |= type & (bits);                   \
	}
#include "perfdata/record/sample_field.def"
	return 0;
}

void sample_encode_variable(struct outbuf *out, const struct event_attr *attr, const struct sample *s)
{
#define FIXED(BIT, offset, fields)
#define TRAILER(BIT, fields)
#define WORD(BIT, field) \
	if (attr->sample_type & SAMPLE_##BIT) out_u64(out, s->field);
#define VARIABLE(bits, name) \
	if (attr->sample_type & (bits)) put_##name(out, attr, s);
#include "perfdata/record/sample_field.def"
}
