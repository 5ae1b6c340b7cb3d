/* Is the kernel that runs here the one that was recorded? Its symbols, its modules' and its vdso name nothing of a
 * recording until that is shown: by the build-id, or where none was recorded, by what the recording says of the release
 * and of the place and size of the kernel's text. */
#ifndef SYMBOL_RUNNING_KERNEL_H
#define SYMBOL_RUNNING_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a recording tells of its kernel; NULL and 0: it does not. */
struct recorded_kernel {
	const char *release, *machine; /* of the header, as uname says */
	/* Of the paths of its modules ("/lib/modules/RELEASE/..."). */
	const char *module_release;
	const uint8_t *build_id;
	size_t build_id_size;
	const char *ref_name;
	uint64_t ref_vaddr;      /* "_text" or "_stext", and where it was */
	uint64_t text_end_vaddr; /* where its text ended ("_etext") */
};

/* Ordered: a greater value is better evidence. */
enum kernel_match {
	KERNEL_OTHER,        /* shown to be another one */
	KERNEL_UNKNOWN,      /* nothing tells */
	KERNEL_SAME_RELEASE, /* of the same release and machine; whether it is the same build is not known */
	KERNEL_SAME,
};

/* root: "" or the directory that stands for this machine's (tests). *ret_hidden: the running kernel's addresses could
 * not be compared, because they are hidden from this user. */
enum kernel_match running_kernel_match(const struct recorded_kernel *recorded, const char *root, bool *ret_hidden);
/* Build-id of the running kernel: as build_id_of_file. */
int running_kernel_build_id(const char *root, uint8_t ret_id[20]);
/* Where a module ("ext4") is now; false when it is not loaded, or hidden. */
bool running_kernel_module(const char *root, const char *name, uint64_t *ret_start);
/* Build-id of a module that is loaded, by its name: as build_id_of_file. */
int running_kernel_module_build_id(const char *root, const char *name, uint8_t ret_id[20]);

#endif
