/* perf archive --unpack: what another machine's perf archive made, into the build-id cache and the current
 * directory. */
#ifndef COMMANDS_ARCHIVE_ARCHIVE_UNPACK_H
#define COMMANDS_ARCHIVE_ARCHIVE_UNPACK_H

#include "base/err.h"

/* path: of any name; NULL: the one archive that is here. -ENOENT without err set when what was wrong was said
 * already. */
int archive_unpack(const char *path, struct err *err);

#endif
