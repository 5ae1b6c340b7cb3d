/* The options before the command's name: `perf --no-pager report`. */
#ifndef CLI_GLOBAL_H
#define CLI_GLOBAL_H

#include "cli/pager.h"

#define GLOBAL_USAGE "perf [--version] [--help] [OPTIONS] COMMAND [ARGS]"

enum global_action { GLOBAL_RUN_COMMAND /* which may be none: no word was left */, GLOBAL_LIST_COMMANDS, GLOBAL_DONE };

/* Takes the options off the front of argv: *argc and *argv then begin with the command, which --version, --help, -v and
 * -h turn into "version" and "help". --no-cache (as an empty PERF_CACHE_DIR), --buildid-dir, --debugfs-dir and
 * --exec-path end in the environment, as PERF_BUILDID_DIR, PERF_DEBUGFS_DIR and PERF_EXEC_PATH. Wrong use is reported,
 * and ends with exit status 129. */
enum global_action global_parse(int *argc, const char ***argv, enum pager_use *ret_pager);

#endif
