/* Places of probe points. A point is a function (with an offset, a line relative to it, or a pattern of its source's
 * lines) or a line of a file. Each is a walk over lines: rows of the line table, where inlined calls begin (the line of
 * the call) and where functions begin (that of their declaration), which rows do not always say.
 *
 * A place whose address another line has too is refused with the line to take instead: the kernel would tell of it as
 * that line. */
#include "probe/search/place_search.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include "probe/search/alias_search.h"
#include "probe/search/function_search.h"
#include "probe/search/glob_filter.h"
#include "probe/search/qualified_search.h"
#include "symbol/dwarf/debug_lines.h"
#include "symbol/source_code.h"

/* A line of the source at an address, as the walks below find them. Negative: stop. */
typedef int (*line_visitor)(void *ctx, struct debug_unit *unit, const char *path, uint32_t line, uint64_t vaddr);

/* A walk over the lines of a unit or function. result: what visit returned; negative: it has stopped. */
struct lines_walk {
	struct probe_source *source;
	struct debug_unit *unit;
	line_visitor visit;
	void *ctx;
	int result;
};

/* Lines of 0 and damaged ones are nobody's; after a visit that said stop, none follows. */
static void visit_line(struct lines_walk *w, const char *path, uint64_t line, uint64_t vaddr)
{
	if (w->result >= 0 && path && line && line <= UINT32_MAX)
		w->result = w->visit(w->ctx, w->unit, path, (uint32_t)line, vaddr);
}

/* The line a copy was called at, which is where its code begins. */
static void visit_call(struct lines_walk *w, const struct debug_entry *call)
{
	uint64_t line, entry_pc;
	if (debug_entry_number(call, DW_AT_call_line, &line) && debug_entry_entry_pc(call, &entry_pc))
		visit_line(w, debug_entry_file(call, DW_AT_call_file), line, entry_pc);
}

/* A function's code begins in the line of its declaration, whatever the line table says. */
static void visit_declaration(struct lines_walk *w, const struct debug_entry *function)
{
	uint64_t line, entry_pc;
	if (debug_entry_number(function, DW_AT_decl_line, &line) && debug_entry_entry_pc(function, &entry_pc))
		visit_line(w, debug_entry_file(function, DW_AT_decl_file), line, entry_pc);
}

/* The interned path of the row's file, so that paths compare by pointer; NULL: damaged. */
static const char *row_path(struct debug_unit *unit, const struct debug_row *row)
{
	return debug_lines_path(debug_unit_lines(probe_source_line_unit(unit)), row->file);
}

/* All of a unit: its rows by address; then where functions and copies begin. Entries that cannot hold code are skipped
 * with all that is below them. */
static int walk_unit(struct probe_source *source, struct debug_unit *unit, line_visitor visit, void *ctx)
{
	struct lines_walk w = { .source = source, .unit = unit, .visit = visit, .ctx = ctx };
	const struct debug_rows *rows = probe_source_rows(source, unit);
	struct debug_entry root, entry;
	struct debug_walk walk;
	for (size_t i = 0; i < rows->items.count && w.result >= 0; i++) {
		const struct debug_row *row = &rows->items.items[i];
		if (row->is_stmt && !row->is_end && row->line)
			visit_line(&w, row_path(unit, row), row->line, row->vaddr);
	}
	if (!debug_entry_root(unit, &root)) return w.result;
	debug_walk_begin(&walk, &root);
	while (w.result >= 0 && debug_walk_next(&walk, &entry)) {
		if (entry.abbrev->role == DEBUG_ROLE_SKIP) debug_walk_skip(&walk);
		if (entry.abbrev->role == DEBUG_ROLE_INLINED) visit_call(&w, &entry);
		if (entry.abbrev->role >= DEBUG_ROLE_FUNCTION) visit_declaration(&w, &entry);
	}
	return w.result;
}

/* Of one function or copy: rows that are its own, not of what is inlined into it; its beginning; what it calls inline.
 * Copies below the function are visited as calls, but not entered: their lines are not the function's own. */
