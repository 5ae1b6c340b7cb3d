#include "hwtrace/arm_spe/spe_packet.h"

#include <errno.h>
#include <stdbool.h>
#include "base/compiler.h"

/* Headers, by the bits that are the same for all of a kind. In the short form the index is in the bits of `index`, in
 * the long one (a byte 001000ii before), which addresses and counters alone have, two bits more of it are in that. */
static const struct row {
	uint8_t mask, value;
	enum spe_packet_type type;
	uint8_t index;
} rows[] = {
	{ 0xff, 0x00, SPE_PAD, 0 },       { 0xff, 0x01, SPE_END, 0 },         { 0xff, 0x71, SPE_TIMESTAMP, 0 },
	{ 0xcf, 0x42, SPE_EVENTS, 0 },    { 0xcf, 0x43, SPE_DATA_SOURCE, 0 }, { 0xfc, 0x64, SPE_CONTEXT, 3 },
	{ 0xfc, 0x48, SPE_OPERATION, 3 }, { 0xf8, 0xb0, SPE_ADDRESS, 7 },     { 0xf8, 0x98, SPE_COUNTER, 7 },
};

static const struct row *find_row(uint8_t header)
{
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		if ((header & rows[i].mask) == rows[i].value) return &rows[i];
	return NULL;
}

static int is_bad(struct spe_packet *ret, int error)
{
	*ret = (struct spe_packet){ .type = SPE_BAD, .size = 1 };
	return error;
}

/* Zeros up to a multiple of 2, 4, 8 or 16 bytes. */
static int decode_alignment(uint8_t extension, uint64_t offset, size_t left, struct spe_packet *ret)
{
	uint64_t step = 2ULL << (extension & 3), size = step - offset % step;
	if (size < 2) size = 2;
	if (size > left) return is_bad(ret, -ENODATA);
	*ret = (struct spe_packet){ .type = SPE_PAD, .size = (uint8_t)size };
	return 0;
}

int spe_packet_decode(const uint8_t *at, const uint8_t *end, uint64_t offset, struct spe_packet *ret)
{
	enum { EXTENDED = 0x20, EXTENDED_MASK = 0xfc };
	size_t left = (size_t)(end - at);
	unsigned header_bytes = 1, high = 0;
	if ((at[0] & EXTENDED_MASK) == EXTENDED) {
		if (left < 2) return is_bad(ret, -ENODATA);
		if (!at[1]) return decode_alignment(at[0], offset, left, ret);
		high = (at[0] & 3u) << 3;
		header_bytes = 2;
	}
	uint8_t header = at[header_bytes - 1];
	const struct row *row = find_row(header);
	bool has_index = row && (row->type == SPE_ADDRESS || row->type == SPE_COUNTER);
	if (!row || (header_bytes == 2 && !has_index)) return is_bad(ret, -EBADMSG);
	bool is_bare = row->type == SPE_PAD || row->type == SPE_END;
	unsigned payload_bytes = is_bare ? 0 : 1u << (header >> 4 & 3);
	if (header_bytes + payload_bytes > left) return is_bad(ret, -ENODATA);
	*ret = (struct spe_packet){ .type = row->type,
				    .index = (uint8_t)(header & row->index),
				    .size = (uint8_t)(header_bytes + payload_bytes) };
	ret->index = (uint8_t)(ret->index | high);
	for (unsigned i = payload_bytes; i--;) ret->payload = ret->payload << 8 | at[header_bytes + i];
	return 0;
}
