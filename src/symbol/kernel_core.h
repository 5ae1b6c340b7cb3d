/* Code of a kernel that ran, out of a copy of its memory (/proc/kcore, proc(5)): an ELF core file whose addresses are
 * those of the running kernel, modules and patched instructions included. */
#ifndef SYMBOL_KERNEL_CORE_H
#define SYMBOL_KERNEL_CORE_H

#include "symbol/source/symbol_source.h"

struct object;

/* Where a core is looked for: */
enum kernel_core_place {
	KERNEL_CORE_RECORDED, /* beside the list of symbols that was given, as record --kcore leaves it */
	KERNEL_CORE_KEPT,     /* in the build-id cache (buildid-cache --kcore), and in /proc of the running kernel */
};
/* Opens a core that is shown to be of the boot that was recorded: the kernel's reference symbol, or the module, is
 * where it was. 0, or -ENOENT. For objects of kernels and modules. */
int kernel_core_open(const struct object *object, enum kernel_core_place place, struct symbol_file *ret) _warn_unused_;
/* The address in the core of an object's address. */
uint64_t kernel_core_vaddr(const struct object *object, uint64_t addr);

#endif