static int walk_function(struct probe_source *source, const struct debug_entry *function, line_visitor visit, void *ctx)
{
	struct lines_walk w = { .source = source, .unit = function->unit, .visit = visit, .ctx = ctx };
	const struct debug_rows *rows = probe_source_rows(source, function->unit);
	debug_range_list ranges = VEC_INIT;
	struct debug_entry entry, outer, innermost;
	struct debug_walk walk;
	debug_entry_ranges(function, &ranges);
	for (size_t i = 0; i < rows->items.count && w.result >= 0; i++) {
		const struct debug_row *row = &rows->items.items[i];
		bool inside = false;
		for (size_t j = 0; j < ranges.count && !inside; j++)
			inside = row->vaddr >= ranges.items[j].start && row->vaddr < ranges.items[j].end;
		if (!inside || !row->is_stmt || row->is_end || !row->line) continue;
		if (!probe_source_scope(function->unit, row->vaddr, &outer, &innermost) ||
		    innermost.info_off != function->info_off)
			continue;
		visit_line(&w, row_path(function->unit, row), row->line, row->vaddr);
	}
	vec_done(&ranges);
	if (debug_entry_tag(function) == DW_TAG_subprogram) visit_declaration(&w, function);
	debug_walk_begin(&walk, function);
	while (w.result >= 0 && debug_walk_next(&walk, &entry)) {
		if (entry.abbrev->role == DEBUG_ROLE_INLINED) visit_call(&w, &entry);
		if (entry.abbrev->role != DEBUG_ROLE_ENTER) debug_walk_skip(&walk);
	}
	return w.result;
}

/* The function, or all copies of one that only says what copies have in common. */
static int walk_instances(struct probe_source *source, const struct debug_entry *function, line_visitor visit,
			  void *ctx)
{
	debug_entry_list instances = VEC_INIT;
	int r = 0;
	if (!function_is_abstract(function)) return walk_function(source, function, visit, ctx);
	function_instances(function, &instances);
	for (size_t i = 0; i < instances.count && r >= 0; i++)
		r = walk_function(source, &instances.items[i], visit, ctx);
	vec_done(&instances);
	return r;
}

/* The first file of the unit whose path ends so; interned, NULL: none. */
struct file_query {
	const char *end, *found;
};

/* The name's end is compared before the whole path is made. */
static bool check_file(void *ctx, uint32_t number, const char *name, struct debug_lines *lines)
{
	struct file_query *query = ctx;
	size_t name_size = strlen(name), end_size = strlen(query->end);
	size_t common = MIN(name_size, end_size);
	if (memcmp(name + name_size - common, query->end + end_size - common, common) != 0)
		return false; /* most are not worth making a path of */
	const char *path = debug_lines_path(lines, number);
	if (!path || !probe_path_ends(path, query->end)) return false;
	query->found = path;
	return true;
}

/* NULL: the unit has no such file. */
static const char *unit_file(struct debug_unit *unit, const char *end)
{
	struct file_query query = { .end = end };
	(void)debug_rows_visit_files(probe_source_line_unit(unit), check_file, &query);
	return query.found;
}

/* What is looked for and where it goes, handed through the walks. */
struct point_search {
	struct probe_source *source;
	const struct probe_point *point;
	probe_place_list *list;
	struct err *err;
	const char *path;      /* interned */
	uint32_t line;         /* wanted, 0: those in matching */
	int64_t function_line; /* of the function the user named; 0: none */
	uint8_t *matching;     /* a bit for each line that the pattern matches */
	uint32_t nr_lines;
};

/* Each address once; more than --max-probes is an error, as it mostly is a mistake. */
static int add_place(struct point_search *s, const struct probe_place *place)
{
	unsigned max = s->source->target->max_probes ? s->source->target->max_probes : PROBE_MAX_PROBES;
	for (size_t i = 0; i < s->list->count; i++)
		if (s->list->items[i].vaddr == place->vaddr) return 0;
	if (s->list->count >= max) {
		bool is_pattern = s->point->function && strpbrk(s->point->function, "*?[");
		err_set(s->err, is_pattern ? -E2BIG : -ERANGE, "Too many( > %u) probe point found.", max);
		if (is_pattern)
			err_hint(s->err, "Too many functions matched in %s",
				 s->source->target->exec ? s->source->target->exec : "kernel");
		return is_pattern ? -E2BIG : -ERANGE;
	}
	vec_push(s->list, *place);
	return 0;
}

/* For each line that a walk finds: a place, if it is the wanted line and one that others know by this line. path is
 * interned, as is s->path, so that comparing pointers is enough. A negative result stops the walk. */
