/* BTF of a module that was built apart from its kernel (kernel documentation, bpf/btf, ".BTF.base section"): it goes on
 * behind a base of its own, which has of the kernel's types that the module names no more than their names and sizes.
 * Here it is put behind the kernel's types, so that their members are known. */
#ifndef BTF_BTF_RELOCATE_H
#define BTF_BTF_RELOCATE_H

#include "btf/btf_walk.h"

/* The types of base and module, one behind the other, as they go on behind kernel's: for btf_walk_init_split with the
 * kernel as the base. What the kernel has under the same name, of the same kind and size, stands for the base's; what
 * it does not have, or several times, stays as it is. base and kernel have no base of their own. *ret does not point
 * into what it was made of; free ret->bytes. -EBADMSG: the types cannot be read. */
int btf_relocate(const struct btf *module, const struct btf *base, const struct btf_walk *kernel, struct btf *ret);

#endif
