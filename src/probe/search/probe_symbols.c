/* Functions of a program by its symbols, without debug information. The symbols are the symbol store's
 * (symbol/object.h), with readable names: those by which perf report shows functions. Places are offsets in the file,
 * as uprobes count them. */
#include "probe/search/image_functions.h"

#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "symbol/object.h"
#include "probe/search/alias_search.h"
#include "probe/search/glob_filter.h"
#include "probe/search/probe_target.h"

static bool is_function(const struct symbol *symbol)
{
	return symbol->type == STT_FUNC || symbol->type == STT_GNU_IFUNC;
}

/* function may be NULL: an address. */
static void add_place(const struct probe_target *target, const struct probe_definition *definition,
		      const char *function, uint64_t place, struct probe_events *events)
{
	struct probe_event event = { .kind = definition->point.is_return ? PROBE_URETPROBE : PROBE_UPROBE,
				     .target = xstrdup(target->exec),
				     .place = place,
				     .function = function ? xstrdup(function) : NULL };
	probe_event_copy_args(&event, definition);
	vec_push(&events->items, event);
}

/* Names with what follows: a version ("memcpy@@GLIBC_2.14"), or that it is the way to another file's function
 * ("puts@plt"); parameters ("ns::f(int)"). */
static bool matches(const char *pattern, const char *name, bool without_end)
{
	if (!without_end) return glob_matches(pattern, name, false);
	size_t size = strlen(pattern);
	return strncmp(pattern, name, size) == 0 && (name[size] == '@' || (name[size] == '(' && strstr(pattern, "::")));
}

/* A name that shares its address with a better known one. */
static bool find_alias(const struct probe_target *target, const struct probe_definition *definition,
		       struct probe_events *events)
{
	const struct probe_point *point = &definition->point;
	struct target_files files;
	struct symbol_file file = { .image = IMAGE_INIT };
	uint64_t vaddr, place = 0;
	target_files_init(&files, target->symfs, NULL);
	char *path = target_file_path(&files, target->exec);
	bool found = symbol_file_open(&path, &file) == 0;
	if (found) {
		found = alias_vaddr(&file.image, point->function, &vaddr) &&
			image_file_off(&file.image, vaddr + point->offset, &place);
		symbol_file_close(&file);
	}
	free(path);
	target_files_done(&files);
	if (found) add_place(target, definition, point->function, place, events);
	return found;
}

/* Functions of the object whose names match. If none does, once more with names that have something behind (versions,
 * parameters), and at last by names that the symbol store dropped. without_end is the second round. An offset must lie
 * within the function, except for 0, which also suits symbols without a size. */
static int find_in(struct object *object, const struct probe_target *target, const struct probe_definition *definition,
		   bool without_end, struct probe_events *events, struct err *err)
{
	const struct probe_point *point = &definition->point;
	size_t before = events->items.count, max = target->max_probes ? target->max_probes : PROBE_MAX_PROBES;
	for (size_t i = 0; i < object_nr_symbols(object); i++) {
		const struct symbol *symbol = object_symbol(object, i);
		if (!is_function(symbol) || !matches(point->function, symbol->name, without_end)) continue;
		if (point->offset >= symbol->end - symbol->start && point->offset) {
			return err_set(err, -EINVAL, "Offset 0x%llx is outside of '%s', which has 0x%llx bytes.",
				       (unsigned long long)point->offset, symbol->name,
				       (unsigned long long)(symbol->end - symbol->start));
		}
		if (events->items.count - before == max) {
			err_set(err, -E2BIG, "Too many functions matched in %s", target->exec);
			err_hint(err, "There are more than %zu: --max-probes allows more.", max);
			return -E2BIG;
		}
		add_place(target, definition, symbol->name, symbol->start + point->offset, events);
	}
	if (events->items.count > before) return 0;
	if (without_end && find_alias(target, definition, events)) return 0;
	return without_end ? err_set(err, -ENOENT, "Failed to find symbol %s in %s", point->function, target->exec)
			   : find_in(object, target, definition, true, events, err);
}

/* Nothing is kept: the store is opened and closed for each definition. */
int probe_symbols_find(const struct probe_target *target, const struct probe_definition *definition,
		       struct probe_events *events, struct err *err)
{
	/* a name for the linker is looked for as it is */
	bool is_mangled = definition->point.function && strncmp(definition->point.function, "_Z", 2) == 0;
	struct symbol_options options = { .symfs = target->symfs, .demangle = !target->no_demangle && !is_mangled };
	struct object_identity identity = { .kind = OBJECT_USER, .path = target->exec, .pid = -1 };
	if (definition->point.is_address) {
		/* the address is taken for an offset in the file */
		add_place(target, definition, NULL, definition->point.address, events);
		return 0;
	}
	struct symbol_store *store = symbol_store_new(&options);
	struct object *object = symbol_store_object(store, &identity);
	int r;
	if (!object_nr_symbols(object)) {
		r = err_set(err, -ENOENT, "Failed to load symbols from %s", target->exec);
		err_hint(err, "Please ensure the file is not stripped.");
	} else {
		r = find_in(object, target, definition, false, events, err);
	}
	symbol_store_free(store);
	return r;
}
