/* Where the running kernel's code and its modules are, and their build-ids: what the synthesized mmap and build-id
 * records of a recording are made of. Addresses need the right to see them (kptr_restrict). */
#ifndef KERNEL_KERNEL_TEXT_H
#define KERNEL_KERNEL_TEXT_H

#include "base/vec.h"
#include "kernel/kernelfs.h"
#include "perfdata/record/record.h"

/* Addresses of the kernel's code as it runs, after relocation by KASLR. */
struct kernel_text {
	uint64_t start, end; /* of the kernel's code; end 0: not known */
	const char *symbol;  /* "_text" or "_stext": the reference symbol start is the address of */
};
/* The end from /proc/iomem on x86, for root; else from /proc/kallsyms, which is read up to the symbol that is
 * needed. False when addresses are hidden. */
bool kernel_text_find(const struct kernelfs *fs, struct kernel_text *ret);

/* A loaded module: address and size in memory, name with underscores, and the path of its .ko file, or "[name]"
 * where modules.dep does not list it. */
struct kernel_module {
	uint64_t start, size;
	char *name, *path;
};
struct kernel_modules {
	VEC(struct kernel_module) modules;
};
/* The loaded modules by address, those whose address is hidden left out; kernel_modules_done frees. osrelease
 * ("6.12.5-amd64") selects /lib/modules/RELEASE. Returns 0, also when there are none. */
int kernel_modules_read(const struct kernelfs *fs, const char *osrelease, struct kernel_modules *ret);
void kernel_modules_done(struct kernel_modules *modules);

/* Build-ids from ELF notes: /sys/kernel/notes and /sys/module/NAME/notes/.note.gnu.build-id. False when there is
 * none or it may not be read. */
bool kernel_build_id(const struct kernelfs *fs, struct build_id *ret);
bool kernel_module_build_id(const struct kernelfs *fs, const char *name, struct build_id *ret);

/* A copy of the running kernel's code as /proc/kcore shows it, patched as it runs, with the symbols and modules of that
 * moment (kcore.c). Makes directory dir with kcore (an ELF file with the pages of the kernel's text and of its
 * modules), kallsyms and modules. text->end 0: not known, then nothing is copied. 0; -errno when one cannot be read or
 * written: what was begun is removed. */
int kcore_copy(const struct kernelfs *fs, const struct kernel_text *text, const struct kernel_modules *modules,
	       const char *dir) _warn_unused_;

#endif