static int check_line(void *ctx, struct debug_unit *unit, const char *path, uint32_t line, uint64_t vaddr)
{
	struct point_search *s = ctx;
	struct probe_place place;
	const char *file;
	uint32_t first;
	if (path != s->path) return 0;
	if (s->line ? line != s->line : line >= s->nr_lines || !(s->matching[line / 8] & 1u << line % 8)) return 0;
	if (!probe_place_at(unit, vaddr, s->point->function, path, line, &place)) return 0;
	/* a probe there would be at another line, as debuggers see it */
	if (s->line && probe_source_line_at(s->source, unit, vaddr, &file, &first) && file == path && first != line &&
	    !probe_source_continues_at(s->source, unit, vaddr, path, line)) {
		struct debug_entry innermost;
		const char *name = probe_source_scope(unit, vaddr, &innermost, &innermost)
					   ? debug_entry_name(&innermost)
					   : NULL;
		probe_source_say(s->source, 0, "This line is sharing the address with other lines.\n");
		if (s->point->function && name && strcmp(name, s->point->function) == 0 && first >= s->function_line)
			return err_set(s->err, -ENOENT, "Please try to probe at %s:%lld instead.", s->point->function,
				       (long long)first - s->function_line);
		return err_set(s->err, -ENOENT, "Please try to probe at %s:%u instead.", file, first);
	}
	return add_place(s, &place);
}

/* Marks the lines of the file that the pattern matches. Returns 1 when a line matches, 0 when none does, else an error.
 * The file is read where the debug information says. */
static int match_lines(struct point_search *s)
{
	struct source_code *code = source_code_new(s->source->target->symfs);
	const char *text;
	size_t size;
	bool any = false;
	VEC(uint8_t) bits = VEC_INIT;
	uint32_t line = 1;
	for (; source_code_line(code, s->path, line, &text, &size); line++) {
		_free_ char *copy = xstrndup(text, size);
		while (bits.count <= line / 8) vec_push(&bits, 0);
		if (!glob_matches(s->point->pattern, copy, true)) continue;
		bits.items[line / 8] |= (uint8_t)(1u << line % 8);
		any = true;
	}
	source_code_free(code);
	free(s->matching);
	s->matching = bits.items;
	s->nr_lines = line;
	if (line == 1) return err_set(s->err, -ENOENT, "Failed to open %s: No such file or directory", s->path);
	if (!any) probe_source_say(s->source, 1, "No matched lines found in %s.\n", s->path);
	return any;
}

/* Code that was compiled without optimization has its variables in memory only behind the first instructions. */
static bool is_optimized(const struct debug_entry *function)
{
	struct debug_entry root;
	struct debug_value value;
	const char *producer, *option;
	if (!debug_entry_root(function->unit, &root)) return true;
	producer = debug_entry_value(&root, DW_AT_producer, &value) ? debug_unit_text(root.unit, &value) : NULL;
	option = producer ? strstr(producer, " -O") : NULL;
	return option && option[3] != '0';
}

/* Where the compiler says that it ends, else the second row of the function. Rows behind the function's end do not
 * count. */
static uint64_t behind_prologue(struct point_search *s, const struct debug_entry *function, uint64_t entry_pc)
{
	debug_range_list ranges = VEC_INIT;
	const struct debug_rows *rows = probe_source_rows(s->source, function->unit);
	uint64_t vaddr = entry_pc, end = 0;
	size_t first = debug_rows_first_at(rows, entry_pc);
	debug_entry_ranges(function, &ranges);
	for (size_t i = 0; i < ranges.count; i++)
		if (entry_pc >= ranges.items[i].start && entry_pc < ranges.items[i].end) end = ranges.items[i].end;
	vec_done(&ranges);
	for (size_t i = first;
	     i < rows->items.count && rows->items.items[i].vaddr < end && !rows->items.items[i].is_end; i++) {
		if (rows->items.items[i].is_prologue_end) return rows->items.items[i].vaddr;
		if (vaddr == entry_pc) vaddr = rows->items.items[i].vaddr;
	}
	return vaddr;
}

/* A compiler that makes two of a function, and puts the second back where it is called from the first, calls that a
 * copy, too: one that is called where the function is declared. */
