/* Names of linkage table entries, for the shapes that linkers write. */
#include "tests/unit/test.h"

#include "symbol/image_symbols.h"
#include "tests/unit/symbol/elf_builder.h"

static struct symbol_list list;

static void relocation(struct elf_builder *b, uint64_t vaddr, uint32_t symbol, uint32_t type, int64_t addend)
{
	built_append(b, vaddr, 8);
	built_append(b, (uint64_t)symbol << 32 | type, 8);
	built_append(b, (uint64_t)addend, 8);
}

/* A shared object with imports alpha, beta, gamma, whose slots are at 0x3000 + 8n in that order but relocated in
 * another; .plt of plt_size bytes at vaddr 0x1000; slots of alpha and beta are in .rela.plt. */
static struct elf_builder sample(uint16_t machine, uint32_t jump_slot, size_t plt_size, bool big)
{
	struct elf_builder b = built_begin(true, big, ET_DYN, machine);
	static const struct built_symbol imports[] = {
		{ "alpha", 0, 0, STB_GLOBAL, STT_FUNC, SHN_UNDEF },
		{ "beta", 0, 0, STB_GLOBAL, STT_FUNC, SHN_UNDEF },
		{ "_Z5gammav", 0, 0, STB_GLOBAL, STT_FUNC, SHN_UNDEF },
	};
	uint32_t dynsym = (uint32_t)built_symbols(&b, true, imports, 3);
	size_t rela = built_section(&b, ".rela.plt", SHT_RELA, SHF_ALLOC, 0);
	relocation(&b, 0x3008, 2, jump_slot, 0);
	relocation(&b, 0x3000, 1, jump_slot, 0);
	built_section_end(&b);
	b.sections[rela].link = dynsym;
	size_t plt = built_section(&b, ".plt", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0x1000);
	for (size_t i = 0; i < plt_size; i++) built_append(&b, 0, 1);
	built_section_end(&b);
	built_load(&b, b.sections[plt].file_off, 0x1000, 0x1000, PF_R | PF_X);
	return b;
}

/* Reads the names; the addresses in list are moved so that the .plt starts at 0. */
static size_t read_names(struct elf_builder *b)
{
	struct blob blob = blob_of_memory(b->data, b->size);
	struct image image;
	CHECK_INT(image_open(&blob, &image), 0);
	uint64_t plt_off = image_section(&image, ".plt")->file_off;
	size_t before = list.symbols.count, added = plt_symbols_add(&image, &list);
	for (size_t i = before; i < list.symbols.count; i++) {
		list.symbols.items[i].start -= plt_off;
		list.symbols.items[i].end -= plt_off;
	}
	image_close(&image);
	built_free(b);
	return added;
}

static void check_symbol(size_t i, const char *name, uint64_t start, uint64_t end)
{
	if (i >= list.symbols.count) {
		CHECK_STR(NULL, name);
		return;
	}
	CHECK_STR(list.symbols.items[i].name, name);
	CHECK_INT(list.symbols.items[i].start, start);
	CHECK_INT(list.symbols.items[i].end, end);
	CHECK(list.symbols.items[i].flags & RAW_PLT);
}

TEST(shapes)
{
	static const struct {
		uint16_t machine;
		uint8_t jump_slot_high;
		uint32_t jump_slot;
		bool big;
		uint8_t header, entry;
	} cases[] = {
		{ EM_X86_64, 0, 7, false, 16, 16 },     { EM_X86_64, 0, 7, false, 32, 16 },
		{ EM_X86_64, 0, 7, false, 48, 32 },     { EM_AARCH64, 0, 1026, false, 32, 16 },
		{ EM_AARCH64, 0, 1026, false, 32, 24 }, { EM_RISCV, 0, 5, false, 32, 16 },
		{ EM_S390, 0, 11, true, 32, 32 },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		uint64_t header = cases[i].header, entry = cases[i].entry;
		struct elf_builder b = sample(cases[i].machine, cases[i].jump_slot, header + 2 * entry, cases[i].big);
		built_end(&b);
		symbol_list_init(&list);
		CHECK_INT(read_names(&b), 3);
		check_symbol(0, ".plt", 0, header);
		check_symbol(1, "alpha@plt", header, header + entry);
		check_symbol(2, "beta@plt", header + entry, header + 2 * entry);
		symbol_list_done(&list);
	}
}

TEST(static_programs_have_no_header)
{
	struct elf_builder b = sample(EM_X86_64, 7, 16, false);
	built_end(&b);
	symbol_list_init(&list);
	CHECK_INT(read_names(&b), 2);
	check_symbol(0, "alpha@plt", 0, 8);
	check_symbol(1, "beta@plt", 8, 16);
	symbol_list_done(&list);
}

/* 64-bit PowerPC: stubs in .text, near and far, of both ABIs; slots by their distance from 0x8000 behind .got. */
TEST(powerpc_stubs)
{
	static const uint32_t v2[] = { 0x60000000, 0xf8410018, 0xe9828010, 0x7d8903a6, 0x4e800420,
				       0x60000000, 0x3d820000, 0xe98c8018, 0x7d8903a6, 0x4e800420,
				       0xe9820000, 0x7d8903a6, 0x4e800420 };
	static const uint32_t v1[] = { 0xf8410028, 0xe9828010, 0x7d8903a6, 0xe8428018,
				       0x28220000, 0x4ce20420, 0x48000100, 0x60000000 };
	for (int abi = 1; abi <= 2; abi++) {
		struct elf_builder b = sample(EM_PPC64, 21, 48, abi == 1);
		built_section(&b, ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0x1030);
		size_t count = abi == 2 ? sizeof(v2) / 4 : sizeof(v1) / 4;
		for (size_t i = 0; i < count; i++) built_append(&b, abi == 2 ? v2[i] : v1[i], 4);
		built_section_end(&b);
		built_section(&b, ".got", SHT_PROGBITS, SHF_ALLOC | SHF_WRITE, 0x2ff0);
		built_section_end(&b);
		built_end(&b);
		symbol_list_init(&list);
		CHECK_INT(read_names(&b), abi == 2 ? 2 : 1);
		if (abi == 2) {
			check_symbol(0, "alpha@plt", 0x34, 0x44);
			check_symbol(1, "beta@plt", 0x48, 0x58);
		} else {
			check_symbol(0, "alpha@plt", 0x30, 0x4c);
		}
		symbol_list_done(&list);
	}
}

