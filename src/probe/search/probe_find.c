/* From a definition to events. Debug information is asked first; functions that it does not tell of, and returns, are
 * found by the symbol tables.
 *
 *     probe_find_events
 *       returns, addresses       symbols (find_in_symbols), by debug information only if they have no such name
 *       else                     debug information: place_search gives places, add_event makes an event of each
 *       nothing found there      symbols, if the definition needs no debug information
 *
 * An event has its target (set_target: an offset in a file, or a distance from a symbol of the kernel) and its
 * arguments (add_arguments). What one copy of a function lacks and others have is filled in at the end. */
#include "probe/search/probe_find.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "kernel/machine_root.h"
#include "probe/search/kernel_functions.h"
#include "probe/search/place_search.h"
#include "probe/search/probe_source.h"
#include "probe/search/image_functions.h"
#include "symbol/image_symbols.h"

/* The definition of what could not be fetched in one copy of a function, but in another one: the type is that of the
 * others. */
#define MISSING_VALUE "\\deade12d"

static bool wants(const struct probe_argument *argument, const char *all)
{
	return strcmp(argument->variable, all) == 0;
}

/* Locals need the prologue to be over: see place_search's skip_prologue. */
static bool has_locals(const struct probe_definition *definition)
{
	for (size_t i = 0; i < definition->arguments.count; i++)
		if (definition->arguments.items[i].is_local) return true;
	return false;
}

/* Names of all there is at a place, for $vars and $params. */
struct expansion {
	struct probe_source *source;
	const struct probe_place *place;
	bool only_params;
	VEC(const char *) names;
};

/* Notes the variable's name, if it can be fetched here. */
static void expand(void *ctx, const struct debug_entry *variable, const struct debug_entry *around)
{
	struct expansion *expansion = ctx;
	const char *name = debug_entry_name(variable);
	if (!name || (expansion->only_params && !probe_variable_is_param(variable))) return;
	enum probe_variable_state state = probe_variable_state(expansion->source, expansion->place, variable, around);
	if (state == PROBE_VARIABLE_VALID || state == PROBE_VARIABLE_CONSTANT) vec_push(&expansion->names, name);
}

/* Appends the argument of a local variable. One that has no value here is appended with a NULL fetch, for fill_missing;
 * expanded: it comes out of $vars or $params, and is then left out. */
static int add_argument(struct probe_source *source, const struct probe_place *place,
			const struct probe_argument *argument, bool expanded, struct probe_event *event,
			struct err *err)
{
	struct probe_fetch fetch = { NULL, NULL };
	int r = probe_variable_fetch(source, place, argument, &fetch, err);
	if (r < 0 && r != -ENOENT) {
		/* not asked for by name: what the kernel has no words for is left out */
		if (!expanded || r == -EINVAL) return r;
		err_done(err);
		*err = (struct err)ERR_INIT;
		return 0;
	}
	if (r == -ENOENT && err && err->code) return r;
	if (r == -ENOENT && expanded) return 0;
	struct probe_arg arg = { .name = xstrdup(argument->name ? argument->name : argument->variable),
				 .fetch = fetch.text,
				 .type = fetch.type };
	vec_push(&event->args, arg);
	return 0;
}

/* All variables of the place in place of $vars, all parameters in place of $params. */
static int add_expanded(struct probe_source *source, const struct probe_place *place,
			const struct probe_argument *argument, struct probe_event *event, struct err *err)
{
	struct expansion expansion = { .source = source, .place = place, .only_params = wants(argument, "$params") };
	int r = 0;
	debug_variables_visit(&place->scope, place->vaddr, expand, &expansion);
	for (size_t i = 0; i < expansion.names.count && r >= 0; i++) {
		struct probe_argument one = { .variable = (char *)expansion.names.items[i],
					      .is_local = true,
					      .is_user = argument->is_user };
		r = add_argument(source, place, &one, true, event, err);
	}
	if (r >= 0 && !expansion.names.count)
		probe_source_say(source, 0, "Failed to find any variable here for %s.\n", argument->variable);
	vec_done(&expansion.names);
	return r;
}

/* In the order of the definition: an event of tracefs has them in this order. */
static int add_arguments(struct probe_source *source, const struct probe_definition *definition,
			 const struct probe_place *place, struct probe_event *event, struct err *err)
{
	int r = 0;
	for (size_t i = 0; i < definition->arguments.count && r >= 0; i++) {
		const struct probe_argument *argument = &definition->arguments.items[i];
		if (!argument->is_local || definition->point.is_return)
			probe_event_add_arg(event, argument->name, argument->variable, argument->type);
		else if (wants(argument, "$vars") || wants(argument, "$params"))
			r = add_expanded(source, place, argument, event, err);
		else r = add_argument(source, place, argument, false, event, err);
	}
	return r;
}