static bool is_own_part(const struct debug_entry *copy)
{
	uint64_t called, declared, called_column = 0, declared_column = 0;
	const char *file = debug_entry_file(copy, DW_AT_call_file);
	if (!file || file != debug_entry_file(copy, DW_AT_decl_file)) return false;
	if (!debug_entry_number(copy, DW_AT_call_line, &called) ||
	    !debug_entry_number(copy, DW_AT_decl_line, &declared) || called != declared)
		return false;
	bool have_columns = debug_entry_number(copy, DW_AT_call_column, &called_column) &&
			    debug_entry_number(copy, DW_AT_decl_column, &declared_column);
	return !have_columns || called_column == declared_column;
}

/* The place of a function or copy itself. Those without code (declarations) make none. */
static int add_entry(struct point_search *s, const struct debug_entry *instance, bool skip_prologue)
{
	struct probe_place place = { .unit = instance->unit, .scope = *instance, .function = *instance };
	struct debug_entry innermost;
	uint64_t entry_pc;
	bool is_inlined = debug_entry_tag(instance) == DW_TAG_inlined_subroutine;
	if (!debug_entry_entry_pc(instance, &entry_pc)) return 0;
	if (is_inlined && (s->source->target->no_inlines || s->point->is_return))
		return 0; /* nobody returns from a copy */
	if (is_inlined && is_own_part(instance)) return 0;
	place.vaddr = entry_pc + s->point->offset;
	if (s->point->offset && !is_inlined && !debug_entry_has_vaddr(instance, place.vaddr)) {
		const char *name = debug_entry_name(instance);
		return err_set(s->err, -EINVAL, "Offset %llu of the probe point is outside of the function %s.",
			       (unsigned long long)s->point->offset, name ? name : "?");
	}
	if (is_inlined && !probe_source_scope(instance->unit, entry_pc, &place.function, &innermost)) return 0;
	if (skip_prologue && !is_inlined && !s->point->offset && !s->point->is_return && !is_optimized(instance)) {
		place.vaddr = behind_prologue(s, instance, entry_pc);
		probe_source_say(s->source, 0,
				 "Target program is compiled without optimization. Skipping prologue.\n"
				 "Probe on address 0x%llx to force probing at the function entry.\n\n",
				 (unsigned long long)entry_pc);
	}
	return add_place(s, &place);
}

/* All places of the point in one function: its lines that match a pattern, one line, or its entry or an offset, each in
 * all copies. A line is looked for in the whole unit, as parts of the function may be inlined elsewhere. */
static int search_in_function(struct point_search *s, const struct debug_entry *function, bool skip_prologue)
{
	uint64_t line;
	int r = 0;
	if (s->point->pattern || s->point->line) {
		s->path = debug_entry_file(function, DW_AT_decl_file);
		if (!s->path || !debug_entry_number(function, DW_AT_decl_line, &line)) return 0;
	}
	if (s->point->pattern && *s->point->pattern) {
		r = match_lines(s);
		return r > 0 ? walk_instances(s->source, function, check_line, s) : r;
	}
	if (s->point->line) {
		s->function_line = (int64_t)line;
		s->line = (uint32_t)(line + (uint64_t)(int64_t)s->point->line);
		return walk_unit(s->source, function->unit, check_line, s);
	}
	if (!function_is_abstract(function)) return add_entry(s, function, skip_prologue);
	debug_entry_list instances = VEC_INIT;
	function_instances(function, &instances);
	for (size_t i = 0; i < instances.count && r >= 0; i++) r = add_entry(s, &instances.items[i], skip_prologue);
	vec_done(&instances);
	return r;
}

/* Functions that the point's name means: qualified, plain or a pattern, or an alias of the linker. Aliases are asked
 * last, and only for plain names: symbol tables know no files. */
static void find_functions(struct probe_source *source, const char *name, const char *file, debug_entry_list *list)
{
	debug_entry_list others = VEC_INIT;
	if (is_qualified_name(name)) {
		qualified_search(source, name, file, list);
	} else {
		function_search(source, name, file, false, list, &others);
		if (others.count) qualified_search_remark(source, list, &others);
		if (!list->count && !file && !strpbrk(name, "*?[")) alias_search(source, name, list);
	}
	vec_done(&others);
}

