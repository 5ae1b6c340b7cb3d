/* The code of one function in place of rows (--stdio: --sym-annotate and the key s): the instructions that have at
 * least so many percent of the function's samples, each with the line in front of it, as upstream. */
#include <errno.h>
#include <string.h>
#include "analysis/profile/answers/hist_source.h"
#include "commands/top/top_show.h"
#include "render/listing/code_text.h"

static const struct annotate *top_code_annotate(void *ctx, struct err *err)
{
	(void)err;
	return live_profile_annotate(((struct top *)ctx)->profile);
}

/* "[.] main" is the function main. */
static bool is_of(const char *text, const char *symbol)
{
	if (text[0] == '[' && text[1] && text[2] == ']' && text[3] == ' ') text += 4;
	return strcmp(text, symbol) == 0;
}

/* The id of the row of that function, 0: there is none. */
static uint64_t find_row(const struct result_source *source, const char *symbol)
{
	const struct result_condition condition = { .column = "symbol", .text = symbol };
	const struct result_request request = { .conditions = &condition, .nr_conditions = 1, .least_percent = -1 };
	_err_done_ struct err err = ERR_INIT;
	struct table table;
	uint64_t id = 0;
	table_init(&table);
	if (source->rows(source->ctx, &request, &table, &err) == 0) {
		size_t cell = 0;
		bool is_there = false; /* it is hidden where the filter leaves one function */
		for (size_t n = 0; n < table.columns.count && !is_there; n++) {
			is_there = strcmp(table.columns.items[n].name, "symbol") == 0;
			if (!is_there) cell += table.columns.items[n].span;
		}
		for (size_t i = 0; i < table.rows.count && !id; i++)
			if (!is_there || is_of(table.rows.items[i].cells[cell].text, symbol))
				id = table.rows.items[i].id;
	}
	table_done(&table);
	return id;
}

static bool is_heavy(const struct code_listing *listing, size_t line, int least_percent)
{
	const uint64_t all = listing->events.items[0].period, own = code_cell(listing, line, 0)->period;
	if (!least_percent) return true;
	return listing->lines.items[line].kind == CODE_INSN && own && own * 100 >= all * (uint64_t)least_percent;
}

/* Leaves out what is light. Lines move: arrows are gone. */
static void keep_heavy(struct code_listing *listing, int least_percent)
{
	size_t nr_events = listing->events.count, nr_kept = 0;
	for (size_t i = 0; i < listing->lines.count; i++) {
		bool keep = false;
		for (size_t near = i; near < MIN(i + 2, listing->lines.count) && !keep; near++)
			keep = is_heavy(listing, near, least_percent);
		if (listing->lines.items[i].kind != CODE_INSN) keep = !least_percent;
		if (!keep) continue;
		listing->lines.items[nr_kept] = listing->lines.items[i];
		listing->lines.items[nr_kept].target_line = CODE_NO_LINE;
		memmove(&listing->cells.items[nr_kept * nr_events], &listing->cells.items[i * nr_events],
			nr_events * sizeof(*listing->cells.items));
		nr_kept++;
	}
	listing->lines.count = nr_kept;
	listing->cells.count = nr_kept * nr_events;
	listing->edges.count = 0;
}

bool top_put_code(struct top *top, struct hist_event *const *members, size_t nr_members, struct outbuf *out)
{
	const struct top_option *o = top->option;
	struct hist_source profile = { .hist = live_profile_hist(top->profile),
				       .events = members,
				       .nr_events = nr_members,
				       .layout = &top->layout,
				       .options = &top->report_options,
				       .annotate = top_code_annotate,
				       .annotate_ctx = top,
				       .listing = { .without_source = !o->source, .symfs = o->session.symfs } };
	code_option_apply(&o->code, &profile.listing);
	const struct result_source source = hist_source_of(&profile);
	const char *name = hist_totals(members[0])->event->name;
	_err_done_ struct err err = ERR_INIT;
	uint64_t row = find_row(&source, top->annotated);
	int r = row ? 0 : -ENOENT;
	if (!row) {
		out_printf(out, "Sorry, %s is not active.\n", top->annotated);
	} else {
		struct code_listing listing;
		code_listing_init(&listing);
		r = source.code(source.ctx, row, &listing, &err);
		if (r == 0) {
			const struct code_text_options text = { .event = name, .raw_bytes = o->asm_raw };
			out_printf(out, "Showing %s for %s\n  Events  Pcnt (>=%d%%)\n", name, top->annotated,
				   top->line_percent);
			keep_heavy(&listing, top->line_percent);
			code_text_stdio(&listing, &text, out);
		} else {
			out_printf(out, "%s\n", err.message);
		}
		code_listing_done(&listing);
	}
	hist_source_done(&profile);
	return r == 0;
}
