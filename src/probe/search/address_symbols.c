/* Address filters (--filter): upstream's words for places, as the kernel takes them (PERF_EVENT_IOC_SET_FILTER).
 *
 *     filter main @ ./a.out     ->     filter 0x1130/0x2a@/tmp/a.out
 *     filter vfs_read           ->     filter 0xffffffff812a4f10/0xd3
 *
 * Functions of the file, or of the running kernel, are listed by address; a name must mean one of them, or say which
 * (#2, #g). The end is that of the named end, else of the function itself. */
#include "probe/search/probe_find.h"

#include <elf.h>
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include "event/spec/address_filter.h"
#include "symbol/kallsyms.h"
#include "symbol/object.h"
#include "symbol/symbol_table.h"

/* start and end are offsets in the file, or addresses of the kernel. */
struct function {
	uint64_t start, end;
	const char *name;
	uint8_t binding;
};

/* All functions of a file or of the kernel, by address. Names are the store's or the table's. */
struct functions {
	VEC(struct function) items;
	struct symbol_store *store;
	struct symbol_table table;
	bool has_table;
};

static void functions_done(struct functions *functions)
{
	vec_done(&functions->items);
	symbol_store_free(functions->store);
	if (functions->has_table) symbol_table_done(&functions->table);
}

static bool is_function(uint8_t type) { return type == STT_FUNC || type == STT_GNU_IFUNC; }

/* Functions of the running kernel and its modules; names are the table's. Hidden addresses are all 0: an error of its
 * own. */
static int load_kernel(const struct kernelfs *fs, struct functions *functions, struct err *err)
{
	struct symbol_list list;
	_free_ char *text = kernelfs_read(fs, "proc/kallsyms");
	if (!text) return err_set_errno(err, -errno, "Failed to parse /proc/kallsyms");
	symbol_list_init(&list);
	struct kallsyms_parser parser = { .list = &list };
	kallsyms_parse(&parser, text, strlen(text));
	kallsyms_parse(&parser, "\n", 1); /* the last line's end has been cut off */
	kallsyms_parse(&parser, "", 0);
	bool hidden = parser.nr_zero == parser.nr_symbols;
	symbol_table_init(&functions->table, &list, SYMBOL_ENDS_KALLSYMS, false);
	functions->has_table = true;
	if (hidden) return err_set(err, -EPERM, "Kernel addresses are restricted. Unable to resolve kernel symbols.");
	for (size_t i = 0; i < functions->table.nr_symbols; i++) {
		struct raw_symbol s = symbol_table_get(&functions->table, i);
		if (is_function(s.type))
			vec_push(&functions->items, ((struct function){ s.start, s.end, s.name, s.binding }));
	}
	return 0;
}

/* Functions of a program; addresses are offsets in the file, which is what the kernel wants. */
static int load_file(const char *path, struct functions *functions, struct err *err)
{
	struct symbol_options options = { 0 };
	struct object_identity identity = { .kind = OBJECT_USER, .path = path, .pid = -1 };
	functions->store = symbol_store_new(&options);
	struct object *object = symbol_store_object(functions->store, &identity);
	for (size_t i = 0; i < object_nr_symbols(object); i++) {
		const struct symbol *s = object_symbol(object, i);
		if (is_function(s->type) && !s->is_plt)
			vec_push(&functions->items, ((struct function){ s->start, s->end, s->name, s->binding }));
	}
	return functions->items.count ? 0 : err_set(err, -ENOENT, "File '%s' not found or has no symbols.", path);
}

static bool is_global(const struct function *function) { return function->binding == STB_GLOBAL; }

/* Local symbols have the same name in several source files: the next global one before tells in which. NULL: none is
 * before it. */
static const struct function *global_before(const struct functions *functions, size_t i)
{
	while (i--)
		if (is_global(&functions->items.items[i])) return &functions->items.items[i];
	return NULL;
}

/* As upstream: lists all that have the name, with how to say which. */
static int refuse_several(const struct functions *functions, const char *name, struct err *err)
{
	_strbuf_done_ struct strbuf list = STRBUF_INIT;
	unsigned number = 0;
	for (size_t i = 0; i < functions->items.count; i++) {
		const struct function *f = &functions->items.items[i], *near = global_before(functions, i);
		if (strcmp(f->name, name) != 0) continue;
		char binding = f->binding == STB_WEAK ? 'w' : 'l';
		if (is_global(f)) binding = 'g';
		strbuf_printf(&list, "#%u\t0x%" PRIx64 "\t%c\t%s\n", ++number, f->start, binding, name);
		if (!is_global(f) && near) strbuf_printf(&list, "\t\twhich is near\t\t%s\n", near->name);
	}
	err_set(err, -EINVAL, "Multiple %ssymbols with name '%s'", functions->has_table ? "kernel " : "", name);
	err_hint(err,
		 "%sDisambiguate symbol name by inserting #n after the name e.g. %s #2\n"
		 "Or select a global symbol by inserting #0 or #g or #G",
		 strbuf_text(&list), name);
	return -EINVAL;
}

