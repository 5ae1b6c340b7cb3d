/* A copy of the running kernel's code as /proc/kcore shows it, patched as it runs, with the symbols and modules of that
 * moment. */
#ifndef KERNEL_KCORE_H
#define KERNEL_KCORE_H

#include "kernel/kernel_text.h"

/* Makes directory dir with kcore (an ELF file with the pages of the kernel's text and of its modules), kallsyms and
 * modules. text->end 0: not known, then nothing is copied. 0; -errno when one cannot be read or written: what was begun
 * is removed. */
int kcore_copy(const struct kernelfs *fs, const struct kernel_text *text, const struct kernel_modules *modules,
	       const char *dir) _warn_unused_;

#endif
