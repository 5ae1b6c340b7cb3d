/* The build-id cache that commands use: perf --buildid-dir=DIR or PERF_BUILDID_DIR, else buildid.dir of the
 * configuration, else ~/.debug. */
#ifndef COMMANDS_OPTION_BUILD_ID_DIR_H
#define COMMANDS_OPTION_BUILD_ID_DIR_H

/* Stays the callee's (or the environment's); NULL when there is no home either. For the main thread: the first call
 * reads the configuration and keeps the answer. */
const char *build_id_dir(void);

#endif
