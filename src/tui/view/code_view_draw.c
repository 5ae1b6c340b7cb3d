/* How a line of code looks. Columns from the left:
 *
 *        72.46   |  12   36:  ^ jne    36
 *      weights   | jumps address arrow text
 *
 * A line is put together part by part; parts go to the screen, or as text to a file. */
#include "tui/view/code_view_private.h"
#include <inttypes.h>
#include <stdio.h>
#include "base/printable.h"

/* Where parts of a line go: one of the two. */
struct parts {
	struct line *line;
	struct outbuf *out;
	bool plain; /* ASCII alone */
};

/* Shares from which on a weight is coloured, as upstream's. */
#define HOT_PERCENT 5.0
#define WARM_PERCENT 0.5

static void put(struct parts *parts, enum screen_style style, const char *text)
{
	if (parts->line) line_text(parts->line, style, text);
	else out_str(parts->out, text);
}

/* At the right of width columns. */
static void put_number(struct parts *parts, enum screen_style style, unsigned width, const char *text)
{
	if (parts->line) line_number(parts->line, style, width, text);
	else out_right(parts->out, text, width);
}

void code_view_measure(struct code_view *view)
{
	uint32_t most_jumps = 0, most_number = 0;
	char text[12];
	for (size_t i = 0; i < view->listing.lines.count; i++) {
		most_jumps = MAX(most_jumps, view->listing.lines.items[i].nr_jumps_here);
		most_number = MAX(most_number, view->listing.lines.items[i].file_line);
	}
	view->mnemonic_width = code_mnemonic_width(&view->listing);
	view->address_width = code_address_width(&view->listing, &view->options.line);
	view->jumps_width = (unsigned)snprintf(text, sizeof(text), "%" PRIu32, most_jumps);
	view->number_width = (unsigned)snprintf(text, sizeof(text), "%" PRIu32, most_number);
}

static enum screen_style weight_style(double percent)
{
	if (percent >= HOT_PERCENT) return STYLE_TOP;
	return percent >= WARM_PERCENT ? STYLE_MEDIUM : STYLE_LIGHT;
}

static void put_weights(const struct code_view *view, struct parts *parts, uint32_t index)
{
	const struct code_line_options *options = &view->options.line;
	struct outbuf text;
	out_init(&text, -1);
	for (size_t e = 0; e < view->listing.events.count; e++) {
		double percent = code_percent(&view->listing, code_cell(&view->listing, index, e), e, options->percent);
		text.size = 0;
		code_line_weight(&view->listing, index, e, options, &text);
		out_char(&text, '\0');
		put_number(parts, weight_style(percent), code_weights_width(options->weights), text.data);
		put(parts, STYLE_LIGHT, " ");
	}
	out_done(&text);
}

/* Instructions a cycle and cycles of the block that ends here, where branch stacks told. */
static void put_cycles(const struct code_view *view, struct parts *parts, const struct code_line *line)
{
	const struct code_cycles *cycles = line->cycles;
	char text[64] = "";
	if (!view->listing.has_cycles) return;
	if (cycles && cycles->ipc > 0) snprintf(text, sizeof(text), "%.2f", cycles->ipc);
	put_number(parts, STYLE_LIGHT, 6, text);
	text[0] = 0;
	if (cycles && cycles->cycles > 0 && view->shows_cycle_range)
		snprintf(text, sizeof(text), "%" PRIu64 "(%" PRIu64 "/%" PRIu64 ")", (uint64_t)cycles->cycles,
			 cycles->min_cycles, cycles->max_cycles);
	else if (cycles && cycles->cycles > 0) snprintf(text, sizeof(text), "%" PRIu64, (uint64_t)cycles->cycles);
	put_number(parts, STYLE_LIGHT, view->shows_cycle_range ? 20 : 6, text);
	put(parts, STYLE_LIGHT, " ");
}

static const char *bar(const struct parts *parts) { return parts->plain ? "|" : "│"; }

/* A line of source, or of objdump's own: its number or place, and its text. */
static void put_source(const struct code_view *view, struct parts *parts, const struct code_line *line)
{
	char number[16] = "";
	for (unsigned i = 0; i < view->address_width + 2; i++) put(parts, STYLE_LIGHT, " ");
	if (view->shows_places && line->file) {
		snprintf(number, sizeof(number), ":%" PRIu32 "  ", line->file_line);
		put(parts, STYLE_DIM, line->file);
		put(parts, STYLE_DIM, number);
	} else if (view->options.numbers) {
		if (line->file_line) snprintf(number, sizeof(number), "%" PRIu32, line->file_line);
		put_number(parts, STYLE_DIM, view->number_width, number);
		put(parts, STYLE_DIM, "  ");
	}
	put(parts, STYLE_SOURCE, line->text ? line->text : "");
}

