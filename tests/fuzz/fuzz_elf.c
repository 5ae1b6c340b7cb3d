/* ELF files: structure, build-id, both symbol tables in each address kind, linkage tables, packed ones. */
#include "symbol/file/build_id.h"
#include "symbol/image_got.h"
#include "symbol/image_symbols.h"
#include "symbol/object.h"
#include "symbol/symbol_table.h"
#include "tests/fuzz/fuzz.h"

static void symbols(const struct image *image, uint32_t type, enum image_addresses addresses)
{
	struct symbol_list list;
	const struct image_symbols_options options = { .addresses = addresses };
	symbol_list_init(&list);
	int added = image_symbols_add(image, type, &options, &list);
	for (size_t i = 0; added > 0 && i < list.symbols.count; i++) (void)strlen(list.symbols.items[i].name);
	symbol_list_done(&list);
}

/* Everything that becomes of a file's symbols: names chosen, ends, overlaps, search. */
static void table(const struct image *image)
{
	struct symbol_list list;
	struct symbol_table table;
	const struct image_symbols_options options = { .addresses = IMAGE_FILE_OFFS };
	symbol_list_init(&list);
	(void)!image_symbols_add(image, SHT_SYMTAB, &options, &list);
	(void)!image_symbols_add(image, SHT_DYNSYM, &options, &list);
	(void)plt_symbols_add(image, &list);
	symbol_table_init(&table, &list, SYMBOL_ENDS_ELF, true);
	for (size_t i = 0; i < table.nr_symbols; i++) {
		int64_t found = symbol_table_find(&table, table.symbols[i].start);
		if (found >= 0 && (table.symbols[found].start > table.symbols[i].start ||
				   table.symbols[found].end <= table.symbols[i].start))
			__builtin_trap();
		(void)symbol_table_find(&table, table.symbols[i].end);
	}
	symbol_table_done(&table);
}

static void global_offsets(const struct image *image)
{
	struct image_got got;
	struct code_linked_word word;
	image_got_read(image, &got);
	for (uint64_t off = 0; got.section && off < 512; off += 4)
		if (image_got_word(&got, got.section->vaddr + off, &word) && word.name) (void)strlen(word.name);
	image_got_done(&got);
}

FUZZ(data, size)
{
	struct blob blob = blob_of_memory(data, size);
	if (blob_unpack(&blob, 1 << 20) < 0) {
		blob_close(&blob);
		return;
	}
	struct image image = IMAGE_INIT;
	uint8_t id[20];
	(void)build_id_of_notes(data, size, id);
	if (image_open(&blob, &image) < 0) return;
	(void)image_build_id(&image, id);
	for (size_t i = 0; i < image.nr_sections && i < 64; i++) {
		struct bytes bytes = BYTES_INIT;
		(void)strlen(image.sections[i].name);
		if (image_section_data(&image, &image.sections[i], &bytes) >= 0) bytes_done(&bytes);
	}
	table(&image);
	global_offsets(&image);
	symbols(&image, SHT_SYMTAB, IMAGE_FILE_OFFS);
	symbols(&image, SHT_SYMTAB, IMAGE_VADDRS);
	symbols(&image, SHT_DYNSYM, IMAGE_TEXT_OFFS);
	uint64_t value;
	(void)image_symbol_value(&image, "_text", &value);
	image_close(&image);
}
