/* Files that views write: beside those of before, which stay. */
#ifndef COMMANDS_OPTION_NUMBERED_FILE_H
#define COMMANDS_OPTION_NUMBERED_FILE_H

#include "base/err.h"
#include "base/outbuf.h"

/* Writes text to NAME.N in the working directory, N the first number that no file has. *ret_path is the caller's to
 * free. 0, or -errno with err set. ctx is not used: so the function is one that views take. */
int numbered_file_write(void *ctx, const char *name, const struct outbuf *text, char **ret_path, struct err *err);

#endif
