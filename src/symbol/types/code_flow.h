/* Follows a function's instructions and says for each what data it accesses.
 *
 *     mov 0x70(%rcx),%rdi    rcx: parameter struct outer *o, by its place      struct outer +0x70
 *                            rdi: what that member is, struct inner *
 *     add 0x40(%rdi),%rax    rdi: followed                                     struct inner +0x40
 *     add $0x80,%rcx         rcx: struct outer + 0x80; where the loop begins again: + 0x80 * n
 *
 * Blocks of instructions are walked until nothing changes any more, each from what holds on all ways into it. Code may
 * be any bytes. */
#ifndef SYMBOL_TYPES_CODE_FLOW_H
#define SYMBOL_TYPES_CODE_FLOW_H

#include "base/arena.h"
#include "base/vec.h"
#include "symbol/code/disasm.h"
#include "symbol/types/code_facts.h"
#include "symbol/types/type_access.h"

struct code_flow_input {
	const uint8_t *code; /* of one function; at most CODE_FLOW_MAX_BYTES count */
	size_t size_bytes;
	uint64_t vaddr;
	struct insn_set set;
	bool is_kernel; /* gs is what is of this CPU */
	const struct code_facts *facts;
	struct disasm *disasm; /* of the set, with text */
};
enum { CODE_FLOW_MAX_BYTES = 1 << 20 };

typedef VEC(struct type_access) type_access_list;
/* Appends one access for each instruction, by address. Mnemonics live in the arena. */
void code_flow_run(const struct code_flow_input *input, struct arena *arena, type_access_list *list);

#endif
