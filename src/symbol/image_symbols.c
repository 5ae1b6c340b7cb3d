/* Symbol tables of ELF files, decoded (gABI, chapter "Symbol Table"; section sh_link of a table is its string
 * table). Every index and offset is checked; entries that do not fit are left out. Names are not copied where the
 * string table was read from the file: the list takes its buffer over. */
#include "symbol/image_symbols.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include "base/cursor.h"

/* Far above any program; bounds memory for files with made-up sizes. */
#define SYMBOLS_MAX (64u << 20)

/* A symbol table and its string table, undecoded. count: entries. */
struct raw_table {
	struct bytes symbols, names;
	size_t count;
};

static void raw_table_done(struct raw_table *table)
{
	bytes_done(&table->symbols);
	bytes_done(&table->names);
}

static size_t entry_size(const struct image *image) { return image->is64 ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym); }

static int raw_table_read(const struct image *image, uint32_t section_type, struct raw_table *ret)
{
	const struct image_section *section = image_section_of_type(image, section_type);
	struct raw_table table = { BYTES_INIT, BYTES_INIT, 0 };

	if (!section || section->link >= image->nr_sections) return -ENODATA;
	int code = image_section_data(image, section, &table.symbols);
	if (code >= 0) code = image_section_data(image, &image->sections[section->link], &table.names);
	if (code < 0) {
		raw_table_done(&table);
		return code;
	}
	table.count = MIN(table.symbols.size / entry_size(image), SYMBOLS_MAX);
	*ret = table;
	return 0;
}

/* Entry at `at` of either class and byte order, as a 64-bit one. */
static inline Elf64_Sym symbol_decode(const struct image *image, const uint8_t *at)
{
	Elf64_Sym s;

	if (image->is64) {
		memcpy(&s, at, sizeof(s));
		if (unlikely(image->swap)) {
			s.st_name = __builtin_bswap32(s.st_name);
			s.st_shndx = __builtin_bswap16(s.st_shndx);
			s.st_value = __builtin_bswap64(s.st_value);
			s.st_size = __builtin_bswap64(s.st_size);
		}
		return s;
	}
	Elf32_Sym s32;
	memcpy(&s32, at, sizeof(s32));
	if (image->swap) {
		s32.st_name = __builtin_bswap32(s32.st_name);
		s32.st_shndx = __builtin_bswap16(s32.st_shndx);
		s32.st_value = __builtin_bswap32(s32.st_value);
		s32.st_size = __builtin_bswap32(s32.st_size);
	}
	return (Elf64_Sym){ .st_name = s32.st_name,
			    .st_info = s32.st_info,
			    .st_other = s32.st_other,
			    .st_shndx = s32.st_shndx,
			    .st_value = s32.st_value,
			    .st_size = s32.st_size };
}

bool image_has_symbols(const struct image *image, uint32_t section_type)
{
	const struct image_section *section = image_section_of_type(image, section_type);
	/* the first entry is always the empty one */
	return section && section->size_bytes > entry_size(image) && section->link < image->nr_sections;
}

/* Names that mark places for disassemblers, not functions: "$x", "$d.12" (ELF for the Arm Architecture, "Mapping
 * symbols"; RISC-V psABI likewise, with the instruction set behind: "$xrv64i2p1_m2p0") and, on RISC-V, the local labels
 * that linker relaxation needs. */
static bool is_mapping_symbol(uint16_t machine, uint8_t type, const char *name)
{
	if (machine == EM_RISCV && type == STT_NOTYPE && name[0] == '.') return name[1] == 'L';
	if (name[0] != '$' || !name[1]) return false;
	bool ends = !name[2] || name[2] == '.';
	switch (machine) {
	case EM_ARM: return ends && (name[1] == 'a' || name[1] == 'd' || name[1] == 't');
	case EM_AARCH64: return ends && (name[1] == 'x' || name[1] == 'd');
	case EM_RISCV:
		return type == STT_NOTYPE &&
		       (name[1] == 'd' ? ends : name[1] == 'x' && (ends || (name[2] == 'r' && name[3] == 'v')));
	default: return false;
	}
}

/* Functions and objects of any section; labels only where code or data is: linkers define labels for the ends of
 * everything. */
static bool is_wanted(const struct image *image, const Elf64_Sym *s)
{
	if (!s->st_name || s->st_shndx == SHN_UNDEF || s->st_shndx == SHN_ABS) return false;
	switch (ELF64_ST_TYPE(s->st_info)) {
	case STT_FUNC:
	case STT_GNU_IFUNC:
	case STT_OBJECT: return true;
	case STT_NOTYPE: break;
	default: return false;
	}
	if (ELF64_ST_VISIBILITY(s->st_other) == STV_HIDDEN || ELF64_ST_VISIBILITY(s->st_other) == STV_INTERNAL)
		return false;
	if (s->st_shndx >= image->nr_sections) return false;
	const char *section = image->sections[s->st_shndx].name;
	return strstr(section, "text") || strstr(section, "data");
}

/* 64-bit PowerPC ABI 1: a function's symbol points to a descriptor in .opd, whose first word is the code's address. */
struct descriptors {
	const struct image_section *section;
	struct bytes data;
};

/* False: value is not in .opd, or its descriptor is empty. */
static bool descriptor_target(const struct image *image, const struct descriptors *opd, uint64_t value, uint64_t *ret)
{
	uint64_t at = value - opd->section->vaddr;
	if (at >= opd->data.size) return false;
	struct cursor c = cursor_of(opd->data.data + at, opd->data.size - at, image->swap);
	uint64_t target = cursor_u64(&c);
	if (!cursor_ok(&c) || !target) return false;
	*ret = target;
	return true;
}

