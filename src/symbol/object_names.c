/* Names for addresses as objdump shows them behind jumps, calls and references to data: of code and data alike, where
 * object_find knows functions. Made of the file's symbol tables on first use. */
#include <stdlib.h>
#include <string.h>
#include "symbol/demangle/demangle.h"
#include "symbol/image_symbols.h"
#include "symbol/object_files.h"
#include "symbol/object_private.h"

/* Sorted by address; the one that objdump prefers first. readable: of each symbol, NULL until it was asked for. */
struct object_names {
	struct symbol_list list;
	const char **readable;
	struct arena arena;
	uint64_t global_pointer; /* RISC-V; 0: not known */
};

/* Of several symbols at one address: functions before data before labels, large before small, global before local,
 * then by name, as objdump does. */
static unsigned type_rank(const struct raw_symbol *symbol)
{
	switch (symbol->type) {
	case STT_FUNC:
	case STT_GNU_IFUNC: return 0;
	case STT_OBJECT: return 1;
	default: return 2;
	}
}

static int names_compare(const void *a, const void *b)
{
	const struct raw_symbol *x = a, *y = b;
	if (x->start != y->start) return x->start < y->start ? -1 : 1;
	if (type_rank(x) != type_rank(y)) return type_rank(x) < type_rank(y) ? -1 : 1;
	if (x->end != y->end) return x->end > y->end ? -1 : 1;
	if ((x->binding == STB_LOCAL) != (y->binding == STB_LOCAL)) return x->binding == STB_LOCAL ? 1 : -1;
	return strcmp(x->name, y->name);
}

/* Entries of linkage tables are at file offsets. Those that no segment holds are left out. */
static void add_linkage_table(const struct image *image, struct symbol_list *list)
{
	size_t kept = list->symbols.count, before = kept;
	(void)plt_symbols_add(image, list);
	for (size_t i = before; i < list->symbols.count; i++) {
		struct raw_symbol symbol = list->symbols.items[i];
		uint64_t size = symbol.end - symbol.start;
		if (!image_vaddr(image, symbol.start, &symbol.start)) continue;
		symbol.end = symbol.start + size;
		list->symbols.items[kept++] = symbol;
	}
	list->symbols.count = kept;
}

/* What register gp holds in all of a RISC-V program's code, by the psABI: the symbol's value, which linkers give. */
static uint64_t global_pointer_of(const struct image *image, const struct symbol_file *symbols)
{
	static const char name[] = "__global_pointer$";
	uint64_t vaddr;
	if (image->machine != EM_RISCV) return 0;
	if (image_symbol_value(image, name, &vaddr)) return vaddr;
	return symbols && image_symbol_value(&symbols->image, name, &vaddr) ? vaddr : 0;
}

static struct object_names *names_new(const struct object *object, const struct image *image)
{
	struct object_names *names = xcalloc(1, sizeof(*names));
	struct symbol_file symbols = { .image = IMAGE_INIT };
	enum object_kind kind = object->identity.kind;
	struct image_symbols_options options = { .addresses = kind == OBJECT_MODULE ? IMAGE_TEXT_OFFS : IMAGE_VADDRS };

	symbol_list_init(&names->list);
	arena_init(&names->arena);
	if (image) names->global_pointer = global_pointer_of(image, NULL);
	if (image && image_symbols_add(image, SHT_SYMTAB, &options, &names->list) <= 0) {
		bool has_file = kind != OBJECT_KERNEL && kind != OBJECT_BPF &&
				object_open_symbols(object, &symbols) == 0;
		if (!has_file || image_symbols_add(&symbols.image, SHT_SYMTAB, &options, &names->list) <= 0)
			(void)image_symbols_add(image, SHT_DYNSYM, &options, &names->list);
		if (has_file) {
			names->global_pointer = global_pointer_of(image, &symbols);
			symbol_file_close(&symbols);
		}
	}
	if (image && kind == OBJECT_USER) add_linkage_table(image, &names->list);
	if (names->list.symbols.count)
		qsort(names->list.symbols.items, names->list.symbols.count, sizeof(*names->list.symbols.items),
		      names_compare);
	names->readable = xcalloc(names->list.symbols.count + 1, sizeof(*names->readable));
	return names;
}

void object_names_free(struct object_names *names)
{
	if (!names) return;
	symbol_list_done(&names->list);
	arena_done(&names->arena);
	free(names->readable);
	free(names);
}

/* Under the lock. image: object_code_image, which takes the lock itself. */
static struct object_names *need_names(struct object *object, const struct image *image)
{
	if (!object->names) object->names = names_new(object, image);
	return object->names;
}

/* How many symbols begin at or before vaddr. */
static size_t count_before(const struct object_names *names, uint64_t vaddr)
{
	size_t low = 0, high = names->list.symbols.count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (names->list.symbols.items[middle].start <= vaddr) low = middle + 1;
		else high = middle;
	}
	return low;
}

/* Versions stay behind the readable name: "operator new(unsigned long)@GLIBCXX_3.4". */
static const char *make_readable(struct arena *arena, const struct raw_symbol *symbol)
{
	const char *version = symbol->flags & RAW_PLT ? NULL : strchr(symbol->name, '@');
	_free_ char *plain = version ? xstrndup(symbol->name, (size_t)(version - symbol->name)) : NULL;
	_free_ char *readable = demangle_symbol(plain ? plain : symbol->name, symbol->flags & RAW_PLT);
	if (!readable) return symbol->name;
	return arena_printf(arena, "%s%s", readable, version ? version : "");
}

static const char *readable_name(const struct object *object, struct object_names *names, size_t i)
{
	const struct raw_symbol *symbol = &names->list.symbols.items[i];
	if (!object->store->options.demangle) return symbol->name;
	if (!names->readable[i]) names->readable[i] = make_readable(&names->arena, symbol);
	return names->readable[i];
}

const char *object_name_at(struct object *object, uint64_t vaddr, uint64_t *ret_offset)
{
	const struct image *image = object_code_image(object);
	const char *name = NULL;

	pthread_mutex_lock(&object->lock);
	struct object_names *names = need_names(object, image);
	size_t i = count_before(names, vaddr);
	if (i) {
		uint64_t start = names->list.symbols.items[--i].start;
		while (i && names->list.symbols.items[i - 1].start == start) i--;
		name = readable_name(object, names, i);
		*ret_offset = vaddr - start;
	}
	pthread_mutex_unlock(&object->lock);
	return name;
}

uint64_t object_global_pointer(struct object *object)
{
	const struct image *image = object_code_image(object);
	if (!image || image->machine != EM_RISCV) return 0;
	pthread_mutex_lock(&object->lock);
	uint64_t vaddr = need_names(object, image)->global_pointer;
	pthread_mutex_unlock(&object->lock);
	return vaddr;
}

uint64_t object_next_name(struct object *object, uint64_t vaddr)
{
	const struct image *image = object_code_image(object);

	pthread_mutex_lock(&object->lock);
	const struct object_names *names = need_names(object, image);
	size_t i = count_before(names, vaddr);
	uint64_t next = i < names->list.symbols.count ? names->list.symbols.items[i].start : UINT64_MAX;
	pthread_mutex_unlock(&object->lock);
	return next;
}
