/* tar(1) with bzip2, which perf archive packs and unpacks with, and the temporary directories around it. The format
 * is upstream's, so that either program reads what the other has made. */
#ifndef COMMANDS_ARCHIVE_ARCHIVE_TAR_H
#define COMMANDS_ARCHIVE_ARCHIVE_TAR_H

#include "base/err.h"

/* The name, inside an archive with a recording, of the archive of its objects. */
#define ARCHIVE_SYMBOLS "perf.symbols.tar.bz2"

/* A file's name as tar takes it: it begins with '/' or "./", so that it is neither an option nor on another host
 * ("a:b"). The caller frees it. */
char *archive_tar_file(const char *path);
/* Runs tar, found in PATH, with these words (NULL-terminated, the first is "tar") and waits for it. 0, or -errno
 * with err set; -EIO when tar has failed: it has printed why. */
int archive_tar(const char *const *words, struct err *err);
/* Makes a directory of our own, with a new name, in another. Returns its path for archive_stage_free, or NULL with
 * errno. */
char *archive_stage_new(const char *directory);
/* Removes the directory with what is in it, and frees its path. NULL is fine. What cannot be removed is warned of. */
void archive_stage_free(char *stage);

#endif
