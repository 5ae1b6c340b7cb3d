/* -s and -F as lists of columns: names are looked for among keys, measured fields and fields of tracepoints, and
 * what neither option names is added as upstream adds it.
 *
 * -F alone is strict: exactly these columns, ordered by them from left to right. Otherwise (-s, or -F +...) the
 * measured columns come first, and rows are ordered by weight before anything else. */
#include "analysis/profile/rows/hist_layout.h"
#include "analysis/profile/collect/hist.h"
#include <errno.h>
#include "base/suggest.h"

/* The index of a key in layout->keys, where it is appended when it is new. */
static unsigned key_index(struct hist_layout *layout, const struct key *key)
{
	for (size_t i = 0; i < layout->keys.count; i++)
		if (layout->keys.items[i] == key) return (unsigned)i;
	vec_push(&layout->keys, key);
	return (unsigned)layout->keys.count - 1;
}

static bool same(const struct hist_column *a, const struct hist_column *b)
{
	return a->field == b->field && a->key == b->key;
}

/* Whether a list, of columns or of an order, has the column; a macro because the lists are of different VEC types. */
#define has_column(list, column)                                                                                \
	__extension__({                                                                                         \
		bool found = false;                                                                             \
		for (size_t n = 0; n < (list)->count && !found; n++) found = same(&(list)->items[n], (column)); \
		found;                                                                                          \
	})
#define add_once(list, column)                                            \
	do {                                                              \
		if (!has_column(list, column)) vec_push(list, *(column)); \
	} while (0)

/* A key or a measured field by its name. Names are found by their beginning, so both may be meant: -F prefers the
 * field, -s the key. Keys of branches and of memory accesses are found only where the recording and the mode have
 * them; so are breakdowns of accesses, by -F alone. */
static bool find_column(struct hist_layout *layout, const struct hist_layout_options *options, const char *name,
			bool field_first, struct hist_column *ret)
{
	const struct key *key = key_find(name);
	const struct hist_field *field = hist_field_find(name);
	if (key && key->flags & KEY_BRANCH && !options->branches) key = NULL;
	if (key && key->flags & KEY_MEMORY && !options->memory) key = NULL;
	if (field && field->breakdown && !(field_first && options->memory)) field = NULL;
	if (field && field->of_ways && !options->ways) field = NULL;
	if (field && (field_first || !key)) *ret = (struct hist_column){ .field = field };
	else if (key) *ret = (struct hist_column){ .key = key, .key_index = key_index(layout, key) };
	else return false;
	return true;
}

typedef VEC(struct hist_column) column_vec;

/* Appends columns for the fields of tracepoints that name means, when nothing else has the name. False: there are
 * none. */
static bool find_fields(struct hist_layout *layout, const struct hist_layout_options *options, const char *name,
			column_vec *ret)
{
	const struct perf_header *header = options->header;
	if (!options->events || !header || !header->tracing_data) return false;
	if (!layout->tracepoints)
		layout->tracepoints = tracepoints_new(header->tracing_data, header->tracing_data_size, NULL);
	size_t from = layout->fields.count, count = key_fields_parse(name, options->events, layout->tracepoints,
								     options->raw_trace, &layout->fields);
	for (size_t i = from; i < from + count; i++) {
		struct hist_column column = { .key = layout->fields.items[i],
					      .key_index = key_index(layout, layout->fields.items[i]) };
		vec_push(ret, column);
	}
	return count > 0;
}

static void add_suggestion(void *suggest, const char *name) { suggest_add(suggest, name); }

/* Sets err for a name that is unknown, with similar names as a hint; or for one that key_find knows but this
 * recording has nothing for ("Invalid"). Returns -EINVAL. */
static int refuse(const char *name, bool fields, struct err *err)
{
	_strbuf_done_ struct strbuf near = STRBUF_INIT;
	struct suggest suggest = suggest_for(name);
	const struct hist_field *field = hist_field_find(name);
	const bool of_ways = field && field->of_ways && strcmp(field->name, name) == 0;
	err_set(err, -EINVAL, "%s --%s key: `%s'", of_ways || key_find(name) ? "Invalid" : "Unknown",
		fields ? "fields" : "sort", name);
	if (of_ways)
		err_hint(err,
			 "'%s' is of the branches that --branch-history adds to call chains, of recordings made with "
			 "-b -g; not with report -b.\n",
			 field->name);
	if (of_ways || key_find(name)) return -EINVAL;
	if (field && field->breakdown) {
		err_hint(err,
			 fields ? "'%s' breaks memory accesses down: add --mem-mode, or use 'perf mem report'.\n"
				: "'%s' is a set of columns: name it with -F.\n",
			 field->breakdown->name);
		return -EINVAL;
	}
	hist_layout_visit(add_suggestion, &suggest);
	suggest_format(&suggest, "", &near);
	if (near.size) err_hint(err, "%s", strbuf_text(&near));
	return -EINVAL;
}

