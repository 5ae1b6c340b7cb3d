/* How instructions are simplified: by their parts (mnemonic, arguments, comment), never by parsing the whole line. */
#include "render/listing/code_line.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const struct {
	const char *title;
	unsigned width;
} weights_columns[] = {
	[CODE_WEIGHTS_PERCENT] = { "Percent", 7 },
	[CODE_WEIGHTS_PERIOD] = { "Period", 11 },
	[CODE_WEIGHTS_SAMPLES] = { "Samples", 7 },
};

const char *code_weights_title(enum code_weights weights) { return weights_columns[weights].title; }
unsigned code_weights_width(enum code_weights weights) { return weights_columns[weights].width; }

void code_line_weight(const struct code_listing *listing, size_t line, size_t event,
		      const struct code_line_options *options, struct outbuf *out)
{
	const struct code_cell *cell = code_cell(listing, line, event);
	if (listing->lines.items[line].kind != CODE_INSN || (!cell->nr_samples && !cell->period)) return;
	switch (options->weights) {
	case CODE_WEIGHTS_PERIOD: out_dec(out, cell->period, 0); break;
	case CODE_WEIGHTS_SAMPLES: out_dec(out, cell->nr_samples, 0); break;
	default: out_printf(out, "%.2f", code_percent(listing, cell, event, options->percent));
	}
}

/* What is written of an address: itself, or how far it is behind the function's beginning. */
static uint64_t shown_address(const struct code_listing *listing, uint64_t vaddr,
			      const struct code_line_options *options)
{
	return options->raw || options->full_addresses ? vaddr : vaddr - listing->start;
}

unsigned code_address_width(const struct code_listing *listing, const struct code_line_options *options)
{
	uint64_t most = 0;
	char text[20];
	for (size_t i = 0; i < listing->lines.count; i++)
		if (listing->lines.items[i].kind == CODE_INSN) most = MAX(most, listing->lines.items[i].vaddr);
	return (unsigned)snprintf(text, sizeof(text), "%" PRIx64, most ? shown_address(listing, most, options) : 0);
}

void code_line_address(const struct code_listing *listing, const struct code_line *line,
		       const struct code_line_options *options, struct outbuf *out)
{
	bool is_target = line->nr_jumps_here > 0, is_call = line->flow == CODE_CALL;
	if (line->kind != CODE_INSN) return;
	if (!options->raw && options->offsets != CODE_OFFSETS_ALL && !is_target &&
	    !(is_call && options->offsets == CODE_OFFSETS_CALLS))
		return;
	out_hex(out, shown_address(listing, line->vaddr, options), 0);
}

const char *code_line_arrow(const struct code_line *line, bool plain)
{
	static const char *const fine[] = { " ", "→", "←", "↓", "↑" }, *const ascii[] = { " ", ">", "<", "v", "^" };
	enum { NONE, OUT, BACK, DOWN, UP } arrow = NONE;
	bool forwards = line->target_vaddr > line->vaddr;
	if (line->kind != CODE_INSN) return " ";
	switch (line->flow) {
	case CODE_CALL: arrow = OUT; break;
	case CODE_RETURN: arrow = BACK; break;
	case CODE_JUMP:
	case CODE_CONDITIONAL_JUMP:
		if (line->has_target && line->target_line == CODE_NO_LINE) arrow = OUT;
		else if (line->has_target) arrow = forwards ? DOWN : UP;
		break;
	default: break;
	}
	return (plain ? ascii : fine)[arrow];
}

/* The mnemonic without what objdump takes for prefixes: upstream splits at the first blank. */
static unsigned name_length(const struct code_line *line) { return (unsigned)strcspn(line->mnemonic, " "); }

unsigned code_mnemonic_width(const struct code_listing *listing)
{
	unsigned width = 0;
	for (size_t i = 0; i < listing->lines.count; i++)
		if (listing->lines.items[i].kind == CODE_INSN && listing->lines.items[i].mnemonic)
			width = MAX(width, name_length(&listing->lines.items[i]));
	return width;
}

/* "lea table,%rcx" instead of "lea 0x2ea9(%rip),%rcx": the name of what is at the address. False: there is none. */
static bool put_named_data(const struct code_line *line, struct outbuf *out)
{
	static const char relative[] = "(%rip)";
	const char *pc = strstr(line->arguments, relative), *start = pc;
	if (!pc || !line->data_name) return false;
	while (start > line->arguments && start[-1] != ',') start--;
	out_mem(out, line->arguments, (size_t)(start - line->arguments));
	out_mem(out, line->data_name + 1, strlen(line->data_name) - 2); /* without < and > */
	out_str(out, pc + sizeof(relative) - 1);
	return true;
}

/* Arguments with names instead of numbers: "call puts@plt", "je 48". */
static void put_arguments(const struct code_listing *listing, const struct code_line *line,
			  const struct code_line_options *options, struct outbuf *out)
{
	const char *space = strchr(line->mnemonic, ' ');
	if (space) {
		out_str(out, space + 1);
		out_char(out, ' ');
	}
	if (line->has_target && line->flow != CODE_CALL && line->target_line != CODE_NO_LINE) {
		out_hex(out, shown_address(listing, line->target_vaddr, options), 0);
	} else if (line->has_target && line->flow == CODE_CALL && line->target_name) {
		out_str(out, line->target_name);
		if (line->target_offset) out_printf(out, "+0x%" PRIx64, line->target_offset);
	} else if (line->arguments && !put_named_data(line, out)) {
		out_str(out, line->arguments);
		if (line->comment) {
			out_spaces(out, 8);
			out_str(out, line->comment);
		}
	}
}

/* With blanks up to the next multiple of eight columns for each tab. */
static void put_expanded(const char *text, struct outbuf *out)
{
	size_t column = 0;
	for (; *text; text++) {
		size_t width = *text == '\t' ? 8 - column % 8 : 1;
		if (*text == '\t') out_spaces(out, width);
		else out_char(out, *text);
		column += width;
	}
}

void code_line_text(const struct code_listing *listing, const struct code_line *line,
		    const struct code_line_options *options, unsigned mnemonic_width, struct outbuf *out)
{
	size_t before = out->size;
	if (line->kind != CODE_INSN || options->raw || !line->mnemonic) {
		put_expanded(line->text ? line->text : "", out);
		return;
	}
	if (line->is_nop) {
		out_lit(out, "nop");
		return;
	}
	out_mem(out, line->mnemonic, name_length(line));
	out_pad_from(out, before, mnemonic_width);
	out_char(out, ' ');
	put_arguments(listing, line, options, out);
	while (out->size > before && out->data[out->size - 1] == ' ') out->size--;
}
