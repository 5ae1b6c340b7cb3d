/* Menus of the profile browser. */
#include <stdio.h>
#include <string.h>
#include "tui/popup.h"
#include "tui/view/profile_private.h"

struct menu {
	VEC(char *) items; /* owned */
	VEC(int) actions;  /* enum profile_action, or PROFILE_QUIT */
};

static void menu_add(struct menu *menu, int action, char *text)
{
	vec_push(&menu->items, text);
	vec_push(&menu->actions, action);
}

static void menu_done(struct menu *menu)
{
	for (size_t i = 0; i < menu->items.count; i++) free(menu->items.items[i]);
	vec_done(&menu->items);
	vec_done(&menu->actions);
}

static bool is_zoomed(const struct profile_view *v, const char *title)
{
	for (size_t i = 0; i < v->zooms.count; i++)
		if (strncmp(v->zooms.items[i].shown, title, strlen(title)) == 0) return true;
	return false;
}

static const char *trimmed(const char *text) { return text + strspn(text, " "); }

/* Items of the selected row, in upstream's order and words. */
static void add_row_items(struct profile_view *v, struct menu *menu)
{
	const char *symbol = profile_symbol(v), *comm = profile_cell(v, "comm"), *dso = profile_cell(v, "dso");
	const struct table_line *line = table_browser_selected(&v->table);
	if (symbol && profile_source(v)->code) menu_add(menu, PROFILE_ANNOTATE, xasprintf("Annotate %s", symbol));
	if (comm && *comm)
		menu_add(menu, PROFILE_ZOOM_THREAD,
			 xasprintf("Zoom %s %s thread", is_zoomed(v, "Thread:") ? "out of" : "into", trimmed(comm)));
	if (dso && *dso)
		menu_add(menu, PROFILE_ZOOM_DSO,
			 xasprintf("Zoom %s %s DSO (use the 'k' hotkey to zoom directly into the kernel)",
				   is_zoomed(v, "DSO:") ? "out of" : "into", trimmed(dso)));
	if (line && line->can_open)
		menu_add(menu, TABLE_BROWSER_TOGGLE,
			 xasprintf("%s [%s] callchain (one level, same as '+' hotkey, use 'e'/'c' for the whole main "
				   "level "
				   "entry)",
				   line->is_open ? "Collapse" : "Expand", symbol ? symbol : "this"));
	if (symbol && profile_source(v)->callers)
		menu_add(menu, PROFILE_SANDWICH, xasprintf("Callers and callees of [%s]", symbol));
	if (symbol && profile_source(v)->callees)
		menu_add(menu, PROFILE_THROUGH, xasprintf("Only samples in [%s] or in what it called", symbol));
	if (symbol && profile_source(v)->samples) menu_add(menu, PROFILE_SAMPLES, xasprintf("Samples of [%s]", symbol));
}

int profile_menu(struct profile_view *v)
{
	struct menu menu = { 0 };
	if (table_browser_row(&v->table)) add_row_items(v, &menu);
	menu_add(&menu, PROFILE_ORDER, xstrdup("Order by another column"));
	menu_add(&menu, PROFILE_SORT, xstrdup("Other sort keys"));
	menu_add(&menu, PROFILE_EXPORT, xstrdup("Write what is shown to a file"));
	menu_add(&menu, PROFILE_OTHER_FILE, xstrdup("Switch to another data file in PWD"));
	menu_add(&menu, PROFILE_QUIT, xstrdup("Exit"));
	int chosen = popup_menu(v->view.ui, NULL, (const char *const *)menu.items.items, menu.items.count);
	int action = chosen < 0 ? PROFILE_NONE : menu.actions.items[chosen];
	menu_done(&menu);
	return action;
}

void profile_order_by(struct profile_view *v, const struct table_column *column)
{
	bool is_same = v->order && column && strcmp(v->order, column->name) == 0;
	free(take(v->order));
	if (column && !is_same) v->order = xstrdup(column->name);
	profile_ask(v);
}

