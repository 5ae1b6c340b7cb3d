/* Compares the running kernel with a recorded one (running_kernel.h): by build-id where both are known
 * (/sys/kernel/notes), else by machine, release, place and size of its text (/proc/kallsyms). Every path is below
 * `root`, so that tests can have a kernel of their own. */
#include "symbol/file/build_id.h"
#include "base/host.h"
#include "symbol/running_kernel.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "base/compiler.h"

/* NULL: it cannot be opened. The caller closes. */
static FILE *open_below(const char *root, const char *path)
{
	_free_ char *full = xasprintf("%s%s", root, path);
	return fopen(full, "re");
}

/* The kernel's own word, which is uname's. Returns it in `text`. */
static const char *running_release(const char *root, const struct host *host, char *text, int size)
{
	FILE *file = open_below(root, "/proc/sys/kernel/osrelease");
	bool is_there = file && fgets(text, size, file);
	if (file) fclose(file);
	if (!is_there) return host->release;
	text[strcspn(text, "\n")] = 0;
	return text;
}

int running_kernel_build_id(const char *root, uint8_t ret_id[20])
{
	_free_ char *path = xasprintf("%s/sys/kernel/notes", root);
	return build_id_of_file(path, ret_id);
}

int running_kernel_module_build_id(const char *root, const char *name, uint8_t ret_id[20])
{
	_free_ char *path = xasprintf("%s/sys/module/%s/notes/.note.gnu.build-id", root, name);
	return build_id_of_file(path, ret_id);
}

bool running_kernel_module(const char *root, const char *name, uint64_t *ret_start)
{
	FILE *modules = open_below(root, "/proc/modules");
	char line[1024], found[128];
	uint64_t start = 0;

	/* "ext4 1105920 1 - Live 0xffffffffc0a00000 (OE)" */
	while (modules && !start && fgets(line, sizeof(line), modules)) {
		uint64_t at;
		if (sscanf(line, "%127s %*s %*s %*s %*s %" SCNx64, found, &at) == 2 && strcmp(found, name) == 0)
			start = at;
	}
	if (modules) fclose(modules);
	if (start) *ret_start = start;
	return start;
}

/* Addresses of the running kernel's ref_name and _etext; 0: not there. */
struct extent {
	uint64_t ref_vaddr, text_end_vaddr;
	bool hidden;
};

/* The kernel takes 35 ms to write the names up to _etext, which tells the size of the text, and that is asked for only
 * of a kernel that may still be the recorded one. */
static bool read_enough(const struct extent *extent, bool seen_ref, const struct recorded_kernel *recorded,
			bool same_release)
{
	if (extent->text_end_vaddr) return true;
	if (!seen_ref) return false;
	return !extent->ref_vaddr || !recorded->text_end_vaddr ||
	       (!same_release && extent->ref_vaddr != recorded->ref_vaddr);
}

/* Reads up to _etext at most: addresses ascend. */
static struct extent running_extent(const char *root, const struct recorded_kernel *recorded, bool same_release)
{
	FILE *kallsyms = open_below(root, "/proc/kallsyms");
	struct extent extent = { 0 };
	char line[512];
	bool any = false, seen_ref = false;

	while (kallsyms && !read_enough(&extent, seen_ref, recorded, same_release) &&
	       fgets(line, sizeof(line), kallsyms)) {
		char *end;
		uint64_t vaddr = strtoull(line, &end, 16);
		if (*end != ' ' || !end[1] || end[2] != ' ') continue;
		char *name = end + 3;
		name[strcspn(name, "\t\n")] = 0;
		any |= vaddr;
		if (strcmp(name, recorded->ref_name) == 0) {
			extent.ref_vaddr = vaddr;
			seen_ref = true;
		}
		if (strcmp(name, "_etext") == 0) extent.text_end_vaddr = vaddr;
	}
	extent.hidden = !any;
	if (kallsyms) fclose(kallsyms);
	return extent;
}

/* What was not recorded does not differ. */
static bool differs(const char *recorded, const char *running) { return recorded && strcmp(recorded, running) != 0; }

enum kernel_match running_kernel_match(const struct recorded_kernel *recorded, const char *root, bool *ret_hidden)
{
	const struct host host = host_read();
	char text[256];
	uint8_t id[20];

	*ret_hidden = false;
	int size = recorded->build_id_size ? running_kernel_build_id(root, id) : 0;
	if (size > 0)
		return (size_t)size == recorded->build_id_size && memcmp(id, recorded->build_id, (size_t)size) == 0
			       ? KERNEL_SAME
			       : KERNEL_OTHER;
	if (!*host.machine) return KERNEL_UNKNOWN;
	const char *release = running_release(root, &host, text, sizeof(text));
	if (differs(recorded->machine, host.machine) || differs(recorded->release, release) ||
	    differs(recorded->module_release, release))
		return KERNEL_OTHER;
	bool same_release = recorded->release || recorded->module_release;
	enum kernel_match unproven = same_release ? KERNEL_SAME_RELEASE : KERNEL_UNKNOWN;
	if (!recorded->ref_name || !recorded->ref_vaddr) return unproven;

	struct extent running = running_extent(root, recorded, same_release);
	*ret_hidden = running.hidden;
	if (!running.ref_vaddr) return unproven;
	/* without address space randomisation all kernels are at the same place: of an unknown release, the size of the
	 * text has to tell too */
	bool same_place = running.ref_vaddr == recorded->ref_vaddr;
	if (!recorded->text_end_vaddr || !running.text_end_vaddr)
		return same_place && same_release ? KERNEL_SAME : unproven;
	if (running.text_end_vaddr - running.ref_vaddr != recorded->text_end_vaddr - recorded->ref_vaddr)
		return KERNEL_OTHER;
	return same_place || same_release ? KERNEL_SAME : KERNEL_UNKNOWN;
}
