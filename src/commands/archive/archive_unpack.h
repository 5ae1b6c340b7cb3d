/* perf archive --unpack: what another machine's perf archive made, into the build-id cache and the current
 * directory. The archive is input from strangers. */
#ifndef COMMANDS_ARCHIVE_ARCHIVE_UNPACK_H
#define COMMANDS_ARCHIVE_ARCHIVE_UNPACK_H

#include "base/err.h"

/* path: an archive of any name; NULL: the one archive in the current directory. build_id_dir() must not be NULL.
 * What is there already is not overwritten: a recording of the same name is -EEXIST, before anything has changed;
 * objects that the cache has stay as they are. 0, or -errno with err set; -ENOENT without err set when what was
 * wrong has been printed. */
int archive_unpack(const char *path, struct err *err);

#endif
