/* Bytes to packets. The first byte tells the type and, but for 02, the length; behind 02 the second byte does. */
#include "hwtrace/intel_pt/pt_packet.h"

#include <errno.h>
#include <string.h>
#include "base/compiler.h"

struct extended {
	uint8_t type, size;
};
static const struct extended extended[256] = {
#define PT_EXTENDED(byte, type_, size_) [byte] = { PT_##type_, size_ },
#include "hwtrace/intel_pt/pt_packet.def"
#undef PT_EXTENDED
};
static const uint8_t psb_bytes[16] = { 2, 0x82, 2, 0x82, 2, 0x82, 2, 0x82, 2, 0x82, 2, 0x82, 2, 0x82, 2, 0x82 };

/* Little-endian, n at most 8. */
static uint64_t read_bytes(const uint8_t *at, unsigned n)
{
	uint64_t value = 0;
	for (unsigned i = n; i--;) value = value << 8 | at[i];
	return value;
}

static int finish(struct pt_packet *ret, enum pt_packet_type type, unsigned size)
{
	ret->type = (uint8_t)type;
	ret->size = (uint8_t)size;
	return 0;
}

/* bits: the branches with a 1 in front of the oldest. */
static int decode_tnt(uint64_t bits, unsigned size, struct pt_packet *ret)
{
	unsigned top = bits ? 63 - (unsigned)__builtin_clzll(bits) : 0;
	ret->count = (uint8_t)top;
	ret->payload = bits & ~(1ULL << top);
	return finish(ret, PT_TNT, size);
}

static int decode_ip(const uint8_t *at, const uint8_t *end, enum pt_packet_type type, struct pt_packet *ret)
{
	static const uint8_t sizes[8] = { 1, 3, 5, 7, 7, 0, 9, 0 };
	unsigned size = sizes[*at >> 5];
	if (!size) return -EBADMSG;
	if ((size_t)(end - at) < size) return -ENODATA;
	ret->count = *at >> 5;
	ret->payload = read_bytes(at + 1, size - 1);
	return finish(ret, type, size);
}

/* Five bits in the first byte, seven in each that follows; bit 2 of the first and bit 0 of the others: there is more.
 */
static int decode_cyc(const uint8_t *at, const uint8_t *end, struct pt_packet *ret)
{
	enum { MAX_BYTES = 10 };
	uint64_t value = *at >> 3;
	unsigned size = 1, shift = 5;
	for (bool more = *at & 4; more; size++, shift += 7) {
		if (at + size == end) return -ENODATA;
		if (size == MAX_BYTES) return -EBADMSG;
		if (shift < 64) value |= (uint64_t)(at[size] >> 1) << shift;
		more = at[size] & 1;
	}
	ret->payload = value;
	return finish(ret, PT_CYC, size);
}

static int decode_mode(const uint8_t *at, const uint8_t *end, struct pt_packet *ret)
{
	if (end - at < 2) return -ENODATA;
	unsigned leaf = at[1] >> 5;
	if (leaf > 1) return -EBADMSG;
	ret->payload = at[1] & 31;
	/* both CS.L and CS.D: no mode of the processor */
	if (leaf == 0 && (at[1] & 3) == 3) return -EBADMSG;
	return finish(ret, leaf ? PT_MODE_TSX : PT_MODE_EXEC, 2);
}

/* at[0] is 02 and all its bytes are there. */
static int decode_extended(const uint8_t *at, const struct extended *row, struct pt_packet *ret)
{
	/* of the others that bit is part of the type */
	if (row->type == PT_PTW || row->type == PT_EXSTOP || row->type == PT_BEP) ret->ip = at[1] & 0x80;
	ret->payload = read_bytes(at + 2, row->size < 10 ? row->size - 2U : 8);
	switch (row->type) {
	case PT_TNT: return decode_tnt(ret->payload, row->size, ret);
	case PT_PSB:
		if (memcmp(at, psb_bytes, sizeof(psb_bytes)) != 0) return -EBADMSG;
		ret->payload = 0;
		break;
	case PT_TMA: ret->payload = read_bytes(at + 2, 2) | (uint64_t)(read_bytes(at + 5, 2) & 0x1ff) << 16; break;
	case PT_MNT:
		if (at[2] != 0x88) return -EBADMSG;
		ret->payload = read_bytes(at + 3, 8);
		break;
	case PT_PTW: ret->count = (uint8_t)(row->size - 2); break;
	case PT_BBP:
		ret->count = at[2] & 0x80 ? 4 : 8;
		ret->payload = at[2] & 31;
		break;
	case PT_CFE:
		ret->ip = at[2] & 0x80;
		ret->payload = at[2] & 31;
		ret->count = at[3];
		break;
	case PT_EVD:
		ret->payload = at[2] & 63;
		ret->value = read_bytes(at + 3, 8);
		break;
	default: break;
	}
	return finish(ret, row->type, row->size);
}

