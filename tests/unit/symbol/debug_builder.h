/* Makes debug information by hand, section by section, for tests of what compilers do not write every day. */
#ifndef TESTS_UNIT_SYMBOL_DEBUG_BUILDER_H
#define TESTS_UNIT_SYMBOL_DEBUG_BUILDER_H

#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include "symbol/dwarf/debug_file.h"

/* A section that is being written, little-endian. */
struct out {
	uint8_t *data;
	size_t size, capacity;
};

static inline void put(struct out *o, uint64_t value, unsigned bytes)
{
	if (o->size + 8 > o->capacity) o->data = realloc(o->data, o->capacity = (o->size + 8) * 2);
	for (unsigned i = 0; i < bytes; i++) o->data[o->size++] = (uint8_t)(value >> 8 * i);
}
static inline void put_all(struct out *o, const uint8_t *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++) put(o, bytes[i], 1);
}
#define PUT(o, ...) put_all(o, (const uint8_t[]){ __VA_ARGS__ }, sizeof((const uint8_t[]){ __VA_ARGS__ }))
static inline void put_text(struct out *o, const char *text) { put_all(o, (const uint8_t *)text, strlen(text) + 1); }
static inline void set32(struct out *o, size_t at, uint64_t value)
{
	for (unsigned i = 0; i < 4; i++) o->data[at + i] = (uint8_t)(value >> 8 * i);
}

/* A file with these sections and code from 0x1000 to 0x101000. */
struct made {
	struct debug_file *file;
	struct debug_names names;
	struct out info, abbrev, line, ranges, aranges, loc, loclists, rnglists, addr, bytes;
};
static const struct target_files no_files = { .symfs = (char *)"/nonexistent", .build_id_dir = (char *)"/nonexistent" };

static inline void open_made(struct made *m)
{
	struct out *const sections[] = { &m->info, &m->abbrev,   &m->line,     &m->ranges, &m->aranges,
					 &m->loc,  &m->loclists, &m->rnglists, &m->addr };
	static const char *const names[] = { ".debug_info",     ".debug_abbrev",   ".debug_line",
					     ".debug_ranges",   ".debug_aranges",  ".debug_loc",
					     ".debug_loclists", ".debug_rnglists", ".debug_addr" };
	enum { COUNT = sizeof(names) / sizeof(names[0]) };
	struct symbol_file file = { .image = IMAGE_INIT, .path = strdup("/nonexistent/file") };
	struct image *image = &file.image;
	image->is64 = true;
	image->swap = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
	image->type = ET_DYN;
	image->nr_sections = COUNT + 2;
	image->sections = calloc(COUNT + 2, sizeof(*image->sections));
	image->sections[0].name = "";
	image->sections[COUNT + 1] = (struct image_section){ .name = ".text",
							     .type = SHT_NOBITS,
							     .flags = SHF_ALLOC | SHF_EXECINSTR,
							     .vaddr = 0x1000,
							     .size_bytes = 0x100000 };
	for (int i = 0; i < COUNT; i++) {
		image->sections[i + 1] = (struct image_section){ .name = names[i],
								 .type = SHT_PROGBITS,
								 .file_off = m->bytes.size,
								 .size_bytes = sections[i]->size };
		put_all(&m->bytes, sections[i]->data, sections[i]->size);
	}
	image->blob = blob_of_memory(m->bytes.data, m->bytes.size);
	debug_names_init(&m->names);
	m->file = debug_file_new(DEBUG_FILE_MAIN, &file, &no_files, &m->names);
}

static inline void close_made(struct made *m)
{
	debug_file_free(m->file);
	debug_names_done(&m->names);
	struct out *const all[] = { &m->info, &m->abbrev,   &m->line,     &m->ranges, &m->aranges,
				    &m->loc,  &m->loclists, &m->rnglists, &m->addr,   &m->bytes };
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) free(all[i]->data);
}

#endif
