/* Which lines of a table are visible: rows, and below each that is open the nodes of its tree, or the rows of the next
 * level of a hierarchy. Lines are made anew whenever a fold or the table changes; trees are asked for when a row is
 * opened. */
#include "tui/table_browser.h"
#include <string.h>
#include "base/clock.h"
#include "base/hash.h"
#include "tui/table_browser_private.h"
#include "tui/table_order.h"

void table_browser_init(struct table_browser *browser, const struct table_browser_options *options)
{
	*browser = (struct table_browser){ .browser = { .has_selection = true }, .options = *options };
	table_init(&browser->table);
}

void table_browser_done(struct table_browser *browser)
{
	table_done(&browser->table);
	vec_done(&browser->lines);
	u64map_done(&browser->folds);
	vec_done(&browser->title_ends);
	free(browser->widths);
}

static bool is_open(const struct table_browser *b, uint64_t key)
{
	const uint64_t *fold = u64map_find(&b->folds, key);
	return fold ? *fold : b->all_open;
}

static void set_open(struct table_browser *b, uint64_t key, bool open) { *u64map_put(&b->folds, key, NULL) = open; }

/* The tree of a row, asked for when it is not there yet. */
static struct tree *tree_of(struct table_browser *b, uint32_t row)
{
	struct table_row *r = &b->table.rows.items[row];
	if (!r->graph && b->options.below) r->graph = b->options.below(b->options.ctx, r);
	return r->graph;
}

static bool has_tree(const struct table_browser *b, const struct table_row *row)
{
	if (row->graph) return row->graph->first_root != TREE_NONE;
	if (!b->options.below) return false;
	return !b->options.has_below || b->options.has_below(b->options.ctx, row);
}

static struct table_line line_of_node(const struct tree *tree, uint32_t node, const struct table_line *parent,
				      uint32_t depth)
{
	const char *label = tree->nodes.items[node].label ? tree->nodes.items[node].label : "";
	return (struct table_line){ .row = parent->row,
				    .node = node,
				    .depth = depth,
				    .key = hash_pair(parent->key, hash_bytes(label, strlen(label))) };
}

static void add_nodes(struct table_browser *b, const struct tree *tree, uint32_t node, struct table_line parent);

/* A node, and what is open below it. Where `runs`, calls that only go on from it stand below it as far to the left, and
 * the last of them opens what is below: a straight way of calls is one list, as upstream shows it. */
static void add_node(struct table_browser *b, const struct tree *tree, uint32_t node, const struct table_line *parent,
		     bool runs)
{
	uint32_t depth = parent->depth + 1, child = tree->nodes.items[node].first_child;
	struct table_line line = line_of_node(tree, node, parent, depth);
	while (runs && child != TREE_NONE && tree->nodes.items[child].joined) {
		vec_push(&b->lines, line);
		line = line_of_node(tree, child, &line, depth);
		child = tree->nodes.items[child].first_child;
	}
	line.can_open = child != TREE_NONE;
	line.is_open = line.can_open && is_open(b, line.key);
	vec_push(&b->lines, line);
	if (line.is_open) add_nodes(b, tree, child, line);
}

/* Adds the siblings from `node` on, with what is open below them. */
static void add_nodes(struct table_browser *b, const struct tree *tree, uint32_t node, struct table_line parent)
{
	bool is_alone = tree->nodes.items[node].next == TREE_NONE;
	bool runs = is_alone && (parent.node == TREE_NONE || tree->nodes.items[node].joined);
	for (; node != TREE_NONE; node = tree->nodes.items[node].next) add_node(b, tree, node, &parent, runs);
}

uint64_t table_browser_row_key(const struct table_row *row) { return hash_u64(row->id); }

/* Of rows without an id their place. */
static uint64_t row_key(const struct table_browser *b, uint32_t row)
{
	const struct table_row *r = &b->table.rows.items[row];
	return r->id ? table_browser_row_key(r) : hash_pair(row, 1);
}

static void add_tree(struct table_browser *b, struct table_line *line)
{
	const struct tree *tree = line->is_open ? tree_of(b, line->row) : NULL;
	struct table_line parent = *line;
	if (line->is_open && (!tree || tree->first_root == TREE_NONE)) {
		b->lines.items[b->lines.count - 1].can_open = b->lines.items[b->lines.count - 1].is_open = false;
		return;
	}
	if (tree) add_nodes(b, tree, tree->first_root, parent);
}

