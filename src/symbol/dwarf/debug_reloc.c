/* Relocations of relocatable files (kernel modules, .o files): the values of debug sections are only there once these
 * have been applied. Only the kinds that compilers write into debug sections; sources are the psABI documents of the
 * architectures. */
#include "symbol/dwarf/debug_file.h"

#define TABLES_MAX 4 /* for one section; assemblers write one */

/* What a relocation does with the value that stands there: RISC-V makes differences by an ADD and a SUB at one
 * place, as linker relaxation moves code. */
enum reloc_op { RELOC_SET, RELOC_ADD, RELOC_SUB, RELOC_SET6, RELOC_SUB6, RELOC_SET_ULEB, RELOC_SUB_ULEB };

/* Relocations by machine and type; size_bytes 0: a LEB128 number. Types without a row are left out. Add a row for a
 * type that a compiler writes into debug sections. */
static const struct reloc_kind {
	uint16_t machine, type;
	uint8_t size_bytes, op;
} reloc_kinds[] = {
	{ EM_X86_64, R_X86_64_64, 8, RELOC_SET },
	{ EM_X86_64, R_X86_64_32, 4, RELOC_SET },
	{ EM_X86_64, R_X86_64_32S, 4, RELOC_SET },
	{ EM_X86_64, R_X86_64_16, 2, RELOC_SET },
	{ EM_X86_64, R_X86_64_8, 1, RELOC_SET },
	{ EM_X86_64, R_X86_64_DTPOFF32, 4, RELOC_SET },
	{ EM_X86_64, R_X86_64_DTPOFF64, 8, RELOC_SET },
	{ EM_386, R_386_32, 4, RELOC_SET },
	{ EM_386, R_386_TLS_LDO_32, 4, RELOC_SET },
	{ EM_AARCH64, R_AARCH64_ABS64, 8, RELOC_SET },
	{ EM_AARCH64, R_AARCH64_ABS32, 4, RELOC_SET },
	{ EM_ARM, R_ARM_ABS32, 4, RELOC_SET },
	{ EM_S390, R_390_64, 8, RELOC_SET },
	{ EM_S390, R_390_32, 4, RELOC_SET },
	{ EM_S390, R_390_16, 2, RELOC_SET },
	{ EM_PPC64, R_PPC64_ADDR64, 8, RELOC_SET },
	{ EM_PPC64, R_PPC64_ADDR32, 4, RELOC_SET },
	{ EM_PPC64, R_PPC64_UADDR64, 8, RELOC_SET },
	{ EM_PPC, R_PPC_ADDR32, 4, RELOC_SET },
	{ EM_RISCV, R_RISCV_64, 8, RELOC_SET },
	{ EM_RISCV, R_RISCV_32, 4, RELOC_SET },
	{ EM_RISCV, R_RISCV_ADD8, 1, RELOC_ADD },
	{ EM_RISCV, R_RISCV_ADD16, 2, RELOC_ADD },
	{ EM_RISCV, R_RISCV_ADD32, 4, RELOC_ADD },
	{ EM_RISCV, R_RISCV_ADD64, 8, RELOC_ADD },
	{ EM_RISCV, R_RISCV_SUB8, 1, RELOC_SUB },
	{ EM_RISCV, R_RISCV_SUB16, 2, RELOC_SUB },
	{ EM_RISCV, R_RISCV_SUB32, 4, RELOC_SUB },
	{ EM_RISCV, R_RISCV_SUB64, 8, RELOC_SUB },
	{ EM_RISCV, R_RISCV_SET8, 1, RELOC_SET },
	{ EM_RISCV, R_RISCV_SET16, 2, RELOC_SET },
	{ EM_RISCV, R_RISCV_SET32, 4, RELOC_SET },
	{ EM_RISCV, R_RISCV_SET6, 1, RELOC_SET6 },
	{ EM_RISCV, R_RISCV_SUB6, 1, RELOC_SUB6 },
	{ EM_RISCV, 60 /* R_RISCV_SET_ULEB128 */, 0, RELOC_SET_ULEB },
	{ EM_RISCV, 61 /* R_RISCV_SUB_ULEB128 */, 0, RELOC_SUB_ULEB },
	{ 258 /* EM_LOONGARCH */, 2 /* R_LARCH_64 */, 8, RELOC_SET },
	{ 258, 1 /* R_LARCH_32 */, 4, RELOC_SET },
};

/* A linear search: the table is short, and the most frequent kinds of a machine come first. */
static const struct reloc_kind *kind_of(uint16_t machine, uint32_t type)
{
	for (size_t i = 0; i < ARRAY_SIZE(reloc_kinds); i++)
		if (reloc_kinds[i].machine == machine && reloc_kinds[i].type == type) return &reloc_kinds[i];
	return NULL;
}

/* In the file's byte order. */
static void put_number(uint8_t *at, unsigned size_bytes, bool swap, uint64_t value)
{
	bool big = (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__) != swap;
	for (unsigned i = 0; i < size_bytes; i++) at[big ? size_bytes - 1 - i : i] = (uint8_t)(value >> 8 * i);
}

/* A number of variable length keeps the length it has. What does not fit into that length is cut off. */
static void put_uleb(struct cursor c, uint8_t *data, bool subtract, uint64_t value)
{
	size_t at = c.pos;
	uint64_t old = cursor_uleb128(&c);
	if (!cursor_ok(&c)) return;
	if (subtract) value = old - value;
	for (; at < c.pos; at++, value >>= 7) data[at] = (uint8_t)((value & 0x7f) | (at + 1 < c.pos ? 0x80 : 0));
}

