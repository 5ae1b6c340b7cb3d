/* The directory of the build-id cache (record/build_id) that commands read and fill. The first of these that is set
 * and not empty: PERF_BUILDID_DIR in the environment (perf --buildid-dir=DIR sets it), buildid.dir of the
 * configuration, ~/.debug. */
#ifndef COMMANDS_OPTION_BUILD_ID_DIR_H
#define COMMANDS_OPTION_BUILD_ID_DIR_H

/* The path, without a check that it exists. NULL: there is no home either, and the caller has to do without a cache.
 * The string belongs to this function or to the environment and lives as long as the process. Call it from the main
 * thread: the first call reads the configuration and keeps the answer in a static. */
const char *build_id_dir(void);

#endif
