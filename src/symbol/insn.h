/* Machine code as far as its lengths go: where an instruction ends, and whether what follows it is reached only by a jump. Takes bytes. */
#ifndef SYMBOL_INSN_H
#define SYMBOL_INSN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ELF's numbers for the architecture. */
struct insn_set { uint16_t machine; bool is64; };

enum { INSN_MAX_BYTES = 15 };

/* The length of the instruction at the start of code, 0 when it is none, does not fit into size_bytes, or the architecture is not known. */
unsigned insn_length(const struct insn_set *set, const uint8_t *code, size_t size_bytes);
/* Calls, jumps, returns, interrupts and system calls: control leaves here for certain. length: as insn_length said, not 0. Known of x86,
   false of others. */
bool insn_leaves(const struct insn_set *set, const uint8_t *code, unsigned length);

/* insn_x86.c: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2, appendix A (opcode maps) and chapter 2 (prefixes,
   ModR/M, SIB, VEX, EVEX). */
unsigned insn_x86_length(bool is64, const uint8_t *code, size_t size_bytes);
bool insn_x86_leaves(bool is64, const uint8_t *code, unsigned length);

#endif
