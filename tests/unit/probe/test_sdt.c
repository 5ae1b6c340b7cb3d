/* Markers of ELF files, and those of the build-id cache. */
#include "probe/sdt_cache.h"
#include "probe/sdt_note.h"

#include <errno.h>
#include <unistd.h>
#include "tests/unit/fixture_tree.h"
#include "tests/unit/symbol/elf_builder.h"

static void put_text(struct elf_builder *b, const char *text)
{
	do built_append(b, (uint8_t)*text, 1);
	while (*text++);
}

static void put_note(struct elf_builder *b, uint64_t pc, uint64_t base, uint64_t semaphore, const char *provider,
		     const char *name, const char *args)
{
	size_t word = b->is64 ? 8 : 4, size = 3 * word + strlen(provider) + strlen(name) + strlen(args) + 3;
	built_append(b, 8, 4);
	built_append(b, size, 4);
	built_append(b, 3, 4);
	put_text(b, "stapsdt");
	built_word(b, pc);
	built_word(b, base);
	built_word(b, semaphore);
	put_text(b, provider);
	put_text(b, name);
	put_text(b, args);
	while (b->size % 4) built_append(b, 0, 1);
}

static struct elf_builder build(bool is64, bool big)
{
	struct elf_builder b = built_begin(is64, big, ET_DYN, EM_X86_64);
	built_section(&b, ".stapsdt.base", SHT_PROGBITS, SHF_ALLOC, 0x5100); /* 0x100 more than when it was linked */
	built_append(&b, 0, 1);
	built_section_end(&b);
	built_section(&b, ".note.stapsdt", SHT_NOTE, 0, 0);
	put_note(&b, 0x1234, 0x5000, 0x6000, "prov", "enter", "8@%rdi -4@-80(%rbx)");
	put_note(&b, 0x1300, 0x5000, 0, "prov", "leave", "");
	built_section_end(&b);
	built_end(&b);
	return b;
}

static void check_notes(bool is64, bool big)
{
	struct elf_builder b = build(is64, big);
	struct blob blob = blob_of_memory(b.data, b.size);
	_image_close_ struct image image = IMAGE_INIT;
	CHECK_INT(image_open(&blob, &image), 0);
	struct sdt_notes notes;
	CHECK_INT(sdt_notes_read(&image, &notes), 0);
	CHECK_INT(notes.items.count, 2);
	if (notes.items.count == 2) {
		CHECK_STR(notes.items.items[0].provider, "prov");
		CHECK_STR(notes.items.items[0].name, "enter");
		CHECK_STR(notes.items.items[0].args, "8@%rdi -4@-80(%rbx)");
		CHECK_INT(notes.items.items[0].elf_addr, 0x1334);
		CHECK_INT(notes.items.items[0].semaphore_addr, 0x6100);
		CHECK_STR(notes.items.items[1].args, "");
		CHECK_INT(notes.items.items[1].semaphore_addr, 0);
	}
	sdt_notes_done(&notes);
	free(b.data);
}

TEST(notes)
{
	check_notes(true, false);
	check_notes(true, true);
	check_notes(false, false);
	check_notes(false, true);
}

TEST(damaged_notes)
{
	struct elf_builder b = build(true, false);
	size_t at = b.sections[2].file_off + 4;
	built_put(&b, at, 0x10000, 4); /* the first description is larger than the section */
	struct blob blob = blob_of_memory(b.data, b.size);
	_image_close_ struct image image = IMAGE_INIT;
	CHECK_INT(image_open(&blob, &image), 0);
	struct sdt_notes notes;
	CHECK_INT(sdt_notes_read(&image, &notes), -EBADMSG);
	CHECK_INT(notes.items.count, 0);
	sdt_notes_done(&notes);
	free(b.data);
}

/* The arguments of a marker in the kernel's words. */
static const char *arguments(uint16_t machine, const char *text)
{
	static char shown[512];
	struct image_segment segment = {
		.type = PT_LOAD, .vaddr = 0x400000, .file_size_bytes = 0x1000, .mem_size_bytes = 0x1000
	};
	struct image image = { .is64 = true, .machine = machine, .segments = &segment, .nr_segments = 1 };
	struct sdt_notes notes = { .items = VEC_INIT };
	struct sdt_note note = {
		.provider = "prov", .name = "name", .args = text, .elf_addr = 0x400123, .semaphore_addr = 0x400010
	};
	_strbuf_done_ struct strbuf out = STRBUF_INIT;
	static const char start[] = "%sdt_prov:name=name\np:sdt_prov/name /bin/x:0x123(0x10)";
	vec_push(&notes.items, note);
	sdt_definitions_format(&notes, &image, "/bin/x", &out);
	vec_done(&notes.items);
	CHECK(strncmp(strbuf_text(&out), start, strlen(start)) == 0);
	snprintf(shown, sizeof(shown), "%s", strbuf_text(&out) + strlen(start));
	return shown;
}

