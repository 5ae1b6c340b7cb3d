/* Taking over another cache, place by place. First what its links lead to, then, by a walk over all directories,
 * places that no link leads to. Each file goes through build_id_cache_put, as a claim (BUILD_ID_CLAIMED). */
#include "record/build_id/build_id_import.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/descriptor.h"
#include "kernel/elf_content.h"
#include "kernel/elf_note.h"
#include "record/build_id/build_id_place.h"

/* How deep paths may be; a deeper tree is not walked. */
enum { DEPTH_MAX = 64 };

/* from_fd: the other cache's directory, below which no link is followed. */
struct import {
	const char *dir;
	int from_fd;
	struct build_id_imported *found;
};

/* Whether a file of that kind may be of the build-id: programs say theirs themselves, lists of symbols do not. */
static bool is_of(int fd, const char *kind, const struct build_id *id)
{
	struct build_id own;
	bool is_program = strcmp(kind, "elf") == 0 || strcmp(kind, "debug") == 0 || strcmp(kind, "vdso") == 0;
	if (!is_program || !elf_fd_content(fd).is_elf)
		return strcmp(kind, "vdso") != 0; /* a list, or a packed module */
	return elf_fd_build_id(fd, &own) && own.size == id->size && memcmp(own.bytes, id->bytes, id->size) == 0;
}

/* All kinds of files at one place. */
static void take_place(struct import *import, const char *filename, const struct build_id *id)
{
	static const char *const kinds[] = { "elf", "debug", "kallsyms", "vdso", "probes" };
	struct build_id_hex hex = build_id_hex_of(id);
	_close_ int place_fd = build_id_place_open(import->from_fd, filename, &hex, false);
	unsigned nr_taken = 0;
	for (size_t i = 0; place_fd >= 0 && i < ARRAY_SIZE(kinds); i++) {
		struct stat st;
		if (fstatat(place_fd, kinds[i], &st, AT_SYMLINK_NOFOLLOW) < 0) continue;
		_close_ int fd = build_id_place_file(place_fd, kinds[i]);
		if (fd < 0 || !is_of(fd, kinds[i], id)) {
			import->found->nr_refused++;
			continue;
		}
		int r = build_id_cache_put(import->dir, filename, fd, id, kinds[i], BUILD_ID_CLAIMED);
		if (r >= 0) nr_taken++;
		else if (r == -EEXIST) import->found->nr_refused++;
		else if (!import->found->code) import->found->code = r;
	}
	if (nr_taken) import->found->nr_objects++;
	else if (place_fd < 0) import->found->nr_refused++;
}

static int open_below(int dir_fd, const char *name)
{
	return openat(dir_fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/* All links of .build-id/XX (prefix), so that they lead there in the cache, too. */
static void take_linked(struct import *import, int links_fd, const char *prefix)
{
	int fd = open_below(links_fd, prefix);
	DIR *links = fd < 0 ? NULL : fdopendir(fd);
	for (const struct dirent *e; links && (e = readdir(links));) {
		struct build_id id;
		_free_ char *text = xasprintf("%s%s", prefix, e->d_name);
		if (e->d_name[0] == '.' || !build_id_of_hex(text, &id)) continue;
		struct build_id_hex hex = build_id_hex_of(&id);
		_free_ char *filename = build_id_link_read(import->from_fd, &hex);
		if (filename) take_place(import, filename, &id);
		else import->found->nr_refused++;
	}
	if (links) closedir(links);
}

/* Places that no link leads to: a file whose build-id another file has as well. path: of dir_fd, which is closed. */
static void take_others(struct import *import, int dir_fd, const char *path, unsigned depth)
{
	DIR *directory = fdopendir(dir_fd);
	for (const struct dirent *e; directory && (e = readdir(directory));) {
		struct build_id id;
		if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0 ||
		    (!depth && strcmp(e->d_name, ".build-id") == 0))
			continue;
		if (*path && build_id_of_hex(e->d_name, &id)) {
			struct build_id_hex hex = build_id_hex_of(&id);
			_free_ char *linked = build_id_link_read(import->from_fd, &hex);
			if (!linked || strcmp(linked, path) != 0) take_place(import, path, &id);
			continue;
		}
		int fd = depth < DEPTH_MAX ? open_below(dir_fd, e->d_name) : -1;
		_free_ char *below = xasprintf("%s%s%s", path, *path || e->d_name[0] != '[' ? "/" : "", e->d_name);
		if (fd >= 0) take_others(import, fd, below, depth + 1);
	}
	if (directory) closedir(directory);
	else close(dir_fd);
}

void build_id_import(const char *dir, const char *from, struct build_id_imported *ret)
{
	*ret = (struct build_id_imported){ 0 };
	_close_ int from_fd = build_id_place_top(from, false);
	struct import import = { .dir = dir, .from_fd = from_fd, .found = ret };
	int links_fd = from_fd < 0 ? -1 : open_below(from_fd, ".build-id");
	DIR *links = links_fd < 0 ? NULL : fdopendir(links_fd);
	for (const struct dirent *e; links && (e = readdir(links));)
		if (strlen(e->d_name) == 2 && e->d_name[0] != '.') take_linked(&import, links_fd, e->d_name);
	if (links) closedir(links);
	int top_fd = from_fd < 0 ? -1 : open_below(from_fd, ".");
	if (top_fd >= 0) take_others(&import, top_fd, "", 0);
}