/* Rows of a hierarchy have levels; those below a closed one are passed over. */
static void make_lines(struct table_browser *b)
{
	size_t count = b->table.rows.count;
	unsigned closed_level = UINT32_MAX;
	vec_clear(&b->lines);
	for (uint32_t row = 0; row < count; row++) {
		const struct table_row *r = &b->table.rows.items[row];
		if (r->level > closed_level) continue;
		closed_level = UINT32_MAX;
		bool has_rows = row + 1 < count && b->table.rows.items[row + 1].level > r->level;
		struct table_line line = { .row = row,
					   .node = TREE_NONE,
					   .depth = b->table.hierarchy ? r->level : 0,
					   .key = row_key(b, row) };
		line.can_open = has_rows || has_tree(b, r);
		line.is_open = line.can_open && is_open(b, line.key);
		vec_push(&b->lines, line);
		if (has_rows && !line.is_open) closed_level = r->level;
		if (!has_rows) add_tree(b, &line);
	}
	browser_set_rows(&b->browser, b->lines.count);
}

/* Selects the line with this key, if there is one, as far from the top as it was. */
static void select_key(struct table_browser *b, uint64_t key, size_t from_top)
{
	for (size_t i = 0; i < b->lines.count; i++) {
		if (b->lines.items[i].key != key) continue;
		b->browser.selected = i;
		b->browser.top = i > from_top ? i - from_top : 0;
		browser_set_rows(&b->browser, b->lines.count);
		return;
	}
}

/* Makes lines anew and keeps the selection. */
static void renew_lines(struct table_browser *b)
{
	const struct table_line *selected = table_browser_selected(b);
	uint64_t key = selected ? selected->key : 0;
	size_t from_top = b->browser.selected - MIN(b->browser.top, b->browser.selected);
	bool at_top = b->browser.selected == 0;
	make_lines(b);
	if (selected && !at_top) select_key(b, key, from_top);
}

void table_browser_set(struct table_browser *browser, struct table *table)
{
	size_t nr_columns = browser->table.columns.count;
	table_done(&browser->table);
	if (nr_columns != table->columns.count) browser->order_1 = 0;
	browser->table = *table;
	table_init(table);
	if (browser->order_1) table_order_rows(&browser->table, browser->order_1 - 1, browser->order_reversed);
	browser->titles.rows = 0;
	table_browser_measure(browser);
	renew_lines(browser);
}

const struct table_line *table_browser_selected(const struct table_browser *browser)
{
	return browser->browser.selected < browser->lines.count ? &browser->lines.items[browser->browser.selected]
								: NULL;
}

const struct table_row *table_browser_row(const struct table_browser *browser)
{
	const struct table_line *line = table_browser_selected(browser);
	return line ? &browser->table.rows.items[line->row] : NULL;
}

/* Opens or closes siblings and all below them. */
static void fold_nodes(struct table_browser *b, const struct tree *tree, uint32_t node, uint64_t parent, bool open)
{
	for (; node != TREE_NONE; node = tree->nodes.items[node].next) {
		const struct tree_node *n = &tree->nodes.items[node];
		uint64_t key = hash_pair(parent, hash_bytes(n->label ? n->label : "", n->label ? strlen(n->label) : 0));
		set_open(b, key, open);
		fold_nodes(b, tree, n->first_child, key, open);
	}
}

void table_browser_fold(struct table_browser *browser, bool open, bool deep)
{
	const struct table_line *line = table_browser_selected(browser);
	if (!line) return;
	uint32_t row = line->row;
	set_open(browser, line->key, open);
	if (deep) {
		const struct tree *tree = tree_of(browser, row);
		if (tree && line->node == TREE_NONE) fold_nodes(browser, tree, tree->first_root, line->key, open);
		else if (tree) fold_nodes(browser, tree, tree->nodes.items[line->node].first_child, line->key, open);
		unsigned level = browser->table.rows.items[row].level;
		for (uint32_t i = row + 1; line->node == TREE_NONE && i < browser->table.rows.count; i++) {
			if (browser->table.rows.items[i].level <= level) break;
			set_open(browser, row_key(browser, i), open);
		}
	}
	renew_lines(browser);
}

void table_browser_unfold_row(struct table_browser *browser, uint32_t row, struct tree *tree, bool deep)
{
	uint64_t key = row_key(browser, row);
	tree_free(browser->table.rows.items[row].graph);
	browser->table.rows.items[row].graph = tree;
	set_open(browser, key, true);
	if (deep) fold_nodes(browser, tree, tree->first_root, key, true);
	renew_lines(browser);
}

