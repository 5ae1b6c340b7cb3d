/* Events of the kernel as places of the source, for lists: each file is opened once for all of its events. The first
 * answer counts: source line (probe_find_place), function and distance by symbols, address. */
#include "probe/search/probe_places.h"

#include <inttypes.h>
#include <string.h>
#include "probe/search/kernel_functions.h"
#include "probe/search/probe_find.h"
#include "symbol/object.h"

/* What was opened for the events of one file, or of the kernel or a module of it. */
struct opened {
	char *path, *module; /* both NULL: the kernel itself */
	struct probe_target target;
	struct probe_source *source; /* NULL: it cannot be opened */
	struct object *object;       /* NULL: the kernel's */
};

/* Files stay open until probe_places_free: the list of events mostly has many of one file. */
struct probe_places {
	const struct kernelfs *fs;
	const struct probe_target *target;
	struct symbol_store *store;
	bool knows_kernel;
	struct kernel_functions *functions; /* NULL: not known */
	VEC(struct opened *) opened;
};

/* Opens nothing yet. */
struct probe_places *probe_places_new(const struct kernelfs *fs, const struct probe_target *target)
{
	struct probe_places *places = xcalloc(1, sizeof(*places));
	struct symbol_options options = { .symfs = target->symfs, .demangle = !target->no_demangle };
	places->fs = fs;
	places->target = target;
	places->store = symbol_store_new(&options);
	return places;
}

void probe_places_free(struct probe_places *places)
{
	for (size_t i = 0; i < places->opened.count; i++) {
		struct opened *opened = places->opened.items[i];
		probe_source_close(opened->source);
		free(opened->path);
		free(opened->module);
		free(opened);
	}
	vec_done(&places->opened);
	kernel_functions_close(places->functions);
	symbol_store_free(places->store);
	free(places);
}

/* Equal texts, or both NULL. */
static bool same(const char *a, const char *b) { return a && b ? strcmp(a, b) == 0 : a == b; }

/* What is opened for the event's file or module. The last one opened is looked at first. A file that cannot be opened
 * is kept as well, so that it is tried once only. */
static struct opened *open_for(struct probe_places *places, const struct probe_event *event)
{
	bool is_user = probe_kind_is_user(event->kind);
	const char *path = is_user ? event->target : NULL, *module = is_user ? NULL : event->target;
	for (size_t i = places->opened.count; i--;)
		if (same(places->opened.items[i]->path, path) && same(places->opened.items[i]->module, module))
			return places->opened.items[i];
	struct opened *opened = xcalloc(1, sizeof(*opened));
	opened->path = path ? xstrdup(path) : NULL;
	opened->module = module ? xstrdup(module) : NULL;
	opened->target = *places->target;
	opened->target.exec = opened->path;
	opened->target.module = opened->module;
	if (probe_source_open(&opened->target, &opened->source, NULL) < 0) opened->source = NULL;
	struct object_identity identity = { .kind = OBJECT_USER, .path = opened->path, .pid = -1 };
	if (path) opened->object = symbol_store_object(places->store, &identity);
	vec_push(&places->opened, opened);
	return opened;
}

/* The running kernel's functions, read when they are first asked for; NULL: they cannot be. */
static struct kernel_functions *functions_of(struct probe_places *places)
{
	if (!places->knows_kernel && kernel_functions_open(places->fs, &places->functions, NULL) < 0)
		places->functions = NULL;
	places->knows_kernel = true;
	return places->functions;
}

/* "vfs_read+4" of "_text+4393364" Events of the kernel itself are written as a distance from _text or _stext (see
 * probe_event.h): the function is looked up by the address that this is in the running kernel. Those of modules have
 * the function's name already. */
static bool format_kernel_symbol(struct probe_places *places, const struct probe_event *event, struct strbuf *out)
{
	struct kernel_functions *functions;
	const char *name = event->symbol;
	uint64_t start, sym_off = event->sym_off;
	if (!event->target && (!name || strcmp(name, "_text") == 0 || strcmp(name, "_stext") == 0) &&
	    (functions = functions_of(places))) {
		uint64_t vaddr = name ? kernel_functions_address(functions, NULL, name) + sym_off : event->place;
		const char *function = kernel_functions_at(functions, vaddr, &start);
		if (function) {
			name = function;
			sym_off = vaddr - start;
		}
	}
	if (!name) return false;
	strbuf_str(out, name);
	if (sym_off) strbuf_printf(out, "+%" PRIu64, sym_off);
	return true;
}

/* place is an offset in the file, which is what the object's symbols have, too. */
static bool format_symbol(struct object *object, uint64_t place, struct strbuf *out)
{
	const struct symbol *symbol = object_find(object, place);
	if (!symbol) return false;
	strbuf_str(out, symbol->name);
	if (place != symbol->start) strbuf_printf(out, "+%" PRIu64, place - symbol->start);
	return true;
}

/* An event that returns from a function shows "%return" in each of the three forms. */
void probe_places_format(struct probe_places *places, const struct probe_event *event, struct strbuf *out)
{
	struct opened *opened = open_for(places, event);
	struct probe_point point = { 0 };
	if (opened->source && probe_find_place(opened->source, event, &point)) {
		point.is_return = probe_kind_is_return(event->kind);
		probe_point_format(&point, out);
		free(point.function);
		free(point.file);
		return;
	}
	bool known = opened->object ? format_symbol(opened->object, event->place, out)
				    : format_kernel_symbol(places, event, out);
	if (!known) strbuf_printf(out, "0x%" PRIx64, event->place);
	if (probe_kind_is_return(event->kind)) strbuf_str(out, "%return");
}
