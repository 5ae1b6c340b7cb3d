/* What the symbol tables of other architectures and kinds of file need. */
#include "tests/unit/test.h"

#include "symbol/image_symbols.h"
#include "tests/unit/symbol/elf_builder.h"

static struct symbol_list list;

/* Builds the file and reads .symtab into list. */
static int read_symbols(struct elf_builder *b, enum image_addresses addresses, uint64_t offset)
{
	struct blob blob = blob_of_memory(b->data, b->size);
	struct image image;
	symbol_list_init(&list);
	CHECK_INT(image_open(&blob, &image), 0);
	struct image_symbols_options options = { .addresses = addresses, .offset = offset };
	int added = image_symbols_add(&image, SHT_SYMTAB, &options, &list);
	image_close(&image);
	built_free(b);
	return added;
}

static size_t text_section(struct elf_builder *b, const char *name, uint64_t vaddr)
{
	size_t text = built_section(b, name, SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, vaddr);
	for (int i = 0; i < 64; i++) built_append(b, 0, 1);
	built_section_end(b);
	return text;
}

TEST(mapping_symbols_are_dropped)
{
	static const struct {
		uint16_t machine;
		const char *names[4];
	} cases[] = {
		{ EM_AARCH64, { "$x", "$d", "$x.1", "$d.foo" } },
		{ EM_ARM, { "$a", "$t", "$d", "$t.3" } },
		{ EM_RISCV, { "$x", "$d", ".L0 ", "$xrv64i2p1" } },
	};
	for (size_t i = 0; i < 3; i++) {
		bool is64 = cases[i].machine != EM_ARM;
		struct elf_builder b = built_begin(is64, false, ET_DYN, cases[i].machine);
		uint16_t text = (uint16_t)text_section(&b, ".text", 0x1000);
		struct built_symbol symbols[5] = { { "$money", 0x1000, 4, STB_LOCAL, STT_FUNC, text } };
		if (cases[i].machine == EM_RISCV) symbols[0].name = "money";
		for (int n = 0; n < 4; n++)
			symbols[n + 1] = (struct built_symbol){ cases[i].names[n], 0x1000,     0,
								STB_LOCAL,         STT_NOTYPE, text };
		built_symbols(&b, false, symbols, 5);
		built_end(&b);
		CHECK_INT(read_symbols(&b, IMAGE_VADDRS, 0), 1);
		symbol_list_done(&list);
	}
}

TEST(dollar_names_of_other_machines_stay)
{
	struct elf_builder b = built_begin(true, false, ET_DYN, EM_X86_64);
	uint16_t text = (uint16_t)text_section(&b, ".text", 0x1000);
	const struct built_symbol symbols[] = { { "$x", 0x1000, 4, STB_LOCAL, STT_FUNC, text } };
	built_symbols(&b, false, symbols, 1);
	built_end(&b);
	CHECK_INT(read_symbols(&b, IMAGE_VADDRS, 0), 1);
	symbol_list_done(&list);
}

TEST(thumb_bit)
{
	struct elf_builder b = built_begin(false, true, ET_DYN, EM_ARM);
	uint16_t text = (uint16_t)text_section(&b, ".text", 0x1000);
	const struct built_symbol symbols[] = { { "thumb", 0x1011, 4, STB_GLOBAL, STT_FUNC, text } };
	built_symbols(&b, false, symbols, 1);
	built_end(&b);
	CHECK_INT(read_symbols(&b, IMAGE_VADDRS, 0), 1);
	CHECK_INT(list.symbols.items[0].start, 0x1010);
	symbol_list_done(&list);
}

TEST(function_descriptors)
{
	struct elf_builder b = built_begin(true, true, ET_EXEC, EM_PPC64);
	text_section(&b, ".text", 0x10000000);
	uint16_t opd = (uint16_t)built_section(&b, ".opd", SHT_PROGBITS, SHF_ALLOC | SHF_WRITE, 0x10020000);
	built_append(&b, 0x10000010, 8);
	built_append(&b, 0, 16);
	built_append(&b, 0, 24); /* filled in at run time */
	built_section_end(&b);
	const struct built_symbol symbols[] = {
		{ "described", 0x10020000, 8, STB_GLOBAL, STT_FUNC, opd },
		{ "late", 0x10020018, 8, STB_GLOBAL, STT_FUNC, opd },
		{ "outside", 0x10030000, 8, STB_GLOBAL, STT_FUNC, opd },
	};
	built_symbols(&b, false, symbols, 3);
	built_end(&b);
	CHECK_INT(read_symbols(&b, IMAGE_VADDRS, 0), 1);
	CHECK_INT(list.symbols.items[0].start, 0x10000010);
	symbol_list_done(&list);
}

