/* PE images (Windows' programs, as Wine runs them): COFF's symbol table, which MinGW leaves in, and the export
 * directory, which libraries have. ("PE Format", learn.microsoft.com.) An RVA is an address relative to where the image
 * is loaded. */
#include "symbol/file/pe.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/cursor.h"

#define HEADER_AT 0x3c
#define COFF_HEADER_BYTES 24 /* with the signature */
#define SECTION_BYTES 40
#define SYMBOL_BYTES 18
#define SECTIONS_MAX 1024
#define NAME_MAX_BYTES 4096
#define MACHINE_I386 0x14c
#define SECTION_EXECUTABLE 0x20000000u
#define CLASS_EXTERNAL 2
#define CLASS_STATIC 3

/* An open PE image. sections have RVAs as vaddr until pe_symbols_add adds the base. */
struct pe {
	const struct blob *blob;
	uint16_t machine;
	uint32_t symbols_off, nr_symbols;
	uint64_t base;
	uint32_t exports_rva, exports_size;
	struct image_segment *sections; /* vaddr: the RVA */
	size_t nr_sections;
};

static struct cursor little(const void *data, size_t size)
{
	return cursor_of(data, size, __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__);
}

bool pe_is_image(const void *begin, size_t size_bytes) { return size_bytes >= 2 && memcmp(begin, "MZ", 2) == 0; }

/* The section that an RVA is in; NULL: none. */
static const struct image_segment *section_of(const struct pe *pe, uint32_t rva)
{
	for (size_t i = 0; i < pe->nr_sections; i++)
		if (rva - pe->sections[i].vaddr < MAX(pe->sections[i].mem_size_bytes, pe->sections[i].file_size_bytes))
			return &pe->sections[i];
	return NULL;
}

static bool file_off_of(const struct pe *pe, uint32_t rva, uint64_t *ret)
{
	const struct image_segment *s = section_of(pe, rva);
	if (!s || rva - s->vaddr >= s->file_size_bytes) return false;
	*ret = s->file_off + (rva - s->vaddr);
	return true;
}

/* Sections as segments: what is said of the file is cut to what it has. */
static void sections_read(struct pe *pe, uint64_t at, size_t count)
{
	_bytes_done_ struct bytes table = BYTES_INIT;
	count = MIN(count, (size_t)SECTIONS_MAX);
	if (!count || blob_read(pe->blob, at, count * SECTION_BYTES, &table) < 0) return;
	pe->sections = xcalloc(count, sizeof(*pe->sections));
	pe->nr_sections = count;
	for (size_t i = 0; i < count; i++) {
		struct cursor c = little(table.data + i * SECTION_BYTES + 8, SECTION_BYTES - 8);
		struct image_segment *s = &pe->sections[i];
		*s = (struct image_segment){ .type = PT_LOAD };
		s->mem_size_bytes = cursor_u32(&c);
		s->vaddr = cursor_u32(&c);
		s->file_size_bytes = cursor_u32(&c);
		s->file_off = cursor_u32(&c);
		cursor_skip(&c, 12);
		s->flags = cursor_u32(&c) & SECTION_EXECUTABLE ? PF_R | PF_X : PF_R;
		if (s->file_off > pe->blob->size_bytes) s->file_size_bytes = 0;
		else s->file_size_bytes = MIN(s->file_size_bytes, pe->blob->size_bytes - s->file_off);
	}
}