void table_browser_fold_all(struct table_browser *browser, bool open)
{
	const struct table_line *line = table_browser_selected(browser);
	uint32_t row = line ? line->row : 0;
	u64map_done(&browser->folds);
	browser->all_open = open;
	make_lines(browser);
	for (size_t i = 0; i < browser->lines.count; i++)
		if (browser->lines.items[i].row == row) {
			browser_select(&browser->browser, i);
			return;
		}
}

/* The row that a line of its tree belongs to is selected and folded. */
static void toggle_entry(struct table_browser *b)
{
	while (table_browser_selected(b) && table_browser_selected(b)->node != TREE_NONE) b->browser.selected--;
	const struct table_line *line = table_browser_selected(b);
	if (line) table_browser_fold(b, !line->is_open, true);
}

bool table_browser_act(struct table_browser *browser, int action)
{
	const struct table_line *line = table_browser_selected(browser);
	switch (action) {
	case TABLE_BROWSER_TOGGLE:
		if (line && line->can_open) table_browser_fold(browser, !line->is_open, false);
		return true;
	case TABLE_BROWSER_TOGGLE_ENTRY: toggle_entry(browser); return true;
	case TABLE_BROWSER_OPEN_ALL: table_browser_fold_all(browser, true); return true;
	case TABLE_BROWSER_CLOSE_ALL: table_browser_fold_all(browser, false); return true;
	case TABLE_BROWSER_TITLES: browser->hides_titles = !browser->hides_titles; return true;
	default: return browser_act(&browser->browser, action);
	}
}

bool table_browser_mouse(struct table_browser *browser, const struct screen_event *event,
			 enum browser_click *ret_clicked)
{
	return browser_mouse(&browser->browser, event, ret_clicked);
}

const struct table_column *table_browser_clicked_title(const struct table_browser *browser,
						       const struct screen_event *event)
{
	const struct area *area = &browser->titles;
	if (event->kind != SCREEN_MOUSE || event->key != SCREEN_LEFT || !area->rows || event->row != area->row)
		return NULL;
	if (event->column < area->column || event->column >= area->column + area->columns) return NULL;
	unsigned at = event->column - area->column + browser->browser.scrolled;
	for (size_t i = 0; i < browser->title_ends.count; i++) {
		const struct table_title *title = &browser->title_ends.items[i];
		if (at < title->end) return &browser->table.columns.items[title->column];
	}
	return NULL;
}

bool table_browser_order(struct table_browser *browser, const struct screen_event *event)
{
	const struct table_column *title = table_browser_clicked_title(browser, event);
	if (!title) return false;
	size_t column = (size_t)(title - browser->table.columns.items);
	browser->order_reversed = browser->order_1 == column + 1 && !browser->order_reversed;
	browser->order_1 = column + 1;
	table_order_rows(&browser->table, column, browser->order_reversed);
	renew_lines(browser);
	return true;
}

void table_search_begin(struct table_search *search, const struct table_browser *browser, bool backwards)
{
	*search = (struct table_search){ browser->browser.selected, browser->lines.count, backwards };
}

enum table_found table_search_go_on(struct table_search *search, struct table_browser *browser, const char *text,
				    uint64_t until_ns)
{
	enum { LINES_A_LOOK = 256 }; /* at the clock */
	_strbuf_done_ struct strbuf line = STRBUF_INIT;
	size_t last = browser->lines.count - 1;
	while (search->nr_left) {
		if (search->backwards) search->at = search->at ? search->at - 1 : last;
		else search->at = search->at < last ? search->at + 1 : 0;
		search->nr_left--;
		strbuf_clear(&line);
		table_browser_text(browser, &browser->lines.items[search->at], &line);
		if (line_find(strbuf_text(&line), text)) {
			browser_select(&browser->browser, search->at);
			return TABLE_FOUND;
		}
		if (search->nr_left % LINES_A_LOOK == 0 && clock_now_ns() >= until_ns) break;
	}
	return search->nr_left ? TABLE_SEARCHES_ON : TABLE_FOUND_NOTHING;
}

bool table_browser_search(struct table_browser *browser, const char *text, bool backwards)
{
	struct table_search search;
	table_search_begin(&search, browser, backwards);
	return table_search_go_on(&search, browser, text, UINT64_MAX) == TABLE_FOUND;
}
