/* The file is read while the kernel runs: code that is patched meanwhile (static keys, probes) is copied as it is then.
 */
#include "kernel/kernel_text.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/file_copy.h"

/* Copies the executable part of /proc/kcore, which is an ELF core file whose PT_LOAD segments are the kernel's
 * address space. Wanted are two ranges: the kernel's text and everything from the first to the last module. Each is
 * cut with each segment; what remains becomes a segment of the copy:
 *     ELF header, program headers, padding to a page, bytes of segment 0, padding, bytes of segment 1, ...
 * Only 64-bit kernels; at most SEGMENTS_MAX segments are read. Files are made with mode 0400, as addresses and code
 * of the kernel are secret. */
#define SEGMENTS_MAX 256
#define COPY_BYTES (1u << 20)
#define PAGE_BYTES 4096ull

/* Addresses, end exclusive. */
struct range {
	uint64_t start, end;
};

static int copy_bytes(int from, uint64_t from_off, int to, uint64_t to_off, uint64_t size)
{
	_free_ uint8_t *buffer = xmalloc(COPY_BYTES);
	while (size) {
		ssize_t n = pread(from, buffer, MIN(size, (uint64_t)COPY_BYTES), (off_t)from_off);
		if (n < 0 && errno == EINTR) continue;
		if (n <= 0) return n < 0 ? -errno : -EIO;
		int r = file_write_at(to, buffer, (size_t)n, to_off);
		if (r < 0) return r;
		from_off += (uint64_t)n;
		to_off += (uint64_t)n;
		size -= (uint64_t)n;
	}
	return 0;
}

/* The pages of the range that this segment has; false: none. */
static bool clip(const Elf64_Phdr *segment, const struct range *range, struct range *ret)
{
	if (segment->p_type != PT_LOAD || segment->p_vaddr + segment->p_filesz < segment->p_vaddr) return false;
	ret->start = MAX(range->start & ~(PAGE_BYTES - 1), segment->p_vaddr);
	ret->end = MIN((range->end + PAGE_BYTES - 1) & ~(PAGE_BYTES - 1), segment->p_vaddr + segment->p_filesz);
	return ret->start < ret->end;
}

/* segments has room for SEGMENTS_MAX. -ENOEXEC: not a 64-bit ELF file of that many segments. */
static int read_segments(int fd, Elf64_Ehdr *elf, Elf64_Phdr *segments)
{
	if (pread(fd, elf, sizeof(*elf), 0) != sizeof(*elf)) return -EIO;
	if (memcmp(elf->e_ident, ELFMAG, SELFMAG) != 0 || elf->e_ident[EI_CLASS] != ELFCLASS64 ||
	    elf->e_phentsize != sizeof(Elf64_Phdr))
		return -ENOEXEC;
	if (!elf->e_phnum || elf->e_phnum > SEGMENTS_MAX) return -ENOEXEC;
	size_t size = elf->e_phnum * sizeof(*segments);
	return pread(fd, segments, size, (off_t)elf->e_phoff) == (ssize_t)size ? 0 : -EIO;
}

