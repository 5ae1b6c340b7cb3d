/* Location expressions of DWARF (DWARF 5, section 2.5) in the kernel's words (Documentation/trace/kprobetrace,
 * "FETCHARGS").
 *
 *     DW_OP_reg5                 %di          the value is in the register
 *     DW_OP_breg7 16             +16(%sp)     in memory, 16 bytes from where the register points
 *     DW_OP_fbreg -20            -4(%sp)      the same from the frame base, which is an expression of its own
 *     DW_OP_addr 0x4010          an address
 *     DW_OP_breg3 0, stack_value %bx          the register's value itself
 *
 * The kernel has no words for more: what computes with several things is refused. */
#ifndef PROBE_SEARCH_PROBE_EXPRESSION_H
#define PROBE_SEARCH_PROBE_EXPRESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/compiler.h"

struct probe_expression {
	uint16_t machine; /* ELF's number: whose registers are meant */
	bool swap;        /* numbers are of the other byte order */
	uint8_t address_size, offset_size;
	const uint8_t *data;
	size_t size_bytes;         /* 0: optimised out */
	const uint8_t *frame_base; /* of the function, an expression too; what DW_OP_fbreg is relative to */
	size_t frame_base_bytes;   /* 0: not known */
	bool has_cfa;              /* register and distance of the call frame's address are known */
	uint64_t cfa_register;
	int64_t cfa_offset;
};

/* Where a value is: a register, in_memory at base + offset, or at an address. */
struct probe_where {
	const char *base; /* a register ("%di"); NULL: an address */
	bool in_memory;
	int64_t offset;         /* from base, in bytes */
	uint64_t vaddr;         /* of the address, or: */
	uint64_t address_index; /* into the unit's addresses; is_indexed */
	bool is_indexed;
};

/* -ENOENT: optimised out. -ENOTSUP: no words for it. -ERANGE: a register that the kernel has no name for. -EBADMSG: cut
 * off. ret is only written when it is 0. */
int probe_expression_translate(const struct probe_expression *expression, struct probe_where *ret) _warn_unused_;

/* probe_registers.c: what the kernel calls a register of DWARF's number. machine: ELF's number. NULL: it has no name
 * for it. */
const char *probe_register_name(uint16_t machine, uint64_t number);

#endif
