/* Lines of memory accesses. Upstream writes the first line in another form, with "016" in its address: here all lines
 * are alike. */
#include "script/access_line.h"
#include "base/printable.h"
#include "script/script_writer.h"

void access_line_titles(const struct access_line_style *style, struct outbuf *out)
{
	out_lit(out, "# PID, TID, IP, ADDR, ");
	if (style->physical) out_lit(out, "PHYS ADDR, ");
	if (style->page_size) out_lit(out, "DATA PAGE SIZE, ");
	out_lit(out, "LOCAL WEIGHT, DSRC, SYMBOL\n");
}

/* "0x1f" and the separator. */
static void put_number(uint64_t number, const struct access_line_style *style, struct outbuf *out)
{
	out_lit(out, "0x");
	out_hex(out, number, 0);
	out_str(out, style->separator);
}

void access_line_write(const struct access_line_style *style, const struct sample *sample, const struct frame *code,
		       struct outbuf *out)
{
	out_sdec(out, (int32_t)sample->pid, 0);
	out_str(out, style->separator);
	out_sdec(out, (int32_t)sample->tid, 0);
	out_str(out, style->separator);
	put_number(sample->ip, style, out);
	put_number(sample->addr, style, out);
	if (style->physical) {
		out_lit(out, "0x");
		out_hex0(out, sample->phys_addr, 16);
		out_str(out, style->separator);
	}
	if (style->page_size) {
		script_write_page_size(sample->data_page_size, out);
		out_str(out, style->separator);
	}
	out_dec(out, sample->weight, 0);
	out_str(out, style->separator);
	put_number(sample->data_src, style, out);
	out_name(out, code->map ? code->map->dso->long_name : "???");
	out_char(out, ':');
	out_name(out, code->symbol ? code->symbol->name : "???");
	out_char(out, '\n');
}
