/* Files mapped for reading that may get shorter meanwhile, or fail to be read: what is gone reads as zeros instead of
 * ending the program with SIGBUS. The readers' checks then meet damaged data, which they know how to deal with, and
 * file_map_is_cut tells why.
 *
 * The first mapping installs a signal handler for the whole process, the only state outside of an object in this
 * folder: a signal has no other way to find out which mapping it is about. Signals about other memory are passed on. */
#ifndef BASE_FILE_MAP_H
#define BASE_FILE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/compiler.h"

struct file_map {
	const uint8_t *data;
	size_t size_bytes;
	unsigned slot;
};

/* Maps the first size_bytes (more than 0) of fd, which may be closed then. 0 or -errno with *ret untouched. */
int file_map_open(int fd, size_t size_bytes, struct file_map *ret) _warn_unused_;
void file_map_close(struct file_map *map);
/* Something that was read of it so far was not there. */
bool file_map_is_cut(const struct file_map *map);

#endif
