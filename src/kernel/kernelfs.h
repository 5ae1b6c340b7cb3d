/* Reading small files of proc, sys and tracefs below a root that tests redirect ("" is the running machine). */
#ifndef KERNEL_KERNELFS_H
#define KERNEL_KERNELFS_H

#include <stdbool.h>
#include "base/compiler.h"
#include "base/vec.h"

struct kernelfs {
	const char *root;
};

/* The whole file, NUL-terminated, with trailing newlines and blanks removed; NULL when it cannot be read, errno says
 * why. The caller frees.
 * */
char *kernelfs_read(const struct kernelfs *fs, const char *format, ...) _printf_(2, 3);
/* As it is, with its size; at most max_bytes are read. */
char *kernelfs_read_raw(const struct kernelfs *fs, const char *path, size_t max_bytes, size_t *ret_size);
/* The same for no longer than timeout_ms (0: no limit); what was read by then is returned with *ret_cut set. */
char *kernelfs_read_timed(const struct kernelfs *fs, const char *path, size_t max_bytes, unsigned timeout_ms,
			  size_t *ret_size, bool *ret_cut);
bool kernelfs_read_u64(const struct kernelfs *fs, uint64_t *ret, const char *format, ...) _printf_(3, 4);
bool kernelfs_exists(const struct kernelfs *fs, const char *format, ...) _printf_(2, 3);

/* Names in a directory, "." files left out. */
struct kernelfs_names {
	VEC(char *) names;
};
enum kernelfs_order {
	KERNELFS_AS_LISTED /* below a root of its own: by name */,
	KERNELFS_BY_NAME,
	KERNELFS_BY_NUMBER /* node2 before node10 */
};
/* 0 or -errno; ret is then empty. */
int kernelfs_list(const struct kernelfs *fs, const char *path, enum kernelfs_order order, struct kernelfs_names *ret);
void kernelfs_names_done(struct kernelfs_names *names);

#endif
