/* Rows of tables put together by id. The order of all rows is one that agrees with the order of each table. */
#include "result/diff_judgement.h"
#include <assert.h>
#include "base/printable.h"
#include <string.h>

void diff_init(struct diff *diff, size_t nr_files)
{
	*diff = (struct diff){ .nr_files = nr_files };
	diff->orders = xcalloc(nr_files + 1, sizeof(*diff->orders));
	diff->totals = xcalloc(nr_files + 1, sizeof(*diff->totals));
	arena_init(&diff->arena);
	intern_init(&diff->labels);
}

void diff_done(struct diff *diff)
{
	free(diff->totals);
	for (size_t i = 0; i < diff->rows.count; i++) {
		if (diff->rows.items[i].paths) diff_paths_done(diff->rows.items[i].paths);
		free(diff->rows.items[i].paths);
		for (size_t file = 0; diff->rows.items[i].graphs && file < diff->nr_files; file++)
			tree_free(diff->rows.items[i].graphs[file]);
	}
	vec_done(&diff->keys);
	vec_done(&diff->measured);
	vec_done(&diff->columns);
	vec_done(&diff->rows);
	for (size_t file = 0; file < diff->nr_files; file++) vec_done(&diff->orders[file].rows);
	free(diff->orders);
	u64map_done(&diff->row_of_id);
	intern_done(&diff->labels);
	arena_done(&diff->arena);
}

static const char *own_text(struct diff *diff, const char *text)
{
	return text ? arena_strdup(&diff->arena, text) : NULL;
}

/* The column with texts of its own. */
static struct table_column own_column(struct diff *diff, const struct table_column *column)
{
	struct table_column own = *column;
	own.name = own_text(diff, column->name);
	own.title = own_text(diff, column->title);
	own.over = own_text(diff, column->over);
	own.uncounted = own_text(diff, column->uncounted);
	return own;
}

/* Takes the columns over; of another file than the first, the widths of texts. */
static void join_columns(struct diff *diff, size_t file, const struct table *table)
{
	size_t key = 0, count = table->columns.count - MIN(diff->nr_unshown, table->columns.count);
	for (size_t i = 0; i < count; i++) {
		const struct table_column *column = &table->columns.items[i];
		bool is_measured = column->kind != COLUMN_TEXT, is_new = !file;
		if (is_measured && is_new) {
			vec_push(&diff->columns, ((struct diff_column){ true, diff->measured.count }));
			vec_push(&diff->measured, own_column(diff, column));
		}
		if (is_measured) continue;
		if (key == diff->keys.count) {
			vec_push(&diff->columns, ((struct diff_column){ false, key }));
			vec_push(&diff->keys, own_column(diff, column));
		}
		diff->keys.items[key].width = MAX(diff->keys.items[key].width, column->width);
		key++;
	}
}

/* Adds a measured cell of one row to that of several: a decimal is a mean of samples. */
static void add_cell(union table_cell *sum, uint64_t sum_samples, const struct table_column *column,
		     union table_cell cell, uint64_t samples)
{
	if (column->kind == COLUMN_PERCENT) sum->value += cell.value;
	else if (column->kind != COLUMN_DECIMAL) sum->number += cell.number;
	else if (sum_samples + samples)
		sum->value = (sum->value * (double)sum_samples + cell.value * (double)samples) /
			     (double)(sum_samples + samples);
}

/* Adds what the first file has of a row in its measured columns. */
static void add_measured(const struct diff *diff, struct diff_row *joined, const struct table *table,
			 const struct table_row *row, uint64_t samples)
{
	size_t measured = 0, cell = 0;
	for (size_t i = 0; measured < diff->measured.count && i < table->columns.count; i++) {
		const struct table_column *column = &table->columns.items[i];
		if (column->kind != COLUMN_TEXT)
			add_cell(&joined->measured[measured++], joined->values[0].samples, column, row->cells[cell],
				 samples);
		cell += column->span;
	}
}

/* The cell of the column with this name; count of cells where there is none. */
static size_t cell_of(const struct table *table, const char *name)
{
	size_t cell = 0;
	for (size_t i = 0; i < table->columns.count; i++) {
		if (strcmp(table->columns.items[i].name, name) == 0) break;
		cell += table->columns.items[i].span;
	}
	return cell;
}