/* Appends a column and, of a breakdown, the others. */
static void add_with_parts(column_vec *list, const struct hist_column *column)
{
	add_once(list, column);
	for (const struct hist_field *part = column->field; part && (part = hist_field_next_part(part));) {
		struct hist_column other = { .field = part };
		add_once(list, &other);
	}
}

/* Takes one option's list of names apart, at commas and blanks, and appends each column once. fields: it is -F's. */
static int parse_list(struct hist_layout *layout, const struct hist_layout_options *options, const char *text,
		      bool fields, column_vec *ret, struct err *err)
{
	_free_ char *copy = xstrdup(text);
	char *save = NULL;
	for (char *name = strtok_r(copy, ", ", &save); name; name = strtok_r(NULL, ", ", &save)) {
		struct hist_column column;
		bool all_fields = strcmp(name, "trace_fields") == 0;
		if (!all_fields && find_column(layout, options, name, fields, &column)) add_with_parts(ret, &column);
		else if ((fields || !find_fields(layout, options, name, ret)) && !all_fields)
			return refuse(name, fields, err);
		if (layout->keys.count > HIST_MAX_KEYS)
			return err_set(err, -EINVAL, "Too many --%s keys: more than %d", fields ? "fields" : "sort",
				       HIST_MAX_KEYS);
	}
	return 0;
}

/* Appends a measured column, unless the list has it. list: a column_vec. */
static void add_field(void *list, const struct hist_field *field)
{
	column_vec *columns = list;
	struct hist_column column = { .field = field };
	add_once(columns, &column);
}

/* Whether a list names one of the weights by the clock. */
static bool names_latency(const column_vec *list)
{
	const struct hist_column own = { .field = &hist_field_latency },
				 children = { .field = &hist_field_latency_children };
	return has_column(list, &own) || has_column(list, &children);
}

/* The columns of weight that stand in front without being asked for, and the order by them; of a layout that is not
 * strict. Who sorts by latency gets the weights that he names alone, in front as well; else it is beside the overhead,
 * or in front of it where it comes first. */
static void add_weights(struct hist_layout *layout, const struct hist_layout_options *options, const column_vec *sort)
{
	static const struct hist_field *const by_cpu[] = { &hist_field_children, &hist_field_overhead },
					      *const by_clock[] = { &hist_field_latency_children, &hist_field_latency };
	struct hist_column own = { .field = &hist_field_overhead };
	bool named = names_latency(sort), own_named = has_column(sort, &own);
	bool latency = options->latency_first || (options->latency && !named && !own_named),
	     overhead = options->latency_first || !named;
	for (size_t i = !options->children; i < ARRAY_SIZE(by_cpu); i++) {
		if (options->latency_first) add_field(&layout->columns, by_clock[i]);
		if (overhead) add_field(&layout->columns, by_cpu[i]);
		if (latency) add_field(&layout->columns, by_clock[i]);
		bool is_own = i + 1 == ARRAY_SIZE(by_cpu);
		if (options->latency_first && !(is_own && named)) add_field(&layout->order, by_clock[i]);
		if (overhead && !(is_own && (own_named || named))) add_field(&layout->order, by_cpu[i]);
		if (latency && !(is_own && named)) add_field(&layout->order, by_clock[i]);
	}
	if (named && own_named) add_field(&layout->columns, &hist_field_overhead);
	if (named) add_field(&layout->columns, &hist_field_latency);
	layout->latency_unasked = latency && !options->latency_first;
}

/* Rows are ordered by what the column shows; of the parts of a breakdown by all of them. */
static void add_order(struct hist_layout *layout, const struct hist_column *column)
{
	if (column->field && column->field->breakdown) add_field(&layout->order, &hist_field_overhead);
	else add_once(&layout->order, column);
}

