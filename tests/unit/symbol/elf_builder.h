/* Makes small ELF files in memory, of either class and byte order, for tests. */
#ifndef TESTS_UNIT_SYMBOL_ELF_BUILDER_H
#define TESTS_UNIT_SYMBOL_ELF_BUILDER_H

#include <elf.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define ELF_BUILDER_SECTIONS 24

struct elf_builder {
	bool is64, big;
	uint16_t type, machine;
	uint8_t *data;
	size_t size, capacity;
	struct built_section {
		const char *name;
		uint32_t type, link, info;
		uint64_t flags, vaddr, file_off, size, entry_size;
	} sections[ELF_BUILDER_SECTIONS]; /* [0] is the null section */
	size_t nr_sections;
	struct built_segment {
		uint32_t type, flags;
		uint64_t file_off, vaddr, size, zeroes; /* zeroes: behind what the file has */
	} segments[8];
	size_t nr_segments;
};

static inline void built_put(struct elf_builder *b, size_t at, uint64_t value, size_t bytes)
{
	if (at + bytes > b->capacity) {
		b->capacity = (at + bytes) * 2;
		b->data = realloc(b->data, b->capacity);
		memset(b->data + b->size, 0, b->capacity - b->size);
	}
	if (at + bytes > b->size) b->size = at + bytes;
	for (size_t i = 0; i < bytes; i++) {
		size_t byte = b->big ? bytes - 1 - i : i; /* of the value; runs of more than 8 are zeroes */
		b->data[at + i] = byte < 8 ? (uint8_t)(value >> 8 * byte) : 0;
	}
}

static inline void built_append(struct elf_builder *b, uint64_t value, size_t bytes)
{
	built_put(b, b->size, value, bytes);
}
static inline void built_word(struct elf_builder *b, uint64_t value) { built_append(b, value, b->is64 ? 8 : 4); }

static inline struct elf_builder built_begin(bool is64, bool big, uint16_t type, uint16_t machine)
{
	struct elf_builder b = { .is64 = is64, .big = big, .type = type, .machine = machine, .nr_sections = 1 };
	built_put(&b, 0x400 - 1, 0, 1); /* room for the ELF header and program headers */
	return b;
}

/* Starts a section: what is appended from now on is its content; ended by built_section_end. Returns its index. */
static inline size_t built_section(struct elf_builder *b, const char *name, uint32_t type, uint64_t flags,
				   uint64_t vaddr)
{
	while (b->size % 16) built_append(b, 0, 1);
	b->sections[b->nr_sections] = (struct built_section){
		.name = name, .type = type, .flags = flags, .vaddr = vaddr, .file_off = b->size
	};
	return b->nr_sections++;
}
static inline void built_section_end(struct elf_builder *b)
{
	struct built_section *s = &b->sections[b->nr_sections - 1];
	s->size = b->size - s->file_off;
}

struct built_symbol {
	const char *name;
	uint64_t value, size;
	uint8_t binding, type;
	uint16_t section;
};

/* A symbol table and its string table, called ".symtab" and ".strtab", or ".dynsym" and ".dynstr". */
static inline size_t built_symbols(struct elf_builder *b, bool dynamic, const struct built_symbol *symbols,
				   size_t count)
{
	size_t table = built_section(b, dynamic ? ".dynsym" : ".symtab", dynamic ? SHT_DYNSYM : SHT_SYMTAB,
				     dynamic ? SHF_ALLOC : 0, 0);
	uint32_t name_off = 1;
	for (size_t i = 0; i < count + 1; i++) {
		static const struct built_symbol null = { .name = "" };
		const struct built_symbol *s = i ? &symbols[i - 1] : &null;
		uint32_t name = i ? name_off : 0;
		if (i) name_off += (uint32_t)strlen(s->name) + 1;
		uint8_t info = (uint8_t)(s->binding << 4 | s->type);
		built_append(b, name, 4);
		if (b->is64) {
			built_append(b, info, 1);
			built_append(b, 0, 1);
			built_append(b, s->section, 2);
			built_append(b, s->value, 8);
			built_append(b, s->size, 8);
		} else {
			built_append(b, s->value, 4);
			built_append(b, s->size, 4);
			built_append(b, info, 1);
			built_append(b, 0, 1);
			built_append(b, s->section, 2);
		}
	}
	built_section_end(b);
	b->sections[table].link = (uint32_t)table + 1;
	b->sections[table].entry_size = b->is64 ? 24 : 16;
	built_section(b, dynamic ? ".dynstr" : ".strtab", SHT_STRTAB, 0, 0);
	built_append(b, 0, 1);
	for (size_t i = 0; i < count; i++)
		for (const char *c = symbols[i].name;; c++) {
			built_append(b, (uint8_t)*c, 1);
			if (!*c) break;
		}
	built_section_end(b);
	return table;
}