/* Where the place is for the kernel. An event of a program is an offset in the file; one of the kernel a distance from
 * _text, as that holds wherever the kernel is loaded; one of a module a distance from the function's symbol. */
static int set_target(struct probe_source *source, const struct probe_place *place, struct probe_event *event,
		      struct err *err)
{
	const struct probe_target *target = source->target;
	const char *function = debug_entry_name(&place->function);
	uint64_t entry_pc = place->vaddr, text;
	if (!source->is_kernel) {
		if (!image_file_off(&source->runtime.image, place->vaddr, &event->place))
			return err_set(err, -EINVAL, "Address 0x%" PRIx64 " is in no segment of %s.", place->vaddr,
				       target->exec);
		event->target = xstrdup(target->exec);
		return 0;
	}
	(void)debug_entry_entry_pc(&place->function, &entry_pc);
	const char *linkage = debug_entry_linkage_name(&place->function);
	const char *name = linkage ? linkage : function, *symbol;
	event->place = place->vaddr;
	/* an image that was named need not be of the kernel that runs: functions are there in both */
	bool is_other = target->offline && target->vmlinux;
	if (!is_other && !source->is_module && source->runtime.path &&
	    image_symbol_value(&source->runtime.image, "_text", &text) && place->vaddr >= text) {
		event->symbol = xstrdup("_text");
		event->sym_off = place->vaddr - text;
		return 0;
	}
	/* what a compiler made of a function ("foo.isra.0", "foo.cold") has a name of its own */
	symbol = image_functions_at(probe_source_functions(source), place->vaddr, name, &entry_pc);
	if (!symbol && !name) return err_set(err, -ENOENT, "Failed to find the function at 0x%" PRIx64, place->vaddr);
	if (source->module_name) event->target = xstrdup(source->module_name);
	event->symbol = xstrdup(symbol ? symbol : name);
	event->sym_off = place->vaddr - entry_pc;
	return 0;
}

/* Appends the event of one place, also when its arguments fail: the caller drops all of them then. */
static int add_event(struct probe_source *source, const struct probe_definition *definition,
		     const struct probe_place *place, struct probe_events *events, struct err *err)
{
	bool is_return = definition->point.is_return;
	enum probe_kind of_kernel = is_return ? PROBE_KRETPROBE : PROBE_KPROBE;
	enum probe_kind of_user = is_return ? PROBE_URETPROBE : PROBE_UPROBE;
	struct probe_event event = { .kind = source->is_kernel ? of_kernel : of_user };
	const char *function = debug_entry_name(&place->scope);
	event.function = function ? xstrdup(function) : NULL;
	int r = set_target(source, place, &event, err);
	if (r >= 0) r = add_arguments(source, definition, place, &event, err);
	vec_push(&events->items, event);
	return r;
}

/* An argument that is nowhere; with the lines where it is. */
static int refuse_missing(struct probe_source *source, const struct probe_place *place, const char *name,
			  struct err *err)
{
	_strbuf_done_ struct strbuf where = STRBUF_INIT;
	err_set(err, -ENOENT,
		"Failed to find the location of the '%s' variable at this address.\n Perhaps it has been optimized "
		"out.\n"
		" Use -V with the --range option to show '%s' location range.",
		name, name);
	if (probe_variable_describe(source, place, name, &where)) err_hint(err, "%s", strbuf_text(&where));
	return -ENOENT;
}

/* Copies of a function differ in what the compiler kept. What one of them has, the others get as a value that stands
 * out. */
static int fill_missing(struct probe_source *source, const struct probe_definition *definition,
			const probe_place_list *places, struct probe_events *events, size_t first, struct err *err)
{
	for (size_t i = first; i < events->items.count; i++) {
		struct probe_event *event = &events->items.items[i];
		for (size_t k = 0; k < event->args.count; k++) {
			struct probe_arg *arg = &event->args.items[k];
			const char *type = NULL;
			bool found = false;
			if (arg->fetch) continue;
			for (size_t j = first; j < events->items.count && !found; j++) {
				const struct probe_event *other = &events->items.items[j];
				found = k < other->args.count && other->args.items[k].fetch &&
					strcmp(other->args.items[k].fetch, MISSING_VALUE) != 0;
				if (found) type = other->args.items[k].type;
			}
			const char *name = arg->name;
			if (k < definition->arguments.count && definition->arguments.count == event->args.count)
				name = definition->arguments.items[k].variable;
			if (!found) return refuse_missing(source, &places->items[i - first], name, err);
			arg->fetch = xstrdup(MISSING_VALUE);
			arg->type = type ? xstrdup(type) : NULL;
		}
	}
	return 0;
}

