/* Values of samples in words: memory access, page sizes, raw bytes. */
#include <ctype.h>
#include <stdio.h>
#include "base/printable.h"
#include "base/strbuf.h"
#include "script/script_writer.h"

/* The fields of PERF_SAMPLE_DATA_SRC (kernel UAPI, union perf_mem_data_src), each a set of bits or a number. */
struct data_src {
	unsigned op, lvl, snoop, lock, tlb, lvl_num, remote, snoopx, blk, hops;
};

/* From the lowest bit on: mem_op:5, mem_lvl:14, mem_snoop:5, mem_lock:2, mem_dtlb:7, mem_lvl_num:4, mem_remote:1,
 * mem_snoopx:2, mem_blk:3, mem_hops:3. */
static struct data_src split(uint64_t v)
{
	return (struct data_src){ .op = v & 0x1f,
				  .lvl = v >> 5 & 0x3fff,
				  .snoop = v >> 19 & 0x1f,
				  .lock = v >> 24 & 3,
				  .tlb = v >> 26 & 0x7f,
				  .lvl_num = v >> 33 & 15,
				  .remote = v >> 37 & 1,
				  .snoopx = v >> 38 & 3,
				  .blk = v >> 40 & 7,
				  .hops = v >> 43 & 7 };
}

/* Appends a word, behind " or " when it is not the first. */
static void add_or(struct strbuf *text, bool *first, const char *word)
{
	if (!*first) strbuf_str(text, " or ");
	strbuf_str(text, word);
	*first = false;
}

/* What the instruction did; the first of the bits that are set. */
static void format_op(const struct data_src *d, struct strbuf *text)
{
	static const char *const names[] = { "N/A", "LOAD", "STORE", "PFETCH", "EXEC" };
	for (unsigned i = 0; i < ARRAY_SIZE(names); i++)
		if (d->op >> i & 1) {
			strbuf_str(text, names[i]);
			return;
		}
	strbuf_str(text, "No");
}

/* Of levels and of the TLB alike. */
static const char *hit_or_miss(unsigned bits)
{
	if (bits & 1) return "hit";
	return bits & 2 ? "miss" : "";
}

static const char *lock_word(unsigned bits)
{
	if (bits & 1) return "N/A";
	return bits & 2 ? "Yes" : "No";
}

/* Where the data came from: newer kernels give a number (lvl_num, remote, hops), older ones bits (lvl) of which
 * several may be set. */
static void format_level(const struct data_src *d, struct strbuf *text)
{
	/* By bit of mem_lvl: 0 to 2 are N/A, hit and miss. */
	static const char *const levels[] = { NULL,
					      NULL,
					      NULL,
					      "L1",
					      "LFB/MAB",
					      "L2",
					      "L3",
					      "Local RAM",
					      "Remote RAM (1 hop)",
					      "Remote RAM (2 hops)",
					      "Remote Cache (1 hop)",
					      "Remote Cache (2 hops)",
					      "I/O",
					      "Uncached" };
	/* By mem_lvl_num (PERF_MEM_LVLNUM_*); 15 is "not available". NULL: no name is known. */
	static const char *const numbers[16] = {
		NULL,  "L1",        "L2",      "L3",  "L4",   "L2 MHB", "Memory-side Cache", NULL, "Uncached", "CXL",
		"I/O", "Any cache", "LFB/MAB", "RAM", "PMEM", NULL
	};
	/* By mem_hops (PERF_MEM_HOPS_*): how far away a remote cache is. */
	static const char *const hops[8] = { "", "core, same node ", "node, same socket ", "socket, same board ",
					     "board " };
	const bool numbered = d->lvl_num && d->lvl_num != 15;

	/* Neither a number nor a level among the bits (the lowest three are N/A, hit and miss). */
	if (d->lvl & 1 || (!numbered && !(d->lvl & ~7u))) {
		strbuf_str(text, "N/A");
		return;
	}
	if (numbered) {
		if (d->remote) strbuf_printf(text, "Remote %s", hops[d->hops] ? hops[d->hops] : "");
		if (numbers[d->lvl_num]) strbuf_str(text, numbers[d->lvl_num]);
		else strbuf_printf(text, "Unknown level %u", d->lvl_num);
	} else {
		bool first = true;
		for (unsigned i = 3; i < ARRAY_SIZE(levels); i++)
			if (d->lvl >> i & 1) add_or(text, &first, levels[i]);
	}
	strbuf_printf(text, " %s", hit_or_miss(d->lvl >> 1 & 3));
}

