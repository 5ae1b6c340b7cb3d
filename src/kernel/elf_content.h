/* What of a program its file has: a stripped one lacks symbols, a debug file lacks code, and all of them say the same
 * build-id. */
#ifndef KERNEL_ELF_CONTENT_H
#define KERNEL_ELF_CONTENT_H

#include <stdbool.h>

struct elf_content {
	bool is_elf, has_code, has_symbols, has_debug_info;
};
/* Of an open file, whose offset stays as it is; all false when it is no ELF file. */
struct elf_content elf_fd_content(int fd);
/* Whether two programs have the same code at the same addresses: they may differ in symbols and debug information. Of
 * very long code only the first ELF_CODE_COMPARED_BYTES are compared. False when one has none. */
#define ELF_CODE_COMPARED_BYTES (64u << 20)
bool elf_same_code(int a_fd, int b_fd);

#endif