static int decode_behind_02(const uint8_t *at, const uint8_t *end, struct pt_packet *ret)
{
	if (end - at < 2) return -ENODATA;
	const struct extended *row = &extended[at[1]];
	if (!row->size) return -EBADMSG;
	if (end - at >= row->size) return decode_extended(at, row, ret);
	/* a pattern that cannot become a PSB any more is none */
	if (row->type == PT_PSB && memcmp(at, psb_bytes, (size_t)(end - at)) != 0) return -EBADMSG;
	return -ENODATA;
}

static int decode_bip(const uint8_t *at, const uint8_t *end, unsigned block_bytes, struct pt_packet *ret)
{
	if ((size_t)(end - at) < 1 + block_bytes) return -ENODATA;
	ret->count = *at >> 3;
	ret->payload = read_bytes(at + 1, block_bytes);
	return finish(ret, PT_BIP, 1 + block_bytes);
}

int pt_packet_decode(const uint8_t *at, const uint8_t *end, unsigned block_bytes, struct pt_packet *ret)
{
	if (at >= end) return -ENODATA;
	unsigned byte = *at;
	*ret = (struct pt_packet){ .type = PT_BAD, .size = 1 };
	if (byte == 0) return finish(ret, PT_PAD, 1);
	if (byte == 2) return decode_behind_02(at, end, ret);
	if (block_bytes && (byte & 7) == 4) return decode_bip(at, end, block_bytes, ret);
	if (!(byte & 1)) return decode_tnt(byte >> 1, 1, ret);
	if ((byte & 3) == 3) return decode_cyc(at, end, ret);
	switch (byte & 31) {
	case 0x01: return decode_ip(at, end, PT_TIP_PGD, ret);
	case 0x0d: return decode_ip(at, end, PT_TIP, ret);
	case 0x11: return decode_ip(at, end, PT_TIP_PGE, ret);
	case 0x1d: return decode_ip(at, end, PT_FUP, ret);
	default: break;
	}
	if (byte == 0x99) return decode_mode(at, end, ret);
	if (byte != 0x19 && byte != 0x59) return -EBADMSG;
	unsigned size = byte == 0x19 ? 8 : 2;
	if ((size_t)(end - at) < size) return -ENODATA;
	ret->payload = read_bytes(at + 1, size - 1);
	return finish(ret, byte == 0x19 ? PT_TSC : PT_MTC, size);
}

const uint8_t *pt_packet_find_psb(const uint8_t *at, const uint8_t *end)
{
	return at < end ? memmem(at, (size_t)(end - at), psb_bytes, sizeof(psb_bytes)) : NULL;
}

const uint8_t *pt_packet_find_psb_before(const uint8_t *from, const uint8_t *at, const uint8_t *end)
{
	const uint8_t *found = NULL;
	for (const uint8_t *p = at; p > from && !found;) {
		p--;
		if (*p == 2 && (size_t)(end - p) >= sizeof(psb_bytes) && !memcmp(p, psb_bytes, sizeof(psb_bytes)))
			found = p;
	}
	return found;
}

bool pt_packet_ip(const struct pt_packet *packet, uint64_t *last_ip)
{
	switch (packet->count) {
	case PT_IP_16: *last_ip = (*last_ip & ~0xffffULL) | packet->payload; return true;
	case PT_IP_32: *last_ip = (*last_ip & ~0xffffffffULL) | packet->payload; return true;
	case PT_IP_48_EXTENDED: *last_ip = (uint64_t)((int64_t)(packet->payload << 16) >> 16); return true;
	case PT_IP_48: *last_ip = (*last_ip & ~0xffffffffffffULL) | packet->payload; return true;
	case PT_IP_64: *last_ip = packet->payload; return true;
	default: return false;
	}
}
