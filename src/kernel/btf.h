/* The running kernel's own types (kernel documentation, bpf/btf): where its structures keep what programs in it want to
 * read. */
#ifndef KERNEL_BTF_H
#define KERNEL_BTF_H

#include "kernel/kernelfs.h"

struct btf {
	char *bytes;
	size_t size_bytes;
	const uint8_t *types;
	size_t types_bytes;
	const char *strings;
	size_t strings_bytes;
};

/* /sys/kernel/btf/vmlinux. 0; -ENOENT: the kernel tells nothing of its types; -EBADMSG. */
int btf_open(const struct kernelfs *fs, struct btf *ret);
/* Over bytes of the caller's, which stay; not to be closed. */
int btf_parse(const char *bytes, size_t size_bytes, struct btf *ret);
void btf_close(struct btf *btf);

/* The running kernel's types for who may not need them: some megabytes, read when they are first asked for. Zeroed but
 * for fs; not thread safe. */
struct btf_lazy {
	const struct kernelfs *fs;
	struct btf btf;
	bool was_opened, has_types;
};
/* NULL: the kernel does not tell its types. Stays lazy's. */
const struct btf *btf_lazy_get(struct btf_lazy *lazy);
void btf_lazy_done(struct btf_lazy *lazy);

/* Where a structure has a member, in bytes, also within structures that have no name of their own; -ENOENT: there is
 * none, or not at whole bytes. */
int btf_member_offset(const struct btf *btf, const char *structure, const char *member);
/* Gives the names and values of an enumeration; names stay as long as the bytes. -ENOENT: there is none of that name.
 */
int btf_enum_values(const struct btf *btf, const char *enumeration,
		    void (*value)(void *ctx, const char *name, int64_t number), void *ctx);

/* How many bytes follow a type's head, by its kind and how many parts it has; SIZE_MAX: of a kind that is not known. */
size_t btf_tail_bytes(uint32_t kind, uint32_t nr);
/* The number of a variable of the kernel's, as BPF programs ask for its address; -ENOENT. */
int btf_variable(const struct btf *btf, const char *name);

#endif
