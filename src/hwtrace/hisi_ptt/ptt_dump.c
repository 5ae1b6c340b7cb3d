/* Which of the two forms a trace has its first word says: in the long one all bits from 11 on are set. */
#include "hwtrace/hisi_ptt/ptt_dump.h"

#include "base/compiler.h"

enum { WORD_BYTES = 4, SHORT_WORDS = 4, LONG_WORDS = 8 };
#define LONG_MARK 0xfffff800u

static uint32_t word_at(const uint8_t *at)
{
	return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static void begin_line(struct outbuf *out, size_t offset, const uint8_t *at)
{
	enum { TEXT_COLUMN = 33 };
	out_printf(out, ".  %08zx: %02x %02x %02x %02x", offset, at[0], at[1], at[2], at[3]);
	out_spaces(out, TEXT_COLUMN);
}

/* The first word of the short form, from its lowest bit on: 2 bits of format, 5 of type, T9, T8, TH, SO, 10 bits of
 * length and 11 of time. */
static void put_first_word(struct outbuf *out, uint32_t word)
{
	out_printf(out, "Format %x Type %x T9 %x T8 %x TH %x SO %x Length %x Time %x\n", word & 3, word >> 2 & 0x1f,
		   word >> 7 & 1, word >> 8 & 1, word >> 9 & 1, word >> 10 & 1, word >> 11 & 0x3ff, word >> 21);
}

void ptt_dump(const uint8_t *bytes, size_t size, struct outbuf *out)
{
	/* words without a name are reserved */
	static const char *const long_names[LONG_WORDS] = { NULL,         "Prefix",     "Header DW0", "Header DW1",
							    "Header DW2", "Header DW3", NULL,         "Time" };
	static const char *const short_names[SHORT_WORDS] = { "", "Header DW1", "Header DW2", "Header DW3" };
	bool is_long = size >= WORD_BYTES && (word_at(bytes) & LONG_MARK) == LONG_MARK;
	const char *const *names = is_long ? long_names : short_names;
	size_t nr_words = is_long ? LONG_WORDS : SHORT_WORDS;
	size -= size % (nr_words * WORD_BYTES);
	out_printf(out, ". ... HISI PTT data: size %zu bytes\n", size);
	for (size_t at = 0; at < size && out_flush_some(out) == 0; at += WORD_BYTES) {
		const char *name = names[at / WORD_BYTES % nr_words];
		if (!name) continue;
		begin_line(out, at, bytes + at);
		if (*name) out_printf(out, "%s\n", name);
		else put_first_word(out, word_at(bytes + at));
	}
}
