/* perf report --total-cycles in the terminal interface: a table of basic blocks for each event. */
#include <string.h>
#include "commands/option/numbered_file.h"
#include "commands/option/tui_option.h"
#include "commands/report/report_browse.h"
#include "commands/report/report_facts.h"
#include "tui/view/diff_view.h"

/* What `perf report --header-only` says; the caller's. */
static char *header_of(const struct report *report)
{
	struct outbuf out;
	out_init(&out, -1);
	if (report_facts_header(report->session, true, &out, NULL) < 0) out.size = 0;
	char *text = xstrndup(out.data ? out.data : "", out.size);
	out_done(&out);
	return text;
}

enum { TEXT_MAX = 200 };

/* Texts take the room that they need: those of --stdio are far to the right, beyond the edge of most terminals. */
static void narrow(struct table *table)
{
	for (size_t i = 0; i < table->columns.count; i++) {
		struct table_column *column = &table->columns.items[i];
		if (column->kind != COLUMN_TEXT) continue;
		column->width = 0;
		for (size_t row = 0; row < table->rows.count; row++) {
			const char *text = table->rows.items[row].cells[i].text;
			if (text) column->width = MAX(column->width, (unsigned)MIN(strlen(text), TEXT_MAX));
		}
		column->align = ALIGN_LEFT;
		column->title_right = false;
	}
}

int report_browse_blocks(struct report *report, struct err *err)
{
	size_t count = report->profiles.count;
	struct screen *screen;
	int r = tui_option_open(&screen, err);
	if (r < 0) return r;
	_free_ struct table *tables = xcalloc(count + 1, sizeof(*tables));
	_free_ struct diff_view_event *events = xcalloc(count + 1, sizeof(*events));
	_free_ char *header = header_of(report);
	for (size_t i = 0; i < count; i++) {
		const struct report_profile *profile = &report->profiles.items[i];
		table_init(&tables[i]);
		block_cycles_table(&report->blocks, report->hist, profile->events[0], report->values->percent_limit,
				   &tables[i]);
		narrow(&tables[i]);
		events[i] = (struct diff_view_event){ report_show_name(profile), &tables[i], header };
	}
	struct ui *ui = ui_new(screen);
	ui_push(ui, diff_view_new(&(struct diff_view_options){ .events = events,
							       .nr_events = count,
							       .plain_name = "perf.hist",
							       .save = numbered_file_write }));
	ui_run(ui);
	ui_free(ui);
	screen_close(screen);
	for (size_t i = 0; i < count; i++) {
		table_done(&tables[i]);
		free((char *)events[i].name);
	}
	return 0;
}
