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

/* One mapping. data is NULL when there is none (zeroed, or closed). slot: private, the row of the signal handler's
 * table. */
struct file_map {
	const uint8_t *data;
	size_t size_bytes;
	unsigned slot;
};

/* Maps the first size_bytes (more than 0) of fd read-only and shared. fd may be closed afterwards. 0, or -errno of
 * mmap(2) with *ret untouched. Thread safe. At most 1024 mappings are protected from SIGBUS at a time; later ones work,
 * but unprotected. Ended by file_map_close. */
int file_map_open(int fd, size_t size_bytes, struct file_map *ret) _warn_unused_;
/* Unmaps; fine for a struct without a mapping, and twice. No other thread may read the data any more. */
void file_map_close(struct file_map *map);
/* Whether bytes that were read so far were not there and read as zeros instead. Checked after parsing: false says that
 * all that was read is the file's content. Thread safe. */
bool file_map_is_cut(const struct file_map *map);

#endif
