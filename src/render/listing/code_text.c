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
#include "render/listing/code_line.h"
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

#define ADDRESS_COLOUR "\033[35m"
#define TEXT_COLOUR "\033[34m"
#define NO_COLOUR "\033[m"

/* Up to the next multiple of eight columns. */
static void put_address(uint64_t vaddr, unsigned width, bool coloured, struct outbuf *out)
{
	unsigned length = MAX(width, hex_digits(vaddr)) + 1;
	out_lit(out, " : ");
	if (coloured) out_lit(out, ADDRESS_COLOUR);
	out_printf(out, "  %*llx:", (int)width, (unsigned long long)vaddr);
	if (coloured) out_lit(out, NO_COLOUR TEXT_COLOUR);
	out_spaces(out, 8 - length % 8);
}

/* "# +25.00% -12.50% (p:100.00%)": entered by a branch; left by one, and how many of these were predicted. */
static void put_branches(const struct code_branches *branches, struct outbuf *out)
{
	out_lit(out, "\t#");
	if (branches->entered > 0) out_printf(out, " +%.2f%%", branches->entered);
	if (branches->taken > 0) out_printf(out, " -%.2f%% (p:%.2f%%)", branches->taken, branches->predicted);
}

/* The heaviest share of a source line's sums that an event has; 0: it is none of the heavy ones. */
static double heaviest_share(const struct code_listing *listing, const struct code_hot_line *hot)
{
	double most = 0;
	for (size_t i = 0; i < listing->events.count; i++) most = MAX(most, hot->percents[i]);
	return most;
}

/* " // file.c:12", in the colour of that line's share. */
static void put_hot_place(const struct code_listing *listing, const char *place, bool coloured, struct outbuf *out)
{
	double share = 0;
	for (size_t i = 0; coloured && i < listing->hot_lines.count; i++)
		if (strcmp(listing->hot_lines.items[i].place, place) == 0)
			share = heaviest_share(listing, &listing->hot_lines.items[i]);
	bool begun = coloured && share_colour_begin(share, out);
	out_lit(out, " // ");
	out_name(out, place);
	if (begun) share_colour_end(out);
}

/* *hot_place: the last source line that was named; it is not named again. Returns how many lines it took. */
static unsigned put_insn(const struct code_listing *listing, const struct code_text_options *options, size_t i,
			 const char **hot_place, struct outbuf *out)
{
	const struct code_line *line = &listing->lines.items[i];
	unsigned width = hex_digits(listing->end - 1), written = line->length, nr_lines = 1;
	for (size_t j = 0; j < listing->events.count; j++) put_cell(listing, options, i, j, out);
	put_address(line->vaddr, width, options->coloured, out);
	if (options->raw_bytes) written = code_line_bytes(listing, line, 0, out);
	out_name(out, line->text);
	if (options->coloured) out_lit(out, NO_COLOUR);
	if (line->type) out_printf(out, "\t\t# data-type: %s", line->type->text);
	if (line->hot_place && !(*hot_place && strcmp(*hot_place, line->hot_place) == 0)) {
		put_hot_place(listing, line->hot_place, options->coloured, out);
		*hot_place = line->hot_place;
	}
	if (line->branches) put_branches(line->branches, out);
	out_char(out, '\n');
	for (; written < line->length; nr_lines++) {
		for (size_t j = 0; j < listing->events.count; j++) put_nothing(options, out);
		put_address(line->vaddr + written, width, options->coloured, out);
		written = code_line_bytes(listing, line, written, out);
		if (options->coloured) out_lit(out, NO_COLOUR);
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
		bool coloured = options->coloured && share_colour_begin(heaviest_share(listing, hot), out);
		out_printf(out, " %s\n", hot->place);
		if (coloured) share_colour_end(out);
	}
}

/* Which addresses have samples of the first event, as samples are counted, and how many. */
static void put_counts(const struct code_listing *listing, struct outbuf *out)
{
	for (size_t i = 0; i < listing->lines.count && listing->events.count; i++) {
		const struct code_line *line = &listing->lines.items[i];
		uint64_t nr_samples = code_cell(listing, i, 0)->nr_samples;
		if (line->kind != CODE_INSN || !nr_samples) continue;
		out_printf(out, "%32llx: %llu\n", (unsigned long long)(line->vaddr + listing->bias),
			   (unsigned long long)nr_samples);
	}
	if (listing->events.count)
		out_printf(out, "%32s: %llu\n", "h->nr_samples",
			   (unsigned long long)listing->events.items[0].nr_samples);
}

void code_text_stdio(const struct code_listing *listing, const struct code_text_options *options, struct outbuf *out)
{
	unsigned blank = columns[options->column].width * (unsigned)listing->events.count,
		 width = hex_digits(listing->end ? listing->end - 1 : 0);

	size_t number = 0; /* of the line, as it is shown */
	const char *hot_place = NULL;
	if (options->hot_lines) code_text_hot_lines(listing, options, out);
	put_title(listing, options, out);
	if (options->with_counts) put_counts(listing, out);
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
