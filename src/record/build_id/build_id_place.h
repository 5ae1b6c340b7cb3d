/* The directories and links of a build-id cache: PATH/BUILD-ID/KIND and .build-id/XX/YYYY -> ../../PATH/BUILD-ID. Below
 * the cache's own directory no link is followed, other than those of .build-id, whose text is read: who can make the
 * cache hold a link (an archive that was unpacked, say) cannot make it write somewhere else. */
#ifndef RECORD_BUILD_ID_BUILD_ID_PLACE_H
#define RECORD_BUILD_ID_BUILD_ID_PLACE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>
#include "perfdata/record/record.h"

/* A build-id in lower-case hexadecimal digits, NUL-terminated. */
struct build_id_hex {
	char text[2 * BUILD_ID_MAX + 1];
};
struct build_id_hex build_id_hex_of(const struct build_id *id);
/* The build-id of such digits: of an even number, 4 to 40. False when text is none. */
bool build_id_of_hex(const char *text, struct build_id *ret);

/* The cache's directory, made with those above it when asked for. A descriptor or -errno. */
int build_id_place_top(const char *dir, bool make);
/* The directory for files of that name ("/usr/bin/ls", "[vdso]") and build-id. A descriptor; -EINVAL: a name with "..";
 * -ELOOP or -ENOTDIR: there is something else on the way; or another -errno. */
int build_id_place_open(int top_fd, const char *filename, const struct build_id_hex *hex, bool make);
/* Removes the files of a cache that are there, and then the directories that are empty. */
void build_id_place_remove(int top_fd, const char *filename, const struct build_id_hex *hex);
/* Removes the place and the directories above it, as far as they are empty. */
void build_id_place_prune(int top_fd, const char *filename, const struct build_id_hex *hex);

/* The filename of the place that the build-id's link leads to; the caller frees. NULL: there is no link, or another
 * one. */
char *build_id_link_read(int top_fd, const struct build_id_hex *hex);
/* Makes the link; one that is there is replaced, at once. 0 or -errno. */
int build_id_link_write(int top_fd, const char *filename, const struct build_id_hex *hex);
/* Removes the link, and its directory when it is empty then. 0 or -errno. */
int build_id_link_remove(int top_fd, const struct build_id_hex *hex);

/* What a place holds of that kind, open for reading: a regular file, or -errno. */
int build_id_place_file(int place_fd, const char *kind);
/* On copies of files that belong to another user, other than root: such a file is of the build-id by its own word
 * alone, so that it is used for files of its own name and for no others (symbol/file/target_file.h). Of regular files
 * the kernel makes nothing of this bit. */
#define BUILD_ID_PLACE_MARK S_ISVTX
/* keep_room: only when most of the file system's free space stays free. */
struct build_id_place_copying {
	bool keep_room, is_marked;
};
/* Puts a copy of an open file there, in place of what there may be; nobody ever sees half of it. 0, -ENOSPC, -ESTALE
 * when the file changed meanwhile, or another -errno, with all as it was. */
int build_id_place_copy(int place_fd, const char *kind, int from_fd, const struct build_id_place_copying *how);
/* The same of bytes. */
int build_id_place_write(int place_fd, const char *kind, const void *data, size_t size_bytes);

#endif
