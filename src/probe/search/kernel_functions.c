/* The running kernel's functions by proc/kallsyms, and where it allows no probe by the kprobe blacklist.
 *
 * The text of proc/kallsyms is read once; the kernel itself and each module that is asked for become a `part`, with a
 * table of symbols (one for each address, the best name) and a list of all. Names point into the text. Probes of the
 * kernel itself are written as a distance from _text, which holds wherever the kernel is loaded; those of modules as a
 * distance from the function. */
#include "probe/search/kernel_functions.h"

#include <elf.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "probe/search/glob_filter.h"
#include "probe/search/probe_target.h"
#include "symbol/kallsyms.h"
#include "symbol/symbol_table.h"

/* Some ten times what a large kernel has. */
enum { KALLSYMS_MAX_BYTES = 256 << 20 };

/* The kernel itself, or a module of it. */
struct part {
	char *module; /* NULL: the kernel itself */
	struct symbol_table table;
	VEC(struct raw_symbol) all; /* also those that share an address with a better name */
};

/* A range of the blacklist, end exclusive. */
struct forbidden {
	uint64_t start, end;
};

/* Not thread safe: parts and the blacklist are read on demand. */
struct kernel_functions {
	const struct kernelfs *fs;
	char *kallsyms;
	size_t kallsyms_size;
	VEC(struct part *) parts;
	uint64_t text_start, text_end, reference; /* _stext, _etext, _text */
	const char *reference_name;
	bool has_blacklist;
	VEC(struct forbidden) blacklist;
};

/* Reads the part's symbols. *ret_hidden: all addresses are 0, which is how the kernel hides them (kptr_restrict). */
static struct part *part_new(const struct kernel_functions *functions, const char *module, bool *ret_hidden)
{
	struct part *part = xcalloc(1, sizeof(*part));
	struct symbol_list list;
	symbol_list_init(&list);
	struct kallsyms_parser parser = { .list = &list, .module = module, .no_modules = !module };
	kallsyms_parse(&parser, functions->kallsyms, functions->kallsyms_size);
	kallsyms_parse(&parser, "", 0);
	*ret_hidden = parser.nr_zero == parser.nr_symbols;
	for (size_t i = 0; i < list.symbols.count; i++) vec_push(&part->all, list.symbols.items[i]);
	part->module = module ? xstrdup(module) : NULL;
	symbol_table_init(&part->table, &list, SYMBOL_ENDS_KALLSYMS, false);
	return part;
}

static void part_free(struct part *part)
{
	free(part->module);
	symbol_table_done(&part->table);
	vec_done(&part->all);
	free(part);
}

/* NULL: the kernel knows no such module. */
static struct part *part_of(struct kernel_functions *functions, const char *module)
{
	bool hidden;
	for (size_t i = 0; i < functions->parts.count; i++) {
		struct part *part = functions->parts.items[i];
		if (module ? part->module && strcmp(part->module, module) == 0 : !part->module) return part;
	}
	struct part *part = part_new(functions, module, &hidden);
	if (!part->all.count) {
		part_free(part);
		return NULL;
	}
	vec_push(&functions->parts, part);
	return part;
}

/* Linear; 0: no such symbol. */
static uint64_t address_in(const struct part *part, const char *name)
{
	for (size_t i = 0; i < part->all.count; i++)
		if (strcmp(part->all.items[i].name, name) == 0) return part->all.items[i].start;
	return 0;
}

static int refuse_hidden(struct err *err)
{
	err_set(err, -EPERM, "Failed to load symbols from /proc/kallsyms");
	err_hint(err, "Please ensure you can read the /proc/kallsyms symbol addresses.\n"
		      "If /proc/sys/kernel/kptr_restrict is '2', you can not read\n"
		      "kernel symbol addresses even if you are a superuser. Please change\n"
		      "it to '1'. If kptr_restrict is '1', the superuser can read the\n"
		      "symbol addresses.\n"
		      "In that case, please run this command again with sudo.");
	return -EPERM;
}

/* The kernel's own part is read at once, since its symbols tell whether addresses are hidden; modules' parts are read
 * when they are asked for. A kernel without _text is counted from _stext. */
int kernel_functions_open(const struct kernelfs *fs, struct kernel_functions **ret, struct err *err)
{
	struct kernel_functions *functions = xcalloc(1, sizeof(*functions));
	bool hidden = true;
	functions->fs = fs;
	functions->kallsyms = kernelfs_read_raw(fs, "proc/kallsyms", KALLSYMS_MAX_BYTES, &functions->kallsyms_size);
	if (functions->kallsyms) vec_push(&functions->parts, part_new(functions, NULL, &hidden));
	if (hidden) {
		kernel_functions_close(functions);
		return refuse_hidden(err);
	}
	const struct part *part = functions->parts.items[0];
	functions->text_start = address_in(part, "_stext");
	functions->text_end = address_in(part, "_etext");
	functions->reference_name = "_text";
	functions->reference = address_in(part, "_text");
	if (!functions->reference) {
		functions->reference_name = "_stext";
		functions->reference = functions->text_start;
	}
	*ret = functions;
	return 0;
}

