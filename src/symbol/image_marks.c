/* Mapping symbols, out of .symtab, else functions of .dynsym. */
#include "symbol/image_marks.h"

#include <elf.h>
#include <stdlib.h>
#include "symbol/image_symbols.h"

static void add(image_mark_list *list, uint64_t vaddr, enum insn_code kind)
{
	vec_push(list, ((struct image_mark){ vaddr, kind }));
}

static void read_mapping_symbol(void *ctx, const char *name, uint64_t value, unsigned type,
				const struct image_section *section)
{
	if (type != STT_NOTYPE || name[0] != '$' || !name[1] || (name[2] && name[2] != '.') || !section) return;
	switch (name[1]) {
	case 'a':
	case 'x': add(ctx, value, INSN_CODE_PLAIN); break;
	case 't': add(ctx, value, INSN_CODE_THUMB); break;
	case 'd': add(ctx, value, INSN_CODE_DATA); break;
	default: break;
	}
}

static void read_function(void *ctx, const char *name, uint64_t value, unsigned type,
			  const struct image_section *section)
{
	if ((type != STT_FUNC && type != STT_GNU_IFUNC) || !section || !*name) return;
	add(ctx, value & ~UINT64_C(1), value & 1 ? INSN_CODE_THUMB : INSN_CODE_PLAIN);
}

static int compare_marks(const void *x, const void *y)
{
	const struct image_mark *a = x, *b = y;
	if (a->vaddr != b->vaddr) return a->vaddr < b->vaddr ? -1 : 1;
	return (int)a->kind - (int)b->kind;
}

void image_marks_read(const struct image *image, image_mark_list *list)
{
	if (image->machine != EM_ARM && image->machine != EM_AARCH64) return;
	image_symbols_visit(image, SHT_SYMTAB, read_mapping_symbol, list);
	if (!list->count && image->machine == EM_ARM) image_symbols_visit(image, SHT_DYNSYM, read_function, list);
	if (list->count) qsort(list->items, list->count, sizeof(list->items[0]), compare_marks);
}

enum insn_code image_marks_find(const image_mark_list *list, uint64_t vaddr, uint64_t *ret_end)
{
	size_t low = 0, high = list->count; /* marks below low are at or before vaddr */
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (list->items[middle].vaddr <= vaddr) low = middle + 1;
		else high = middle;
	}
	*ret_end = low < list->count ? list->items[low].vaddr : UINT64_MAX;
	return low ? list->items[low - 1].kind : INSN_CODE_PLAIN;
}
