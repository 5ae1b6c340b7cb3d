/* perf probe -F: names that can be probed, out of symbol tables. All of them: of several names at one address none is
 * better than the others here.
 *
 * Names are collected as the tables have them, made readable and filtered on all cores, in chunks, each worker with an
 * arena of its own; then sorted and written. Of the running kernel the names come from proc/kallsyms. */
#include <errno.h>
#include <string.h>
#include "base/arena.h"
#include "base/printable.h"
#include "base/hash.h"
#include "base/sort_text.h"
#include "base/threads.h"
#include "base/u64map.h"
#include "kernel/machine_root.h"
#include "probe/search/glob_filter.h"
#include "probe/search/kernel_functions.h"
#include "probe/search/probe_find.h"
#include "probe/search/probe_source.h"
#include "symbol/demangle/demangle.h"
#include "symbol/image_symbols.h"

/* Names of one item of work; beyond how many names arenas take large blocks. */
enum { CHUNK_NAMES = 1024, MANY_NAMES = 4096 };

struct names {
	const struct glob_filter *filter;
	bool demangle;
	VEC(const char *) found; /* as they are in the file */
	struct sort_text *shown; /* of each, as it is shown; NULL text: not wanted */
	struct arena *readable;  /* [worker]: readable names that were made */
};

/* A chunk of names: the shown form of each, or none where the filter refuses it. Workers write to different places of
 * shown, and each to its own arena: no locks. */
static void make_readable(void *ctx, unsigned worker, size_t chunk)
{
	struct names *names = ctx;
	size_t end = MIN((chunk + 1) * CHUNK_NAMES, names->found.count);
	for (size_t i = chunk * CHUNK_NAMES; i < end; i++) {
		size_t size = 0;
		const char *name = names->demangle ? demangle_in(&names->readable[worker], names->found.items[i], &size)
						   : NULL;
		if (!name) {
			name = names->found.items[i];
			size = strlen(name);
		}
		if (glob_filter_matches(names->filter, name))
			names->shown[i] = (struct sort_text){ .text = name, .size = size };
	}
}

/* Demangles, filters, sorts and prints what was found. Written while it goes, so that a long list is not kept as text.
 */
static void show(struct names *names, struct outbuf *out)
{
	unsigned threads = threads_default();
	size_t count = names->found.count, kept = 0;
	names->shown = xcalloc(count, sizeof(*names->shown));
	names->readable = xcalloc(threads, sizeof(*names->readable));
	for (unsigned i = 0; i < threads; i++) {
		if (count > MANY_NAMES) arena_init_large(&names->readable[i]);
		else arena_init(&names->readable[i]);
	}
	threads_for(threads, (count + CHUNK_NAMES - 1) / CHUNK_NAMES, make_readable, names);
	for (size_t i = 0; i < count; i++)
		if (names->shown[i].text) names->shown[kept++] = names->shown[i];
	sort_texts(names->shown, kept);
	for (size_t i = 0; i < kept; i++) {
		out_name_mem(out, names->shown[i].text, names->shown[i].size);
		out_char(out, '\n');
		if (out->fd >= 0) (void)!out_flush_some(out); /* a failure comes again at the end */
	}
	for (unsigned i = 0; i < threads; i++) arena_done(&names->readable[i]);
	free(names->readable);
	free(names->shown);
}

/* Names of the running kernel, or of a module that is loaded. */
static int show_kernel(struct probe_source *source, struct names *names, struct outbuf *out, struct err *err)
{
	_kernel_functions_close_ struct kernel_functions *functions = NULL;
	kernel_function_names found = VEC_INIT;
	int r = kernel_functions_open(machine_root(), &functions, err);
	if (r >= 0) r = kernel_functions_names(functions, source->module_name, &found, err);
	for (size_t i = 0; i < found.count; i++) vec_push(&names->found, found.items[i]);
	if (r >= 0) show(names, out);
	vec_done(&found);
	return r;
}

/* Of the kernel only code. Data is listed for programs. */
static bool is_listed(uint8_t type, bool is_kernel)
{
	return type == STT_FUNC || type == STT_GNU_IFUNC || type == STT_NOTYPE || (type == STT_OBJECT && !is_kernel);
}

