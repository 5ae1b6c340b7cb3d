/* Mapped files that are no ELF files: Windows' programs, archives with libraries in them. */
#include <errno.h>
#include <unistd.h>
#include "base/strbuf.h"
#include "symbol/object.h"
#include "symbol/file/pe.h"
#include "symbol/file/symbol_list.h"
#include "symbol/file/zip.h"
#include "tests/unit/symbol/elf_builder.h"
#include "tests/unit/test.h"

static void put(uint8_t *at, uint64_t value, size_t size)
{
	for (size_t i = 0; i < size; i++) at[i] = (uint8_t)(value >> 8 * i);
}

/* .text is at RVA 0x1000, at 0x400 of the file; .rdata, with the exports, at 0x2000 and 0x600. */
enum { PE_BYTES = 0xa00 };
static void pe_make(uint8_t *pe, bool is64)
{
	memset(pe, 0, PE_BYTES);
	memcpy(pe, "MZ", 2);
	put(pe + 0x3c, 0x80, 4);
	memcpy(pe + 0x80, "PE\0\0", 4);
	size_t optional = is64 ? 240 : 224;
	uint8_t *coff = pe + 0x84, *opt = pe + 0x98, *section = opt + optional;
	put(coff, is64 ? 0x8664 : 0x14c, 2);
	put(coff + 2, 2, 2);
	put(coff + 8, 0x800, 4);
	put(coff + 12, 5, 4);
	put(coff + 16, optional, 2);
	put(opt, is64 ? 0x20b : 0x10b, 2);
	put(opt + (is64 ? 24 : 28), 0x140000000, is64 ? 8 : 4);
	put(opt + (is64 ? 108 : 92), 16, 4);
	put(opt + (is64 ? 112 : 96), 0x2000, 4);
	put(opt + (is64 ? 116 : 100), 0x100, 4);
	static const struct {
		uint32_t size, rva, raw, off, flags;
	} sections[] = { { 0x180, 0x1000, 0x200, 0x400, 0x60000020 }, { 0x180, 0x2000, 0x200, 0x600, 0x40000040 } };
	for (size_t i = 0; i < 2; i++, section += 40) {
		put(section + 8, sections[i].size, 4);
		put(section + 12, sections[i].rva, 4);
		put(section + 16, sections[i].raw, 4);
		put(section + 20, sections[i].off, 4);
		put(section + 36, sections[i].flags, 4);
	}
	/* symbols: a short name, one with something behind it, a long one, the section's own, data */
	static const struct {
		const char *name;
		uint32_t long_name, value;
		int16_t section;
		uint16_t type;
		uint8_t class, more;
	} symbols[] = { { "_short", 0, 0x10, 1, 0x20, 2, 1 },
			{ "", 0, 0, 0, 0, 0, 0 },
			{ NULL, 4, 0x40, 1, 0x20, 3, 0 },
			{ ".text", 0, 0, 1, 0, 3, 0 },
			{ "data", 0, 0, 2, 0, 2, 0 } };
	for (size_t i = 0; i < 5; i++) {
		uint8_t *s = pe + 0x800 + i * 18;
		if (symbols[i].name) strncpy((char *)s, symbols[i].name, 8);
		else put(s + 4, symbols[i].long_name, 4);
		put(s + 8, symbols[i].value, 4);
		put(s + 12, (uint16_t)symbols[i].section, 2);
		put(s + 14, symbols[i].type, 2);
		s[16] = symbols[i].class;
		s[17] = symbols[i].more;
	}
	put(pe + 0x800 + 90, 4 + 21, 4);
	strcpy((char *)pe + 0x800 + 94, "_a_static_with_name");
	/* exports: one function, one that is another library's */
	uint8_t *dir = pe + 0x600;
	put(dir + 20, 2, 4);
	put(dir + 24, 2, 4);
	put(dir + 28, 0x2100, 4);
	put(dir + 32, 0x2110, 4);
	put(dir + 36, 0x2120, 4);
	put(dir + 0x100, 0x1080, 4);
	put(dir + 0x104, 0x2050, 4);
	put(dir + 0x110, 0x2130, 4);
	put(dir + 0x114, 0x2140, 4);
	put(dir + 0x122, 1, 2);
	strcpy((char *)dir + 0x130, "exported");
	strcpy((char *)dir + 0x140, "forwarded");
}

