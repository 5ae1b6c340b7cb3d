/* Recordings that carry what reading them needs (session/portable.h), for the commands that make them. */
#ifndef COMMANDS_OPTION_PORTABLE_FILE_H
#define COMMANDS_OPTION_PORTABLE_FILE_H

#include "base/err.h"

/* Makes the recording at path portable, in place, and tells on stderr, in the name of the command, what it carries now.
 * 0, or -errno with err set and the recording as it was. */
int portable_file_make(const char *command, const char *path, struct err *err) _warn_unused_;
/* The same of a copy: `from` stays, and `to` is there only once it is complete. */
int portable_file_copy(const char *command, const char *from, const char *to, struct err *err) _warn_unused_;

#endif
