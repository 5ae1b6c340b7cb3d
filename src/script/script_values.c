/* Values of samples in words: memory access, page sizes, raw bytes. */
#include <ctype.h>
#include <stdio.h>
#include "base/printable.h"
#include "perfdata/record/data_src.h"
#include "script/script_writer.h"

/* Padded on the right, so that what follows is mostly lined up: upstream does so, and therefore lines depend on
 * those before. */
void script_write_data_src(struct script_writer *w, uint64_t value, struct outbuf *out)
{
	const struct data_src source = data_src_split(value);
	out_hex(out, value, 16);
	out_char(out, ' ');
	size_t begin = out->size;
	out_lit(out, "|OP ");
	data_src_format_op(&source, out);
	out_lit(out, "|LVL ");
	data_src_format_level(&source, out);
	out_lit(out, "|SNP ");
	data_src_format_snoop(&source, out);
	out_lit(out, "|TLB ");
	data_src_format_tlb(&source, out);
	out_lit(out, "|LCK ");
	data_src_format_lock(&source, out);
	out_lit(out, "|BLK ");
	data_src_format_blocked(&source, out);
	size_t size = out->size - begin;
	w->data_src_width = MAX(w->data_src_width, size); /* as wide as the widest so far */
	out_spaces(out, w->data_src_width - size);
}

void script_write_page_size(uint64_t size_bytes, struct outbuf *out)
{
	static const char units[] = "BKMGTPE";
	unsigned unit = 0;
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
