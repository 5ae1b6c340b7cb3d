/* Debug information as bare sections: a byte of flags, then the size of each section in two bytes, then their content
 * in the same order. Sections of split files are those that come second; relocations are in a section of their own. */
#include <stdio.h>
#include <string.h>
#include "symbol/dwarf/debug_package.h"
#include "symbol/dwarf/debug_unit.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/read_debug.h"

static const char *const names[] = {
	".debug_info",      ".debug_abbrev",          ".debug_line",
	".debug_str",       ".debug_line_str",        ".debug_str_offsets",
	".debug_addr",      ".debug_ranges",          ".debug_rnglists",
	".debug_aranges",   ".debug_cu_index",        ".symtab",
	".rela.debug_info", ".debug_info.dwo",        ".debug_abbrev.dwo",
	".debug_str.dwo",   ".debug_str_offsets.dwo", ".debug_rnglists.dwo",
};
enum { FLAG_BIG = 1, FLAG_32 = 2, FLAG_RELOCATABLE = 4, FLAG_PACKAGE = 8 };

static struct debug_file *make_file(enum debug_file_kind kind, const uint8_t *data, size_t size,
				    const struct target_files *files, struct debug_names *store)
{
	struct symbol_file file = { .image = IMAGE_INIT, .path = xstrdup("/nonexistent/file") };
	struct image *image = &file.image;
	size_t count = ARRAY_SIZE(names), head = 1 + 2 * count, at = head;
	image->blob = blob_of_memory(data, size);
	image->is64 = !(data[0] & FLAG_32);
	image->swap = data[0] & FLAG_BIG;
	image->type = data[0] & FLAG_RELOCATABLE ? ET_REL : ET_DYN;
	image->machine = EM_X86_64;
	image->nr_sections = count + 2;
	image->sections = xcalloc(count + 2, sizeof(*image->sections));
	image->sections[0].name = "";
	for (size_t i = 0; i < count; i++) {
		struct image_section *s = &image->sections[i + 1];
		size_t wanted = (size_t)data[1 + 2 * i] | (size_t)data[2 + 2 * i] << 8;
		s->name = names[i];
		s->type = strcmp(names[i], ".symtab") == 0     ? SHT_SYMTAB
			  : strncmp(names[i], ".rela", 5) == 0 ? SHT_RELA
							       : SHT_PROGBITS;
		s->file_off = at;
		s->size_bytes = MIN(wanted, size - at);
		if (s->type == SHT_RELA) {
			s->link = 12; /* .symtab */
			s->info = 1;  /* .debug_info */
		}
		at += s->size_bytes;
	}
	image->sections[count + 1] = (struct image_section){ .name = ".text",
							     .type = SHT_NOBITS,
							     .flags = SHF_ALLOC | SHF_EXECINSTR,
							     .vaddr = 0x1000,
							     .size_bytes = 1 << 20 };
	return debug_file_new(kind, &file, files, store);
}

FUZZ(data, size)
{
	struct target_files files = { .symfs = (char *)"/nonexistent", .build_id_dir = (char *)"/nonexistent" };
	struct debug_names store;
	if (size < 1 + 2 * ARRAY_SIZE(names)) return;
	debug_names_init(&store);
	struct debug_file *file = make_file(DEBUG_FILE_MAIN, data, size, &files, &store);
	if (data[0] & FLAG_PACKAGE) {
		file->package = make_file(DEBUG_FILE_SPLIT, data, size, &files, &store);
		const struct debug_section *index = debug_file_section(file->package, DEBUG_CU_INDEX);
		file->package_index = debug_package_new(index->data, index->size_bytes, file->package->swap);
		atomic_store(&file->package_ready, true);
	}
	read_debug(file);
	debug_file_free(file);
	debug_names_done(&store);
}
