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

/* What a field may write without its separator: format_hex's 24 bytes, sign or "0x". */
enum { FIELD_BYTES = 32, FIELDS = 6 };

/* A line as it is written: into memory that was reserved for all of it. */
struct line {
	char *to;
	const char *separator;
	size_t separator_bytes;
};

static inline void put_separator(struct line *line)
{
	if (likely(line->separator_bytes == 1)) *line->to = *line->separator;
	else memcpy(line->to, line->separator, line->separator_bytes);
	line->to += line->separator_bytes;
}

/* "0x1f" and the separator. */
static inline void put_number(struct line *line, uint64_t number)
{
	memcpy(line->to, "0x", 2);
	line->to += 2;
	line->to += format_hex(line->to, number);
	put_separator(line);
}

static inline void put_decimal(struct line *line, int64_t number)
{
	if (number < 0) *line->to++ = '-';
	line->to += format_dec(line->to, number < 0 ? -(uint64_t)number : (uint64_t)number);
	put_separator(line);
}

static void make_place(struct access_line_writer *writer, const struct frame *code, struct access_place *place)
{
	struct outbuf text;
	out_init(&text, -1);
	out_name(&text, code->map ? code->map->dso->long_name : "???");
	out_char(&text, ':');
	out_name(&text, code->symbol ? code->symbol->name : "???");
	out_char(&text, '\n');
	*place = (struct access_place){ arena_memdup(&writer->arena, text.data, text.size), text.size };
	out_done(&text);
}

void access_line_writer_done(struct access_line_writer *writer)
{
	frame_array_done(&writer->places);
	arena_done(&writer->arena);
}

/* Fields that few ask for. */
static void put_optional(const struct access_line_style *style, const struct sample *sample, struct outbuf *out)
{
	if (style->physical) {
		out_lit(out, "0x");
		out_hex0(out, sample->phys_addr, 16);
		out_str(out, style->separator);
	}
	if (style->page_size) {
		script_write_page_size(sample->data_page_size, out);
		out_str(out, style->separator);
	}
}

void access_line_write(struct access_line_writer *writer, const struct access_line_style *style,
		       const struct sample *sample, const struct frame *code, struct outbuf *out)
{
	struct access_place *place = frame_array_at(&writer->places, code);
	if (unlikely(!place->text)) make_place(writer, code, place);
	struct line line = { .separator = style->separator, .separator_bytes = strlen(style->separator) };
	size_t most = FIELDS * (FIELD_BYTES + line.separator_bytes) + place->size;
	line.to = out_reserve(out, most);
	put_decimal(&line, (int32_t)sample->pid);
	put_decimal(&line, (int32_t)sample->tid);
	put_number(&line, sample->ip);
	put_number(&line, sample->addr);
	if (unlikely(style->physical || style->page_size)) {
		out->size = (size_t)(line.to - out->data);
		put_optional(style, sample, out);
		line.to = out_reserve(out, most);
	}
	line.to += format_dec(line.to, sample->weight);
	put_separator(&line);
	put_number(&line, sample->data_src);
	memcpy(line.to, place->text, place->size);
	out->size = (size_t)(line.to - out->data) + place->size;
}
