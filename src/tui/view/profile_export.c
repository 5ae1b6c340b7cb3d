/* What is shown, as text, CSV, JSON or folded stacks in a file; a line for the clipboard. */
#include <stdio.h>
#include <string.h>
#include "base/printable.h"
#include "render/table/table_csv.h"
#include "render/table/table_json.h"
#include "render/table/table_text.h"
#include "tui/popup.h"
#include "tui/view/profile_private.h"

enum export_kind { EXPORT_TEXT, EXPORT_CSV, EXPORT_JSON, EXPORT_FOLDED };
static const struct {
	const char *title, *name;
} kinds[] = { { "Text (as perf report --stdio)", "perf.hist" },
	      { "CSV", "perf.csv" },
	      { "JSON", "perf.json" },
	      { "Folded stacks of the rows (for flame graphs)", "perf.folded" } };

/* The request of what is shown, with all rows and their graphs. */
static int ask_all(const struct profile_view *v, bool graphs, struct table *table, struct err *err)
{
	struct arena arena;
	arena_init(&arena);
	struct result_request request = profile_request(v, &arena);
	request.graphs = graphs;
	const struct result_source *source = profile_source(v);
	int r = source->rows(source->ctx, &request, table, err);
	arena_done(&arena);
	return r;
}

static void put_text(const struct profile_view *v, const struct table *table, enum tree_style style, struct outbuf *out)
{
	_strbuf_done_ struct strbuf title = STRBUF_INIT;
	struct table_text_options options = { .titles = style != TREE_FOLDED, .graph = { .style = style } };
	options.graph.total_period = v->totals.period;
	profile_title(&v->options.events[v->event], "", v->totals.nr_samples, v->totals.period, &title);
	out_lit(out, "# ");
	out_name(out, strbuf_text(&title));
	for (size_t i = 0; i < v->zooms.count; i++) out_printf(out, ", %s", v->zooms.items[i].shown);
	out_lit(out, "\n#\n");
	(void)!table_text(table, &options, out);
}

/* "a;b;c 17" of every path that ends somewhere. */
static void put_folded(const struct tree *tree, uint32_t node, const char *above, struct outbuf *out)
{
	for (; node != TREE_NONE; node = tree->nodes.items[node].next) {
		const struct tree_node *n = &tree->nodes.items[node];
		_free_ char *path = xasprintf("%s%s%s", above, *above ? ";" : "", n->label ? n->label : "");
		if (n->own_period || n->first_child == TREE_NONE) {
			out_name(out, path);
			out_char(out, ' ');
			out_dec(out, n->own_period ? n->own_period : n->period, 0);
			out_char(out, '\n');
		}
		put_folded(tree, n->first_child, path, out);
	}
}

static void put(const struct profile_view *v, const struct table *table, enum export_kind kind, struct outbuf *out)
{
	switch (kind) {
	case EXPORT_TEXT: put_text(v, table, TREE_GRAPH, out); break;
	case EXPORT_CSV: table_csv(table, NULL, ",", out); break;
	case EXPORT_JSON:
		table_json(table, &table_json_lines, out);
		out_char(out, '\n');
		break;
	case EXPORT_FOLDED:
		for (size_t i = 0; i < table->rows.count; i++) {
			const struct tree *tree = table->rows.items[i].graph;
			if (tree) put_folded(tree, tree->first_root, "", out);
		}
	}
}

void profile_export(struct profile_view *v, bool print)
{
	const struct profile_view_host *host = &v->options.host;
	_err_done_ struct err err = ERR_INIT;
	_free_ char *path = NULL;
	struct table table;
	struct outbuf out;
	const char *titles[ARRAY_SIZE(kinds)];
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) titles[i] = kinds[i].title;
	if (!host->save) {
		ui_complain(v->view.ui, "Files cannot be written from here");
		return;
	}
	int kind = print ? EXPORT_TEXT : popup_menu(v->view.ui, "Write what is shown as", titles, ARRAY_SIZE(titles));
	if (kind < 0) return;
	profile_wait(v);
	table_init(&table);
	out_init(&out, -1);
	int r = ask_all(v, kind == EXPORT_TEXT || kind == EXPORT_FOLDED, &table, &err);
	if (r == 0) {
		put(v, &table, (enum export_kind)kind, &out);
		r = host->save(host->ctx, kinds[kind].name, &out, &path, &err);
	}
	if (r < 0) ui_complain(v->view.ui, "%s", err.message ? err.message : "Cannot write the file");
	else ui_say(v->view.ui, "%s written!", path ? path : kinds[kind].name);
	out_done(&out);
	table_done(&table);
}

void profile_copy_line(struct profile_view *v)
{
	const struct table_line *line = table_browser_selected(&v->table);
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	if (!line) return;
	table_browser_text(&v->table, line, &text);
	screen_copy(ui_screen(v->view.ui), strbuf_text(&text));
	ui_say(v->view.ui, "Copied: %s", strbuf_text(&text));
}