/* What other caches said, in the bits of snoop and snoopx. */
static void format_snoop(const struct data_src *d, struct strbuf *text)
{
	static const char *const names[] = { "N/A", "None", "Hit", "Miss", "HitM" }, *const more[] = { "Fwd", "Peer" };
	bool first = true;
	for (unsigned i = 0; i < ARRAY_SIZE(names); i++)
		if (d->snoop >> i & 1) add_or(text, &first, names[i]);
	for (unsigned i = 0; i < ARRAY_SIZE(more); i++)
		if (d->snoopx >> i & 1) add_or(text, &first, more[i]);
	if (first) strbuf_str(text, "N/A");
}

/* Which TLB answered, and whether it hit; the second and third bit are hit and miss. */
static void format_tlb(const struct data_src *d, struct strbuf *text)
{
	static const char *const names[] = { "N/A", NULL, NULL, "L1", "L2", "Walker", "Fault" };
	bool first = true;
	for (unsigned i = 0; i < ARRAY_SIZE(names); i++)
		if (names[i] && d->tlb >> i & 1) add_or(text, &first, names[i]);
	if (first) strbuf_str(text, "N/A");
	if (d->tlb & 6) strbuf_printf(text, " %s", hit_or_miss(d->tlb >> 1 & 3));
}

/* Padded on the right, so that what follows is mostly lined up: upstream does so, and therefore lines depend on
 * those before. */
void script_write_data_src(struct script_writer *w, uint64_t value, struct outbuf *out)
{
	const struct data_src d = split(value);
	_strbuf_done_ struct strbuf text = STRBUF_INIT;

	strbuf_str(&text, "|OP ");
	format_op(&d, &text);
	strbuf_str(&text, "|LVL ");
	format_level(&d, &text);
	strbuf_str(&text, "|SNP ");
	format_snoop(&d, &text);
	strbuf_str(&text, "|TLB ");
	format_tlb(&d, &text);
	strbuf_printf(&text, "|LCK %s|BLK ", lock_word(d.lock));
	if (!d.blk || d.blk & 1) strbuf_str(&text, " N/A");
	else strbuf_printf(&text, "%s%s", d.blk & 2 ? " Data" : "", d.blk & 4 ? " Addr" : "");

	w->data_src_width = MAX(w->data_src_width, text.size); /* as wide as the widest so far */
	out_hex(out, value, 16);
	out_char(out, ' ');
	out_left(out, strbuf_text(&text), w->data_src_width);
}

void script_write_page_size(uint64_t size_bytes, struct outbuf *out)
{
	static const char units[] = "BKMGTPE";
	unsigned unit = 0;
	out_char(out, ' ');
	if (!size_bytes) {
		out_lit(out, "N/A");
		return;
	}
	/* As upstream, 1024 bytes are "1024B". */
	for (; size_bytes / 1024 > 1; size_bytes /= 1024) unit++;
	out_dec(out, size_bytes, 0);
	out_char(out, units[unit]);
}

/* The bytes of a BPF program's output: rows of eight, as numbers and as text; then, when all of it is printable and
 * ended by zero bytes, as a string. */
void script_write_raw(const struct sample *sample, struct outbuf *out)
{
	enum { ROW = 8 };
	size_t text_size = 0;
	bool is_text = sample->raw_size > 0;

	for (uint32_t at = 0; at < sample->raw_size; at += ROW) {
		uint32_t n = MIN((uint32_t)ROW, sample->raw_size - at);
		out_str(out, at ? "\n                 " : "\n      BPF output:");
		out_char(out, ' ');
		out_hex0(out, at, 4);
		out_char(out, ':');
		for (uint32_t i = 0; i < ROW; i++) {
			if (i < n) {
				out_char(out, ' ');
				out_hex0(out, sample->raw[at + i], 2);
			} else {
				out_lit(out, "   ");
			}
		}
		out_lit(out, "  ");
		for (uint32_t i = 0; i < n; i++) {
			uint8_t byte = sample->raw[at + i];
			out_char(out, isprint(byte) ? (char)byte : '.');
		}
		out_spaces(out, ROW - n);
	}
	/* Is it a text, ended by zero bytes only? */
	for (; text_size < sample->raw_size && sample->raw[text_size]; text_size++)
		is_text &= isprint(sample->raw[text_size]) || isspace(sample->raw[text_size]);
	for (uint32_t i = (uint32_t)text_size; i < sample->raw_size; i++) is_text &= !sample->raw[i];
	out_char(out, '\n');
	if (is_text && text_size && text_size < sample->raw_size) {
		out_lit(out, "      BPF string: \"");
		out_name_mem(out, (const char *)sample->raw, text_size);
		out_lit(out, "\"\n");
	}
}
