/* Files that views write: beside those of before, which stay. */
#ifndef COMMANDS_OPTION_NUMBERED_FILE_H
#define COMMANDS_OPTION_NUMBERED_FILE_H

#include "base/err.h"
#include "base/outbuf.h"

/* Makes NAME.N in the working directory, N the first number that no file has, to be written through *ret_out.
 * *ret_path is the caller's to free. 0, or -errno with err set. */
int numbered_file_create(void *ctx, const char *name, struct outbuf *ret_out, char **ret_path, struct err *err);
/* Writes what is left, and closes it. 0, or -errno of the first write that failed with err set. */
int numbered_file_close(void *ctx, struct outbuf *out, const char *path, struct err *err);
/* Writes text to NAME.N in the working directory, N the first number that no file has. *ret_path is the caller's to
 * free. 0, or -errno with err set. ctx is not used: so the function is one that views take. */
int numbered_file_write(void *ctx, const char *name, const struct outbuf *text, char **ret_path, struct err *err);

#endif
