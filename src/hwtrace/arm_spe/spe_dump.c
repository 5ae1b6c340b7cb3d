/* Padding takes the zeros behind it into its line. Behind a byte that begins no packet the next one is tried. */
#include "hwtrace/arm_spe/spe_dump.h"

#include "hwtrace/arm_spe/spe_packet.h"
#include "hwtrace/line/trace_line.h"

enum { SHOWN_BYTES = 16 };

void spe_dump(const uint8_t *bytes, size_t size, struct outbuf *out)
{
	const uint8_t *at = bytes, *end = bytes + size;
	out_printf(out, ". ... ARM SPE data: size %#zx bytes\n", size);
	while (at < end && out_flush_some(out) == 0) {
		struct spe_packet packet;
		char text[SPE_PACKET_TEXT_BYTES];
		uint64_t offset = (uint64_t)(at - bytes);
		(void)spe_packet_decode(at, end, offset, &packet);
		unsigned length = packet.size;
		while (packet.type == SPE_PAD && length < SHOWN_BYTES && at + length < end && !at[length]) length++;
		spe_packet_text(&packet, text, sizeof(text));
		trace_line_begin(out, offset, at, length, SHOWN_BYTES);
		out_str(out, text);
		out_char(out, '\n');
		at += length;
	}
}