static uint32_t add_row(struct diff *diff, const struct table *table, const struct table_row *row)
{
	struct diff_row added = { .id = row->id };
	size_t key = 0, cell = 0;
	added.texts = arena_zalloc(&diff->arena, (diff->keys.count + 1) * sizeof(*added.texts));
	added.values = arena_zalloc(&diff->arena, diff->nr_files * sizeof(*added.values));
	added.measured = arena_zalloc(&diff->arena, (diff->measured.count + 1) * sizeof(*added.measured));
	added.graphs = arena_zalloc(&diff->arena, diff->nr_files * sizeof(*added.graphs));
	for (size_t i = 0; i < table->columns.count; i++) {
		if (table->columns.items[i].kind == COLUMN_TEXT && key < diff->keys.count)
			added.texts[key++] = own_text(diff, row->cells[cell].text);
		cell += table->columns.items[i].span;
	}
	vec_push(&diff->rows, added);
	return (uint32_t)diff->rows.count - 1;
}

/* Takes the first row of each file that no file has another row in front of. Files whose orders contradict each other
 * are damaged or foreign: the first one wins. */
void diff_set_order(struct diff *diff)
{
	_free_ size_t *heads = xcalloc(diff->nr_files, sizeof(*heads));
	_free_ uint32_t *waits = xcalloc(diff->rows.count + 1, sizeof(*waits));
	_free_ bool *is_placed = xcalloc(diff->rows.count + 1, sizeof(*is_placed));
	/* waits: files that the row is not at the head of. */
	for (size_t file = 0; file < diff->nr_files; file++)
		for (size_t i = 1; i < diff->orders[file].rows.count; i++) waits[diff->orders[file].rows.items[i]]++;
	for (uint32_t position = 0; position < diff->rows.count; position++) {
		uint32_t chosen = UINT32_MAX;
		for (size_t file = 0; file < diff->nr_files; file++) {
			const struct diff_order *order = &diff->orders[file];
			if (heads[file] == order->rows.count) continue;
			uint32_t head = order->rows.items[heads[file]];
			if (chosen == UINT32_MAX) chosen = head;
			if (waits[head]) continue;
			chosen = head;
			break;
		}
		diff->rows.items[chosen].position = position;
		is_placed[chosen] = true;
		for (size_t file = 0; file < diff->nr_files; file++) {
			const struct diff_order *order = &diff->orders[file];
			size_t before = heads[file];
			while (heads[file] < order->rows.count && is_placed[order->rows.items[heads[file]]])
				heads[file]++;
			if (heads[file] != before && heads[file] < order->rows.count)
				waits[order->rows.items[heads[file]]]--;
		}
	}
}

/* Names of callers are few against the nodes that have them. */
static struct tree *own_graph(struct diff *diff, struct tree *graph)
{
	for (size_t i = 0; i < graph->nodes.count; i++) {
		struct tree_node *node = &graph->nodes.items[i];
		if (node->label) node->label = intern_string(&diff->labels, node->label);
	}
	return graph;
}

void diff_add_table(struct diff *diff, size_t file, struct table *table)
{
	size_t samples = cell_of(table, "sample");
	assert(file < diff->nr_files);
	join_columns(diff, file, table);
	for (size_t i = 0; i < table->rows.count; i++) {
		struct table_row *row = &table->rows.items[i];
		bool is_new;
		uint64_t *known = u64map_put(&diff->row_of_id, row->id, &is_new);
		if (is_new) *known = add_row(diff, table, row);
		struct diff_row *joined = &diff->rows.items[*known];
		struct diff_value *value = &joined->values[file];
		/* Rows of one id have the place of the first of them. */
		if (!value->samples) vec_push(&diff->orders[file].rows, (uint32_t)*known);
		if (!joined->graphs[file] && row->graph) joined->graphs[file] = own_graph(diff, take(row->graph));
		uint64_t nr_samples = samples < table->nr_cells ? row->cells[samples].number : 1;
		if (!file) add_measured(diff, joined, table, row, nr_samples);
		value->period += row->period;
		value->samples += nr_samples;
	}
}

void diff_append_text(struct diff *diff, struct diff_row *row, size_t key, const char *text)
{
	struct table_column *column = &diff->keys.items[key];
	_free_ char *longer = xasprintf("%s%s", row->texts[key] ? row->texts[key] : "", text);
	row->texts[key] = arena_strdup(&diff->arena, longer);
	column->width = MAX(column->width, (unsigned)MIN(printable_width(longer), (size_t)UINT16_MAX));
}

const char *diff_verdict_name(enum diff_verdict verdict)
{
	static const char *const names[] = {
		[DIFF_NOT_JUDGED] = "", [DIFF_NOISE] = "noise", [DIFF_GREW] = "grew", [DIFF_SHRANK] = "shrank"
	};
	return names[verdict];
}
