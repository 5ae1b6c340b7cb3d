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
	const struct diff *diff;
	const struct diff_table_options *options; /* what callers are ordered by; NULL: the heaviest first */
	double limit;                             /* lighter ones are left out, in percent */
	const struct diff_row *row;               /* whose callers these are */
	struct diff_paths *paths;
};

static struct caller *find_caller(struct stacks *s, caller_vec *callers, const char *label)
{
	for (size_t i = 0; i < callers->count; i++)
		if (strcmp(callers->items[i].label, label) == 0) return &callers->items[i];
	struct caller added = { .label = label };
	added.row.position = (uint32_t)callers->count;
	added.row.values = arena_zalloc(&s->paths->arena, s->diff->nr_files * sizeof(*added.row.values));
	added.nodes = arena_alloc(&s->paths->arena, s->diff->nr_files * sizeof(*added.nodes));
	for (size_t file = 0; file < s->diff->nr_files; file++) added.nodes[file] = TREE_NONE;
	vec_push(callers, added);
	return vec_last(callers);
}

/* The callers that follow: of the graphs' roots (parent NULL), or of a caller. */
static void find_callers(struct stacks *s, const struct caller *parent, caller_vec *ret)
{
	for (size_t file = 0; file < s->diff->nr_files; file++) {
		const struct tree *graph = s->row->graphs[file];
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
		if (diff_share(s->diff, row, file) >= s->limit) return true;
	return false;
}

static const struct caller *caller_of(const caller_vec *callers, const struct diff_row *row)
{
	size_t i = 0;
	while (&callers->items[i].row != row) i++;
	return &callers->items[i];
}

static double weight_of(const struct stacks *s, const struct diff_row *row)
{
	double sum = 0;
	for (size_t file = 0; file < s->diff->nr_files; file++) sum += diff_share(s->diff, row, file);
	return sum;
}

/* Few: callers of one function. */
static void sort_by_weight(const struct stacks *s, const struct diff_row **rows, size_t count)
{
	for (size_t i = 1; i < count; i++)
		for (size_t n = i; n && weight_of(s, rows[n - 1]) < weight_of(s, rows[n]); n--) {
			const struct diff_row *row = rows[n];
			rows[n] = rows[n - 1];
			rows[n - 1] = row;
		}
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

static void add_callers(struct stacks *s, const struct caller *parent, unsigned depth, unsigned nr_partings)
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
	if (s->options) diff_table_sort(s->diff, s->options, rows, count);
	else sort_by_weight(s, rows, count);
	if (count > 1 || !depth) nr_partings++;
	for (size_t i = 0; i < count; i++) {
		const struct caller *caller = caller_of(&callers, rows[i]);
		vec_push(&s->paths->paths, ((struct diff_path){ .label = caller->label,
								.depth = depth,
								.nr_partings = nr_partings,
								.row = caller->row }));
		if (depth < MAX_DEPTH) add_callers(s, caller, depth + 1, nr_partings);
	}
	vec_done(&callers);
}

static void find_paths(const struct diff *diff, const struct diff_table_options *options, double limit,
		       const struct diff_row *row, struct diff_paths *ret)
{
	struct stacks stacks = { .diff = diff, .options = options, .limit = limit, .row = row, .paths = ret };
	*ret = (struct diff_paths){ 0 };
	arena_init(&ret->arena);
	add_callers(&stacks, NULL, 0, 0);
}

void diff_stacks_find_all(struct diff *diff, double limit)
{
	for (size_t i = 0; i < diff->rows.count; i++) {
		struct diff_row *row = &diff->rows.items[i];
		row->paths = xcalloc(1, sizeof(*row->paths));
		find_paths(diff, NULL, limit, row, row->paths);
	}
}

/* "  < main": an arrow to who was called, below where paths part. */
static void set_texts(const struct diff *diff, struct table *table, const struct diff_path *path, const char **texts)
{
	size_t nr_keys = diff->keys.count, indent = (size_t)INDENT * path->nr_partings,
	       size = indent + strlen(path->label) + 3;
	for (size_t i = 0; i < nr_keys; i++) texts[i] = "";
	char *text = arena_alloc(&table->arena, size);
	memset(text, ' ', indent);
	memcpy(text + indent, "< ", 2);
	memcpy(text + indent + 2, path->label, size - indent - 2);
	if (nr_keys) texts[nr_keys - 1] = text;
}

void diff_stacks_put(struct table *table, const struct diff *diff, const struct diff_table_options *options,
		     const struct diff_row *row, double base_total)
{
	struct diff_paths found;
	_free_ const char **texts = xcalloc(diff->keys.count + 1, sizeof(*texts));
	find_paths(diff, options, options->stack_limit, row, &found);
	for (size_t i = 0; i < found.paths.count; i++) {
		struct diff_path *path = &found.paths.items[i];
		set_texts(diff, table, path, texts);
		path->row.texts = texts;
		diff_table_put(table, diff, options, &path->row, base_total, path->depth + 1);
	}
	diff_paths_done(&found);
}
