/* Reads /proc/kallsyms, /proc/iomem and /proc/modules line by line (each_line), as kallsyms alone has some ten
 * megabytes. */
#include "kernel/kernel_text.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "kernel/elf_note.h"

/* Calls fn for each line of a big file without reading it whole; fn returns false to stop, and may change the line.
 * False: the file cannot be opened. A last line without newline is left out. */
static bool each_line(const struct kernelfs *fs, const char *path, bool (*fn)(void *ctx, char *line), void *ctx)
{
	_free_ char *full = xasprintf("%s/%s", fs->root, path);
	int fd = open(full, O_RDONLY | O_CLOEXEC);
	if (fd < 0) return false;
	static const size_t capacity = 64 << 10;
	_free_ char *buffer = xmalloc(capacity + 1);
	size_t size = 0;
	bool more = true;
	while (more) {
		ssize_t n = read(fd, buffer + size, capacity - size);
		if (n < 0 && errno == EINTR) continue;
		if (n <= 0) break;
		size += (size_t)n;
		buffer[size] = '\0';
		char *line = buffer, *end;
		while (more && (end = memchr(line, '\n', size - (size_t)(line - buffer)))) {
			*end = '\0';
			more = fn(ctx, line);
			line = end + 1;
		}
		size -= (size_t)(line - buffer);
		if (size == capacity) size = 0; /* a line that long is none of ours */
		memmove(buffer, line, size);
	}
	close(fd);
	return true;
}

/* Addresses of _text, _stext and _etext as found so far; 0: not yet, or hidden. need_end: go on until _etext. */
struct text_search {
	uint64_t text, stext, etext;
	bool need_end;
};

/* "ffffffff81000000 T _text"; symbols are sorted by address, so that _text comes early */
static bool kallsyms_line(void *ctx, char *line)
{
	struct text_search *search = ctx;
	char *end;
	uint64_t address = strtoull(line, &end, 16);
	if (*end != ' ' || !end[1] || end[2] != ' ') return true;
	const char *name = end + 3;
	if (name[0] != '_') return true;
	if (strcmp(name, "_text") == 0) search->text = address;
	else if (strcmp(name, "_stext") == 0) search->stext = address;
	else if (strcmp(name, "_etext") == 0) search->etext = address;
	return search->need_end ? !search->etext : !search->text;
}

/* "  01000000-01ffffff : Kernel code": physical addresses, of which only the size is used. Without rights all are 0. */
static bool iomem_line(void *ctx, char *line)
{
	uint64_t *size = ctx;
	char *end;
	uint64_t first = strtoull(line, &end, 16);
	if (*end != '-') return true;
	uint64_t last = strtoull(end + 1, &end, 16);
	if (strcmp(end, " : Kernel code") != 0) return true;
	if (last > first) *size = last - first + 1;
	return false;
}

bool kernel_text_find(const struct kernelfs *fs, struct kernel_text *ret)
{
	struct text_search search = { 0 };
	uint64_t size = 0;
	/* Listing all symbols takes the kernel tens of milliseconds; on x86 the resource map has the same end, for
	 * root. */
#if defined(__x86_64__) || defined(__i386__)
	each_line(fs, "proc/iomem", iomem_line, &size);
#else
	(void)iomem_line;
#endif
	search.need_end = size == 0;
	each_line(fs, "proc/kallsyms", kallsyms_line, &search);
	uint64_t start = search.text ? search.text : search.stext;
	if (!start) return false;
	*ret = (struct kernel_text){ .start = start,
				     .end = size ? start + size : search.etext,
				     .symbol = search.text ? "_text" : "_stext" };
	return true;
}

/* For modules_dep_line: lines of modules.dep, "kernel/fs/ext4/ext4.ko: kernel/...", name all module files of this
 * kernel. */
struct module_paths {
	struct kernel_modules *modules;
	const char *osrelease;
};

static char without_dash(char c) { return c == '-' ? '_' : c; }