void kernel_functions_close(struct kernel_functions *functions)
{
	if (!functions) return;
	for (size_t i = 0; i < functions->parts.count; i++) part_free(functions->parts.items[i]);
	vec_done(&functions->parts);
	vec_done(&functions->blacklist);
	free(functions->kallsyms);
	free(functions);
}

uint64_t kernel_functions_address(struct kernel_functions *functions, const char *module, const char *name)
{
	const struct part *part = part_of(functions, module);
	return part ? address_in(part, name) : 0;
}

const char *kernel_functions_at(struct kernel_functions *functions, uint64_t vaddr, uint64_t *ret_start)
{
	const struct part *part = part_of(functions, NULL);
	int64_t i = symbol_table_find(&part->table, vaddr);
	if (i < 0) return NULL;
	struct raw_symbol symbol = symbol_table_get(&part->table, (size_t)i);
	if (symbol.type != STT_FUNC) return NULL;
	*ret_start = symbol.start;
	return symbol.name;
}

/* "0xffffffff81c00010-0xffffffff81c00030\tasm_exc_divide_error" */
static void read_blacklist(struct kernel_functions *functions)
{
	size_t size;
	functions->has_blacklist = true;
	_free_ char *text = kernelfs_read_raw(functions->fs, "sys/kernel/debug/kprobes/blacklist", KALLSYMS_MAX_BYTES,
					      &size);
	for (char *line = text, *end; line && *line; line = end) {
		struct forbidden range;
		if (sscanf(line, "%" SCNx64 "-%" SCNx64, &range.start, &range.end) == 2)
			vec_push(&functions->blacklist, range);
		end = line + strcspn(line, "\n");
		end += *end == '\n';
	}
}

/* The blacklist is in debugfs and needs privileges; without them nothing is taken to be on it, and the kernel refuses
 * the probe itself. */
static bool is_blacklisted(struct kernel_functions *functions, uint64_t vaddr)
{
	if (!functions->has_blacklist) read_blacklist(functions);
	for (size_t i = 0; i < functions->blacklist.count; i++)
		if (vaddr >= functions->blacklist.items[i].start && vaddr < functions->blacklist.items[i].end)
			return true;
	return false;
}

/* Whether vaddr is between _stext and _etext; true where these are not known. */
static bool is_text(const struct kernel_functions *functions, uint64_t vaddr)
{
	return !functions->text_start || !functions->text_end ||
	       (vaddr >= functions->text_start && vaddr < functions->text_end);
}

/* A remark for the user, not an error. */
_printf_(2, 3) static void say(const struct probe_target *target, const char *format, ...)
{
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	va_list args;
	if (!target->say) return;
	va_start(args, format);
	strbuf_vprintf(&text, format, args);
	va_end(args);
	target->say(target->say_ctx, 0, strbuf_text(&text));
}

/* Whether a probe may be there, which is otherwise remarked. */
static bool allows(struct kernel_functions *functions, const struct probe_target *target, const char *module,
		   const char *name, uint64_t vaddr)
{
	if (is_blacklisted(functions, vaddr)) {
		say(target, "%s is blacklisted function, skip it.\n", name);
		return false;
	}
	if (!module && !is_text(functions, vaddr)) {
		say(target, "%s is out of .text, skip it.\n", name);
		return false;
	}
	return true;
}

/* A place: bytes behind a function's start, or an address of which no function is known. */
struct function_place {
	const char *module;   /* NULL: the kernel itself */
	const char *function; /* NULL: none is known there */
	uint64_t start_vaddr, sym_off;
};

/* Appends an event for one place, in the words of kprobe_events. */
static void add_place(const struct kernel_functions *functions, const struct probe_definition *definition,
		      const struct function_place *place, struct probe_events *events)
{
	struct probe_event event = { .kind = definition->point.is_return ? PROBE_KRETPROBE : PROBE_KPROBE,
				     .function = place->function ? xstrdup(place->function) : NULL,
				     .place = place->start_vaddr + place->sym_off };
	if (place->module) {
		event.target = xstrdup(place->module);
		event.symbol = xstrdup(place->function);
		event.sym_off = place->sym_off;
	} else if (functions->reference) {
		event.symbol = xstrdup(functions->reference_name);
		event.sym_off = event.place - functions->reference;
	}
	probe_event_copy_args(&event, definition);
	vec_push(&events->items, event);
}

