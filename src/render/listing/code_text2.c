/* The layout of `perf annotate --stdio2`, which is that of the terminal interface: offsets only where a jump goes to,
 * arrows by the direction, calls by name.
 *
 *       1.71        add    %eax,(%rcx,%rdx,4)
 *              ↓ ja     34
 *      20.82  34:   add    $0x1,%eax
 *
 *     | cells | offset: | arrow | mnemonic arguments
 *
 * Where branch stacks told of cycles, instructions a cycle and cycles stand behind the weights. */
#include "render/listing/code_text.h"

#include <string.h>
#include "base/printable.h"
#include "render/listing/code_line.h"
#include "render/tree/share_colour.h"

static const struct {
	const char *title;
	unsigned width;
} columns[] = {
	[CODE_PERCENTS] = { "Percent", 8 },
	[CODE_SAMPLES] = { "Samples", 8 },
	[CODE_PERIODS] = { "Period", 12 },
};

/* "1465": "1K". */
static void put_rounded(uint64_t number, struct outbuf *out)
{
	static const char units[] = " KMG";
	unsigned unit = 0;
	while (number >= 1000 && unit < 3) number /= 1000, unit++;
	out_printf(out, "%llu%c", (unsigned long long)number, units[unit]);
}

static void put_title(const struct code_listing *listing, const struct code_text_options *options, struct outbuf *out)
{
	uint64_t nr_samples = 0, period = 0;
	for (size_t i = 0; i < listing->events.count; i++) {
		nr_samples += listing->events.items[i].all_samples;
		period += listing->events.items[i].all_period;
	}
	out_lit(out, "Samples: ");
	put_rounded(nr_samples, out);
	out_printf(out, " of event%s '%s', ", options->is_group ? "s" : "", options->event);
	if (options->frequency) out_printf(out, "%llu Hz, ", (unsigned long long)options->frequency);
	out_printf(out, "Event count (approx.): %llu, [percent: %s]\n%s() %s\n", (unsigned long long)period,
		   code_text_percent_name(options->percent), listing->symbol, listing->object);
}

/* Characters of a column of cycles, with the blank behind it. */
enum { IPC_WIDTH = 6, CYCLES_WIDTH = 6 };

/* What depends on the whole listing. */
struct layout {
	const struct code_listing *listing;
	const struct code_text_options *options;
	unsigned cells_width, offset_width, mnemonic_width;
};

static unsigned hex_digits(uint64_t number)
{
	unsigned digits = 1;
	while (number >>= 4) digits++;
	return digits;
}

static struct layout layout_of(const struct code_listing *listing, const struct code_text_options *options)
{
	struct layout layout = { .listing = listing, .options = options };
	layout.cells_width = columns[options->column].width * (unsigned)listing->events.count;
	if (listing->has_cycles) layout.cells_width += IPC_WIDTH + CYCLES_WIDTH;
	layout.offset_width = 2;
	layout.mnemonic_width = code_mnemonic_width(listing);
	for (size_t i = 0; i < listing->lines.count; i++) {
		const struct code_line *line = &listing->lines.items[i];
		if (line->kind != CODE_INSN) continue;
		if (line->nr_jumps_here)
			layout.offset_width = MAX(layout.offset_width, hex_digits(line->vaddr - listing->start));
	}
	return layout;
}

/* Lines of source are at least that wide, instructions by four columns more. */
static unsigned text_width(const struct layout *layout) { return layout->cells_width + layout->offset_width + 1; }

static void put_cells(const struct layout *layout, size_t line, struct outbuf *out)
{
	const struct code_listing *listing = layout->listing;
	bool any = false;
	for (size_t i = 0; i < listing->events.count; i++) any |= code_cell(listing, line, i)->nr_samples != 0;
	for (size_t i = 0; i < listing->events.count; i++) {
		const struct code_cell *cell = code_cell(listing, line, i);
		double percent = code_percent(listing, cell, i, layout->options->percent);
		unsigned width = columns[layout->options->column].width;
		if (!any) {
			out_spaces(out, width);
			continue;
		}
		switch (layout->options->column) {
		case CODE_PERCENTS: out_printf(out, "%*.2f ", (int)width - 1, percent); break;
		case CODE_SAMPLES:
			out_printf(out, "%*llu ", (int)width - 1, (unsigned long long)cell->nr_samples);
			break;
		case CODE_PERIODS: out_printf(out, "%*llu ", (int)width - 1, (unsigned long long)cell->period); break;
		}
	}
}

