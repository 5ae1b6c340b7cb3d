/* The running kernel's own types (btf/btf.h), out of the file that it offers. */
#ifndef KERNEL_BTF_FILE_H
#define KERNEL_BTF_FILE_H

#include "btf/btf.h"
#include "kernel/kernelfs.h"

/* Reads /sys/kernel/btf/vmlinux; btf_close frees. -ENOENT: the kernel has no such file (CONFIG_DEBUG_INFO_BTF), or
 * it may not be read. -EBADMSG: damaged. Afterwards all functions only read *ret: threads may share it. */
int btf_open(const struct kernelfs *fs, struct btf *ret);
void btf_close(struct btf *btf);

/* The running kernel's types for callers that may not need them: the file has some megabytes and is read at the
 * first btf_lazy_get. All members but fs begin as zero. Not safe for several threads. */
struct btf_lazy {
	const struct kernelfs *fs;
	struct btf btf;
	/* the file is tried once only */
	bool was_opened, has_types;
};
/* NULL: the kernel has no BTF. Valid until btf_lazy_done. */
const struct btf *btf_lazy_get(struct btf_lazy *lazy);
/* Frees the types; a later btf_lazy_get would read them again. */
void btf_lazy_done(struct btf_lazy *lazy);

#endif
