/* A column for each event, then offset, size and declaration of each member. */
#include "render/listing/type_text.h"

#include <inttypes.h>
#include <string.h>
#include "base/printable.h"

#define RULE "============================================================================\n"
#define STATS_RULE "-----------------------------------------------------------\n"

/* Width and title of a column. */
static const struct {
	int width;
	const char *title;
} columns[] = {
	[TYPE_PERCENTS] = { 8, "Percent" },
	[TYPE_SAMPLES] = { 8, "Samples" },
	[TYPE_PERIODS] = { 12, "Period" },
};

static double share(uint64_t part, uint64_t all) { return all ? 100.0 * (double)part / (double)all : 0; }

static void put_weights(const struct type_layout *type, const struct type_weight *weights,
			const struct type_text_options *options, struct outbuf *out)
{
	for (size_t i = options->first; i < options->first + options->count; i++) {
		const struct type_weight *weight = &weights[i];
		if (options->column == TYPE_PERCENTS)
			out_printf(out, "%8.2f", share(weight->period, type->weights[i].period));
		else if (options->column == TYPE_SAMPLES) out_printf(out, "%8" PRIu64, weight->nr_samples);
		else out_printf(out, "%12" PRIu64, weight->period);
	}
}

static void put_blanks(struct outbuf *out, unsigned nr) { out_printf(out, "%*s", (int)nr, ""); }

static void put_row(const struct type_layout *type, const struct type_row *row, const struct type_text_options *options,
		    struct outbuf *out)
{
	unsigned indent = 4 * row->depth;
	if (row->is_end) {
		put_blanks(out, (unsigned)(columns[options->column].width * (int)options->count) + 24 + indent);
		out_lit(out, "};\n");
		return;
	}
	put_weights(type, row->weights, options, out);
	out_printf(out, " %#10" PRIx64 " %#10" PRIx64 "  ", row->offset, row->size_bytes);
	put_blanks(out, indent);
	out_name(out, row->type_name);
	out_char(out, '\t');
	out_name(out, row->name);
	out_str(out, row->is_struct ? " {\n" : ";\n");
}

static void put_note(const struct type_layout *type, const struct type_weight *weights, const char *text,
		     const struct type_text_options *options, struct outbuf *out)
{
	put_weights(type, weights, options, out);
	out_printf(out, " %10s %10s  %s\n", "?", "?", text);
}

static void put_type(const struct type_layout *type, const struct type_text_options *options, struct outbuf *out)
{
	uint64_t nr_samples = 0;
	for (size_t i = options->first; i < options->first + options->count; i++)
		nr_samples += type->weights[i].nr_samples;
	out_lit(out, "Annotate type: '");
	out_name(out, type->name);
	out_lit(out, "' in ");
	out_name(out, type->object);
	out_printf(out, " (%" PRIu64 " samples):\n", nr_samples);
	for (size_t i = 0; options->count > 1 && i < options->count; i++) {
		out_printf(out, " event[%zu] = ", i);
		out_name(out, options->event_names[options->first + i]);
		out_char(out, '\n');
	}
	out_lit(out, RULE);
	out_printf(out, "%*s %10s %10s  field\n", columns[options->column].width * (int)options->count,
		   columns[options->column].title, "offset", "size");
	for (size_t i = 0; i < type->rows.count; i++) {
		bool is_last = i + 1 == type->rows.count;
		/* accesses whose member an index decides */
		if (is_last && type->rows.items[i].is_end && type->has_without_place)
			put_note(type, type->without_place, "    (member not known)", options, out);
		put_row(type, &type->rows.items[i], options, out);
	}
	if (type->has_by_address) put_note(type, type->by_address, "(known by the address alone)", options, out);
	out_char(out, '\n');
}

/* "inner" is asked for as well as "struct inner". */
static bool is_asked_for(const char *name, const char *wanted)
{
	if (!wanted || !*wanted || strcmp(name, wanted) == 0) return true;
	const char *space = strchr(name, ' ');
	bool has_kind = space && (strncmp(name, "struct ", 7) == 0 || strncmp(name, "union ", 6) == 0 ||
				  strncmp(name, "enum ", 5) == 0);
	return has_kind && strcmp(space + 1, wanted) == 0;
}

void type_text(const struct type_layouts *layouts, const struct type_text_options *options, struct outbuf *out)
{
	uint32_t *order;
	size_t nr = type_layouts_order(layouts, options->first, options->count, &order);
	uint64_t all = layouts->totals[options->first].period;
	for (size_t i = 0; i < nr; i++) {
		const struct type_layout *type = &layouts->types.items[order[i]];
		if (share(type->weights[options->first].period, all) < options->percent_limit) continue;
		if (is_asked_for(type->name, options->name)) put_type(type, options, out);
	}
	free(order);
}

static void put_totals(uint64_t all, uint64_t found, struct outbuf *out)
{
	out_printf(out, "total %" PRIu64 ", ok %" PRIu64 " (%.1f%%), bad %" PRIu64 " (%.1f%%)\n", all, found,
		   share(found, all), all - found, share(all - found, all));
}

void type_text_stats(const struct type_layouts *layouts, struct outbuf *out)
{
	out_lit(out, "Annotate data type stats:\n");
	put_totals(layouts->nr_all, layouts->nr_found, out);
	out_lit(out, STATS_RULE);
	for (size_t i = 0; i < layouts->reasons.count; i++)
		out_printf(out, "%10" PRIu64 " : %s\n", layouts->reasons.items[i].nr, layouts->reasons.items[i].word);
	out_char(out, '\n');
}

void type_text_insn_stats(const struct type_layouts *layouts, struct outbuf *out)
{
	out_lit(out, "Annotate Instruction stats\n");
	put_totals(layouts->nr_in_functions, layouts->nr_found, out);
	out_lit(out, "\n  Name/opcode         :  Good   Bad\n" STATS_RULE);
	for (size_t i = 0; i < layouts->insns.count; i++) {
		const struct type_insn_stat *insn = &layouts->insns.items[i];
		out_printf(out, "  %-20s: %5" PRIu64 " %5" PRIu64 "\n", insn->mnemonic, insn->nr_good, insn->nr_bad);
	}
	out_char(out, '\n');
}