/* "MZ", whose word at 0x3c says where "PE\0\0" is, then the COFF header, the optional one and the table of sections. */
static int header_read(struct pe *pe)
{
	_bytes_done_ struct bytes begin = BYTES_INIT, coff = BYTES_INIT, optional = BYTES_INIT;
	if (pe->blob->size_bytes < HEADER_AT + 4 || blob_read(pe->blob, 0, HEADER_AT + 4, &begin) < 0 ||
	    !pe_is_image(begin.data, begin.size))
		return -ENOEXEC;
	struct cursor c = little(begin.data + HEADER_AT, 4);
	uint64_t at = cursor_u32(&c);
	if (blob_read(pe->blob, at, COFF_HEADER_BYTES, &coff) < 0 || memcmp(coff.data, "PE\0\0", 4) != 0)
		return -ENOEXEC;
	c = little(coff.data + 4, COFF_HEADER_BYTES - 4);
	pe->machine = cursor_u16(&c);
	size_t nr_sections = cursor_u16(&c);
	cursor_skip(&c, 4);
	pe->symbols_off = cursor_u32(&c);
	pe->nr_symbols = cursor_u32(&c);
	size_t optional_size = cursor_u16(&c);
	if (blob_read(pe->blob, at + COFF_HEADER_BYTES, optional_size, &optional) < 0) return -EBADMSG;
	c = little(optional.data, optional.size);
	bool is64 = cursor_u16(&c) == 0x20b;
	cursor_seek(&c, is64 ? 24 : 28);
	pe->base = is64 ? cursor_u64(&c) : cursor_u32(&c);
	cursor_seek(&c, is64 ? 108 : 92);
	uint32_t nr_directories = cursor_u32(&c);
	if (nr_directories) {
		pe->exports_rva = cursor_u32(&c);
		pe->exports_size = cursor_u32(&c);
	}
	if (!cursor_ok(&c)) pe->exports_size = 0;
	sections_read(pe, at + COFF_HEADER_BYTES + optional_size, nr_sections);
	return pe->nr_sections ? 0 : -EBADMSG;
}

/* Adds a function at an RVA; data, sections' names and what is not in the file are left out. */
static void add_symbol(const struct pe *pe, uint32_t rva, const char *name, bool global, struct symbol_list *list)
{
	const struct image_segment *s = section_of(pe, rva);
	uint64_t file_off;
	if (!s || !(s->flags & PF_X) || !*name || *name == '.' || !file_off_of(pe, rva, &file_off)) return;
	/* 32-bit Windows puts an underscore in front of C's names */
	if (pe->machine == MACHINE_I386 && *name == '_') name++;
	symbol_list_add(list, (struct raw_symbol){ .start = file_off,
						   .end = file_off,
						   .name = name,
						   .binding = global ? STB_GLOBAL : STB_LOCAL,
						   .type = STT_FUNC });
}

/* Records of 18 bytes: a name of up to 8 characters or where it is in the strings behind; value; section; class. */
static void coff_symbols_add(const struct pe *pe, struct symbol_list *list)
{
	_bytes_done_ struct bytes table = BYTES_INIT, strings = BYTES_INIT;
	uint64_t size = (uint64_t)pe->nr_symbols * SYMBOL_BYTES, strings_off = pe->symbols_off + size;
	if (!pe->symbols_off || !size || blob_read(pe->blob, pe->symbols_off, size, &table) < 0) return;
	/* the string table is behind it, its length is its first word */
	if (strings_off + 4 <= pe->blob->size_bytes && blob_read(pe->blob, strings_off, 4, &strings) == 0) {
		struct cursor c = little(strings.data, 4);
		uint64_t length = cursor_u32(&c);
		length = MIN(length, pe->blob->size_bytes - strings_off);
		bytes_done(&strings);
		if (blob_read(pe->blob, strings_off, length, &strings) < 0) strings = (struct bytes)BYTES_INIT;
	}
	for (uint64_t i = 0; i < pe->nr_symbols; i++) {
		const uint8_t *entry = table.data + i * SYMBOL_BYTES;
		struct cursor c = little(entry, SYMBOL_BYTES);
		uint32_t zeroes = cursor_u32(&c), offset = cursor_u32(&c), value = cursor_u32(&c);
		int16_t section = (int16_t)cursor_u16(&c);
		uint16_t type = cursor_u16(&c);
		uint8_t class = cursor_u8(&c), nr_more = cursor_u8(&c);
		i += nr_more;
		bool is_function = type >> 4 == 2;
		if (section < 1 || (size_t)section > pe->nr_sections ||
		    !(class == CLASS_EXTERNAL || (class == CLASS_STATIC && is_function)))
			continue;
		const char *name;
		if (zeroes) {
			name = arena_strndup(&list->arena, (const char *)entry, strnlen((const char *)entry, 8));
		} else {
			if (offset < 4 || offset >= strings.size) continue;
			size_t length = strnlen((const char *)strings.data + offset,
						MIN(strings.size - offset, (size_t)NAME_MAX_BYTES));
			name = arena_strndup(&list->arena, (const char *)strings.data + offset, length);
		}
		add_symbol(pe, (uint32_t)pe->sections[section - 1].vaddr + value, name, class == CLASS_EXTERNAL, list);
	}
}