/* Those from the first-th on. */
static void drop_events(struct probe_events *events, size_t first)
{
	while (events->items.count > first) probe_event_done(&events->items.items[--events->items.count]);
}

/* Events of all places that debug information has. -ENODEV: it has none. On failure none is left. */
static int find_in_debug_info(struct probe_source *source, const struct probe_definition *definition,
			      struct probe_events *events, struct err *err)
{
	probe_place_list places = VEC_INIT;
	size_t first = events->items.count;
	int r = place_search(source, &definition->point, has_locals(definition), &places, err);
	for (size_t i = 0; i < places.count && r >= 0; i++)
		r = add_event(source, definition, &places.items[i], events, err);
	if (r >= 0) r = fill_missing(source, definition, &places, events, first, err);
	if (r >= 0) r = places.count ? 0 : -ENODEV;
	if (r < 0) drop_events(events, first);
	vec_done(&places);
	return r;
}

/* Functions of the running kernel without debug information. */
static int find_in_kernel(struct probe_source *source, const struct probe_definition *definition,
			  struct probe_events *events, struct err *err)
{
	_kernel_functions_close_ struct kernel_functions *functions = NULL;
	int r = kernel_functions_open(machine_root(), &functions, err);
	return r < 0 ? r
		     : kernel_functions_find(functions, source->target, source->module_name, definition, events, err);
}

/* Is it the kernel in a file that was named, and need not be the one that runs? */
static bool is_named_image(const struct probe_source *source)
{
	const struct probe_target *target = source->target;
	return source->is_kernel &&
	       (target->module ? strchr(target->module, '/') != NULL : target->offline && target->vmlinux) &&
	       (source->runtime.path || source->file);
}

/* Which table it is: of the named image, the running kernel's, or the program's. */
static int find_in_symbols(struct probe_source *source, const struct probe_definition *definition,
			   struct probe_events *events, struct err *err)
{
	if (is_named_image(source) && !definition->point.is_address)
		return image_functions_find(probe_source_functions(source), source->target, source->module_name,
					    definition, events, err);
	return source->is_kernel ? find_in_kernel(source, definition, events, err)
				 : probe_symbols_find(source->target, definition, events, err);
}

int probe_find_events(struct probe_source *source, const struct probe_definition *definition,
		      struct probe_events *events, struct err *err)
{
	const struct probe_point *point = &definition->point;
	const struct probe_target *target = source->target;
	bool needed = probe_definition_needs_debug_info(definition) && !point->is_return;
	/* returns are of whole functions, which symbols know better: also those in other forms than the source has */
	if (point->is_address && !has_locals(definition)) return find_in_symbols(source, definition, events, err);
	bool is_other = source->is_kernel && source->file &&
			(target->vmlinux || (target->module && strchr(target->module, '/')));
	if (point->is_return && !point->file && !is_other) {
		_err_done_ struct err own = ERR_INIT;
		int r = find_in_symbols(source, definition, events, err);
		if (r != -ENOENT || !source->file) return r;
		/* by the name that the source has */
		int in_debug_info = find_in_debug_info(source, definition, events, &own);
		if (in_debug_info < 0) return r;
		err_done(err);
		return in_debug_info;
	}
	if (!source->file && !needed) return find_in_symbols(source, definition, events, err);
	int r = probe_source_need_debug_info(source, err);
	if (r < 0) return r;
	r = find_in_debug_info(source, definition, events, err);
	bool too_many = r == -E2BIG || r == -ERANGE;
	if (r != -ENODEV && !too_many) return r;
	/* functions of assembly, and of parts that were compiled without -g; those themselves, when there are too many
	 * copies of them */
	if (!needed && point->function) {
		_err_done_ struct err own = ERR_INIT;
		int in_symbols = find_in_symbols(source, definition, events, &own);
		if (in_symbols >= 0 && too_many) {
			err_done(err);
			*err = (struct err)ERR_INIT;
			probe_source_say(source, 0,
					 "There are too many inlined copies: only functions themselves are probed.\n");
		}
		if (in_symbols >= 0) return in_symbols;
	}
	if (too_many) return r;
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	probe_point_format(point, &text);
	return err_set(err, has_locals(definition) ? -ENOENT : -ENODEV, "Probe point '%s' not found.",
		       strbuf_text(&text));
}
