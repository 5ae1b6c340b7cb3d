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

static void put_note(struct elf_builder *b, uint64_t pc, uint64_t base, uint64_t semaphore, const char *provider, const char *name, const char *args)
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

/* A file of the cache, and the one it is a copy of. id: the build-id's bytes; made with another one when it was replaced since. */
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
	_free_ char *first = add_cached(root, "lib/libc.so.6", 0x01, "%sdt_libc:setjmp=setjmp\np:sdt_libc/setjmp /lib/libc.so.6:0x10\n%sdt_libc:one=one\n", false);
	_free_ char *second = add_cached(root, "opt/libc.so.6", 0xfe, "%sdt_libc:setjmp=setjmp\np:sdt_libc/setjmp /opt/libc.so.6:0x20\n", false);
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