int hist_layout_make(struct hist_layout *layout, const struct hist_layout_options *options, const char **ret_option,
		     struct err *err)
{
	column_vec sort = VEC_INIT, fields = VEC_INIT;
	bool strict = options->fields && options->fields[0] != '+';
	*layout = (struct hist_layout){ .self = options->children && !strict };
	_free_ char *sort_text = NULL;
	if (options->sort && options->sort[0] == '+')
		sort_text = xasprintf("%s,%s", options->default_sort, options->sort + 1);
	else if (options->sort) sort_text = xstrdup(options->sort);
	else if (!strict) sort_text = xstrdup(options->default_sort);
	/* as upstream: whoever writes "symbol" in full gets the column of instructions per cycle too */
	if (options->sort && strstr(options->sort, "symbol")) {
		char *longer = xasprintf("%s,ipc_null", sort_text);
		free(sort_text);
		sort_text = longer;
	}
	layout->symbol_first = options->sort && !options->fields && strncmp(options->sort, "sym", 3) == 0;

	*ret_option = "fields";
	if (options->fields && !*options->fields) return err_set(err, -EINVAL, "Invalid --fields key: `+'");
	*ret_option = "sort";
	int r = sort_text ? parse_list(layout, options, sort_text, false, &sort, err) : 0;
	if (r == 0 && options->parent) {
		struct hist_column column;
		if (find_column(layout, options, "parent", false, &column)) add_once(&sort, &column);
	}
	if (r == 0 && options->fields) {
		*ret_option = "fields";
		r = parse_list(layout, options, options->fields + !strict, true, &fields, err);
	}
	if (r < 0) goto out;

	/* Columns and order of a strict -F: keys of an -s beside it tell entries apart too; they are shown behind
	 * what -F names, and decide the order first. */
	if (strict) {
		for (size_t i = 0; i < fields.count; i++) vec_push(&layout->columns, fields.items[i]);
		for (size_t i = 0; i < sort.count; i++) {
			add_once(&layout->columns, &sort.items[i]);
			add_order(layout, &sort.items[i]);
		}
	} else if (options->named_only) {
		for (size_t i = 0; i < sort.count; i++) {
			add_once(&layout->columns, &sort.items[i]);
			add_order(layout, &sort.items[i]);
		}
		size_t nr_named = layout->columns.count;
		if (options->nr_samples) add_field(&layout->columns, &hist_field_samples);
		layout->samples_unasked = layout->columns.count > nr_named;
	} else {
		add_weights(layout, options, &sort);
		if (options->cpu_modes) {
			add_field(&layout->columns, &hist_field_sys);
			add_field(&layout->columns, &hist_field_us);
		}
		if (options->nr_samples) add_field(&layout->columns, &hist_field_samples);
		if (options->total_period) add_field(&layout->columns, &hist_field_period);
		for (size_t i = 0; i < fields.count; i++) add_once(&layout->columns, &fields.items[i]);
		for (size_t i = 0; i < sort.count; i++) add_once(&layout->columns, &sort.items[i]);
		for (size_t i = 0; i < sort.count; i++) add_order(layout, &sort.items[i]);
	}
	/* Whatever is shown decides in the end, so that the order of rows is complete. */
	for (size_t i = 0; i < layout->columns.count; i++) add_order(layout, &layout->columns.items[i]);
	for (size_t i = 0; i < layout->columns.count; i++) {
		const struct hist_field *field = layout->columns.items[i].field;
		if (!field) continue;
		layout->sums = MAX(layout->sums, field->sums);
		layout->ways |= field->of_ways;
	}
out:
	vec_done(&sort);
	vec_done(&fields);
	if (r < 0) hist_layout_done(layout);
	return r;
}

void hist_layout_done(struct hist_layout *layout)
{
	vec_done(&layout->columns);
	vec_done(&layout->order);
	vec_done(&layout->keys);
	for (size_t i = 0; i < layout->fields.count; i++) key_field_free(layout->fields.items[i]);
	vec_done(&layout->fields);
	tracepoints_free(layout->tracepoints);
	layout->tracepoints = NULL;
}

/* Appends a name to the list, on a new line where the line is long already. */
static void add_name(struct strbuf *help, size_t *line_size, const char *name)
{
	enum { LINE_MAX_SIZE = 50 }; /* no further name behind it */
	if (*line_size >= LINE_MAX_SIZE) {
		strbuf_str(help, "\n\t\t\t  ");
		*line_size = 0;
	} else {
		strbuf_char(help, ' ');
	}
	strbuf_str(help, name);
	*line_size += strlen(name) + 1;
}

