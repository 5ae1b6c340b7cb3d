/* perf probe -F: names that can be probed, out of symbol tables. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "probe/glob_filter.h"
#include "probe/kernel_functions.h"
#include "probe/probe_source.h"

static int compare_names(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

typedef VEC(const char *) name_list;

static void show(name_list *names, const struct glob_filter *filter, struct outbuf *out)
{
	size_t kept = 0;
	for (size_t i = 0; i < names->count; i++)
		if (glob_filter_matches(filter, names->items[i])) names->items[kept++] = names->items[i];
	names->count = kept;
	qsort(names->items, names->count, sizeof(*names->items), compare_names);
	for (size_t i = 0; i < names->count; i++) {
		out_str(out, names->items[i]);
		out_char(out, '\n');
	}
}

static int show_kernel(struct probe_source *source, const struct glob_filter *filter, struct outbuf *out, struct err *err)
{
	static const struct kernelfs running = { "" };
	_kernel_functions_close_ struct kernel_functions *functions = NULL;
	kernel_function_names names = VEC_INIT;
	name_list list = VEC_INIT;
	int r = kernel_functions_open(&running, &functions, err);
	if (r >= 0) r = kernel_functions_names(functions, source->module_name, &names, err);
	for (size_t i = 0; i < names.count; i++) vec_push(&list, names.items[i]);
	if (r >= 0) show(&list, filter, out);
	vec_done(&names);
	vec_done(&list);
	return r;
}

int probe_find_functions(struct probe_source *source, const struct glob_filter *filter, struct outbuf *out, struct err *err)
{
	const struct probe_target *target = source->target;
	struct symbol_options options = { .symfs = target->symfs, .demangle = !target->no_demangle };
	name_list names = VEC_INIT;
	const char *path = target->exec ? (source->own_path ? source->own_path : target->exec) : target->vmlinux ? target->vmlinux : target->module;
	if (source->is_kernel && (!path || !strchr(path, '/'))) return show_kernel(source, filter, out, err);
	struct object_identity identity = { .kind = OBJECT_USER, .path = path, .pid = -1 };
	struct symbol_store *store = symbol_store_new(&options);
	struct object *object = symbol_store_object(store, &identity);
	size_t count = object_nr_symbols(object);
	for (size_t i = 0; i < count; i++) vec_push(&names, object_symbol(object, i)->name);
	show(&names, filter, out);
	vec_done(&names);
	symbol_store_free(store);
	return count ? 0 : err_set(err, -ENOENT, "Failed to load symbols in %s", path);
}