TEST(second_table)
{
	struct elf_builder b = sample(EM_X86_64, 7, 48, false);
	built_section(&b, ".plt.sec", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0x1030);
	for (size_t i = 0; i < 32; i++) built_append(&b, 0, 1);
	built_section_end(&b);
	built_end(&b);
	symbol_list_init(&list);
	CHECK_INT(read_names(&b), 3);
	check_symbol(0, ".plt", 0, 48);
	check_symbol(1, "alpha@plt", 0x30, 0x40);
	check_symbol(2, "beta@plt", 0x40, 0x50);
	symbol_list_done(&list);
}

/* .plt.got has no order: the entry's jump says which slot it is. */
TEST(got_entries)
{
	struct elf_builder b = sample(EM_X86_64, 7, 48, false);
	size_t rela = built_section(&b, ".rela.dyn", SHT_RELA, SHF_ALLOC, 0);
	relocation(&b, 0x2ff8, 3, 6, 0);
	built_section_end(&b);
	b.sections[rela].link = b.sections[2].type == SHT_STRTAB ? 1 : 0;
	size_t got = built_section(&b, ".plt.got", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0x1030);
	built_append(&b, 0xff, 1);
	built_append(&b, 0x25, 1);
	built_append(&b, 0x2ff8 - 0x1036, 4); /* jmp *0x2ff8(%rip) */
	built_append(&b, 0x9066, 2);
	built_append(&b, 0x9090909090909090, 8); /* no jump at all */
	built_section_end(&b);
	b.sections[got].entry_size = 8;
	built_end(&b);
	symbol_list_init(&list);
	CHECK_INT(read_names(&b), 5);
	check_symbol(3, "_Z5gammav@plt", 0x30, 0x38);
	CHECK(list.symbols.count == 5 && strncmp(list.symbols.items[4].name, "offset_0x", 9) == 0);
	symbol_list_done(&list);
}

TEST(own_symbols_stay)
{
	struct elf_builder b = sample(EM_X86_64, 7, 48, false);
	size_t plt = 4;
	uint64_t plt_off = b.sections[plt].file_off;
	CHECK_STR(b.sections[plt].name, ".plt");
	built_end(&b);
	symbol_list_init(&list);
	symbol_list_add(&list, (struct raw_symbol){ plt_off + 16, plt_off + 16, "alpha$plt", STB_LOCAL, STT_FUNC, 0 });
	CHECK_INT(read_names(&b), 2);
	check_symbol(1, ".plt", 0, 16);
	check_symbol(2, "beta@plt", 32, 48);
	symbol_list_done(&list);
}

/* IRELATIVE slots are named after the best symbol at their resolver. */
TEST(resolvers)
{
	struct elf_builder b = built_begin(true, false, ET_EXEC, EM_X86_64);
	built_section(&b, ".rela.plt", SHT_RELA, SHF_ALLOC, 0);
	relocation(&b, 0x3000, 0, 37, 0x1100);
	relocation(&b, 0x3008, 0, 37, 0x1100);
	relocation(&b, 0x3010, 0, 37, 0x1200);
	built_section_end(&b);
	size_t plt = built_section(&b, ".plt", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0x1000);
	for (size_t i = 0; i < 24; i++) built_append(&b, 0, 1);
	built_section_end(&b);
	uint64_t plt_off = b.sections[plt].file_off;
	built_load(&b, plt_off, 0x1000, 0x1000, PF_R | PF_X);
	built_end(&b);
	symbol_list_init(&list);
	symbol_list_add(&list, (struct raw_symbol){ plt_off + 0x100, plt_off + 0x110, "weak_memcpy", STB_WEAK,
						    STT_GNU_IFUNC, 0 });
	symbol_list_add(&list, (struct raw_symbol){ plt_off + 0x100, plt_off + 0x110, "memcpy", STB_GLOBAL,
						    STT_GNU_IFUNC, 0 });
	CHECK_INT(read_names(&b), 3);
	check_symbol(2, "memcpy@plt", 0, 8);
	check_symbol(3, "memcpy@plt", 8, 16);
	CHECK(list.symbols.count == 5 && strncmp(list.symbols.items[4].name, "offset_0x", 9) == 0);
	symbol_list_done(&list);
}

TEST(every_truncation_and_flip)
{
	struct elf_builder b = sample(EM_X86_64, 7, 48, false);
	built_end(&b);
	for (size_t at = 0; at < b.size; at++) {
		for (int cut = 0; cut < 2; cut++) {
			uint8_t *copy = malloc(b.size);
			memcpy(copy, b.data, b.size);
			copy[at] ^= cut ? 0 : 0xff;
			struct blob blob = blob_of_memory(copy, cut ? at : b.size);
			struct image image;
			if (image_open(&blob, &image) >= 0) {
				symbol_list_init(&list);
				(void)plt_symbols_add(&image, &list);
				symbol_list_done(&list);
				image_close(&image);
			}
			free(copy);
		}
	}
	built_free(&b);
}

TEST_MAIN