/* Of a function: in each function of the name; of a file: in each unit that has the file. Units are visited in the
 * order of the file, which is the order of the places. */
int place_search(struct probe_source *source, const struct probe_point *point, bool skip_prologue,
		 probe_place_list *list, struct err *err)
{
	struct point_search s = { .source = source, .point = point, .list = list, .err = err };
	int r = 0;
	if (point->function) {
		debug_entry_list functions = VEC_INIT;
		find_functions(source, point->function, point->file, &functions);
		for (size_t i = 0; i < functions.count && r >= 0; i++)
			r = search_in_function(&s, &functions.items[i], skip_prologue);
		vec_done(&functions);
	} else {
		const char *matched = NULL;
		for (size_t i = 0; i < source->file->units.count && r >= 0; i++) {
			struct debug_unit *unit = probe_source_unit(source, i);
			if (!unit || !(s.path = unit_file(unit, point->file))) continue;
			s.line = (uint32_t)point->line;
			if (point->pattern && s.path != matched && (r = match_lines(&s)) < 0) break;
			if (point->pattern && !r) continue;
			matched = point->pattern ? s.path : NULL;
			r = walk_unit(source, unit, check_line, &s);
			if (point->pattern && r >= 0) r = 1;
		}
	}
	free(s.matching);
	return MIN(r, 0);
}

/* State of line_search: which lines are wanted, inclusive. */
struct lines_search {
	struct probe_source *source;
	struct line_list *lines;
	int64_t first, last;
};

/* For each line that a walk finds: adds it to the list, if a probe there is known by this line. */
static int note_line(void *ctx, struct debug_unit *unit, const char *path, uint32_t line, uint64_t vaddr)
{
	struct lines_search *s = ctx;
	const char *file;
	uint32_t first;
	if (path != s->lines->path || line < s->first || line > s->last) return 0;
	if (!probe_source_line_at(s->source, unit, vaddr, &file, &first) || file != path || first != line) return 0;
	vec_push(&s->lines->lines, line);
	return 0;
}

static int compare_lines(const void *a, const void *b)
{
	const uint32_t *x = a, *y = b;
	return *x < *y ? -1 : *x > *y;
}

/* Ascending, each once. */
static void sort_lines(struct line_list *list)
{
	size_t kept = 0;
	if (list->lines.count) qsort(list->lines.items, list->lines.count, sizeof(uint32_t), compare_lines);
	for (size_t i = 0; i < list->lines.count; i++)
		if (!kept || list->lines.items[kept - 1] != list->lines.items[i])
			list->lines.items[kept++] = list->lines.items[i];
	list->lines.count = kept;
}

/* Lines of one function, counted from its declaration. */
static void lines_of_function(struct lines_search *s, const struct probe_lines *wanted,
			      const struct debug_entry *function)
{
	uint64_t line;
	if (!(s->lines->path = debug_entry_file(function, DW_AT_decl_file)) ||
	    !debug_entry_number(function, DW_AT_decl_line, &line))
		return;
	s->lines->first = (int32_t)line;
	s->first = (int64_t)line + wanted->first;
	s->last = wanted->last == INT32_MAX ? INT32_MAX : (int64_t)line + wanted->last;
	(void)!walk_instances(s->source, function, note_line, s);
}

/* The first function, or unit, that has any line is enough. */
int line_search(struct probe_source *source, const struct probe_lines *wanted, struct line_list *ret, struct err *err)
{
	struct line_list lines = { 0 };
	struct lines_search s = { .source = source, .lines = &lines, .first = wanted->first, .last = wanted->last };
	if (wanted->function) {
		debug_entry_list functions = VEC_INIT;
		find_functions(source, wanted->function, wanted->file, &functions);
		for (size_t i = 0; i < functions.count && !lines.lines.count; i++)
			lines_of_function(&s, wanted, &functions.items[i]);
		vec_done(&functions);
	} else {
		for (size_t i = 0; i < source->file->units.count && !lines.lines.count; i++) {
			struct debug_unit *unit = probe_source_unit(source, i);
			if (unit && (lines.path = unit_file(unit, wanted->file)))
				(void)!walk_unit(source, unit, note_line, &s);
		}
	}
	sort_lines(&lines);
	*ret = lines;
	return 0;
}

void line_list_done(struct line_list *lines) { vec_done(&lines->lines); }