TEST(operands)
{
	CHECK_STR(arguments(EM_X86_64, "-4@%edi 8@8(%rsi) -1@16(%rsi) -4@$5 8@%rdx"),
		  " arg1=%di:s32 arg2=+8(%si):u64 arg3=+16(%si):s8 arg4=\\5:s32 arg5=%dx:u64\n");
	CHECK_STR(arguments(EM_X86_64, "2@%r8w 1@%al 4@%r15d -8@-80(%rbp) 8@(%rax) -4@$-1 1@%sil"),
		  " arg1=%r8:u16 arg2=%ax:u8 arg3=%r15:u32 arg4=-80(%bp):s64 arg5=+0(%ax):u64 arg6=\\-1:s32 "
		  "arg7=%si:u8\n");
	/* floats, indexes, symbols, and what is no operand at all */
	CHECK_STR(arguments(EM_X86_64,
			    "4f@%xmm0 8@8(%rax,%rbx,8) 8@table+8(%rip) 8@$table 8@$ 3@%rax @%rax 8@ 8@%nosuch 8@%rdi"),
		  " arg10=%di:u64\n");
	CHECK_STR(arguments(EM_AARCH64, "-4@w1 8@x0 8@[sp, 16] 4@[x29] -4@-5 8@5 8@sp"),
		  " arg1=%x1:s32 arg2=%x0:u64 arg3=+16(%sp):u64 arg4=+0(%x29):u32 arg5=\\-5:s32 arg6=\\5:u64 "
		  "arg7=%sp:u64\n");
	CHECK_STR(arguments(EM_AARCH64, "8@x31 8@d0 8@[x1, x2] 8@[x1 8@[x30,-8]"),
		  "\n"); /* the fourth has the rest in its brackets */
	CHECK_STR(arguments(EM_S390, "8@%r2"), "\n");
}

/* A file of the cache, and the one it is a copy of. id: the build-id's bytes; made with another one when it was
 * replaced since. */
static char *add_cached(const char *root, const char *name, uint8_t id, const char *probes, bool was_replaced)
{
	char build_id[41], file[1024], link[1024], target[1024];
	for (int i = 0; i < 20; i++) snprintf(build_id + 2 * i, 3, "%02x", id);
	struct elf_builder b = built_begin(true, false, ET_DYN, EM_X86_64);
	built_build_id(&b, was_replaced ? (uint8_t)(id + 1) : id);
	built_end(&b);
	fixture_bytes(name, b.data, b.size);
	free(b.data);
	snprintf(file, sizeof(file), "cache%s/%s/%s/probes", root, name, build_id);
	fixture_file(file, probes);
	snprintf(file, sizeof(file), "cache/.build-id/%.2s/.folder", build_id);
	fixture_file(file, "");
	snprintf(link, sizeof(link), "%s/cache/.build-id/%.2s/%s", root, build_id, build_id + 2);
	snprintf(target, sizeof(target), "../..%s/%s/%s", root, name, build_id);
	CHECK_INT(symlink(target, link), 0);
	return xasprintf("sdt_libc:setjmp@%s/%s(%.12s)", root, name, build_id);
}

TEST(cache)
{
	const char *root = fixture_begin();
	_free_ char *first = add_cached(
		root, "lib/libc.so.6", 0x01,
		"%sdt_libc:setjmp=setjmp\np:sdt_libc/setjmp /lib/libc.so.6:0x10\n%sdt_libc:one=one\n", false);
	_free_ char *second = add_cached(root, "opt/libc.so.6", 0xfe,
					 "%sdt_libc:setjmp=setjmp\np:sdt_libc/setjmp /opt/libc.so.6:0x20\n", false);
	free(add_cached(root, "bin/replaced", 0x33, "%sdt_libc:two=two\n", true));
	free(add_cached(root, "bin/none", 0x44, "#probe cached by hand=x\n%\n%=\n", false));
	_free_ char *cache = xasprintf("%s/cache", root);
	struct sdt_events events;
	sdt_events_read(cache, &events);
	CHECK_INT(events.items.count, 3);
	char **names = sdt_events_names(&events);
	CHECK_STR(names[0], "sdt_libc:one");
	CHECK_STR(names[1], first);
	CHECK_STR(names[1] ? names[2] : NULL, second);
	for (size_t i = 0; names[i]; i++) free(names[i]);
	free(names);
	sdt_events_done(&events);
	sdt_events_read("/nonexistent", &events);
	CHECK_INT(events.items.count, 0);
	sdt_events_done(&events);
}

TEST_MAIN