TEST(modules)
{
	struct elf_builder b = built_begin(true, false, ET_REL, EM_X86_64);
	uint16_t text = (uint16_t)text_section(&b, ".text", 0), init = (uint16_t)text_section(&b, ".init.text", 0);
	const struct built_symbol symbols[] = {
		{ "function", 0x10, 4, STB_GLOBAL, STT_FUNC, text },
		{ "init_module", 0, 4, STB_GLOBAL, STT_FUNC, init },
	};
	built_symbols(&b, false, symbols, 2);
	built_end(&b);
	CHECK_INT(read_symbols(&b, IMAGE_TEXT_OFFS, 0), 1);
	CHECK_STR(list.symbols.items[0].name, "function");
	CHECK_INT(list.symbols.items[0].start, 0x10);
	symbol_list_done(&list);
}

TEST(labels_only_of_text_and_data)
{
	struct elf_builder b = built_begin(true, false, ET_DYN, EM_X86_64);
	uint16_t text = (uint16_t)text_section(&b, ".text", 0x1000),
		 data = (uint16_t)text_section(&b, ".rodata.x", 0x2000),
		 other = (uint16_t)text_section(&b, ".init", 0x3000);
	const struct built_symbol symbols[] = {
		{ "in_text", 0x1000, 0, STB_LOCAL, STT_NOTYPE, text },
		{ "in_data", 0x2000, 0, STB_LOCAL, STT_NOTYPE, data },
		{ "in_init", 0x3000, 0, STB_LOCAL, STT_NOTYPE, other },
		{ "function_in_init", 0x3010, 0, STB_LOCAL, STT_FUNC, other },
	};
	built_symbols(&b, false, symbols, 4);
	built_end(&b);
	CHECK_INT(read_symbols(&b, IMAGE_VADDRS, 0x100), 3);
	CHECK_STR(list.symbols.items[2].name, "function_in_init");
	CHECK_INT(list.symbols.items[2].start, 0x3110);
	symbol_list_done(&list);
}

TEST(linker_messages_are_no_symbols)
{
	struct elf_builder b = built_begin(true, false, ET_DYN, EM_X86_64);
	uint16_t text = (uint16_t)text_section(&b, ".text", 0x1000);
	uint16_t warning = (uint16_t)built_section(&b, ".gnu.warning.gets", SHT_PROGBITS, 0, 0);
	built_append(&b, 0, 8);
	built_section_end(&b);
	const struct built_symbol symbols[] = {
		{ "__evoke_link_warning_gets", 0, 8, STB_LOCAL, STT_OBJECT, warning },
		{ "gets", 0x1000, 8, STB_GLOBAL, STT_FUNC, text },
	};
	built_symbols(&b, false, symbols, 2);
	built_end(&b);
	CHECK_INT(read_symbols(&b, IMAGE_VADDRS, 0), 1);
	symbol_list_done(&list);
}

/* .bss in a segment without content, whose offset in the file is that of code. */
TEST(zeroes_do_not_hide_code)
{
	struct elf_builder b = built_begin(true, false, ET_EXEC, EM_RISCV);
	uint16_t text = (uint16_t)text_section(&b, ".text", 0x11000);
	uint64_t text_off = b.sections[text].file_off;
	uint16_t bss = (uint16_t)built_section(&b, ".bss", SHT_NOBITS, SHF_ALLOC | SHF_WRITE, 0x13000);
	built_section_end(&b);
	built_load(&b, text_off, 0x11000, 64, PF_R | PF_X);
	built_load(&b, text_off - 8, 0x13000, 0, PF_R | PF_W);
	b.segments[1].zeroes = 0x1000;
	const struct built_symbol symbols[] = {
		{ "code", 0x11008, 8, STB_GLOBAL, STT_FUNC, text },
		{ "zeroes", 0x13000, 64, STB_GLOBAL, STT_OBJECT, bss },
	};
	built_symbols(&b, false, symbols, 2);
	built_end(&b);
	CHECK_INT(read_symbols(&b, IMAGE_FILE_OFFS, 0), 1);
	CHECK_STR(list.symbols.items[0].name, "code");
	CHECK_INT(list.symbols.items[0].start, text_off + 8);
	symbol_list_done(&list);
}

TEST_MAIN
