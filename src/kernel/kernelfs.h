/* Reading small files of proc, sys and tracefs below a root that tests redirect. Paths are relative to the root,
 * without a slash in front ("proc/meminfo"). Functions keep no state: several threads may call them. */
#ifndef KERNEL_KERNELFS_H
#define KERNEL_KERNELFS_H

#include <stdbool.h>
#include "base/compiler.h"
#include "base/vec.h"

struct kernelfs {
	/* "" is the running machine; else a directory with proc, sys and so on below it. Borrowed. */
	const char *root;
};

/* The whole file, at most 16 MiB, NUL-terminated, trailing white space removed. format makes the path. NULL when it
 * cannot be read: errno says why. The caller frees. */
char *kernelfs_read(const struct kernelfs *fs, const char *format, ...) _printf_(2, 3);
/* The file as it is, NUL-terminated, with its size; of longer ones the first max_bytes or fewer. NULL with errno.
 * The caller frees. */
char *kernelfs_read_raw(const struct kernelfs *fs, const char *path, size_t max_bytes, size_t *ret_size);
/* The same for no longer than timeout_ms (0: no limit) after the first bytes; what was read by then is returned with
 * *ret_cut set. */
char *kernelfs_read_timed(const struct kernelfs *fs, const char *path, size_t max_bytes, unsigned timeout_ms,
			  size_t *ret_size, bool *ret_cut);
/* A number at the start of the file, decimal or with 0x or 0 in front. False, with *ret untouched: no such file, or
 * no number in it. */
bool kernelfs_read_u64(const struct kernelfs *fs, uint64_t *ret, const char *format, ...) _printf_(3, 4);
bool kernelfs_exists(const struct kernelfs *fs, const char *format, ...) _printf_(2, 3);

/* Names in a directory, those that begin with "." left out. */
struct kernelfs_names {
	VEC(char *) names;
};
enum kernelfs_order {
	KERNELFS_AS_LISTED /* below a root of its own: by name */,
	KERNELFS_BY_NAME,
	KERNELFS_BY_NUMBER /* node2 before node10 */
};
/* kernelfs_names_done frees. 0, or -errno with an empty list. */
int kernelfs_list(const struct kernelfs *fs, const char *path, enum kernelfs_order order, struct kernelfs_names *ret);
void kernelfs_names_done(struct kernelfs_names *names);

#endif
