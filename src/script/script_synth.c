/* Field synth: what the trace tells in samples of made events (ptwrite, power and PSB events), as perf-intel-pt(1)
 * shows them. */
#include <stdio.h>
#include "base/cursor.h"
#include "script/script_writer.h"

/* attr.config of these events, and the layout of their bytes: both as perf's scripts know them. */
enum { SYNTH_PTWRITE, SYNTH_MWAIT, SYNTH_PWRE, SYNTH_EXSTOP, SYNTH_PWRX, SYNTH_CBR, SYNTH_PSB, SYNTH_EVT, SYNTH_IFLAG };

static int format_cbr(char *to, size_t size, uint32_t flags, uint64_t khz)
{
	unsigned cbr = flags & 0xff, max = flags >> 16 & 0xff;
	unsigned percent = max ? (5 + 1000 * cbr / max) / 10 : 0;
	return snprintf(to, size, " cbr: %2u freq: %4u MHz (%3u%%) ", cbr, (unsigned)((khz + 500) / 1000), percent);
}

static int format(char *to, size_t size, uint64_t config, uint32_t flags, uint64_t value)
{
	switch (config) {
	case SYNTH_PTWRITE: return snprintf(to, size, " IP: %u payload: %#llx  ", flags & 1, (unsigned long long)value);
	case SYNTH_MWAIT:
		return snprintf(to, size, " hints: %#x extensions: %#x ", (unsigned)(value & 0xff),
				(unsigned)(value >> 32 & 3));
	case SYNTH_PWRE:
		return snprintf(to, size, " hw: %u cstate: %u sub-cstate: %u ", (unsigned)(value >> 7 & 1),
				(unsigned)(value >> 12 & 15), (unsigned)(value >> 8 & 15));
	case SYNTH_EXSTOP: return snprintf(to, size, " IP: %u ", flags & 1);
	case SYNTH_PWRX:
		return snprintf(to, size, " deepest cstate: %u last cstate: %u wake reason: %#x ",
				(unsigned)(value & 15), (unsigned)(value >> 4 & 15), (unsigned)(value >> 8 & 15));
	case SYNTH_CBR: return format_cbr(to, size, flags, value);
	case SYNTH_IFLAG:
		return snprintf(to, size, " IFLAG: %u->%u %s branch ", !(flags & 1), flags & 1,
				flags & 2 ? "via" : "non");
	case SYNTH_PSB: return snprintf(to, size, " psb offs: %#llx ", (unsigned long long)value);
	default: return 0;
	}
}

/* Event Trace: the word of the CFE packet, then a pair of words for each EVD packet. */
static int format_evt(char *to, size_t size, struct cursor *c)
{
	static const char *const types[] = { NULL,   "INTR",    "IRET",   "SMI",         "RSM",     "SIPI",
					     "INIT", "VMENTRY", "VMEXIT", "VMEXIT_INTR", "SHUTDOWN" };
	static const char *const data_types[] = { "PFA", "VMXQ", "VMXR" };
	uint32_t word = cursor_u32(c);
	unsigned type = word & 0x1f, nr_data = word >> 16;
	int at;
	if (type < ARRAY_SIZE(types) && types[type])
		at = snprintf(to, size, " cfe: %s IP: %u vector: %u", types[type], word >> 7 & 1, word >> 8 & 0xff);
	else at = snprintf(to, size, " cfe: %u IP: %u vector: %u", type, word >> 7 & 1, word >> 8 & 0xff);
	for (unsigned i = 0; i < nr_data; i++) {
		unsigned data_type = (unsigned)(cursor_u64(c) & 0x3f);
		unsigned long long value = cursor_u64(c);
		if (!cursor_ok(c) || (size_t)at >= size) break;
		if (data_type < ARRAY_SIZE(data_types))
			at += snprintf(to + at, size - (size_t)at, " %s: %#llx", data_types[data_type], value);
		else at += snprintf(to + at, size - (size_t)at, " EVD_%u: %#llx", data_type, value);
	}
	return at;
}

void script_write_synth(const struct sample *sample, struct outbuf *out)
{
	enum { WIDTH = 34 };
	char text[1024];
	struct cursor c = cursor_of(sample->raw, sample->raw_size, false);
	if (sample->event->attr.config == SYNTH_EVT) {
		int width = format_evt(text, sizeof(text), &c);
		if (width > 0) out_printf(out, "%-*s", WIDTH, text);
		return;
	}
	uint32_t flags = cursor_u32(&c);
	uint64_t value = cursor_u64(&c);
	if (!cursor_ok(&c)) return;
	int size = format(text, sizeof(text), sample->event->attr.config, flags, value);
	out_printf(out, "%-*s", WIDTH, size > 0 ? text : "");
}
