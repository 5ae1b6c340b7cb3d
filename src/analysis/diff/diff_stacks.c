/* Graphs of one row in several recordings are walked together: children with the same name are one. Each becomes a
 * struct diff_row of its own, so that it is computed and ordered as rows are. */
#include "analysis/diff/diff_stacks.h"
#include <string.h>

/* Deeper is not shown: no terminal has room for it, and recursion ends. */
enum { MAX_DEPTH = 200, INDENT = 2 };

/* A caller, in some recordings. node: by recording, TREE_NONE where it is not. */
struct caller {
	struct diff_row row;
	const char *label;
	uint32_t *nodes;
};
typedef VEC(struct caller) caller_vec;

struct stacks {
	struct table *table;
	const struct diff *diff;
	const struct diff_table_options *options;
	const struct tree *const *graphs;
	const struct diff_row *row; /* whose callers these are */
	double base_total;
	struct arena arena;
};

static struct caller *find_caller(struct stacks *s, caller_vec *callers, const char *label)
{
	for (size_t i = 0; i < callers->count; i++)
		if (strcmp(callers->items[i].label, label) == 0) return &callers->items[i];
	struct caller added = { .label = label };
	added.row.position = (uint32_t)callers->count;
	added.row.values = arena_zalloc(&s->arena, s->diff->nr_files * sizeof(*added.row.values));
	added.nodes = arena_alloc(&s->arena, s->diff->nr_files * sizeof(*added.nodes));
	for (size_t file = 0; file < s->diff->nr_files; file++) added.nodes[file] = TREE_NONE;
	vec_push(callers, added);
	return vec_last(callers);
}

/* The callers that follow: of the graphs' roots (parent NULL), or of a caller. */
static void find_callers(struct stacks *s, const struct caller *parent, caller_vec *ret)
{
	for (size_t file = 0; file < s->diff->nr_files; file++) {
		const struct tree *graph = s->graphs[file];
		if (!graph || (parent && parent->nodes[file] == TREE_NONE)) continue;
		uint32_t node = parent ? graph->nodes.items[parent->nodes[file]].first_child : graph->first_root;
		for (; node != TREE_NONE; node = graph->nodes.items[node].next) {
			const struct tree_node *n = &graph->nodes.items[node];
			struct caller *caller = find_caller(s, ret, n->label);
			caller->row.values[file].period += n->period;
			caller->row.values[file].samples += n->count ? n->count : 1;
			if (caller->nodes[file] == TREE_NONE) caller->nodes[file] = node;
		}
	}
}

static bool is_heavy(const struct stacks *s, const struct diff_row *row)
{
	for (size_t file = 0; file < s->diff->nr_files; file++)
		if (diff_share(s->diff, row, file) >= s->options->stack_limit) return true;
	return false;
}

static const struct caller *caller_of(const caller_vec *callers, const struct diff_row *row)
{
	size_t i = 0;
	while (&callers->items[i].row != row) i++;
	return &callers->items[i];
}

/* "  < main": an arrow to who was called, below where paths part. */
static void set_texts(struct stacks *s, struct caller *caller, unsigned indent)
{
	size_t nr_keys = s->diff->keys.count, size = indent + strlen(caller->label) + 3;
	caller->row.texts = arena_alloc(&s->arena, (nr_keys + 1) * sizeof(*caller->row.texts));
	for (size_t i = 0; i < nr_keys; i++) caller->row.texts[i] = "";
	char *text = arena_alloc(&s->table->arena, size);
	memset(text, ' ', indent);
	memcpy(text + indent, "< ", 2);
	memcpy(text + indent + 2, caller->label, size - indent - 2);
	if (nr_keys) caller->row.texts[nr_keys - 1] = text;
}

/* Whether the graph begins with the row itself, as graphs do whose rows have no symbol of their own. */
static bool is_row_itself(const struct stacks *s, const caller_vec *callers, const struct diff_row *row)
{
	if (callers->count != 1) return false;
	for (size_t i = 0; i < s->diff->keys.count; i++) {
		const char *text = row->texts[i], *label = callers->items[0].label;
		size_t size = strlen(text), length = strlen(label);
		if (size >= length && strcmp(text + size - length, label) == 0) return true;
	}
	return false;
}

static void put_callers(struct stacks *s, const struct caller *parent, unsigned depth, unsigned indent)
{
	caller_vec callers = VEC_INIT;
	find_callers(s, parent, &callers);
	if (!depth && is_row_itself(s, &callers, s->row)) {
		struct caller self = callers.items[0];
		vec_clear(&callers);
		find_callers(s, &self, &callers);
	}
	_free_ const struct diff_row **rows = xmalloc((callers.count + 1) * sizeof(*rows));
	size_t count = 0;
	for (size_t i = 0; i < callers.count; i++)
		if (is_heavy(s, &callers.items[i].row)) rows[count++] = &callers.items[i].row;
	diff_table_sort(s->diff, s->options, rows, count);
	if (count > 1 || !depth) indent += INDENT;
	for (size_t i = 0; i < count; i++) {
		struct caller *caller = &callers.items[caller_of(&callers, rows[i]) - callers.items];
		set_texts(s, caller, indent);
		diff_table_put(s->table, s->diff, s->options, &caller->row, s->base_total, depth + 1);
		if (depth < MAX_DEPTH) put_callers(s, caller, depth + 1, indent);
	}
	vec_done(&callers);
}

void diff_stacks_put(struct table *table, const struct diff *diff, const struct diff_table_options *options,
		     const struct diff_row *row, double base_total)
{
	struct stacks stacks = { .table = table,
				 .diff = diff,
				 .options = options,
				 .graphs = row->graphs,
				 .row = row,
				 .base_total = base_total };
	arena_init(&stacks.arena);
	put_callers(&stacks, NULL, 0, 0);
	arena_done(&stacks.arena);
}
