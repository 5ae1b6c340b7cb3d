#include "hwtrace/intel_bts/bts_record.h"

#include <inttypes.h>
#include "base/compiler.h"
#include "hwtrace/line/trace_line.h"

static uint64_t word_at(const uint8_t *at)
{
	uint64_t word = 0;
	for (unsigned i = sizeof(word); i--;) word = word << 8 | at[i];
	return word;
}

struct bts_record bts_record_decode(const uint8_t *at)
{
	enum { PREDICTED = 1 << 4 };
	return (struct bts_record){ .from = word_at(at),
				    .to = word_at(at + 8),
				    .predicted = word_at(at + 16) & PREDICTED };
}

void bts_dump(const uint8_t *bytes, size_t size, struct outbuf *out)
{
	out_printf(out, ". ... Intel BTS data: size %zu bytes\n", size);
	for (size_t at = 0; at < size && out_flush_some(out) == 0; at += BTS_RECORD_BYTES) {
		size_t length = MIN(size - at, (size_t)BTS_RECORD_BYTES);
		trace_line_begin(out, at, bytes + at, length, BTS_RECORD_BYTES);
		if (length < BTS_RECORD_BYTES) {
			out_lit(out, "Bad record!\n");
			return;
		}
		struct bts_record r = bts_record_decode(bytes + at);
		out_printf(out, "%" PRIx64 " -> %" PRIx64 " %s\n", r.from, r.to, r.predicted ? "pred" : "miss");
	}
}
