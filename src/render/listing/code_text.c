/* The layout of `perf annotate --stdio`:
 *
 *      Percent |	Source code & Disassembly of prog for cycles (1465 samples, percent: local period)
 *     -----------------------------------------------------------------------------------------------
 *              : 20   table[i & 255] += i;
 *        71.47 :   11be:   imul   $0xaaaaaaab,%eax,%edx // prog.c:9
 *
 * The number of a source line counts the lines that are shown: upstream's. */
#include "render/listing/code_text.h"

#include <string.h>
#include "base/printable.h"
#include "render/tree/share_colour.h"

/* Columns of a cell, by enum code_column, and titles. */
static const struct {
	const char *title;
	unsigned width;
} columns[] = {
	[CODE_PERCENTS] = { " Percent", 8 },
	[CODE_SAMPLES] = { " Samples", 8 },
	[CODE_PERIODS] = { " Period", 12 },
};

const char *code_text_percent_name(enum code_percent percent)
{
	static const char *const names[] = { "local period", "local hits", "global period", "global hits" };
	return names[percent];
}

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

static unsigned hex_digits(uint64_t number)
{
	unsigned digits = 1;
	while (number >>= 4) digits++;
	return digits;
}

static void put_title(const struct code_listing *listing, const struct code_text_options *options, struct outbuf *out)
{
	unsigned width = columns[options->column].width * (unsigned)listing->events.count;
	size_t before = out->size;
	uint64_t nr_samples = 0;
	const char *object = options->full_paths ? listing->object : base_name(listing->object);

	for (size_t i = 0; i < listing->events.count && i < 1; i++) nr_samples += listing->events.items[i].nr_samples;
	out_printf(out, "%-*s |\tSource code & Disassembly of %s for %s (%llu samples, percent: %s)\n", (int)width,
		   columns[options->column].title, object, options->event, (unsigned long long)nr_samples,
		   code_text_percent_name(options->percent));
	size_t length = out->size - before + 4;
	for (size_t i = 0; i < length; i++) out_char(out, '-');
	out_char(out, '\n');
}

/* With the colour of the share that it is. */
static void put_cell(const struct code_listing *listing, const struct code_text_options *options, size_t line,
		     size_t event, struct outbuf *out)
{
	const struct code_cell *cell = code_cell(listing, line, event);
	double percent = code_percent(listing, cell, event, options->percent);
	bool coloured = options->coloured && share_colour_begin(percent, out);
	switch (options->column) {
	case CODE_PERCENTS: out_printf(out, " %7.2f", percent); break;
	case CODE_SAMPLES: out_printf(out, " %7llu", (unsigned long long)cell->nr_samples); break;
	case CODE_PERIODS: out_printf(out, " %11llu", (unsigned long long)cell->period); break;
	}
	if (coloured) share_colour_end(out);
}

/* The cell of a line without samples. */
static void put_nothing(const struct code_text_options *options, struct outbuf *out)
{
	static const char *const texts[] = { "    0.00", "       0", "           0" };
	out_str(out, texts[options->column]);
}

/* As many bytes as objdump puts into a line of x86. */
enum { RAW_BYTES = 7 };

/* "48 83 ec 80", padded to seven bytes as objdump does, or words of machines whose instructions are words. Returns how
 * many bytes were written: the others need a line of their own. */
static unsigned put_bytes(const struct code_listing *listing, const struct code_line *line, unsigned start,
			  struct outbuf *out)
{
	unsigned unit = listing->unit_bytes, wanted = unit == 1 ? RAW_BYTES * 3 + 3 : 11, used = 0,
		 end = MIN(line->length, start + RAW_BYTES);
	if (start) wanted = 0;
	for (unsigned i = start; i < end; i += unit) {
		unsigned size = MIN(unit, end - i);
		for (unsigned j = 0; j < size; j++)
			out_printf(out, "%02x", line->code[unit > 1 ? i + size - 1 - j : i]);
		used += size * 2;
		if (i + unit < end || wanted) out_char(out, ' '), used++;
	}
	for (; used < wanted; used++) out_char(out, ' ');
	return end;
}

