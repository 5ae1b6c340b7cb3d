/* A copy of a kcore that is a file like any other: the pages of the text and the modules, and nothing else. */
#include "kernel/kernel_text.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include "tests/unit/test.h"

enum { PAGE = 4096 };
static char root[] = "/tmp/kcore-XXXXXX";
static const uint64_t text = 0xffffffff81000000, modules_at = 0xffffffffc0000000;

static void put(const char *name, const void *data, size_t size, off_t at)
{
	_free_ char *path = xasprintf("%s/%s", root, name);
	int fd = open(path, O_CREAT | O_WRONLY, 0600);
	CHECK(fd >= 0 && pwrite(fd, data, size, at) == (ssize_t)size);
	close(fd);
}

static void make_kernel(void)
{
	Elf64_Ehdr elf = { .e_ident = ELFMAG,
			   .e_phoff = sizeof(elf),
			   .e_phnum = 3,
			   .e_phentsize = sizeof(Elf64_Phdr),
			   .e_type = ET_CORE };
	elf.e_ident[EI_CLASS] = ELFCLASS64;
	Elf64_Phdr segments[3] = {
		{ .p_type = PT_NOTE },
		{ .p_type = PT_LOAD,
		  .p_vaddr = text - 4 * PAGE,
		  .p_offset = 2 * PAGE,
		  .p_filesz = 16 * PAGE,
		  .p_memsz = 16 * PAGE },
		{ .p_type = PT_LOAD,
		  .p_vaddr = modules_at,
		  .p_offset = 20 * PAGE,
		  .p_filesz = 8 * PAGE,
		  .p_memsz = 8 * PAGE },
	};
	_free_ char *proc = xasprintf("%s/proc", root);
	mkdir(proc, 0700);
	put("proc/kcore", &elf, sizeof(elf), 0);
	put("proc/kcore", segments, sizeof(segments), sizeof(elf));
	for (uint64_t page = 2; page < 28; page++) {
		_free_ char *content = xmalloc(PAGE);
		memset(content, (int)page, PAGE);
		put("proc/kcore", content, PAGE, (off_t)(page * PAGE));
	}
	put("proc/kallsyms", "ffffffff81000000 T _text\n", 25, 0);
	put("proc/modules", "m 4096 0 - Live 0xffffffffc0001000\n", 35, 0);
}

TEST(copies_text_and_modules)
{
	CHECK(mkdtemp(root) != NULL);
	make_kernel();
	const struct kernelfs fs = { root };
	struct kernel_text kernel = { .start = text, .end = text + 2 * PAGE - 100, .symbol = "_text" };
	struct kernel_modules modules = { VEC_INIT };
	vec_push(&modules.modules, ((struct kernel_module){ .start = modules_at + PAGE, .size = PAGE }));
	_free_ char *dir = xasprintf("%s/kcore_dir", root), *path = xasprintf("%s/kcore", dir);
	CHECK_INT(kcore_copy(&fs, &kernel, &modules, dir), 0);
	Elf64_Ehdr elf = { 0 };
	Elf64_Phdr segments[2] = { 0 };
	uint8_t page[PAGE];
	int fd = open(path, O_RDONLY);
	CHECK_INT(pread(fd, &elf, sizeof(elf), 0), sizeof(elf));
	CHECK_INT(elf.e_phnum, 2);
	CHECK_INT(pread(fd, segments, sizeof(segments), (off_t)elf.e_phoff), sizeof(segments));
	CHECK(segments[0].p_vaddr == text && segments[0].p_filesz == 2 * PAGE);
	CHECK(segments[1].p_vaddr == modules_at + PAGE && segments[1].p_filesz == PAGE);
	CHECK_INT(pread(fd, page, PAGE, (off_t)segments[0].p_offset + PAGE), PAGE);
	CHECK_INT(page[0], 2 + 4 + 1);
	CHECK_INT(pread(fd, page, PAGE, (off_t)segments[1].p_offset), PAGE);
	CHECK_INT(page[PAGE - 1], 20 + 1);
	close(fd);
	vec_done(&modules.modules);
}

TEST(leaves_nothing_half_done)
{
	const struct kernelfs fs = { root };
	const struct kernel_text elsewhere = { .start = 0x1000, .end = 0x2000, .symbol = "_text" },
				 unknown = { .start = text };
	const struct kernel_modules none = { VEC_INIT };
	_free_ char *dir = xasprintf("%s/other", root);
	CHECK_INT(kcore_copy(&fs, &elsewhere, &none, dir), -ENOENT);
	CHECK(access(dir, F_OK) < 0);
	CHECK_INT(kcore_copy(&fs, &unknown, &none, dir), -ENOENT);
	static const struct kernelfs nowhere = { "/nowhere" };
	CHECK_INT(kcore_copy(&nowhere, &elsewhere, &none, dir), -ENOENT);
	CHECK(access(dir, F_OK) < 0);
}

TEST_MAIN
