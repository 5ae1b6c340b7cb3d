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

/* What stands in front of the address that arguments end with: "%r1," of "%r1,100099a <leaf+0x22>". */
static size_t target_at(const char *arguments)
{
	size_t end = strcspn(arguments, "<"), at = end;
	while (at && arguments[at - 1] != ',') at--;
	return at ? at + strspn(arguments + at, " ") : 0;
}

/* "lea table,%rcx" instead of "lea 0x2ea9(%rip),%rcx", "adrp x3, table" instead of "adrp x3, 492000 <table>": the name
 * of what is at the address. False: there is none. */
static bool put_named_data(const struct code_line *line, struct outbuf *out)
{
	static const char relative[] = "(%rip)";
	const char *pc = strstr(line->arguments, relative), *start = pc, *end = "";
	bool is_page = strcmp(line->mnemonic, "adrp") == 0;
	if (!line->data_name || (!pc && !is_page)) return false;
	if (pc) {
		while (start > line->arguments && start[-1] != ',') start--;
		end = pc + sizeof(relative) - 1;
	} else {
		start = line->arguments + target_at(line->arguments);
	}
	out_mem(out, line->arguments, (size_t)(start - line->arguments));
	out_mem(out, line->data_name + 1, strlen(line->data_name) - 2); /* without < and > */
	out_str(out, end);
	return true;
}

/* A remark, with as many blanks in front of it as in the whole text, which ends in it. */
static void put_comment(const struct code_line *line, struct outbuf *out)
{
	size_t length = strlen(line->text), size = strlen(line->comment), blanks = 0;
	while (size + blanks < length && line->text[length - size - blanks - 1] == ' ') blanks++;
	out_spaces(out, blanks);
	out_str(out, line->comment);
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
		if (line->arguments) out_mem(out, line->arguments, target_at(line->arguments));
		out_hex(out, shown_address(listing, line->target_vaddr, options), 0);
	} else if (line->has_target && line->flow == CODE_CALL && line->target_name) {
		out_str(out, line->target_name);
		if (line->target_offset) out_printf(out, "+0x%" PRIx64, line->target_offset);
	} else if (line->arguments && !put_named_data(line, out)) {
		out_str(out, line->arguments);
		if (line->comment) put_comment(line, out);
	}
}

/* As many bytes as objdump puts into a line of x86. */
enum { RAW_BYTES = 7 };

unsigned code_line_bytes(const struct code_listing *listing, const struct code_line *line, unsigned start,
			 struct outbuf *out)
{
	unsigned unit = line->unit_bytes ? line->unit_bytes : MAX(line->length, 1u),
		 wanted = start ? 0 : listing->dump_width, used = 0, end = MIN(line->length, start + RAW_BYTES);
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

void code_line_text(const struct code_listing *listing, const struct code_line *line,
		    const struct code_line_options *options, unsigned mnemonic_width, struct outbuf *out)
{
	size_t before = out->size;
	if (line->kind != CODE_INSN || options->raw || !line->mnemonic) {
		if (line->text) out_str(out, line->text);
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
