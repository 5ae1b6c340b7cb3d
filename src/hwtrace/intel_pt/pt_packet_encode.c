/* Packets to bytes. */
#include <string.h>
#include "hwtrace/intel_pt/pt_packet.h"

static void put_bytes(uint8_t *to, uint64_t value, unsigned n)
{
	for (unsigned i = 0; i < n; i++) to[i] = (uint8_t)(value >> 8 * i);
}

static unsigned encode_tnt(const struct pt_packet *packet, uint8_t *to)
{
	if (packet->count > PT_TNT_MAX) return 0;
	uint64_t bits = 1ULL << packet->count | (packet->payload & ((1ULL << packet->count) - 1));
	if (packet->count && packet->count <= 6) {
		to[0] = (uint8_t)(bits << 1);
		return 1;
	}
	to[0] = 0x02;
	to[1] = 0xa3;
	put_bytes(to + 2, bits, 6);
	return 8;
}

static unsigned encode_ip(const struct pt_packet *packet, uint8_t *to)
{
	static const uint8_t sizes[8] = { 1, 3, 5, 7, 7, 0, 9, 0 };
	static const uint8_t codes[PT_NR_TYPES] = {
		[PT_TIP] = 0x0d, [PT_TIP_PGE] = 0x11, [PT_TIP_PGD] = 0x01, [PT_FUP] = 0x1d
	};
	unsigned size = packet->count < 8 ? sizes[packet->count] : 0;
	if (!size) return 0;
	to[0] = (uint8_t)(codes[packet->type] | packet->count << 5);
	put_bytes(to + 1, packet->payload, size - 1);
	return size;
}

static unsigned encode_cyc(uint64_t value, uint8_t *to)
{
	unsigned size = 1;
	to[0] = (uint8_t)((value & 31) << 3 | 3);
	value >>= 5;
	if (value) to[0] |= 4;
	for (; value; value >>= 7) to[size++] = (uint8_t)((value & 127) << 1 | (value >> 7 ? 1 : 0));
	return size;
}

static unsigned put_header(uint8_t *to, uint8_t second)
{
	to[0] = 0x02;
	to[1] = second;
	return 2;
}

/* 02, the second byte, and the payload. */
static unsigned encode_plain(uint8_t *to, uint8_t second, uint64_t payload, unsigned payload_bytes)
{
	put_bytes(to + put_header(to, second), payload, payload_bytes);
	return 2 + payload_bytes;
}

static unsigned encode_mode(uint8_t *to, unsigned leaf, uint64_t payload)
{
	to[0] = 0x99;
	to[1] = (uint8_t)(leaf << 5 | (payload & 31));
	return 2;
}

static unsigned encode_one_byte(uint8_t *to, uint8_t first, uint64_t payload, unsigned payload_bytes)
{
	to[0] = first;
	put_bytes(to + 1, payload, payload_bytes);
	return 1 + payload_bytes;
}

static unsigned encode_tma(uint8_t *to, uint64_t payload)
{
	put_header(to, 0x73);
	put_bytes(to + 2, payload & 0xffff, 3);
	put_bytes(to + 5, payload >> 16 & 0x1ff, 2);
	return 7;
}

/* Packets of PEBS blocks and of event trace. */
static unsigned encode_block(const struct pt_packet *packet, uint8_t *to)
{
	uint8_t ip = packet->ip ? 0x80 : 0, type = (uint8_t)packet->payload;
	switch (packet->type) {
	case PT_BBP: return encode_plain(to, 0x63, (type & 31) | (packet->count == 4 ? 0x80 : 0), 1);
	case PT_BIP: return encode_one_byte(to, (uint8_t)(packet->count << 3 | 4), packet->payload, packet->size - 1U);
	case PT_BEP: return put_header(to, 0x33 | ip);
	case PT_CFE: return encode_plain(to, 0x13, (type & 31) | ip | (uint64_t)packet->count << 8, 2);
	case PT_EVD: put_bytes(to + 3, packet->value, 8); return encode_plain(to, 0x53, type & 63, 1) + 8;
	default: return 0;
	}
}

unsigned pt_packet_encode(const struct pt_packet *packet, uint8_t to[static PT_PACKET_MAX_BYTES])
{
	uint8_t ip = packet->ip ? 0x80 : 0;
	uint64_t payload = packet->payload;
	switch ((enum pt_packet_type)packet->type) {
	case PT_PAD: return encode_one_byte(to, 0, 0, 0);
	case PT_TNT: return encode_tnt(packet, to);
	case PT_TIP:
	case PT_TIP_PGE:
	case PT_TIP_PGD:
	case PT_FUP: return encode_ip(packet, to);
	case PT_TSC: return encode_one_byte(to, 0x19, payload, 7);
	case PT_MTC: return encode_one_byte(to, 0x59, payload, 1);
	case PT_TMA: return encode_tma(to, payload);
	case PT_CYC: return encode_cyc(payload, to);
	case PT_CBR: return encode_plain(to, 0x03, payload, 2);
	case PT_MODE_EXEC: return encode_mode(to, 0, payload);
	case PT_MODE_TSX: return encode_mode(to, 1, payload);
	case PT_PIP: return encode_plain(to, 0x43, payload, 6);
	case PT_VMCS: return encode_plain(to, 0xc8, payload, 5);
	case PT_PSB:
		for (unsigned i = 0; i < 16; i += 2) put_header(to + i, 0x82);
		return 16;
	case PT_PSBEND: return put_header(to, 0x23);
	case PT_OVF: return put_header(to, 0xf3);
	case PT_TRACESTOP: return put_header(to, 0x83);
	case PT_MNT: put_bytes(to + 3, payload, 8); return encode_plain(to, 0xc3, 0x88, 1) + 8;
	case PT_PTW:
		return encode_plain(to, (packet->count == 8 ? 0x32 : 0x12) | ip, payload, packet->count == 8 ? 8 : 4);
	case PT_EXSTOP: return put_header(to, 0x62 | ip);
	case PT_MWAIT: return encode_plain(to, 0xc2, payload, 8);
	case PT_PWRE: return encode_plain(to, 0x22, payload, 2);
	case PT_PWRX: return encode_plain(to, 0xa2, payload, 5);
	default: return encode_block(packet, to);
	}
}

struct pt_packet pt_packet_of_ip(enum pt_packet_type type, uint64_t ip, uint64_t *last_ip)
{
	uint64_t changed = ip ^ *last_ip;
	struct pt_packet packet = { .type = (uint8_t)type, .count = PT_IP_64, .payload = ip };
	if (!(changed >> 16)) packet.count = PT_IP_16;
	else if (!(changed >> 32)) packet.count = PT_IP_32;
	else if ((uint64_t)((int64_t)(ip << 16) >> 16) == ip) packet.count = PT_IP_48_EXTENDED;
	if (packet.count == PT_IP_16) packet.payload &= 0xffff;
	else if (packet.count == PT_IP_32) packet.payload &= 0xffffffff;
	else if (packet.count == PT_IP_48_EXTENDED) packet.payload &= 0xffffffffffff;
	*last_ip = ip;
	return packet;
}
