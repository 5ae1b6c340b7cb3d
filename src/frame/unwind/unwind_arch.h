/* An architecture for the unwinder: how perf's registers are DWARF's. One row a file unwind_<arch>.c; unwind_arch.def
 * lists them. */
#ifndef FRAME_UNWIND_UNWIND_ARCH_H
#define FRAME_UNWIND_UNWIND_ARCH_H

#include "base/compiler.h"
#include "symbol/cfi/cfi.h"

enum { NO_COLUMN = 0xff };

/* The frame pointer's frame, for code without rules: where, relative to the frame pointer, the caller's frame pointer
 * and the return address are, and what the caller's stack pointer is. */
struct frame_layout {
	/* false: frame pointers of this architecture are not followed */
	bool known;
	/* DWARF's number of the frame pointer; the others are in bytes, relative to its value */
	uint8_t column;
	int8_t saved_fp, return_address, cfa;
};

/* What the kernel pushes for a signal, seen from the stack pointer in the code that returns from it. Offsets in bytes.
 */
struct signal_layout {
	uint8_t code[12], code_bytes; /* that code: a system call */
	const uint8_t
		*columns; /* [nr_registers]: which follow each other at registers_at; DWARF's numbers, or NO_COLUMN */
	uint8_t nr_registers;
	uint16_t registers_at, pc_at;
};

struct unwind_arch {
	const char *names[8]; /* as uname says, NULL-terminated */
	uint64_t abi;         /* of sample_regs: 1 32-bit, 2 64-bit registers */
	uint8_t word_bytes;
	/* DWARF's numbers of the stack pointer and of the return address */
	uint8_t sp, return_column;
	/* perf's number of the instruction pointer (asm/perf_regs.h) */
	uint8_t perf_ip;
	bool cfa_is_sp;               /* the caller's stack pointer is the CFA when nothing else is said */
	bool chain_lacks_leaf_caller; /* the kernel's chains of frame pointers do not look at the return register */
	uint64_t address_mask;        /* of return addresses: signatures are outside it; 0: all bits count */
	const uint8_t *columns;       /* [nr_columns]: DWARF's number of perf's, or NO_COLUMN */
	uint8_t nr_columns;
	struct frame_layout frame;
	const struct signal_layout *signal; /* NULL: not known; code information says it mostly */
};

/* DWARF's number of the instruction's address, where it has one. */
static inline uint8_t unwind_arch_ip_column(const struct unwind_arch *arch)
{
	return arch->perf_ip < arch->nr_columns ? arch->columns[arch->perf_ip] : (uint8_t)NO_COLUMN;
}

/* The row for the registers of a sample: arch as uname says on the recorded machine. NULL: none. */
const struct unwind_arch *unwind_arch_find(const char *arch, uint64_t abi);

#define UNWIND_ARCH(id) extern const struct unwind_arch unwind_arch_##id;
#include "frame/unwind/unwind_arch.def"
#undef UNWIND_ARCH

#endif