static inline void built_load(struct elf_builder *b, uint64_t file_off, uint64_t vaddr, uint64_t size, uint32_t flags)
{
	b->segments[b->nr_segments++] = (struct built_segment){ PT_LOAD, flags, file_off, vaddr, size, 0 };
}

/* A build-id note of 20 bytes, each of the given value. */
static inline void built_build_id(struct elf_builder *b, uint8_t value)
{
	built_section(b, ".note.gnu.build-id", SHT_NOTE, SHF_ALLOC, 0);
	built_append(b, 4, 4);
	built_append(b, 20, 4);
	built_append(b, NT_GNU_BUILD_ID, 4);
	static const char owner[4] = "GNU";
	for (int i = 0; i < 4; i++) built_append(b, (uint8_t)owner[i], 1);
	for (int i = 0; i < 20; i++) built_append(b, value, 1);
	built_section_end(b);
}

/* Writes the headers; the file is data, size. */
static inline void built_end(struct elf_builder *b)
{
	size_t names = built_section(b, ".shstrtab", SHT_STRTAB, 0, 0);
	uint32_t name_offs[ELF_BUILDER_SECTIONS] = { 0 };
	built_append(b, 0, 1);
	for (size_t i = 1; i < b->nr_sections; i++) {
		name_offs[i] = (uint32_t)(b->size - b->sections[names].file_off);
		for (const char *c = b->sections[i].name;; c++) {
			built_append(b, (uint8_t)*c, 1);
			if (!*c) break;
		}
	}
	built_section_end(b);
	while (b->size % 16) built_append(b, 0, 1);
	uint64_t headers = b->size;
	for (size_t i = 0; i < b->nr_sections; i++) {
		const struct built_section *s = &b->sections[i];
		built_append(b, name_offs[i], 4);
		built_append(b, s->type, 4);
		built_word(b, s->flags);
		built_word(b, s->vaddr);
		built_word(b, s->file_off);
		built_word(b, s->size);
		built_append(b, s->link, 4);
		built_append(b, s->info, 4);
		built_word(b, 1);
		built_word(b, s->entry_size);
	}
	size_t w = b->is64 ? 8 : 4, at = 16;
	built_put(b, 0, 0, 16);
	memcpy(b->data, ELFMAG, SELFMAG);
	b->data[EI_CLASS] = b->is64 ? ELFCLASS64 : ELFCLASS32;
	b->data[EI_DATA] = b->big ? ELFDATA2MSB : ELFDATA2LSB;
	b->data[EI_VERSION] = EV_CURRENT;
	size_t segments_off = b->is64 ? 64 : 52, segment_size = b->is64 ? 56 : 32;
	built_put(b, at, b->type, 2), at += 2;
	built_put(b, at, b->machine, 2), at += 2;
	built_put(b, at, EV_CURRENT, 4), at += 4;
	at += w; /* entry */
	built_put(b, at, segments_off, w), at += w;
	built_put(b, at, headers, w), at += w;
	at += 4; /* flags */
	built_put(b, at, segments_off, 2), at += 2;
	built_put(b, at, segment_size, 2), at += 2;
	built_put(b, at, b->nr_segments, 2), at += 2;
	built_put(b, at, b->is64 ? 64 : 40, 2), at += 2;
	built_put(b, at, b->nr_sections, 2), at += 2;
	built_put(b, at, names, 2);
	for (size_t i = 0; i < b->nr_segments; i++) {
		const struct built_segment *s = &b->segments[i];
		at = segments_off + i * segment_size;
		built_put(b, at, s->type, 4), at += 4;
		if (b->is64) built_put(b, at, s->flags, 4), at += 4;
		built_put(b, at, s->file_off, w), at += w;
		built_put(b, at, s->vaddr, w), at += w;
		built_put(b, at, s->vaddr, w), at += w;
		built_put(b, at, s->size, w), at += w;
		built_put(b, at, s->size + s->zeroes, w), at += w;
		if (!b->is64) built_put(b, at, s->flags, 4);
	}
}

static inline void built_free(struct elf_builder *b) { free(b->data); }

#endif
