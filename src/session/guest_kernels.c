/* The names of directories are numbers of processes; others are none of guests. A line of /proc/modules:
 *
 *     e1000 151552 0 - Live 0xffffffffc0000000 (OE)       name, bytes, users, who uses it, state, address */
#include "session/guest_kernels.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/regular_file.h"
#include "base/warnings.h"

/* A machine has some hundred modules, of a hundred bytes each. */
enum { MODULES_BYTES = 1 << 20, NAME_BYTES = 64 };

/* The text, NUL-terminated, no more than its first MODULES_BYTES; NULL: it cannot be read (errno). */
static char *read_text(const char *path)
{
	int fd = regular_file_open(path);
	if (fd < 0) {
		errno = -fd;
		return NULL;
	}
	char *text = xcalloc(1, MODULES_BYTES + 1);
	size_t size = 0;
	for (ssize_t got; size < MODULES_BYTES && (got = read(fd, text + size, MODULES_BYTES - size)) > 0;)
		size += (size_t)got;
	close(fd);
	return text;
}

/* Lines that are none, and modules whose address the reader of the file was not to know (0), are left out. */
static void add_modules(struct model *model, int32_t pid, char *text)
{
	char *rest = text;
	for (char *line; (line = strsep(&rest, "\n"));) {
		char name[NAME_BYTES];
		uint64_t size_bytes, start;
		if (sscanf(line, "%63s %" SCNu64 " %*s %*s %*s 0x%" SCNx64, name, &size_bytes, &start) != 3) continue;
		if (!start || !size_bytes || start + size_bytes < start) continue;
		model_add_guest_module(model, pid, name, start, size_bytes);
	}
}

static void add_mounted(struct model *model, const struct symbol_options *options)
{
	DIR *dir = opendir(options->guest_mount);
	if (!dir) {
		warnings_add(options->warnings, "no guests", "%s cannot be read: %s", options->guest_mount,
			     strerror(errno));
		return;
	}
	for (const struct dirent *entry; (entry = readdir(dir));) {
		char *end;
		long pid = strtol(entry->d_name, &end, 10);
		if (end == entry->d_name || *end || pid <= 0 || pid > INT32_MAX) continue;
		_free_ char *path = xasprintf("%s/%ld/proc/modules", options->guest_mount, pid);
		_free_ char *text = read_text(path);
		model_add_guest_kernel(model, (int32_t)pid);
		if (text) add_modules(model, (int32_t)pid, text);
	}
	closedir(dir);
}

void guest_kernels_add(struct model *model, const struct symbol_options *options)
{
	const int32_t unnumbered = -1;
	if (options->guest_mount) add_mounted(model, options);
	if (options->guest_kallsyms || options->guest_vmlinux) model_add_guest_kernel(model, unnumbered);
	if (!options->guest_modules) return;
	_free_ char *text = read_text(options->guest_modules);
	if (text) add_modules(model, unnumbered, text);
	else
		warnings_add(options->warnings, "no guest modules", "%s cannot be read: %s", options->guest_modules,
			     strerror(errno));
}
