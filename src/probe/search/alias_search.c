/* Functions by another name of the linker's: aliases, and names with versions. */
#include "probe/search/alias_search.h"

#include <elf.h>
#include <string.h>
#include "symbol/image_symbols.h"

/* What is looked for, and the best that was found. */
struct alias {
	const char *name;
	size_t size;
	unsigned rank;  /* of what was found: 0: nothing */
	bool is_chosen; /* it only chooses the function: IFUNC */
	uint64_t vaddr;
};

/* Rank: 3 the plain name, 2 the default version, 1 an old one. */
static void check_symbol(void *ctx, const char *name, uint64_t value, unsigned type,
			 const struct image_section *section)
{
	struct alias *alias = ctx;
	if (!section || (type != STT_FUNC && type != STT_GNU_IFUNC) || strncmp(name, alias->name, alias->size) != 0)
		return;
	/* the version that new programs get before old ones ("memcpy@@GLIBC_2.14", "memcpy@GLIBC_2.2.5") */
	const char *version = name + alias->size;
	unsigned rank = *version ? 0 : 3;
	if (*version == '@') rank = version[1] == '@' ? 2 : 1;
	/* tables of dynamic symbols keep versions apart: one that chooses may be the one that is meant */
	if (!rank || rank < alias->rank || (rank == alias->rank && type != STT_GNU_IFUNC)) return;
	alias->rank = rank;
	alias->vaddr = value;
	alias->is_chosen = type == STT_GNU_IFUNC;
}

/* The static table first: the dynamic one has exported names alone, but is there in stripped files, too. */
bool alias_vaddr(const struct image *image, const char *name, uint64_t *ret_vaddr)
{
	struct alias alias = { .name = name, .size = strlen(name) };
	image_symbols_visit(image, SHT_SYMTAB, check_symbol, &alias);
	if (!alias.rank) image_symbols_visit(image, SHT_DYNSYM, check_symbol, &alias);
	if (!alias.rank || alias.is_chosen) return false;
	*ret_vaddr = alias.vaddr;
	return true;
}

/* Only a function that begins just there is meant, as an alias names a beginning. */
void alias_search(struct probe_source *source, const char *name, debug_entry_list *list)
{
	struct debug_entry function, innermost;
	uint64_t vaddr, entry_pc;
	/* symbols of relocatable files count from their sections */
	if (source->file->section_vaddrs) return;
	if (!alias_vaddr(&source->file->file.image, name, &vaddr) &&
	    !(source->runtime.path && alias_vaddr(&source->runtime.image, name, &vaddr)))
		return;
	struct debug_unit *unit = debug_file_unit_at(source->file, vaddr);
	if (!unit) return;
	debug_unit_need_root(unit);
	struct debug_unit *full = debug_unit_full(unit);
	debug_unit_need_root(full);
	if (probe_source_scope(full, vaddr, &function, &innermost) && debug_entry_entry_pc(&function, &entry_pc) &&
	    entry_pc == vaddr)
		vec_push(list, function);
}