/* The message says how the symbol was asked for. */
static int refuse_missing(const struct address_place *place, struct err *err)
{
	if (place->only_global) err_set(err, -ENOENT, "Global symbol '%s' not found.", place->symbol);
	else if (place->occurrence)
		err_set(err, -ENOENT, "N'th occurrence (N=%u) of symbol '%s' not found.", place->occurrence,
			place->symbol);
	else err_set(err, -ENOENT, "Symbol '%s' not found.", place->symbol);
	err_hint(err, "Note that symbols must be functions.");
	return -ENOENT;
}

/* The function that the place names; of several the one that occurrence or only_global picks, else an error that lists
 * them. occurrence counts from 1, in the order of addresses. */
static int find(const struct functions *functions, const struct address_place *place, const struct function **ret,
		struct err *err)
{
	unsigned nr_found = 0;
	for (size_t i = 0; i < functions->items.count; i++) {
		const struct function *f = &functions->items.items[i];
		if (strcmp(f->name, place->symbol) != 0 || (place->only_global && !is_global(f))) continue;
		nr_found++;
		if (nr_found == (place->occurrence ? place->occurrence : 1)) *ret = f;
	}
	if (nr_found < (place->occurrence ? place->occurrence : 1)) return refuse_missing(place, err);
	return nr_found > 1 && !place->occurrence && !place->only_global ? refuse_several(functions, place->symbol, err)
									 : 0;
}

static int refuse_order(const struct address_filter *filter, const struct function *end, struct err *err)
{
	if (filter->start.symbol)
		return err_set(err, -EINVAL, "Symbol '%s' (0x%" PRIx64 ") comes before '%s' (0x%" PRIx64 ")", end->name,
			       end->start, filter->start.symbol, filter->start.number);
	return err_set(err, -EINVAL, "Symbol '%s' (0x%" PRIx64 ") comes before address 0x%" PRIx64, end->name,
		       end->start, filter->start.number);
}

/* The range's size, when it is a symbol's to tell. Start and stop filters have no end. The size is from the start to
 * the end of the last function. */
static int find_end(const struct functions *functions, struct address_filter *filter, const struct function *start,
		    struct err *err)
{
	const struct function *end = start;
	bool is_region = filter->action == ADDRESS_FILTER || filter->action == ADDRESS_TRACESTOP;
	if (filter->has_end ? !filter->end.symbol : !is_region || !start) return 0;
	if (filter->has_end) {
		int r = find(functions, &filter->end, &end, err);
		if (r < 0) return r;
		if (end->start < filter->start.number) return refuse_order(filter, end, err);
	}
	if (end->end <= end->start) return err_set(err, -EINVAL, "Cannot determine size of symbol '%s'", end->name);
	filter->has_end = true;
	filter->end.number = end->end - filter->start.number;
	return 0;
}

/* Puts numbers in place of the filter's symbols. */
static int resolve_in(const struct functions *functions, struct address_filter *filter, struct err *err)
{
	const struct function *start = NULL;
	if (filter->is_whole_file) {
		filter->start.number = functions->items.items[0].start;
		filter->end.number = vec_last(&functions->items)->end - filter->start.number;
		filter->has_end = true;
		return 0;
	}
	int r = filter->start.symbol ? find(functions, &filter->start, &start, err) : 0;
	if (r < 0) return r;
	if (start) filter->start.number = start->start;
	r = find_end(functions, filter, start, err);
	if (r < 0) return r;
	free(take(filter->start.symbol));
	free(take(filter->end.symbol));
	return 0;
}

/* One filter: absolute path, then numbers for its symbols. */
static int resolve(struct address_filter *filter, const struct kernelfs *fs, struct err *err)
{
	if (filter->file) {
		char *path = realpath(filter->file, NULL);
		if (!path) return err_set(err, -ENOENT, "File '%s' not found or has no symbols.", filter->file);
		free(filter->file);
		filter->file = path;
	}
	if (!filter->start.symbol && !filter->end.symbol && !filter->is_whole_file) return 0;
	_cleanup_(functions_done) struct functions functions = { VEC_INIT };
	int r = filter->file ? load_file(filter->file, &functions, err) : load_kernel(fs, &functions, err);
	return r < 0 ? r : resolve_in(&functions, filter, err);
}

/* The list of functions is made anew for each filter; nobody gives more than a few. */
int address_symbols_resolve(const char *text, const struct kernelfs *fs, struct strbuf *ret, struct err *err)
{
	_cleanup_(address_filters_done) struct address_filters filters = ADDRESS_FILTERS_INIT;
	_strbuf_done_ struct strbuf out = STRBUF_INIT;
	int r = address_filters_parse(text, &filters, err);
	for (size_t i = 0; r >= 0 && i < filters.items.count; i++) {
		r = resolve(&filters.items.items[i], fs, err);
		if (r < 0) break;
		if (i) strbuf_char(&out, ',');
		if (!address_filter_format(&filters.items.items[i], &out))
			r = err_set(err, -EINVAL, "Cannot determine the size of the region in '%s'", text);
	}
	if (r < 0) return r;
	strbuf_str(ret, strbuf_text(&out));
	return 0;
}