/* Two parts: which bytes go where is worked out first, then headers and bytes are written. */
static int copy_ranges(int from, int to, const struct range *ranges, size_t count)
{
	Elf64_Ehdr elf;
	Elf64_Phdr segments[SEGMENTS_MAX], copied[2 * SEGMENTS_MAX];
	uint64_t from_off[ARRAY_SIZE(copied)], to_off = PAGE_BYTES;
	unsigned nr_copied = 0;
	int r = read_segments(from, &elf, segments);
	if (r < 0) return r;
	/* Room for the headers, if each segment had a part in each range. */
	while (to_off < sizeof(elf) + count * elf.e_phnum * sizeof(copied[0])) to_off += PAGE_BYTES;
	for (size_t i = 0; i < count; i++) {
		for (unsigned k = 0; k < elf.e_phnum && nr_copied < ARRAY_SIZE(copied); k++) {
			struct range part;
			if (!clip(&segments[k], &ranges[i], &part)) continue;
			from_off[nr_copied] = segments[k].p_offset + (part.start - segments[k].p_vaddr);
			copied[nr_copied] = segments[k];
			copied[nr_copied].p_vaddr = part.start;
			copied[nr_copied].p_paddr = 0;
			copied[nr_copied].p_offset = to_off;
			copied[nr_copied].p_filesz = copied[nr_copied].p_memsz = part.end - part.start;
			to_off += (part.end - part.start + PAGE_BYTES - 1) & ~(PAGE_BYTES - 1);
			nr_copied++;
		}
	}
	if (!nr_copied) return -ENOENT;
	elf.e_phoff = sizeof(elf);
	elf.e_phnum = (uint16_t)nr_copied;
	elf.e_shoff = elf.e_shnum = elf.e_shstrndx = 0;
	r = file_write_at(to, &elf, sizeof(elf), 0);
	size_t size = nr_copied * sizeof(copied[0]);
	if (r == 0) r = file_write_at(to, copied, size, sizeof(elf));
	if (r < 0) return r;
	for (unsigned i = 0; i < nr_copied && r >= 0; i++)
		r = copy_bytes(from, from_off[i], to, copied[i].p_offset, copied[i].p_filesz);
	return r;
}

static int copy_kcore(const struct kernelfs *fs, const struct kernel_text *text, const struct kernel_modules *modules,
		      const char *dir)
{
	struct range ranges[2] = { { text->start, text->end }, { UINT64_MAX, 0 } };
	for (size_t i = 0; i < modules->modules.count; i++) {
		const struct kernel_module *module = &modules->modules.items[i];
		ranges[1].start = MIN(ranges[1].start, module->start);
		ranges[1].end = MAX(ranges[1].end, module->start + module->size);
	}
	_free_ char *source = xasprintf("%s/proc/kcore", fs->root), *path = xasprintf("%s/kcore", dir);
	int from = open(source, O_RDONLY | O_CLOEXEC);
	if (from < 0) return -errno;
	int to = open(path, O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0400);
	int r = to < 0 ? -errno : copy_ranges(from, to, ranges, ranges[1].end ? 2 : 1);
	close(from);
	if (to >= 0 && close(to) < 0 && r >= 0) r = -errno;
	return r;
}

/* Copies a file of /proc to dir under its own name. */
static int copy_text(const struct kernelfs *fs, const char *name, const char *dir)
{
	_free_ char *source = xasprintf("proc/%s", name), *path = xasprintf("%s/%s", dir, name);
	size_t size;
	_free_ char *text = kernelfs_read_raw(fs, source, 256u << 20, &size);
	if (!text) return -errno;
	int fd = open(path, O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0400);
	if (fd < 0) return -errno;
	int r = file_write(fd, text, size);
	if (close(fd) < 0 && r >= 0) r = -errno;
	return r;
}

/* An existing directory is taken, and removed again on failure if it is empty then. */
int kcore_copy(const struct kernelfs *fs, const struct kernel_text *text, const struct kernel_modules *modules,
	       const char *dir)
{
	static const char *const names[] = { "kcore", "kallsyms", "modules" };
	if (!text->end) return -ENOENT;
	if (mkdir(dir, 0700) < 0 && errno != EEXIST) return -errno;
	int r = copy_kcore(fs, text, modules, dir);
	if (r >= 0) r = copy_text(fs, "kallsyms", dir);
	if (r >= 0 && kernelfs_exists(fs, "proc/modules")) r = copy_text(fs, "modules", dir);
	if (r >= 0) return 0;
	for (unsigned i = 0; i < ARRAY_SIZE(names); i++) {
		_free_ char *path = xasprintf("%s/%s", dir, names[i]);
		unlink(path);
	}
	rmdir(dir);
	return r;
}
