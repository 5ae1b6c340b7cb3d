/* A trace as text:
 *
 *     .  00000010:  99 01                                           MODE.Exec IF:0 64
 *
 * Packets of less than eight bytes take the zeros behind them into their line, up to eight bytes. Behind bytes that are
 * no packet the next byte is tried: a dump shows what is there, whether it can be decoded or not. */
#include "hwtrace/intel_pt/pt_dump.h"

#include "hwtrace/intel_pt/pt_packet.h"
#include "hwtrace/line/trace_line.h"

enum { SHOWN_BYTES = 16, PADDED_TO = 8 };

void pt_dump(const uint8_t *bytes, size_t size, struct outbuf *out)
{
	const uint8_t *at = bytes, *end = bytes + size;
	unsigned block_bytes = 0;
	out_printf(out, ". ... Intel Processor Trace data: size %zu bytes\n", size);
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
		trace_line_begin(out, (uint64_t)(at - bytes), at, length, SHOWN_BYTES);
		out_str(out, text);
		out_char(out, '\n');
		at += length;
	}
}
