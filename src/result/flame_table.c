#include "result/flame_table.h"
#include <stdlib.h>

/* A frame on its way to a row. */
struct frame_weight {
	uint32_t frame;
	struct flame_row weight;
};

static int compare_weights(const void *a, const void *b)
{
	const struct frame_weight *l = a, *r = b;
	if (l->weight.total != r->weight.total) return l->weight.total > r->weight.total ? -1 : 1;
	if (l->weight.own != r->weight.own) return l->weight.own > r->weight.own ? -1 : 1;
	return l->frame < r->frame ? -1 : l->frame > r->frame;
}

static void add_columns(struct table *table)
{
	static const struct table_column columns[] = {
		{ .name = "overhead_children", .title = "Children", .kind = COLUMN_PERCENT, .width = 8 },
		{ .name = "overhead", .title = "Self", .kind = COLUMN_PERCENT, .width = 8 },
		{ .name = "dso", .title = "Shared Object", .kind = COLUMN_TEXT },
		{ .name = "symbol", .title = "Symbol", .kind = COLUMN_TEXT, .is_name = true },
	};
	table_add_columns(table, columns, ARRAY_SIZE(columns));
}

static bool is_function(const struct flame_frame *frame) { return frame->kind != FLAME_TASK; }

void flame_table(struct flame *flame, struct table *table)
{
	size_t count = 0;
	_free_ struct frame_weight *weights = xcalloc(flame->nr_frames + 1, sizeof(*weights));
	_free_ uint32_t *rows = xmalloc((flame->nr_frames + 1) * sizeof(*rows));
	/* each frame is a row until they are in order */
	for (size_t i = 0; i < flame->nr_nodes; i++) flame->nodes[i].row = flame->nodes[i].frame;
	_free_ struct flame_row *sums = flame_rows(flame, flame->nr_frames, true);
	for (size_t i = 0; i < flame->nr_frames; i++) {
		rows[i] = FLAME_NONE;
		if (is_function(&flame->frames[i])) weights[count++] = (struct frame_weight){ (uint32_t)i, sums[i] };
	}
	qsort(weights, count, sizeof(*weights), compare_weights);
	add_columns(table);
	double percent = flame->total ? 100.0 / (double)flame->total : 0;
	for (size_t i = 0; i < count; i++) {
		struct table_row *row = table_add_row(table);
		rows[weights[i].frame] = (uint32_t)i;
		row->id = i + 1;
		row->cells[0].value = (double)weights[i].weight.total * percent;
		row->cells[1].value = (double)weights[i].weight.own * percent;
		row->cells[2].text = flame->frames[weights[i].frame].object;
		row->cells[3].text = flame->frames[weights[i].frame].name;
	}
	for (size_t i = 0; i < flame->nr_nodes; i++) flame->nodes[i].row = rows[flame->nodes[i].frame];
}