/* Instructions a cycle and cycles of the block that ends at the instruction. */
static void put_cycles(const struct code_line *line, struct outbuf *out)
{
	const struct code_cycles *cycles = line->cycles;
	if (cycles && cycles->ipc > 0) out_printf(out, "%*.2f ", IPC_WIDTH - 1, cycles->ipc);
	else out_spaces(out, IPC_WIDTH);
	if (cycles) out_printf(out, "%*llu ", CYCLES_WIDTH - 1, (unsigned long long)cycles->cycles);
	else out_spaces(out, CYCLES_WIDTH);
}

/* The line of titles. */
static void put_columns(const struct layout *layout, struct outbuf *out)
{
	const struct code_listing *listing = layout->listing;
	const char *title = columns[layout->options->column].title;
	unsigned weights = columns[layout->options->column].width * (unsigned)listing->events.count;
	if (!listing->has_cycles) {
		out_printf(out, "%-*s\n", (int)layout->cells_width * 2 + 1, title);
		return;
	}
	out_printf(out, "%-*s%*s %*s (Average IPC: %.2f, IPC Coverage: %.1f%%)", (int)weights, title, IPC_WIDTH - 1,
		   "IPC", CYCLES_WIDTH - 1, "Cycle", listing->ipc, listing->coverage * 100);
	out_spaces(out, layout->cells_width + 1);
	out_char(out, '\n');
}

static void end_insn(const struct layout *layout, size_t text_start, struct outbuf *out)
{
	for (size_t used = out->size - text_start; used < text_width(layout) + 4; used++) out_char(out, ' ');
	out_char(out, '\n');
}

/* Bytes in front of the text; those that have no room there stand in lines of their own, without weights. */
static void put_raw_insn(const struct layout *layout, const struct code_line *line, struct outbuf *out)
{
	unsigned written = 0;
	do {
		if (written) out_spaces(out, layout->cells_width);
		out_spaces(out, layout->offset_width + 5);
		size_t before = out->size;
		unsigned start = written;
		written = code_line_bytes(layout->listing, line, start, out);
		if (!start) out_lines(out, line->text, strlen(line->text));
		end_insn(layout, before, out);
	} while (written < line->length);
}

static void put_insn(const struct layout *layout, const struct code_line *line, struct outbuf *out)
{
	static const struct code_line_options simplified;
	size_t before;
	if (layout->options->raw_bytes) {
		put_raw_insn(layout, line, out);
		return;
	}
	if (line->nr_jumps_here)
		out_printf(out, " %*llx: ", (int)layout->offset_width,
			   (unsigned long long)(line->vaddr - layout->listing->start));
	else out_printf(out, "%*s", (int)layout->offset_width + 3, "");
	out_str(out, code_line_arrow(line, false));
	out_char(out, ' ');
	before = out->size;
	code_line_text(layout->listing, line, &simplified, layout->mnemonic_width, out);
	if (line->type && !line->is_nop) out_printf(out, "\t\t# data-type: %s", line->type->text);
	end_insn(layout, before, out);
}

void code_text_stdio2(const struct code_listing *listing, const struct code_text_options *options, struct outbuf *out)
{
	struct layout layout = layout_of(listing, options);

	if (options->hot_lines) code_text_hot_lines(listing, options, out);
	put_title(listing, options, out);
	put_columns(&layout, out);
	for (size_t i = 1; i < listing->lines.count; i++) {
		const struct code_line *line = &listing->lines.items[i];
		if (line->kind == CODE_INSN) {
			put_cells(&layout, i, out);
			if (listing->has_cycles) put_cycles(line, out);
			put_insn(&layout, line, out);
		} else if (!*line->text) {
			out_printf(out, "%*s\n", (int)layout.cells_width * 2 + 1, "");
		} else {
			out_printf(out, "%*s", (int)(layout.cells_width + layout.offset_width + 3), "");
			out_printf(out, "%-*s\n", (int)text_width(&layout), line->text);
		}
	}
}
