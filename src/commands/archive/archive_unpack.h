/* perf archive --unpack: what another machine's perf archive made, into the build-id cache and the current
 * directory. */
#ifndef COMMANDS_ARCHIVE_ARCHIVE_UNPACK_H
#define COMMANDS_ARCHIVE_ARCHIVE_UNPACK_H

#include "base/err.h"

/* path: an archive of any name; NULL: the one archive that is in the current directory. 0, or -errno with err set;
 * -ENOENT without err set when what was wrong was said already. */
int archive_unpack(const char *path, struct err *err);

#endif
