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

/* A file in the making, on the thread beside the interface. */
struct profile_exporting {
	enum export_kind kind;
	struct arena arena; /* of the request's texts */
	struct result_request request;
	const struct result_source *source;
	const struct profile_view_host *host;
	struct strbuf title; /* of the text */
	uint64_t total_period;
	char *path; /* what was written; NULL: nothing */
	struct err err;
	int status;
};

static void put_text(const struct profile_exporting *x, const struct table *table, struct outbuf *out)
{
	struct table_text_options options = { .titles = true, .graph = { .style = TREE_GRAPH } };
	options.graph.total_period = x->total_period;
	out_lit(out, "# ");
	out_name(out, strbuf_text(&x->title));
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

static void put(const struct profile_exporting *x, const struct table *table, struct outbuf *out)
{
	switch (x->kind) {
	case EXPORT_TEXT: put_text(x, table, out); break;
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

/* On the thread beside the interface: what is shown, with all rows and their graphs. */
static void write_file(void *ctx)
{
	struct profile_exporting *x = ctx;
	struct table table;
	struct outbuf out;
	table_init(&table);
	out_init(&out, -1);
	x->status = x->source->rows(x->source->ctx, &x->request, &table, &x->err);
	if (x->status == 0) {
		put(x, &table, &out);
		x->status = x->host->save(x->host->ctx, kinds[x->kind].name, &out, &x->path, &x->err);
	}
	out_done(&out);
	table_done(&table);
}

/* Says what became of the file that was written. */
static void export_end(struct profile_view *v)
{
	struct profile_exporting *x = take(v->exporting);
	if (x->status < 0) ui_complain(v->view.ui, "%s", x->err.message ? x->err.message : "Cannot write the file");
	else ui_say(v->view.ui, "%s written!", x->path ? x->path : kinds[x->kind].name);
	arena_done(&x->arena);
	strbuf_done(&x->title);
	err_done(&x->err);
	free(x->path);
	free(x);
}

void profile_export(struct profile_view *v, bool print)
{
	const char *titles[ARRAY_SIZE(kinds)];
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) titles[i] = kinds[i].title;
	if (!v->options.host.save) {
		ui_complain(v->view.ui, "Files cannot be written from here");
		return;
	}
	int kind = print ? EXPORT_TEXT : popup_menu(v->view.ui, "Write what is shown as", titles, ARRAY_SIZE(titles));
	if (kind < 0) return;
	profile_wait(v);
	struct profile_exporting *x = v->exporting = xcalloc(1, sizeof(*x));
	v->export_end = export_end;
	x->kind = (enum export_kind)kind;
	x->source = profile_source(v);
	x->host = &v->options.host;
	x->total_period = v->totals.period;
	arena_init(&x->arena);
	x->request = profile_request(v, &x->arena);
	x->request.graphs = kind == EXPORT_TEXT || kind == EXPORT_FOLDED;
	profile_title(&v->options.events[v->event], "", v->totals.nr_samples, v->totals.period, &x->title);
	for (size_t i = 0; i < v->zooms.count; i++) strbuf_printf(&x->title, ", %s", v->zooms.items[i].shown);
	background_start(v->background, write_file, x);
	profile_take(v);
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