/* Whether the path is that of the module: "kernel/fs/ext4/ext4.ko.xz" of "ext4", '-' and '_' being the same. */
static bool is_module_file(const char *path, size_t size, const char *name)
{
	const char *file = path;
	for (size_t i = 0; i < size; i++)
		if (path[i] == '/') file = path + i + 1;
	const char *dot = memchr(file, '.', size - (size_t)(file - path));
	size_t n = dot ? (size_t)(dot - file) : 0;
	if (n != strlen(name)) return false;
	for (size_t i = 0; i < n; i++)
		if (without_dash(file[i]) != without_dash(name[i])) return false;
	return true;
}

/* A module's first path counts. */
static bool modules_dep_line(void *ctx, char *line)
{
	struct module_paths *paths = ctx;
	size_t size = strcspn(line, ":");
	if (!line[size]) return true;
	for (size_t i = 0; i < paths->modules->modules.count; i++) {
		struct kernel_module *module = &paths->modules->modules.items[i];
		if (module->path || !is_module_file(line, size, module->name)) continue;
		module->path = line[0] == '/' ? xstrndup(line, size)
					      : xasprintf("/lib/modules/%s/%.*s", paths->osrelease, (int)size, line);
		break;
	}
	return true;
}

/* "ext4 1105920 1 - Live 0xffffffffc0a00000 (OE)" */
static bool modules_line(void *ctx, char *line)
{
	struct kernel_modules *modules = ctx;
	char name[128];
	unsigned long long size, start;
	if (sscanf(line, "%127s %llu %*s %*s %*s %llx", name, &size, &start) != 3 || !start) return true;
	struct kernel_module module = { .start = start, .size = size, .name = xstrdup(name) };
	vec_push(&modules->modules, module);
	return true;
}

static int by_start(const void *a, const void *b)
{
	const struct kernel_module *x = a, *y = b;
	return (x->start > y->start) - (x->start < y->start);
}

/* Quadratic in modules and lines of modules.dep for those not found yet; some hundred by some thousand. */
int kernel_modules_read(const struct kernelfs *fs, const char *osrelease, struct kernel_modules *ret)
{
	*ret = (struct kernel_modules){ VEC_INIT };
	if (!each_line(fs, "proc/modules", modules_line, ret) || !ret->modules.count) return 0;
	if (ret->modules.count) qsort(ret->modules.items, ret->modules.count, sizeof(struct kernel_module), by_start);
	_free_ char *dep = xasprintf("lib/modules/%s/modules.dep", osrelease);
	struct module_paths paths = { ret, osrelease };
	each_line(fs, dep, modules_dep_line, &paths);
	for (size_t i = 0; i < ret->modules.count; i++) {
		struct kernel_module *module = &ret->modules.items[i];
		if (!module->path) module->path = xasprintf("[%s]", module->name);
	}
	return 0;
}

void kernel_modules_done(struct kernel_modules *modules)
{
	for (size_t i = 0; i < modules->modules.count; i++) {
		free(modules->modules.items[i].name);
		free(modules->modules.items[i].path);
	}
	vec_done(&modules->modules);
}

/* Notes of the running kernel are in this machine's byte order. */
static bool notes_file_build_id(const struct kernelfs *fs, const char *path, struct build_id *ret)
{
	size_t size;
	_free_ char *notes = kernelfs_read_raw(fs, path, 1u << 20, &size);
	return notes && elf_note_build_id(notes, size, 4, false, ret);
}

bool kernel_build_id(const struct kernelfs *fs, struct build_id *ret)
{
	return notes_file_build_id(fs, "sys/kernel/notes", ret);
}

bool kernel_module_build_id(const struct kernelfs *fs, const char *name, struct build_id *ret)
{
	_free_ char *path = xasprintf("sys/module/%s/notes/.note.gnu.build-id", name);
	return notes_file_build_id(fs, path, ret);
}