/* A segment of zeroes only is not mapped from the file, and its offset in the file is anybody's: GNU's linker for
 * RISC-V gives it one that code has. (In debug files no segment has content.) */
static bool is_nowhere(const struct image *image, uint64_t vaddr)
{
	bool is_of_zeroes = false, has_code = false;
	for (size_t i = 0; i < image->nr_segments; i++) {
		const struct image_segment *s = &image->segments[i];
		if (s->type != PT_LOAD) continue;
		if (s->file_size_bytes) has_code |= s->flags & PF_X;
		else is_of_zeroes |= vaddr - s->vaddr < s->mem_size_bytes;
	}
	return is_of_zeroes && has_code;
}

/* Value -> the address that object_find is asked with. */
static bool translate(const struct image *image, const struct image_symbols_options *o,
		      const struct image_section *section, uint64_t value, uint64_t *ret)
{
	switch (o->addresses) {
	case IMAGE_VADDRS:
		*ret = value + o->offset +
		       (o->section_vaddrs && section ? o->section_vaddrs[section - image->sections] : 0);
		return true;
	case IMAGE_TEXT_OFFS:
		*ret = section ? value - section->vaddr : 0;
		return section && strcmp(section->name, ".text") == 0; /* where others are loaded is not in the file */
	case IMAGE_FILE_OFFS: break;
	}
	const struct image *mapped = o->runtime ? o->runtime : image;
	if (section && section->type == SHT_NOBITS && is_nowhere(mapped, value)) return false;
	if (image_file_off(mapped, value, ret)) return true;
	*ret = section ? value - section->vaddr + section->file_off : value;
	return true;
}

/* What is left out: symbols of other types (is_wanted), mapping symbols, those of sections that are not loaded, and
 * those whose address cannot be translated. */
int image_symbols_add(const struct image *image, uint32_t section_type, const struct image_symbols_options *options,
		      struct symbol_list *list)
{
	struct raw_table table;
	int code = raw_table_read(image, section_type, &table);
	if (code < 0) return code;

	struct descriptors opd = { .section = image->machine == EM_PPC64 ? image_section(image, ".opd") : NULL };
	if (opd.section && image_section_data(image, opd.section, &opd.data) < 0) opd.section = NULL;
	size_t before = list->symbols.count, size = entry_size(image);
	vec_reserve(&list->symbols, before + table.count);
	for (size_t i = 0; i < table.count; i++) {
		Elf64_Sym s = symbol_decode(image, table.symbols.data + i * size);
		if (!is_wanted(image, &s) || s.st_name >= table.names.size) continue;
		const char *name = (const char *)table.names.data + s.st_name;
		if (!*name || is_mapping_symbol(image->machine, ELF64_ST_TYPE(s.st_info), name)) continue;
		const struct image_section *section = s.st_shndx < image->nr_sections ? &image->sections[s.st_shndx]
										      : NULL;
		if (section && !(section->flags & SHF_ALLOC)) continue; /* notes to the linker: ".gnu.warning.gets" */
		if (opd.section && section == opd.section) {
			/* in shared objects the descriptors are filled in at run time */
			if (!descriptor_target(image, &opd, s.st_value, &s.st_value)) continue;
			section = NULL;
		}
		uint8_t type = ELF64_ST_TYPE(s.st_info);
		if (image->machine == EM_ARM && type == STT_FUNC)
			s.st_value &= ~(uint64_t)1; /* bit 0 says Thumb code */
		uint64_t start;
		if (!translate(image, options, section, s.st_value, &start)) continue;
		uint64_t end = start + s.st_size < start ? UINT64_MAX : start + s.st_size;
		symbol_list_add(list, (struct raw_symbol){ .start = start,
							   .end = end,
							   .name = name,
							   .binding = ELF64_ST_BIND(s.st_info),
							   .type = type });
	}
	if (!table.names.owned) {
		/* the file is in memory that its owner may free: keep the names */
		for (size_t i = before; i < list->symbols.count; i++)
			list->symbols.items[i].name = arena_strdup(&list->arena, list->symbols.items[i].name);
	}
	symbol_list_adopt(list, take(table.names.owned));
	bytes_done(&opd.data);
	raw_table_done(&table);
	return (int)MIN(list->symbols.count - before, INT_MAX);
}

void image_symbols_visit(const struct image *image, uint32_t section_type, image_symbol_visitor visit, void *ctx)
{
	struct raw_table table;

	if (raw_table_read(image, section_type, &table) < 0) return;
	for (size_t i = 0; i < table.count; i++) {
		Elf64_Sym s = symbol_decode(image, table.symbols.data + i * entry_size(image));
		if (!s.st_name || s.st_name >= table.names.size) continue;
		visit(ctx, (const char *)table.names.data + s.st_name, s.st_value, ELF64_ST_TYPE(s.st_info),
		      s.st_shndx < image->nr_sections && s.st_shndx ? &image->sections[s.st_shndx] : NULL);
	}
	raw_table_done(&table);
}

bool image_symbol_value(const struct image *image, const char *name, uint64_t *ret_vaddr)
{
	struct raw_table table;
	bool found = false;

	if (raw_table_read(image, SHT_SYMTAB, &table) < 0) return false;
	for (size_t i = 0; i < table.count && !found; i++) {
		Elf64_Sym s = symbol_decode(image, table.symbols.data + i * entry_size(image));
		bool is_elsewhere = s.st_shndx == SHN_UNDEF && !s.st_value;
		if (is_elsewhere || s.st_name >= table.names.size ||
		    strcmp((const char *)table.names.data + s.st_name, name) != 0)
			continue;
		found = true;
		*ret_vaddr = s.st_value;
	}
	raw_table_done(&table);
	return found;
}