/* One relocation, decoded. */
struct reloc {
	const struct reloc_kind *kind;
	uint64_t offset; /* in the section */
	uint64_t value;  /* of the symbol, with the addend */
	bool has_addend; /* RELA; of REL, it is what stands there */
};

/* Changes one place in data. Places that do not fit are left alone. RISC-V's SET6 and SUB6 change the low six bits of a
 * byte whose upper two are an opcode of call frame information. */
static void apply(const struct reloc *reloc, uint8_t *data, size_t size, bool swap)
{
	const struct reloc_kind *kind = reloc->kind;
	uint64_t offset = reloc->offset, value = reloc->value;
	if (offset > size || kind->size_bytes > size - offset) return;
	struct cursor c = cursor_of(data, size, swap);
	c.pos = offset;
	if (kind->op == RELOC_SET_ULEB || kind->op == RELOC_SUB_ULEB) {
		put_uleb(c, data, kind->op == RELOC_SUB_ULEB, value);
		return;
	}
	uint64_t old = 0;
	for (unsigned i = 0; i < kind->size_bytes; i++) {
		bool big = (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__) != swap;
		old |= (uint64_t)data[offset + (big ? kind->size_bytes - 1 - i : i)] << 8 * i;
	}
	switch (kind->op) {
	case RELOC_ADD: value = old + value; break;
	case RELOC_SUB: value = old - value; break;
	case RELOC_SET6: value = (old & 0xc0) | (value & 0x3f); break;
	case RELOC_SUB6: value = (old & 0xc0) | ((old - value) & 0x3f); break;
	default:
		if (!reloc->has_addend) value += old;
		break;
	}
	put_number(data + offset, kind->size_bytes, swap, value);
}

/* The values of all symbols of a table. With the addresses that find_code gave to sections. NULL: not a symbol
 * table; the caller frees. */
static uint64_t *read_symbols(const struct debug_file *file, const struct image_section *table, size_t *ret_count)
{
	const struct image *image = &file->file.image;
	_bytes_done_ struct bytes bytes = BYTES_INIT;
	size_t entry = image->is64 ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym);
	if (table->type != SHT_SYMTAB || image_section_data(image, table, &bytes) < 0) return NULL;
	size_t count = bytes.size / entry;
	uint64_t *values = xcalloc(count + 1, sizeof(*values));
	struct cursor c = cursor_of(bytes.data, bytes.size, image->swap);
	for (size_t i = 0; i < count; i++) {
		uint64_t value;
		uint16_t section;
		(void)cursor_u32(&c); /* name */
		if (image->is64) {
			(void)cursor_u16(&c); /* info, other */
			section = cursor_u16(&c);
			value = cursor_u64(&c);
			(void)cursor_u64(&c); /* size */
		} else {
			value = cursor_u32(&c);
			(void)cursor_u32(&c);
			(void)cursor_u16(&c);
			section = cursor_u16(&c);
		}
		if (section < SHN_LORESERVE && section < image->nr_sections) value += file->section_vaddrs[section];
		values[i] = value;
	}
	*ret_count = count;
	return values;
}

/* Applies one SHT_RELA or SHT_REL section to data, the content of the section that it is about. The symbol table is
 * read for each section anew; a file has a handful of them. */
static void apply_table(const struct debug_file *file, const struct image_section *table, uint8_t *data, size_t size)
{
	const struct image *image = &file->file.image;
	_bytes_done_ struct bytes bytes = BYTES_INIT;
	size_t nr_symbols = 0;
	bool has_addend = table->type == SHT_RELA;
	if (table->link >= image->nr_sections || image_section_data(image, table, &bytes) < 0) return;
	_free_ uint64_t *symbols = read_symbols(file, &image->sections[table->link], &nr_symbols);
	struct cursor c = cursor_of(bytes.data, bytes.size, image->swap);
	while (symbols && cursor_left(&c)) {
		uint64_t offset, info, addend = 0;
		if (image->is64) {
			offset = cursor_u64(&c);
			info = cursor_u64(&c);
			if (has_addend) addend = cursor_u64(&c);
		} else {
			offset = cursor_u32(&c);
			info = cursor_u32(&c);
			if (has_addend) addend = (uint64_t)(int64_t)(int32_t)cursor_u32(&c);
		}
		if (!cursor_ok(&c)) break;
		uint64_t symbol = image->is64 ? info >> 32 : info >> 8;
		const struct reloc_kind *kind = kind_of(image->machine,
							(uint32_t)(image->is64 ? info & UINT32_MAX : info & 0xff));
		if (!kind || symbol >= nr_symbols) continue;
		const struct reloc reloc = { kind, offset, symbols[symbol] + addend, has_addend };
		apply(&reloc, data, size, image->swap);
	}
}

void debug_reloc_apply(const struct debug_file *file, size_t section, struct bytes *bytes)
{
	const struct image *image = &file->file.image;
	if (!bytes->owned) {
		/* borrowed from a file in memory, which is not ours to change */
		uint8_t *copy = xmalloc(bytes->size + 1);
		if (bytes->size) __builtin_memcpy(copy, bytes->data, bytes->size);
		copy[bytes->size] = 0;
		*bytes = (struct bytes){ copy, bytes->size, copy };
	}
	for (size_t i = 0, tables = 0; i < image->nr_sections && tables < TABLES_MAX; i++) {
		const struct image_section *table = &image->sections[i];
		if ((table->type == SHT_RELA || table->type == SHT_REL) && table->info == section &&
		    !(table->flags & SHF_ALLOC)) {
			apply_table(file, table, bytes->owned, bytes->size);
			tables++;
		}
	}
}
