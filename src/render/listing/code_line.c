/* How instructions are simplified: by their parts (mnemonic, arguments, comment), never by parsing the whole line. */
#include "render/listing/code_line.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* As objdump lines arguments up behind the mnemonic. */
enum { MNEMONIC_WIDTH = 6 };

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

const char *code_percent_name(enum code_percent percent)
{
	static const char *const names[] = { [CODE_LOCAL_PERIOD] = "local period",
					     [CODE_LOCAL_HITS] = "local hits",
					     [CODE_GLOBAL_PERIOD] = "global period",
					     [CODE_GLOBAL_HITS] = "global hits" };
	return names[percent];
}

void code_line_weight(const struct code_listing *listing, size_t line, size_t event,
		      const struct code_line_options *options, struct strbuf *ret)
{
	const struct code_cell *cell = code_cell(listing, line, event);
	if (listing->lines.items[line].kind != CODE_INSN || (!cell->nr_samples && !cell->period)) return;
	switch (options->weights) {
	case CODE_WEIGHTS_PERIOD: strbuf_printf(ret, "%" PRIu64, cell->period); break;
	case CODE_WEIGHTS_SAMPLES: strbuf_printf(ret, "%" PRIu64, cell->nr_samples); break;
	default: strbuf_printf(ret, "%.2f", code_percent(listing, cell, event, options->percent));
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
		       const struct code_line_options *options, struct strbuf *ret)
{
	bool is_target = line->nr_jumps_here > 0, is_call = line->flow == CODE_CALL;
	if (line->kind != CODE_INSN) return;
	if (!options->raw && options->offsets != CODE_OFFSETS_ALL && !is_target &&
	    !(is_call && options->offsets == CODE_OFFSETS_CALLS))
		return;
	strbuf_printf(ret, "%" PRIx64, shown_address(listing, line->vaddr, options));
}

const char *code_line_arrow(const struct code_listing *listing, const struct code_line *line, bool plain)
{
	static const char *const fine[] = { " ", "→", "←", "↓", "↑" }, *const ascii[] = { " ", ">", "<", "v", "^" };
	enum { NONE, CALL, RETURN, DOWN, UP } arrow = NONE;
	bool inside = line->has_target && line->target_vaddr >= listing->start && line->target_vaddr < listing->end;
	if (line->kind != CODE_INSN) return " ";
	if (line->flow == CODE_CALL) arrow = CALL;
	else if (line->flow == CODE_RETURN) arrow = RETURN;
	else if (line->flow != CODE_GOES_ON && line->has_target && !inside) arrow = CALL; /* it leaves the function */
	else if (line->flow != CODE_GOES_ON && line->has_target) arrow = line->target_vaddr > line->vaddr ? DOWN : UP;
	return (plain ? ascii : fine)[arrow];
}

/* Appends "mnemonic " as wide as objdump has it. */
static void put_mnemonic(const struct code_line *line, struct strbuf *ret)
{
	strbuf_printf(ret, "%-*s ", MNEMONIC_WIDTH, line->mnemonic);
}

/* Where a call or jump goes: a name, or an address. */
static void put_target(const struct code_line *line, struct strbuf *ret)
{
	if (!line->target_name) {
		strbuf_printf(ret, "%" PRIx64, line->target_vaddr);
		return;
	}
	strbuf_str(ret, line->target_name);
	if (line->target_offset) strbuf_printf(ret, "+0x%" PRIx64, line->target_offset);
}

/* The part of arguments that is an address relative to the instruction, "0x2e5a(%rip)" or "[rip+0x2e5a]"; 0: there
 * is none. */
static size_t find_relative(const char *arguments, size_t *ret_size)
{
	const char *end = strstr(arguments, "(%rip)"), *begin = end;
	if (end) {
		end += strlen("(%rip)");
		while (begin > arguments && !strchr(",* ", begin[-1])) begin--;
	} else if ((begin = strstr(arguments, "[rip")) && (end = strchr(begin, ']'))) {
		end++;
	} else {
		*ret_size = 0;
		return 0;
	}
	*ret_size = (size_t)(end - begin);
	return (size_t)(begin - arguments);
}

/* The name in "# 4010 <stdout+0x8>"; *ret_size 0: there is none. */
static const char *name_in(const char *comment, size_t *ret_size)
{
	const char *begin = comment ? strchr(comment, '<') : NULL, *end = begin ? strrchr(begin, '>') : NULL;
	*ret_size = end ? (size_t)(end - begin) - 1 : 0;
	return end ? begin + 1 : NULL;
}

/* Arguments with the name of the data that the comment gives in place of its distance. */
static void put_arguments(const struct code_line *line, struct strbuf *ret)
{
	size_t name_size, size;
	const char *name = name_in(line->comment, &name_size);
	size_t at = find_relative(line->arguments, &size);
	if (!name_size || !size) {
		strbuf_str(ret, line->arguments);
		if (line->comment) strbuf_printf(ret, "        %s", line->comment);
		return;
	}
	strbuf_add(ret, line->arguments, at);
	strbuf_add(ret, name, name_size);
	strbuf_str(ret, line->arguments + at + size);
}

void code_line_text(const struct code_listing *listing, const struct code_line *line,
		    const struct code_line_options *options, struct strbuf *ret)
{
	bool jumps = line->flow == CODE_JUMP || line->flow == CODE_CONDITIONAL_JUMP;
	if (line->kind != CODE_INSN || options->raw || !line->mnemonic) {
		strbuf_str(ret, line->text ? line->text : "");
	} else if (line->has_target && jumps && line->target_line != CODE_NO_LINE) {
		put_mnemonic(line, ret);
		strbuf_printf(ret, "%" PRIx64, shown_address(listing, line->target_vaddr, options));
	} else if (line->has_target && (jumps || line->flow == CODE_CALL)) {
		put_mnemonic(line, ret);
		put_target(line, ret);
	} else if (line->arguments && *line->arguments) {
		put_mnemonic(line, ret);
		put_arguments(line, ret);
	} else {
		strbuf_str(ret, line->mnemonic);
	}
}