/* In a module, when the kernel itself has no such function. */
static void hint_module(struct kernel_functions *functions, const char *name, struct err *err)
{
	_free_ char *wanted = xasprintf(" %s\t[", name);
	const char *found = strstr(functions->kallsyms, wanted);
	if (!found) return;
	found += strlen(wanted);
	err_hint(err, "It is in module %.*s: perf probe -m %.*s %s", (int)strcspn(found, "]\n"), found,
		 (int)strcspn(found, "]\n"), found, name);
}

/* A place by its address, of the kernel itself. Modules' addresses are not looked at: they are written as symbols. */
static int find_address(struct kernel_functions *functions, const struct probe_target *target,
			const struct probe_definition *definition, struct probe_events *events, struct err *err)
{
	const struct probe_point *point = &definition->point;
	uint64_t start;
	if (!allows(functions, target, NULL, point->function, point->address))
		return err_set(err, -ENOENT, "Failed to find symbol %s in kernel", point->function);
	const struct function_place place = { .function = kernel_functions_at(functions, point->address, &start),
					      .start_vaddr = point->address };
	add_place(functions, definition, &place, events);
	return 0;
}

/* Two lists: a plain name is compared with all names, a pattern with one name for each address, so that it makes one
 * event for a function of several names. What is not allowed is left out with a remark and counts as found. */
int kernel_functions_find(struct kernel_functions *functions, const struct probe_target *target, const char *module,
			  const struct probe_definition *definition, struct probe_events *events, struct err *err)
{
	const struct probe_point *point = &definition->point;
	size_t first = events->items.count, nr_found = 0,
	       max = target->max_probes ? target->max_probes : PROBE_MAX_PROBES;
	if (point->is_address && !module) return find_address(functions, target, definition, events, err);
	const struct part *part = part_of(functions, module);
	if (!part) return err_set(err, -ENOENT, "Module %s is not loaded.", module);
	bool is_pattern = strpbrk(point->function, "*?[") != NULL;
	/* a name by itself may be one of several of the same address; patterns match one of them */
	size_t count = is_pattern ? part->table.nr_symbols : part->all.count;
	for (size_t i = 0; i < count; i++) {
		struct raw_symbol symbol = is_pattern ? symbol_table_get(&part->table, i) : part->all.items[i];
		if (symbol.type != STT_FUNC || !(is_pattern ? glob_matches(point->function, symbol.name, false)
							    : strcmp(point->function, symbol.name) == 0))
			continue;
		nr_found++;
		if (!allows(functions, target, module, symbol.name, symbol.start + point->offset)) continue;
		if (events->items.count - first == max) {
			err_set(err, -E2BIG, "Too many functions matched in %s", module ? module : "kernel");
			err_hint(err, "There are more than %zu: --max-probes allows more.", max);
			return -E2BIG;
		}
		const struct function_place place = { module, symbol.name, symbol.start, point->offset };
		add_place(functions, definition, &place, events);
	}
	if (events->items.count > first) return 0;
	if (nr_found) return -ENOENT; /* all has been said */
	err_set(err, -ENOENT, "Failed to find symbol %s in %s", point->function, module ? module : "kernel");
	if (!module) hint_module(functions, point->function, err);
	return -ENOENT;
}

/* The order of those that stay is kept. An event whose symbol is not known is left to the kernel to judge. */
int kernel_functions_check(struct kernel_functions *functions, const struct probe_target *target,
			   struct probe_events *events, size_t first, struct err *err)
{
	size_t kept = first, count = events->items.count;
	for (size_t i = first; i < count; i++) {
		struct probe_event *event = &events->items.items[i];
		uint64_t base = event->symbol ? kernel_functions_address(functions, event->target, event->symbol)
					      : event->place - event->sym_off;
		const char *name = event->function ? event->function : event->symbol;
		if (probe_kind_is_user(event->kind) || !base ||
		    allows(functions, target, event->target, name ? name : "The place", base + event->sym_off)) {
			events->items.items[kept++] = *event;
		} else {
			probe_event_done(event);
		}
	}
	events->items.count = kept;
	return kept == first && first < count ? -ENOENT : 0; /* all has been said */
}

int kernel_functions_names(struct kernel_functions *functions, const char *module, kernel_function_names *ret,
			   struct err *err)
{
	const struct part *part = part_of(functions, module);
	if (!part) return err_set(err, -ENOENT, "Module %s is not loaded.", module);
	for (size_t i = 0; i < part->table.nr_symbols; i++) {
		struct raw_symbol symbol = symbol_table_get(&part->table, i);
		if (symbol.type == STT_FUNC) vec_push(ret, symbol.name);
	}
	return 0;
}
