/* The structure of ELF files of both classes and byte orders, and of damaged ones. */
#include "tests/unit/test.h"

#include <errno.h>
#include "symbol/file/build_id.h"
#include "symbol/file/image.h"
#include "symbol/image_symbols.h"
#include "symbol/object.h"
#include "tests/unit/symbol/elf_builder.h"

static struct elf_builder sample(bool is64, bool big)
{
	struct elf_builder b = built_begin(is64, big, ET_DYN, is64 ? EM_X86_64 : EM_386);
	size_t text = built_section(&b, ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0x2000);
	for (int i = 0; i < 64; i++) built_append(&b, 0x90, 1);
	built_section_end(&b);
	built_load(&b, b.sections[text].file_off, 0x2000, 64, PF_R | PF_X);
	built_build_id(&b, 0xab);
	const struct built_symbol symbols[] = {
		{ "function", 0x2000, 16, STB_GLOBAL, STT_FUNC, (uint16_t)text },
		{ "object", 0x2010, 16, STB_LOCAL, STT_OBJECT, (uint16_t)text },
		{ "label", 0x2020, 0, STB_LOCAL, STT_NOTYPE, (uint16_t)text },
		{ "undefined", 0x2020, 0, STB_GLOBAL, STT_FUNC, SHN_UNDEF },
		{ "absolute", 0x2020, 0, STB_GLOBAL, STT_FUNC, SHN_ABS },
		{ "thread", 0x2020, 8, STB_GLOBAL, STT_TLS, (uint16_t)text },
	};
	built_symbols(&b, false, symbols, 6);
	built_symbols(&b, true, symbols, 1);
	built_end(&b);
	return b;
}

TEST(all_classes_and_orders)
{
	for (int kind = 0; kind < 4; kind++) {
		struct elf_builder b = sample(kind & 1, kind & 2);
		struct blob blob = blob_of_memory(b.data, b.size);
		struct image image;
		CHECK_INT(image_open(&blob, &image), 0);
		CHECK_INT(image.is64, kind & 1);
		CHECK_INT(image.type, ET_DYN);
		const struct image_section *text = image_section(&image, ".text");
		CHECK(text && text->size_bytes == 64 && text->vaddr == 0x2000);
		uint64_t file_off, vaddr;
		CHECK(image_file_off(&image, 0x2010, &file_off) && file_off == text->file_off + 0x10);
		CHECK(image_vaddr(&image, file_off, &vaddr) && vaddr == 0x2010);
		CHECK(!image_file_off(&image, 0x2040, &file_off));
		uint8_t id[20];
		CHECK_INT(image_build_id(&image, id), 20);
		CHECK_INT(id[19], 0xab);
		image_close(&image);
		built_free(&b);
	}
}

TEST(symbols_of_all_classes_and_orders)
{
	for (int kind = 0; kind < 4; kind++) {
		struct elf_builder b = sample(kind & 1, kind & 2);
		struct blob blob = blob_of_memory(b.data, b.size);
		struct image image;
		struct symbol_list list;
		CHECK_INT(image_open(&blob, &image), 0);
		symbol_list_init(&list);
		struct image_symbols_options options = { .addresses = IMAGE_FILE_OFFS };
		CHECK_INT(image_symbols_add(&image, SHT_SYMTAB, &options, &list), 3);
		CHECK_INT(image_symbols_add(&image, SHT_DYNSYM, &options, &list), 1);
		uint64_t text_off = image_section(&image, ".text")->file_off;
		CHECK_STR(list.symbols.items[0].name, "function");
		CHECK_INT(list.symbols.items[0].start, text_off);
		CHECK_INT(list.symbols.items[0].end, text_off + 16);
		CHECK_STR(list.symbols.items[2].name, "label");
		symbol_list_done(&list);
		image_close(&image);
		built_free(&b);
	}
}

static void read_everything(const uint8_t *data, size_t size)
{
	struct blob blob = blob_of_memory(data, size);
	struct image image;
	if (image_open(&blob, &image) < 0) return;
	uint8_t id[20];
	(void)image_build_id(&image, id);
	for (size_t i = 0; i < image.nr_sections; i++) {
		struct bytes bytes = BYTES_INIT;
		if (image_section_data(&image, &image.sections[i], &bytes) >= 0) bytes_done(&bytes);
	}
	struct symbol_list list;
	symbol_list_init(&list);
	for (int addresses = IMAGE_FILE_OFFS; addresses <= IMAGE_TEXT_OFFS; addresses++) {
		struct image_symbols_options options = { .addresses = (enum image_addresses)addresses };
		(void)image_symbols_add(&image, SHT_SYMTAB, &options, &list);
		(void)image_symbols_add(&image, SHT_DYNSYM, &options, &list);
	}
	(void)plt_symbols_add(&image, &list);
	for (size_t i = 0; i < list.symbols.count; i++) CHECK(strlen(list.symbols.items[i].name) < size + 8);
	symbol_list_done(&list);
	image_close(&image);
}

TEST(every_truncation)
{
	struct elf_builder b = sample(true, false);
	for (size_t size = 0; size <= b.size; size++) {
		uint8_t *copy = malloc(size ? size : 1); /* exactly as long, for the sanitizers */
		memcpy(copy, b.data, size);
		read_everything(copy, size);
		free(copy);
	}
	built_free(&b);
}

TEST(every_flip)
{
	static const uint8_t flips[] = { 0xff, 0x01, 0x80 };
	for (int kind = 0; kind < 4; kind++) {
		struct elf_builder b = sample(kind & 1, kind & 2);
		for (size_t at = 0; at < b.size; at++)
			for (size_t f = 0; f < sizeof(flips); f++) {
				b.data[at] ^= flips[f];
				read_everything(b.data, b.size);
				b.data[at] ^= flips[f];
			}
		built_free(&b);
	}
}

TEST(not_elf)
{
	struct blob blob = blob_of_memory("#!/bin/sh\n", 10);
	struct image image;
	CHECK_INT(image_open(&blob, &image), -ENOEXEC);
	blob = blob_of_memory("", 0);
	CHECK(image_open(&blob, &image) < 0);
}

TEST(notes)
{
	uint8_t id[20];
	static const uint8_t notes[] = { 4, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0,   0,   'G', 'N', 'U', 0, 9, 9, 0, 0, 4, 0,
					 0, 0, 8, 0, 0, 0, 3, 0, 0, 0, 'G', 'N', 'U', 0,   1,   2, 3, 4, 5, 6, 7, 8 };
	CHECK_INT(build_id_of_notes_ordered(notes, sizeof(notes), __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__, id), 8);
	CHECK_INT(id[0], 1);
	CHECK_INT(id[7], 8);
	CHECK_INT(id[8], 0);
	for (size_t size = 0; size < sizeof(notes); size++)
		CHECK(build_id_of_notes_ordered(notes, size, false, id) < 0);
}

TEST_MAIN