static uint64_t name_hash(const char *name) { return hash_bytes(name, strlen(name)); }

/* Names that only the dynamic symbol table has: in the other one they have a version ("stderr@GLIBC_2.2.5"). The names
 * of the static table are marked as known through a hash map of the dynamic ones, O(n) in all; names of one hash are
 * chained by next. */
static void add_exported(const struct image *image, const struct image_symbols_options *options,
			 struct symbol_list *list)
{
	size_t before = list->symbols.count, kept = before;
	if (!image_has_symbols(image, SHT_DYNSYM) || image_symbols_add(image, SHT_DYNSYM, options, list) < 0) return;
	const struct raw_symbol *exported = list->symbols.items + before;
	size_t count = list->symbols.count - before;
	struct u64map first = U64MAP_INIT; /* hash of a name -> 1 + its index */
	_free_ size_t *next = xcalloc(count, sizeof(*next));
	_free_ bool *is_known = xcalloc(count, sizeof(*is_known));

	u64map_reserve(&first, count);
	for (size_t i = 0; i < count; i++) {
		uint64_t *head = u64map_put(&first, name_hash(exported[i].name), NULL);
		next[i] = *head;
		*head = i + 1;
	}
	for (size_t i = 0; i < before; i++) {
		const char *name = list->symbols.items[i].name;
		const uint64_t *head = u64map_find(&first, name_hash(name));
		for (size_t at = head ? *head : 0; at; at = next[at - 1])
			if (strcmp(exported[at - 1].name, name) == 0) is_known[at - 1] = true;
	}
	for (size_t i = 0; i < count; i++)
		if (!is_known[i]) list->symbols.items[kept++] = exported[i];
	list->symbols.count = kept;
	u64map_done(&first);
}

/* The symbols of the file, or of its debug file when it was stripped, and its linkage table entries. */
static int list_file(struct probe_source *source, struct names *names, struct symbol_list *list, struct err *err)
{
	struct image_symbols_options options = { .addresses = source->is_kernel ? IMAGE_VADDRS : IMAGE_FILE_OFFS,
						 .runtime = &source->runtime.image };
	const struct image *image = &source->runtime.image;
	uint32_t type = SHT_SYMTAB;
	if (!image_has_symbols(image, type) && source->file && image_has_symbols(&source->file->file.image, type))
		image = &source->file->file.image;
	else if (!image_has_symbols(image, type)) type = SHT_DYNSYM;
	if (!image_has_symbols(image, type))
		return err_set(err, -ENOENT, "Failed to load symbols in %s", source->runtime.path);
	int r = image_symbols_add(image, type, &options, list);
	if (r < 0) return err_set(err, r, "Failed to load symbols in %s", source->runtime.path);
	if (type == SHT_SYMTAB && !source->is_kernel) add_exported(&source->runtime.image, &options, list);
	if (!source->is_kernel) (void)plt_symbols_add(&source->runtime.image, list);
	debug_range_list code = VEC_INIT;
	bool is_kernel_image = source->is_kernel && !source->is_module;
	if (is_kernel_image) image_lasting_code(image, &code);
	for (size_t i = 0; i < list->symbols.count; i++) {
		const struct raw_symbol *symbol = &list->symbols.items[i];
		if (!is_listed(symbol->type, source->is_kernel) ||
		    (is_kernel_image && !image_is_in(&code, symbol->start)))
			continue;
		vec_push(&names->found, symbol->name);
	}
	vec_done(&code);
	return 0;
}

/* The running kernel is asked by kallsyms, unless a file was named or a module's file is at hand. */
int probe_find_functions(struct probe_source *source, const struct glob_filter *filter, struct outbuf *out,
			 struct err *err)
{
	const struct probe_target *target = source->target;
	struct names names = { .filter = filter, .demangle = !target->no_demangle && !source->is_kernel };
	struct symbol_list list;
	int r;
	symbol_list_init(&list);
	if (source->is_kernel && (!source->runtime.path || (!target->vmlinux && !source->is_module))) {
		r = show_kernel(source, &names, out, err);
	} else {
		r = list_file(source, &names, &list, err);
		if (r == 0) show(&names, out);
	}
	vec_done(&names.found);
	symbol_list_done(&list);
	return r;
}