static void put_instruction(const struct code_view *view, struct parts *parts, const struct code_line *line)
{
	const struct code_line_options *options = &view->options.line;
	struct outbuf text;
	char jumps[16] = "";
	out_init(&text, -1);
	if (view->options.jump_sources && !options->raw) {
		if (line->nr_jumps_here) snprintf(jumps, sizeof(jumps), "%" PRIu32, line->nr_jumps_here);
		put_number(parts, STYLE_JUMP, view->jumps_width, jumps);
		put(parts, STYLE_LIGHT, " ");
	}
	code_line_address(&view->listing, line, options, &text);
	bool has_address = text.size;
	out_char(&text, '\0');
	put_number(parts, STYLE_ADDRESS, view->address_width, text.data);
	put(parts, STYLE_ADDRESS, has_address ? ": " : "  ");
	put(parts, STYLE_JUMP, code_line_arrow(line, parts->plain));
	put(parts, STYLE_LIGHT, " ");
	text.size = 0;
	code_line_text(&view->listing, line, options, view->mnemonic_width, &text);
	out_char(&text, '\0');
	put(parts, STYLE_CODE, text.data);
	out_done(&text);
	if (!line->type) return;
	put(parts, STYLE_DIM, "    # data type: ");
	put(parts, STYLE_DIM, line->type->type);
	if (!line->type->member) return;
	put(parts, STYLE_DIM, ".");
	put(parts, STYLE_DIM, line->type->member);
}

static void put_line(const struct code_view *view, struct parts *parts, uint32_t index)
{
	const struct code_line *line = &view->listing.lines.items[index];
	put_weights(view, parts, index);
	put_cycles(view, parts, line);
	put(parts, STYLE_JUMP, bar(parts));
	if (line->kind == CODE_INSN) put_instruction(view, parts, line);
	else put_source(view, parts, line);
}

static void put_titles(const struct code_view *view, struct parts *parts)
{
	const struct code_line_options *options = &view->options.line;
	for (size_t e = 0; e < view->listing.events.count; e++) {
		put_number(parts, STYLE_ROOT, code_weights_width(options->weights),
			   code_weights_title(options->weights));
		put(parts, STYLE_ROOT, " ");
	}
	if (view->listing.has_cycles) {
		put_number(parts, STYLE_ROOT, 6, "IPC");
		put_number(parts, STYLE_ROOT, view->shows_cycle_range ? 20 : 6,
			   view->shows_cycle_range ? "Cycle(min/max)" : "Cycle");
		put(parts, STYLE_ROOT, " ");
	}
	put(parts, STYLE_ROOT, bar(parts));
}

void code_view_draw_titles(const struct code_view *view, struct line *line)
{
	struct parts parts = { .line = line, .plain = !screen_has_unicode(line->screen) };
	put_titles(view, &parts);
}

void code_view_draw_line(const struct code_view *view, struct line *line, uint32_t index)
{
	struct parts parts = { .line = line, .plain = !screen_has_unicode(line->screen) };
	put_line(view, &parts, index);
}

/* The column between address and arrow, which is always blank. */
static unsigned arrow_column(const struct code_view *view)
{
	unsigned column = (unsigned)view->listing.events.count * (code_weights_width(view->options.line.weights) + 1);
	if (view->listing.has_cycles) column += 6 + (view->shows_cycle_range ? 20 : 6) + 1;
	column += 1; /* the bar */
	if (view->options.jump_sources && !view->options.line.raw) column += view->jumps_width + 1;
	return column + view->address_width + 1;
}

/* The row that shows a line of the listing, or where it would be. */
static size_t row_of(const struct code_view *view, uint32_t index)
{
	size_t row = 0;
	while (row < view->shown.count && view->shown.items[row] < index) row++;
	return row;
}

void code_view_draw_arrow(const struct code_view *view, struct screen *screen, struct area area)
{
	const struct browser *b = &view->browser;
	static const char *const fine[] = { "┌", "│", "└" }, *const plain[] = { "+", "|", "+" };
	const char *const *parts = screen_has_unicode(screen) ? fine : plain;
	if (view->options.hides_arrows || b->selected >= view->shown.count) return;
	const struct code_line *line = &view->listing.lines.items[view->shown.items[b->selected]];
	bool jumps = line->flow == CODE_JUMP || line->flow == CODE_CONDITIONAL_JUMP;
	if (line->kind != CODE_INSN || !jumps || line->target_line == CODE_NO_LINE) return;
	size_t target = row_of(view, line->target_line), first = MIN(target, b->selected),
	       last = MAX(target, b->selected);
	unsigned column = arrow_column(view);
	if (first == last || column < b->scrolled || column - b->scrolled >= area.columns) return;
	column -= b->scrolled;
	for (size_t row = MAX(first, b->top); row <= last && row < b->top + area.rows; row++) {
		const char *part = parts[row == last ? 2 : 1];
		if (row == first) part = parts[0];
		screen_put(screen, area.row + (unsigned)(row - b->top), area.column + column, 1, STYLE_JUMP, part);
	}
}

void code_view_print(const struct code_view *view, struct outbuf *out)
{
	struct parts parts = { .out = out };
	size_t before = out->size;
	out_str(out, view->listing.symbol ? view->listing.symbol : "");
	out_lit(out, "() ");
	out_str(out, view->listing.object ? view->listing.object : "");
	out_name_from(out, before);
	out_char(out, '\n');
	if (view->title) {
		before = out->size;
		out_str(out, view->title);
		out_name_from(out, before);
		out_char(out, '\n');
	}
	out_char(out, '\n');
	put_titles(view, &parts);
	out_char(out, '\n');
	for (size_t i = 0; i < view->shown.count; i++) {
		before = out->size;
		put_line(view, &parts, view->shown.items[i]);
		out_name_from(out, before);
		out_char(out, '\n');
	}
}
