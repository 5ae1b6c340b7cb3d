/* Which parts of a program an ELF file has: a stripped program lacks symbols, a debug file lacks code, and all of
 * them carry the same build-id. Decides which of several files with one build-id is the one to read or to keep. */
#ifndef KERNEL_ELF_CONTENT_H
#define KERNEL_ELF_CONTENT_H

#include <stdbool.h>

/* has_symbols: .symtab (not .dynsym). has_debug_info: DWARF in .debug_info or, compressed, .zdebug_info. has_code:
 * instructions that are in the file itself, not SHT_NOBITS. */
struct elf_content {
	bool is_elf, has_code, has_symbols, has_debug_info;
};
/* Of an open file; reads with pread, so that the descriptor's offset stays. All false when it is no ELF file. */
struct elf_content elf_fd_content(int fd);
/* Whether two programs have the same code at the same addresses: they may differ in symbols and debug information.
 * Of very long code only the first ELF_CODE_COMPARED_BYTES are compared. False when one has no code. */
#define ELF_CODE_COMPARED_BYTES (64u << 20)
bool elf_same_code(int a_fd, int b_fd);

#endif