/* Up to the next multiple of eight columns. */
static void put_address(uint64_t vaddr, unsigned width, struct outbuf *out)
{
	unsigned length = MAX(width, hex_digits(vaddr)) + 1;
	out_printf(out, " :   %*llx:%*s", (int)width, (unsigned long long)vaddr, (int)(8 - length % 8), "");
}

/* "# +25.00% -12.50% (p:100.00%)": entered by a branch; left by one, and how many of these were predicted. */
static void put_branches(const struct code_branches *branches, struct outbuf *out)
{
	out_lit(out, "\t#");
	if (branches->entered > 0) out_printf(out, " +%.2f%%", branches->entered);
	if (branches->taken > 0) out_printf(out, " -%.2f%% (p:%.2f%%)", branches->taken, branches->predicted);
}

/* Machines other than x86 have a tab between mnemonic and arguments; what else is not printable comes from names. */
static void put_text(const char *text, struct outbuf *out)
{
	for (size_t part; *text; text += part) {
		part = strcspn(text, "\t");
		out_name_mem(out, text, part);
		if (!text[part]) break;
		out_char(out, '\t');
		part++;
	}
}

/* *hot_place: the last source line that was named; it is not named again. Returns how many lines it took. */
static unsigned put_insn(const struct code_listing *listing, const struct code_text_options *options, size_t i,
			 const char **hot_place, struct outbuf *out)
{
	const struct code_line *line = &listing->lines.items[i];
	unsigned width = hex_digits(listing->end - 1), written = line->length, nr_lines = 1;
	for (size_t j = 0; j < listing->events.count; j++) put_cell(listing, options, i, j, out);
	put_address(line->vaddr, width, out);
	if (options->raw_bytes) written = put_bytes(listing, line, 0, out);
	put_text(line->text, out);
	if (line->type) out_printf(out, "\t\t# data-type: %s", line->type->text);
	if (line->hot_place && !(*hot_place && strcmp(*hot_place, line->hot_place) == 0)) {
		out_lit(out, " // ");
		out_name(out, line->hot_place);
		*hot_place = line->hot_place;
	}
	if (line->branches) put_branches(line->branches, out);
	out_char(out, '\n');
	for (; written < line->length; nr_lines++) {
		for (size_t j = 0; j < listing->events.count; j++) put_nothing(options, out);
		put_address(line->vaddr + written, width, out);
		written = put_bytes(listing, line, written, out);
		out_char(out, '\n');
	}
	return nr_lines;
}

void code_text_hot_lines(const struct code_listing *listing, const struct code_text_options *options,
			 struct outbuf *out)
{
	out_printf(out, "\nSorted summary for file %s\n----------------------------------------------\n\n",
		   listing->object);
	if (!listing->hot_lines.count) out_lit(out, " Nothing higher than 0.5%\n");
	for (size_t i = 0; i < listing->hot_lines.count; i++) {
		const struct code_hot_line *hot = &listing->hot_lines.items[i];
		for (size_t j = 0; j < listing->events.count; j++) {
			bool coloured = options->coloured && share_colour_begin(hot->percents[j], out);
			out_printf(out, " %7.2f", hot->percents[j]);
			if (coloured) share_colour_end(out);
		}
		out_printf(out, " %s\n", hot->place);
	}
}

void code_text_stdio(const struct code_listing *listing, const struct code_text_options *options, struct outbuf *out)
{
	unsigned blank = columns[options->column].width * (unsigned)listing->events.count,
		 width = hex_digits(listing->end ? listing->end - 1 : 0);

	size_t number = 0; /* of the line, as it is shown */
	const char *hot_place = NULL;
	if (options->hot_lines) code_text_hot_lines(listing, options, out);
	put_title(listing, options, out);
	for (size_t i = 0; i < listing->lines.count; i++, number++) {
		const struct code_line *line = &listing->lines.items[i];
		if (line->kind == CODE_INSN) {
			number += put_insn(listing, options, i, &hot_place, out) - 1;
			continue;
		}
		out_printf(out, "%*s :", (int)blank, "");
		if (*line->text) {
			out_printf(out, " %-*zu ", (int)width, number);
			out_name(out, line->text);
		}
		out_char(out, '\n');
	}
}
