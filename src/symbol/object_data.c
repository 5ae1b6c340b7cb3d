/* Which variable is at an address: by the segments of the file, and by its debug information or BTF. */
#include "symbol/object_data.h"

#include <elf.h>
#include "symbol/object_types_private.h"

static const struct image_segment *segment_with(const struct image *image, uint64_t vaddr, uint32_t flags)
{
	for (size_t i = 0; i < image->nr_segments; i++) {
		const struct image_segment *s = &image->segments[i];
		if (s->type == PT_LOAD && (s->flags & flags) == flags && vaddr - s->vaddr < s->mem_size_bytes) return s;
	}
	return NULL;
}

/* The segment of code with the byte at a file offset, or with the first one behind it in a page: maps begin on pages.
 */
static const struct image_segment *segment_of_code(const struct image *image, uint64_t file_off)
{
	enum { PAGE_MAX = 1 << 16 };
	for (size_t i = 0; i < image->nr_segments; i++) {
		const struct image_segment *s = &image->segments[i];
		if (s->type != PT_LOAD || !(s->flags & PF_X)) continue;
		if (file_off + PAGE_MAX > s->file_off &&
		    file_off - s->file_off + PAGE_MAX < s->file_size_bytes + PAGE_MAX)
			return s;
	}
	return NULL;
}

bool object_data_vaddr(struct object *object, uint64_t code_start, uint64_t pgoff, uint64_t address,
		       uint64_t *ret_vaddr)
{
	const struct image *image = object_code_image(object);
	const struct image_segment *code = image ? segment_of_code(image, pgoff) : NULL;
	if (!code) return false;
	*ret_vaddr = address - code_start + pgoff - code->file_off + code->vaddr;
	return segment_with(image, *ret_vaddr, PF_W);
}

static const struct file_globals *need_globals(struct object_types *types)
{
	struct file_globals *globals = atomic_load_explicit(&types->file_globals, memory_order_acquire);
	if (globals) return globals;
	pthread_mutex_lock(&types->lock);
	globals = atomic_load_explicit(&types->file_globals, memory_order_relaxed);
	if (!globals) {
		globals = file_globals_new(types->file, types->types);
		atomic_store_explicit(&types->file_globals, globals, memory_order_release);
	}
	pthread_mutex_unlock(&types->lock);
	return globals;
}

/* Of a kernel: by the name of the symbol at the address. */
static const struct data_type *variable_of_symbol(struct object_types *types, uint64_t addr, uint64_t *ret_offset)
{
	const struct symbol *symbol = object_find(types->object, addr);
	if (!symbol) return NULL;
	*ret_offset = addr - symbol->start;
	return btf_names_variable(types->names, symbol->name);
}

void object_type_of_data(struct object *object, uint64_t addr, struct type_access *ret)
{
	struct object_types *types = object_types_need(object);
	bool is_user = object->identity.kind == OBJECT_USER || object->identity.kind == OBJECT_VDSO;
	uint64_t offset = 0, vaddr = is_user ? addr : object_lines_vaddr(object, addr);
	const struct data_type *type = NULL;
	if (types->file) type = file_globals_find(need_globals(types), vaddr, &offset);
	else if (types->names) type = variable_of_symbol(types, addr, &offset);
	*ret = (struct type_access){ .vaddr = vaddr, .mnemonic = "", .state = TYPE_ACCESS_NO_VARIABLE };
	if (!types->file && !types->names) ret->state = TYPE_ACCESS_NO_DEBUG_INFO;
	type_access_of_variable(type, (int64_t)offset, ret);
}
