/* perf archive --unpack: what another machine's perf archive made, into the build-id cache and the current
 * directory. The archive is input from strangers. */
#ifndef COMMANDS_ARCHIVE_ARCHIVE_UNPACK_H
#define COMMANDS_ARCHIVE_ARCHIVE_UNPACK_H

#include "base/err.h"

/* path: an archive of any name; NULL: the one archive in the current directory. build_id_dir() must not be NULL. A
 * recording of a name that is there already is -EEXIST, before anything has changed; objects go into the build-id
 * cache by its own rules for files that came from somewhere (record/build_id/build_id_import.h). 0, or -errno with
 * err set; -ENOENT without err set when what was wrong has been printed. */
int archive_unpack(const char *path, struct err *err);

#endif
