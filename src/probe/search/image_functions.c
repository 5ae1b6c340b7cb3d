/* Functions out of the symbol table of a kernel's image or module, sorted by address; of equal addresses global names
 * first, then by name. Of the kernel only code that stays is offered: what is in .init, .exit and .altinstr sections is
 * gone or never runs when the kernel has started. */
#include "probe/search/image_functions.h"

#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "probe/search/glob_filter.h"
#include "probe/search/probe_target.h"
#include "symbol/image_symbols.h"

struct image_functions {
	struct symbol_list list;  /* code only, by address */
	debug_range_list lasting; /* of the kernel's image */
	bool is_relocatable;
	uint64_t text_vaddr; /* of _text; 0: none */
};

/* Sections whose end wraps around are damage and are left out. */
void image_lasting_code(const struct image *image, debug_range_list *list)
{
	static const char *const passing[] = { ".init", ".exit", ".altinstr" };
	for (size_t i = 0; i < image->nr_sections; i++) {
		const struct image_section *section = &image->sections[i];
		bool passes = !(section->flags & SHF_EXECINSTR) ||
			      section->vaddr + section->size_bytes < section->vaddr;
		for (size_t k = 0; k < ARRAY_SIZE(passing); k++)
			passes |= strncmp(section->name, passing[k], strlen(passing[k])) == 0;
		if (!passes)
			vec_push(list, ((struct debug_range){ section->vaddr, section->vaddr + section->size_bytes }));
	}
}

bool image_is_in(const debug_range_list *list, uint64_t vaddr)
{
	for (size_t i = 0; i < list->count; i++)
		if (vaddr >= list->items[i].start && vaddr < list->items[i].end) return true;
	return false;
}

/* By address, so that image_functions_at can search; image_functions_at goes backwards over names of one address, so
 * the first of them wins when none is wanted. */
static int compare_starts(const void *a, const void *b)
{
	const struct raw_symbol *x = a, *y = b;
	if (x->start != y->start) return x->start < y->start ? -1 : 1;
	/* what other files know it by comes first */
	if ((x->binding == STB_LOCAL) != (y->binding == STB_LOCAL)) return x->binding == STB_LOCAL ? 1 : -1;
	return strcmp(x->name, y->name);
}

/* Names point into the list's own memory: the image may be closed afterwards. */
struct image_functions *image_functions_new(const struct image *image, const uint64_t *section_vaddrs)
{
	struct image_functions *functions = xcalloc(1, sizeof(*functions));
	struct image_symbols_options options = { .addresses = IMAGE_VADDRS, .section_vaddrs = section_vaddrs };
	size_t kept = 0;
	symbol_list_init(&functions->list);
	(void)image_symbols_add(image, SHT_SYMTAB, &options, &functions->list);
	functions->is_relocatable = image->type == ET_REL;
	image_lasting_code(image, &functions->lasting);
	struct raw_symbol *symbols = functions->list.symbols.items;
	for (size_t i = 0; i < functions->list.symbols.count; i++) {
		/* assembly has functions that do not say so */
		bool is_label = symbols[i].type == STT_NOTYPE && symbols[i].binding != STB_LOCAL &&
				image_is_in(&functions->lasting, symbols[i].start);
		if (symbols[i].type == STT_FUNC || (is_label && !functions->is_relocatable))
			symbols[kept++] = symbols[i];
	}
	functions->list.symbols.count = kept;
	if (kept) qsort(symbols, kept, sizeof(*symbols), compare_starts);
	(void)image_symbol_value(image, "_text", &functions->text_vaddr);
	return functions;
}

void image_functions_free(struct image_functions *functions)
{
	if (!functions) return;
	vec_done(&functions->lasting);
	symbol_list_done(&functions->list);
	free(functions);
}

/* A symbol without a size is taken to reach up to the next one. */
const char *image_functions_at(const struct image_functions *functions, uint64_t vaddr, const char *wanted,
			       uint64_t *ret_start)
{
	const struct raw_symbol *symbols = functions->list.symbols.items;
	size_t low = 0, high = functions->list.symbols.count;
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (symbols[middle].start <= vaddr) low = middle + 1;
		else high = middle;
	}
	if (!low) return NULL;
	/* all symbols of the last start at or before vaddr are names of the same code */
	const struct raw_symbol *found = NULL;
	for (size_t i = low; i && symbols[i - 1].start == symbols[low - 1].start; i--) {
		const struct raw_symbol *symbol = &symbols[i - 1];
		if (vaddr >= symbol->end && symbol->end != symbol->start) continue;
		found = symbol;
		if (wanted && strcmp(symbol->name, wanted) == 0) break;
	}
	if (!found) return NULL;
	*ret_start = found->start;
	return found->name;
}

/* Linear: it is asked once for an event. */
bool image_functions_start(const struct image_functions *functions, const char *name, uint64_t *ret_start)
{
	for (size_t i = 0; i < functions->list.symbols.count; i++) {
		if (strcmp(functions->list.symbols.items[i].name, name) != 0) continue;
		*ret_start = functions->list.symbols.items[i].start;
		return true;
	}
	return false;
}

/* Linear over all functions, since the point's name may be a pattern. In a module events are written as a distance from
 * the function, in the kernel itself from _text. */
int image_functions_find(const struct image_functions *functions, const struct probe_target *target, const char *module,
			 const struct probe_definition *definition, struct probe_events *events, struct err *err)
{
	const struct probe_point *point = &definition->point;
	size_t first = events->items.count, max = target->max_probes ? target->max_probes : PROBE_MAX_PROBES;
	for (size_t i = 0; i < functions->list.symbols.count; i++) {
		const struct raw_symbol *symbol = &functions->list.symbols.items[i];
		if (!glob_matches(point->function, symbol->name, false)) continue;
		if (!functions->is_relocatable && !image_is_in(&functions->lasting, symbol->start)) continue;
		if (events->items.count - first == max) {
			err_set(err, -E2BIG, "Too many functions matched in %s", module ? module : "kernel");
			err_hint(err, "There are more than %zu: --max-probes allows more.", max);
			return -E2BIG;
		}
		struct probe_event event = { .kind = point->is_return ? PROBE_KRETPROBE : PROBE_KPROBE,
					     .function = xstrdup(symbol->name),
					     .place = symbol->start + point->offset };
		/* distances from _text hold in a kernel that was moved (KASLR) */
		bool from_text = !module && functions->text_vaddr && symbol->start >= functions->text_vaddr;
		event.target = module ? xstrdup(module) : NULL;
		event.symbol = xstrdup(from_text ? "_text" : symbol->name);
		event.sym_off = point->offset + (from_text ? symbol->start - functions->text_vaddr : 0);
		probe_event_copy_args(&event, definition);
		vec_push(&events->items, event);
	}
	if (events->items.count > first) return 0;
	return err_set(err, -ENOENT, "Failed to find symbol %s in %s", point->function, module ? module : "kernel");
}
