/* One load of code of a jitdump as an ELF object of its own: for programs that know objects and no jitdumps
 * (perf inject -j). */
#ifndef SYMBOL_JIT_JITTED_ELF_H
#define SYMBOL_JIT_JITTED_ELF_H

#include "base/outbuf.h"
#include "symbol/jit/jitdump.h"

/* Where the code is: its offset in the file, and its address as the file counts. */
#define JITTED_CODE_AT 0x80u
enum { JITTED_BUILD_ID_BYTES = 20 };

/* Appends the object to out: code, name, build-id, and what the dump has of unwinding rules and source lines. The
 * build-id is made of code and name. out->swap is set to that of the dump. 0 or -errno of reading the dump. */
int jitted_elf_put(const struct jitdump *dump, const struct jitdump_load *load, struct outbuf *out,
		   uint8_t ret_build_id[JITTED_BUILD_ID_BYTES]) _warn_unused_;

/* The contents of .debug_line, .debug_info and .debug_abbrev; empty where the dump has no lines of the load. */
struct jitted_lines {
	struct outbuf line, info, abbrev;
};
void jitted_lines_make(const struct jitdump *dump, const struct jitdump_load *load, struct jitted_lines *ret);
void jitted_lines_done(struct jitted_lines *lines);

#endif
