/* A trace as text:
 *
 *     .  00000010:  99 01                                           MODE.Exec IF:0 64
 *
 * Packets of less than eight bytes take the zeros behind them into their line, up to eight bytes. Behind bytes that are
 * no packet the next byte is tried: a dump shows what is there, whether it can be decoded or not. */
#include "hwtrace/intel_pt/pt_dump.h"

#include "hwtrace/intel_pt/pt_packet.h"

enum { SHOWN_BYTES = 16, LINE_BYTES = 24 + SHOWN_BYTES * 3, PADDED_TO = 8 };

static char *put_hex(char *to, uint64_t value, unsigned digits)
{
	for (unsigned i = digits; i--; value >>= 4) to[i] = "0123456789abcdef"[value & 15];
	return to + digits;
}

/* ".  00000010:  99 01 ...", the bytes padded to the width of sixteen. */
static void put_bytes(struct outbuf *out, uint64_t offset, const uint8_t *at, unsigned size)
{
	char *line = out_reserve(out, LINE_BYTES), *to = line;
	memcpy(to, ".  ", 3);
	to = put_hex(to + 3, offset, offset >> 32 ? 16 : 8);
	memcpy(to, ": ", 2);
	to += 2;
	for (unsigned i = 0; i < SHOWN_BYTES; i++) {
		*to++ = ' ';
		if (i < size) {
			to = put_hex(to, at[i], 2);
			continue;
		}
		memcpy(to, "  ", 2);
		to += 2;
	}
	*to++ = ' ';
	out->size += (size_t)(to - line);
}

void pt_dump(const uint8_t *bytes, size_t size, struct outbuf *out)
{
	const uint8_t *at = bytes, *end = bytes + size;
	unsigned block_bytes = 0;
	out_printf(out, ".\n. ... Intel Processor Trace data: size %zu bytes\n", size);
	while (at < end && out_flush_some(out) == 0) {
		struct pt_packet packet;
		char text[PT_PACKET_TEXT_BYTES];
		bool good = pt_packet_decode(at, end, block_bytes, &packet) == 0;
		if (!good) packet = (struct pt_packet){ .type = PT_BAD, .size = 1 };
		unsigned length = packet.size;
		while (good && length < PADDED_TO && at + length < end && !at[length]) length++;
		if (packet.type == PT_BBP) block_bytes = packet.count;
		else if (packet.type == PT_BEP || packet.type == PT_PSB) block_bytes = 0;
		pt_packet_text(&packet, text, sizeof(text));
		put_bytes(out, (uint64_t)(at - bytes), at, length);
		out_str(out, text);
		out_char(out, '\n');
		at += length;
	}
}
