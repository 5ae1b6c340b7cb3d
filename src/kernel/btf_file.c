/* Reads the kernel's file of BTF. */
#include "kernel/btf_file.h"

#include <errno.h>

/* Bound for what is read: an ordinary kernel has 4 to 10 MiB. */
#define BTF_MAX ((size_t)256 << 20)

int btf_open(const struct kernelfs *fs, struct btf *ret)
{
	size_t size;
	char *bytes = kernelfs_read_raw(fs, "sys/kernel/btf/vmlinux", BTF_MAX, &size);
	if (!bytes) return -ENOENT;
	int r = btf_parse(bytes, size, ret);
	if (r < 0) {
		free(bytes);
		return r;
	}
	ret->bytes = bytes;
	return 0;
}

void btf_close(struct btf *btf)
{
	free(btf->bytes);
	*btf = (struct btf){ 0 };
}

const struct btf *btf_lazy_get(struct btf_lazy *lazy)
{
	if (!lazy->was_opened) {
		lazy->was_opened = true;
		lazy->has_types = btf_open(lazy->fs, &lazy->btf) == 0;
	}
	return lazy->has_types ? &lazy->btf : NULL;
}

void btf_lazy_done(struct btf_lazy *lazy)
{
	if (lazy->has_types) btf_close(&lazy->btf);
	*lazy = (struct btf_lazy){ .fs = lazy->fs };
}