void hist_layout_help(const char *title, struct strbuf *help)
{
	size_t line_size = strlen(title);
	strbuf_str(help, title);
	for (size_t i = 0; i < hist_field_count(); i++)
		if (hist_field_name(hist_field_at(i))) add_name(help, &line_size, hist_field_name(hist_field_at(i)));
	for (size_t i = 0; i < key_count(); i++) add_name(help, &line_size, key_at(i)->name);
}

void hist_layout_visit(void (*add)(void *ctx, const char *name), void *ctx)
{
	for (size_t i = 0; i < hist_field_count(); i++)
		if (hist_field_name(hist_field_at(i))) add(ctx, hist_field_name(hist_field_at(i)));
	for (size_t i = 0; i < key_count(); i++) add(ctx, key_at(i)->name);
}

bool hist_layout_has(const struct hist_layout *layout, const char *key)
{
	for (size_t i = 0; i < layout->columns.count; i++)
		if (layout->columns.items[i].key && strcmp(layout->columns.items[i].key->name, key) == 0) return true;
	return false;
}

/* Whether a field is a share of the clock. */
static bool is_latency(const struct hist_field *field)
{
	return field == &hist_field_latency || field == &hist_field_latency_children;
}

bool hist_layout_has_parallelism(const struct hist_layout *layout)
{
	for (size_t i = 0; i < layout->columns.count; i++)
		if (is_latency(layout->columns.items[i].field)) return true;
	return hist_layout_has(layout, "parallelism");
}

void hist_layout_hide_latency(struct hist_layout *layout)
{
	for (size_t i = 0; layout->latency_unasked && i < layout->columns.count; i++)
		if (is_latency(layout->columns.items[i].field)) layout->columns.items[i].hidden = true;
}

bool hist_layout_orders_by_children(const struct hist_layout *layout)
{
	for (size_t i = 0; i < layout->order.count; i++)
		if (layout->order.items[i].field && hist_field_of_children(layout->order.items[i].field)) return true;
	return false;
}

static void hide(struct hist_layout *layout, const char *key)
{
	for (size_t i = 0; i < layout->columns.count; i++)
		if (layout->columns.items[i].key && strcmp(layout->columns.items[i].key->name, key) == 0)
			layout->columns.items[i].hidden = true;
}

void hist_layout_hide_filtered(struct hist_layout *layout, const struct sample_filter *filter)
{
	if (filter->comms.count == 1) hide(layout, "comm");
	if (filter->dsos.count == 1) hide(layout, "dso");
	if (filter->symbols.count == 1) hide(layout, "symbol");
}

/* The column of a key with this name; NULL: none. */
static const struct hist_column *column_of_key(const struct hist_layout *layout, const char *name, size_t size)
{
	for (size_t i = 0; i < layout->columns.count; i++) {
		const struct hist_column *column = &layout->columns.items[i];
		if (column->key && strlen(column->key->name) == size && memcmp(column->key->name, name, size) == 0)
			return column;
	}
	return NULL;
}

void hist_layout_pick(const struct hist_layout *own, const char *sort, struct hist_layout *ret)
{
	for (size_t i = 0; i < own->columns.count; i++)
		if (!sort || own->columns.items[i].field) vec_push(&ret->columns, own->columns.items[i]);
	for (size_t i = 0; i < own->order.count; i++)
		if (!sort || own->order.items[i].field) vec_push(&ret->order, own->order.items[i]);
	for (size_t i = 0; i < own->keys.count && !sort; i++) vec_push(&ret->keys, own->keys.items[i]);
	for (const char *at = sort; at && *at;) {
		size_t size = strcspn(at, ",");
		const struct hist_column *known = column_of_key(own, at, size);
		if (!known) {
			vec_clear(&ret->keys);
			return;
		}
		struct hist_column column = *known;
		column.hidden = false;
		column.key_index = key_index(ret, column.key);
		add_once(&ret->columns, &column);
		add_once(&ret->order, &column);
		at += size + (at[size] == ',');
	}
}

void hist_layout_free_picked(struct hist_layout *layout)
{
	vec_done(&layout->columns);
	vec_done(&layout->order);
	vec_done(&layout->keys);
}