TEST(windows_programs)
{
	static uint8_t pe[PE_BYTES];
	for (int is64 = 0; is64 < 2; is64++) {
		struct symbol_list list;
		struct image_segment *segments = NULL;
		size_t nr_segments = 0;
		symbol_list_init(&list);
		pe_make(pe, is64);
		struct blob blob = blob_of_memory(pe, sizeof(pe));
		CHECK_INT(pe_symbols_add(&blob, &list, &segments, &nr_segments), 0);
		CHECK_INT(list.symbols.count, 3);
		static const struct {
			const char *name;
			uint64_t off;
		} want[] = { { "_short", 0x410 }, { "_a_static_with_name", 0x440 }, { "exported", 0x480 } };
		for (size_t i = 0; i < list.symbols.count && i < 3; i++) {
			CHECK_STR(list.symbols.items[i].name, want[i].name + (!is64 && *want[i].name == '_'));
			CHECK_INT(list.symbols.items[i].start, want[i].off);
		}
		CHECK(nr_segments == 2 && segments && segments[0].vaddr == (is64 ? 0x140001000 : 0x40001000));
		free(segments);
		symbol_list_done(&list);
	}
}

TEST(damaged_windows_programs)
{
	static uint8_t pe[PE_BYTES];
	pe_make(pe, true);
	for (size_t i = 0; i < PE_BYTES * 4 + PE_BYTES; i++) {
		size_t size = i < PE_BYTES ? i : PE_BYTES, at = (i - size) / 4;
		uint8_t *copy = memcpy(malloc(size + 1), pe, size), values[] = { 0, 1, 0x80, 0xff };
		if (i >= PE_BYTES && at < size) copy[at] = values[i % 4];
		struct symbol_list list;
		struct image_segment *segments = NULL;
		size_t nr_segments;
		struct blob blob = blob_of_memory(copy, size);
		symbol_list_init(&list);
		if (pe_symbols_add(&blob, &list, &segments, &nr_segments) == 0) free(segments);
		symbol_list_done(&list);
		free(copy);
	}
}

static void zip_entry(struct strbuf *zip, struct strbuf *directory, const char *name, const void *data, size_t size,
		      unsigned method)
{
	uint8_t local[30] = { 0 }, central[46] = { 0 };
	size_t at = zip->size;
	memcpy(local, "PK\3\4", 4);
	put(local + 8, method, 2);
	put(local + 26, strlen(name), 2);
	put(local + 28, 3, 2); /* padding, as zipalign adds */
	strbuf_add(zip, local, sizeof(local));
	strbuf_add(zip, name, strlen(name));
	strbuf_add(zip, "\0\0\0", 3);
	strbuf_add(zip, data, size);
	memcpy(central, "PK\1\2", 4);
	put(central + 10, method, 2);
	put(central + 20, size, 4);
	put(central + 24, size, 4);
	put(central + 28, strlen(name), 2);
	put(central + 42, at, 4);
	strbuf_add(directory, central, sizeof(central));
	strbuf_add(directory, name, strlen(name));
}

TEST(libraries_in_archives)
{
	struct elf_builder elf = built_begin(true, false, ET_DYN, EM_X86_64);
	size_t text = built_section(&elf, ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0x1000);
	size_t text_off = elf.size;
	for (int i = 0; i < 64; i++) built_append(&elf, 0x90, 1);
	built_section_end(&elf);
	struct built_symbol symbols[] = { { "in_archive", 0x1010, 16, STB_GLOBAL, STT_FUNC, (uint16_t)text } };
	built_symbols(&elf, false, symbols, 1);
	built_load(&elf, text_off, 0x1000, 64, PF_R | PF_X);
	built_end(&elf);

	_strbuf_done_ struct strbuf zip = STRBUF_INIT, directory = STRBUF_INIT;
	zip_entry(&zip, &directory, "AndroidManifest.xml", "text", 4, 0);
	zip_entry(&zip, &directory, "packed.so", elf.data, elf.size, 8);
	size_t library_off = zip.size + 30 + strlen("lib/x.so") + 3;
	zip_entry(&zip, &directory, "lib/x.so", elf.data, elf.size, 0);
	uint8_t end[22] = { 'P', 'K', 5, 6 };
	put(end + 12, directory.size, 4);
	put(end + 16, zip.size, 4);
	put(end + 20, 7, 2);
	strbuf_add(&zip, directory.text, directory.size);
	strbuf_add(&zip, end, sizeof(end));
	strbuf_add(&zip, "comment", 7);

	char path[] = "/tmp/test_foreign_XXXXXX";
	int fd = mkstemp(path);
	CHECK(write(fd, zip.text, zip.size) == (ssize_t)zip.size);
	close(fd);
	struct symbol_options options = { .demangle = true, .build_id_dir = "/nonexistent" };
	struct symbol_store *store = symbol_store_new(&options);
	struct object *object = symbol_store_object(
		store, &(struct object_identity){ .kind = OBJECT_USER, .path = path, .pid = -1 });
	const struct symbol *symbol = object_find(object, library_off + text_off + 0x1f);
	CHECK_STR(symbol ? symbol->name : NULL, "in_archive");
	CHECK(!object_find(object, text_off + 0x1f));
	CHECK_INT(object_elf_addr(object, library_off + text_off + 4), 0x1004);
	CHECK_STR(object_source_name(object), "libraries in an archive");
	symbol_store_free(store);
	unlink(path);
	built_free(&elf);
}

TEST_MAIN
