/* tar(1), which perf archive packs and unpacks with. */
#ifndef COMMANDS_ARCHIVE_ARCHIVE_TAR_H
#define COMMANDS_ARCHIVE_ARCHIVE_TAR_H

#include "base/err.h"

#define ARCHIVE_SYMBOLS "perf.symbols.tar.bz2" /* what an archive with a recording calls the one with its objects */

/* A file's name as tar takes it: it begins with '/' or "./", so that it is neither an option nor on another host
 * ("a:b"). */
char *archive_tar_file(const char *path);
/* Runs tar with these words and waits for it. 0, or -errno with err set. */
int archive_tar(const char *const *words, struct err *err);
/* Makes a directory of our own in another; a path to free, or NULL with errno. */
char *archive_stage_new(const char *directory);
/* Removes it with what is in it. NULL is fine. */
void archive_stage_free(char *stage);

#endif
