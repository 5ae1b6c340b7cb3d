/* What the profile browser shows at the moment: of which event, and what stands in the selected row. */
#include <string.h>
#include "tui/view/profile_private.h"

const struct result_source *profile_source(const struct profile_view *v) { return &v->options.events[v->event].source; }

void profile_rounded(uint64_t value, struct strbuf *ret)
{
	static const char units[] = " KMG";
	unsigned unit = 0;
	for (; value > 1000 && unit < 3; unit++) value /= 1000;
	strbuf_printf(ret, "%llu%c", (unsigned long long)value, units[unit]);
}

void profile_title(const struct profile_view_event *event, const char *rate, uint64_t nr_samples, uint64_t period,
		   struct strbuf *ret)
{
	strbuf_str(ret, "Samples: ");
	profile_rounded(nr_samples, ret);
	strbuf_printf(ret, " of event%s '%s'%s, Event count (approx.): %llu", event->several ? "s" : "", event->name,
		      rate, (unsigned long long)period);
}

/* A verbose text as it is without: "/usr/lib/libc.so.6", "0x2724a D [.] main". */
static const char *without_verbose(const char *column, const char *text)
{
	const char *part = NULL;
	if (strcmp(column, "dso") == 0 && *text == '/') part = strrchr(text, '/') + 1;
	if (strcmp(column, "symbol") == 0) part = strchr(text, '[');
	return part ? part : text;
}

bool profile_zoom_hides(const struct profile_view *v, const struct zoom *zoom)
{
	const struct table *table = &v->table.table;
	if (!zoom->column || table->hierarchy) return false;
	if (strcmp(zoom->column, "dso") != 0 && strcmp(zoom->column, "socket") != 0) return false;
	/* rows have to say something still */
	for (size_t i = 0; i < table->columns.count; i++) {
		const struct table_column *c = &table->columns.items[i];
		if (c->kind == COLUMN_TEXT && strcmp(c->name, zoom->column) != 0) return true;
	}
	return false;
}

const struct zoom *profile_zoom_of(const struct profile_view *v, const char *column)
{
	for (size_t i = 0; i < v->zooms.count; i++) {
		const struct zoom *zoom = &v->zooms.items[i];
		if (zoom->column && strcmp(zoom->column, column) == 0 && profile_zoom_hides(v, zoom)) return zoom;
	}
	return NULL;
}

const char *profile_cell(const struct profile_view *v, const char *column)
{
	const struct table *table = &v->table.table;
	const struct table_row *row = table_browser_row(&v->table);
	size_t cell = 0;
	for (size_t i = 0; i < table->columns.count; i++) {
		const struct table_column *c = &table->columns.items[i];
		if (c->kind == COLUMN_TEXT && strcmp(c->name, column) == 0) {
			const char *text = row && row->cells[cell].text ? row->cells[cell].text : "";
			return v->verbosity ? without_verbose(column, text) : text;
		}
		cell += c->span;
	}
	const struct zoom *zoom = profile_zoom_of(v, column);
	return zoom ? strchr(zoom->shown, ' ') + 1 : NULL;
}

const char *profile_symbol(const struct profile_view *v)
{
	const char *text = profile_cell(v, "symbol");
	if (!text || !*text) return NULL;
	return text[0] == '[' && text[1] && text[2] == ']' && text[3] == ' ' ? text + 4 : text;
}
