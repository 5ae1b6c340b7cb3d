/* The version of upstream's perf whose options, files and text these are. Other programs read it from `perf --version`
 * and from the header of recordings, and decide by it what they can ask for. Our own version is shown by `perf version
 * -v`. */
#ifndef CLI_COMPATIBLE_VERSION_H
#define CLI_COMPATIBLE_VERSION_H

#define COMPATIBLE_VERSION "6.12.107"

#endif
