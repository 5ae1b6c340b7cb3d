/* Records and files made of bytes of either byte order, for the tests of this folder. */
#ifndef TESTS_UNIT_PERFDATA_BYTES_H
#define TESTS_UNIT_PERFDATA_BYTES_H

#include "base/outbuf.h"
#include "perfdata/perfdata.h"

struct bytes {
	struct outbuf out;
};

static inline void bytes_init(struct bytes *b, bool swap)
{
	out_init(&b->out, -1);
	b->out.swap = swap;
}
static inline void bytes_done(struct bytes *b) { out_done(&b->out); }
static inline void put8(struct bytes *b, uint8_t v) { out_u8(&b->out, v); }
static inline void put16(struct bytes *b, uint16_t v) { out_u16(&b->out, v); }
static inline void put32(struct bytes *b, uint32_t v) { out_u32(&b->out, v); }
static inline void put64(struct bytes *b, uint64_t v) { out_u64(&b->out, v); }
static inline void put_text8(struct bytes *b, const char *text) /* with NUL, padded to 8 */
{
	size_t n = strlen(text) + 1;
	out_mem(&b->out, text, n);
	for (; n % 8; n++) put8(b, 0);
}
/* The record at at, as the reader would give it. */
static inline struct record record_at(const struct bytes *b, size_t at)
{
	struct cursor c = cursor_of(b->out.data + at, 8, b->out.swap);
	struct record r = { .data = (const uint8_t *)b->out.data + at, .swap = b->out.swap };
	r.type = cursor_u32(&c);
	r.misc = cursor_u16(&c);
	r.size = cursor_u16(&c);
	return r;
}

/* An attr of 136 bytes with the fields that tests need; flags are those of a little-endian machine. */
struct attr_fields {
	uint32_t type;
	uint64_t config, period, sample_type, read_format, flags, branch, regs_user, regs_intr;
	uint32_t stack;
};
static inline void put_attr(struct bytes *b, const struct attr_fields *a)
{
	put32(b, a->type);
	put32(b, 136);
	put64(b, a->config);
	put64(b, a->period);
	put64(b, a->sample_type);
	put64(b, a->read_format);
	for (unsigned i = 0; i < 8; i++) {
		uint8_t v = (uint8_t)(a->flags >> (8 * i)), reversed = 0;
		for (unsigned k = 0; k < 8; k++) reversed |= (uint8_t)((v >> k & 1) << (7 - k));
		bool big_endian = b->out.swap != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
		put8(b, big_endian ? reversed : v);
	}
	put32(b, 0);
	put32(b, 0);
	put64(b, 0);
	put64(b, 0);
	put64(b, a->branch);
	put64(b, a->regs_user);
	put32(b, a->stack);
	put32(b, 0);
	put64(b, a->regs_intr);
	for (unsigned i = 0; i < 4; i++) put64(b, 0);
}

/* A whole file of events with ids 100, 101 ... and the records in data; data_size: what the header says (UINT64_MAX:
 * the truth). */
static inline void put_file(struct bytes *b, const struct attr_fields *attrs, size_t nr_attrs, const struct bytes *data,
			    uint64_t data_size)
{
	uint64_t attrs_off = 104 + 8 * nr_attrs, data_off = attrs_off + nr_attrs * 152;
	put64(b, PERFDATA_MAGIC2);
	put64(b, 104);
	put64(b, 152);
	put64(b, attrs_off);
	put64(b, nr_attrs * 152);
	put64(b, data_off);
	put64(b, data_size == UINT64_MAX ? data->out.size : data_size);
	for (unsigned i = 0; i < 6; i++) put64(b, 0);
	for (size_t i = 0; i < nr_attrs; i++) put64(b, 100 + i);
	for (size_t i = 0; i < nr_attrs; i++) {
		put_attr(b, &attrs[i]);
		put64(b, 104 + 8 * i);
		put64(b, 8);
	}
	out_mem(&b->out, data->out.data, data->out.size);
}

static inline struct perfdata *open_bytes_of(const struct bytes *file, size_t size, struct warnings *warnings,
					     int *ret_code)
{
	struct perfdata_options options = { .warnings = warnings };
	struct perfdata *pd = NULL;
	_err_done_ struct err err = ERR_INIT;
	*ret_code = perfdata_open_memory(file->out.data, size, "test", &options, &pd, &err);
	return pd;
}

#endif