/* The 32-bit word at byte i. */
static uint32_t word_at(const struct bytes *bytes, size_t i)
{
	struct cursor c = little(bytes->data + i, 4);
	return cursor_u32(&c);
}

/* Names with ordinals, which index the functions' RVAs; an RVA within the directory is a name in another library. */
static void exports_add(const struct pe *pe, struct symbol_list *list)
{
	_bytes_done_ struct bytes directory = BYTES_INIT, functions = BYTES_INIT, names = BYTES_INIT,
				  ordinals = BYTES_INIT;
	uint64_t at, functions_off, names_off, ordinals_off;
	if (pe->exports_size < 40 || !file_off_of(pe, pe->exports_rva, &at) ||
	    blob_read(pe->blob, at, 40, &directory) < 0)
		return;
	uint64_t nr_functions = word_at(&directory, 20), nr_names = word_at(&directory, 24);
	if (!file_off_of(pe, word_at(&directory, 28), &functions_off) ||
	    !file_off_of(pe, word_at(&directory, 32), &names_off) ||
	    !file_off_of(pe, word_at(&directory, 36), &ordinals_off))
		return;
	if (nr_functions > 65536 || nr_names > 65536 ||
	    blob_read(pe->blob, functions_off, nr_functions * 4, &functions) < 0 ||
	    blob_read(pe->blob, names_off, nr_names * 4, &names) < 0 ||
	    blob_read(pe->blob, ordinals_off, nr_names * 2, &ordinals) < 0)
		return;
	for (size_t i = 0; i < nr_names; i++) {
		struct cursor c = little(ordinals.data + i * 2, 2);
		uint16_t ordinal = cursor_u16(&c);
		uint64_t name_off;
		if (ordinal >= nr_functions || !file_off_of(pe, word_at(&names, i * 4), &name_off)) continue;
		uint32_t rva = word_at(&functions, (size_t)ordinal * 4);
		if (rva - pe->exports_rva < pe->exports_size) continue; /* another library's */
		_bytes_done_ struct bytes text = BYTES_INIT;
		if (blob_read(pe->blob, name_off, MIN((uint64_t)NAME_MAX_BYTES, pe->blob->size_bytes - name_off),
			      &text) < 0)
			continue;
		add_symbol(pe, rva,
			   arena_strndup(&list->arena, (const char *)text.data,
					 strnlen((const char *)text.data, text.size)),
			   true, list);
	}
}

int pe_symbols_add(const struct blob *blob, struct symbol_list *list, struct image_segment **ret_segments,
		   size_t *ret_nr_segments)
{
	struct pe pe = { .blob = blob };
	int code = header_read(&pe);
	if (code == 0) {
		size_t before = list->symbols.count;
		coff_symbols_add(&pe, list);
		exports_add(&pe, list);
		code = list->symbols.count > before ? 0 : -ENODATA;
	}
	if (code < 0) {
		free(pe.sections);
		return code;
	}
	for (size_t i = 0; i < pe.nr_sections; i++) pe.sections[i].vaddr += pe.base;
	*ret_segments = pe.sections;
	*ret_nr_segments = pe.nr_sections;
	return 0;
}