void profile_order_menu(struct profile_view *v)
{
	const struct table *table = &v->table.table;
	_free_ const char **titles = xcalloc(table->columns.count + 1, sizeof(*titles));
	titles[0] = "As at first";
	for (size_t i = 0; i < table->columns.count; i++) titles[i + 1] = trimmed(table->columns.items[i].title);
	int chosen = popup_menu(v->view.ui, "Order by", titles, table->columns.count + 1);
	if (chosen >= 0) profile_order_by(v, chosen > 0 ? &table->columns.items[chosen - 1] : NULL);
}

/* result_source.keys */
static void add_key(void *ctx, const char *name)
{
	struct strbuf *keys = ctx;
	strbuf_printf(keys, "%s%s", keys->size ? "," : "", name);
}

void profile_sort_prompt(struct profile_view *v)
{
	const struct result_source *source = profile_source(v);
	_strbuf_done_ struct strbuf keys = STRBUF_INIT, text = STRBUF_INIT;
	if (!source->keys) {
		ui_complain(v->view.ui, "This profile has one sort only");
		return;
	}
	source->keys(source->ctx, add_key, &keys);
	_free_ char *label = xasprintf("Sort by (%s %s): ", source->more_keys ? "at hand:" : "of", strbuf_text(&keys));
	strbuf_str(&text, v->sort ? v->sort : strbuf_text(&keys));
	if (!popup_line(v->view.ui, label, &text, NULL, NULL)) return;
	bool is_same = !v->sort && strcmp(strbuf_text(&text), strbuf_text(&keys)) == 0;
	free(take(v->sort));
	free(take(v->order));
	if (text.size && !is_same) v->sort = strbuf_take(&text);
	profile_ask(v);
}

void profile_columns_menu(struct profile_view *v)
{
	const struct table *table = &v->table.table;
	_free_ const char **titles = xcalloc(table->columns.count + 1, sizeof(*titles));
	for (size_t i = 0; i < table->columns.count; i++) titles[i] = trimmed(table->columns.items[i].title);
	titles[table->columns.count] = "Show all columns";
	int chosen = popup_menu(v->view.ui, "Hide a column", titles, table->columns.count + 1);
	if (chosen < 0) return;
	if ((size_t)chosen < table->columns.count) {
		if (table->columns.count > 1) vec_push(&v->hidden, xstrdup(table->columns.items[chosen].name));
	} else {
		for (size_t i = 0; i < v->hidden.count; i++) free(v->hidden.items[i]);
		vec_clear(&v->hidden);
	}
	profile_ask(v);
}

void profile_other_file(struct profile_view *v)
{
	const struct profile_view_host *host = &v->options.host;
	_free_ char *names = host->files && host->open_file ? host->files(host->ctx) : NULL;
	VEC(const char *) items = VEC_INIT;
	if (!names || !*names) {
		ui_complain(v->view.ui, "There is no other recording in this directory");
		return;
	}
	char *rest = names;
	for (char *name; (name = strsep(&rest, "\n"));)
		if (*name) vec_push(&items, name);
	int chosen = popup_menu(v->view.ui, "Recordings", items.items, items.count);
	if (chosen >= 0) {
		host->open_file(host->ctx, items.items[chosen]);
		ui_close(v->view.ui);
	}
	vec_done(&items);
}

/* A cell without the blanks that align it; NULL: nothing stands there. */
static const char *cell_or_null(const struct profile_view *v, const char *column)
{
	const char *text = profile_cell(v, column);
	return text && *trimmed(text) ? trimmed(text) : NULL;
}

void profile_scripts(struct profile_view *v)
{
	const struct profile_view_host *host = &v->options.host;
	_err_done_ struct err err = ERR_INIT;
	size_t count = 0;
	if (!host->scripts || !host->script) {
		ui_complain(v->view.ui, "No other command can read what is shown here");
		return;
	}
	while (host->scripts[count]) count++;
	int chosen = popup_menu(v->view.ui, "Run over this recording", host->scripts, count);
	if (chosen < 0) return;
	struct profile_view_entry entry = { .comm = cell_or_null(v, "comm"),
					    .dso = cell_or_null(v, "dso"),
					    .symbol = profile_symbol(v) };
	struct view *view = host->script(host->ctx, v->view.ui, (size_t)chosen, &entry, &err);
	if (view) ui_push(v->view.ui, view);
	else ui_complain(v->view.ui, "%s", err.message ? err.message : "The command cannot be run");
}
