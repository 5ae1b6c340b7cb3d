/* The options before the command's name: `perf --no-pager report`. They choose the pager, set variables of the
 * environment that libraries read, or ask for something that is no command. */
#ifndef CLI_GLOBAL_H
#define CLI_GLOBAL_H

#include "cli/pager.h"

#define GLOBAL_USAGE "perf [--version] [--help] [OPTIONS] COMMAND [ARGS]"

/* What main does next. */
enum global_action {
	/* Runs the command at argv[0]; there is none where no word was left. */
	GLOBAL_RUN_COMMAND,
	/* Prints the names of the commands. */
	GLOBAL_LIST_COMMANDS,
	/* Nothing: the answer has been printed. */
	GLOBAL_DONE
};

/* Takes the options off the front of argv, which begins with the first word after the program's name: *argc and *argv
 * then begin with the command, which --version, --help, -v and -h turn into "version" and "help".
 *
 * --no-cache (as an empty PERF_CACHE_DIR), --buildid-dir, --debugfs-dir and --exec-path end in the environment, as
 * PERF_BUILDID_DIR, PERF_DEBUGFS_DIR and PERF_EXEC_PATH. Wrong use is reported and ends the program with exit status
 * 129. Call it once, before there are threads: it calls setenv. */
enum global_action global_parse(int *argc, const char ***argv, enum pager_use *ret_pager);

/* Where programs and filters of perf are: what --exec-path or PERF_EXEC_PATH says, else where they are installed. */
const char *global_exec_path(void);

#endif
