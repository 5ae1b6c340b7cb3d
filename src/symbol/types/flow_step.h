/* One instruction: what it accesses, and what registers hold behind it. Shared by flow_step.c and code_flow.c. */
#ifndef SYMBOL_TYPES_FLOW_STEP_H
#define SYMBOL_TYPES_FLOW_STEP_H

#include "symbol/code/disasm.h"
#include "symbol/types/code_abi.h"
#include "symbol/types/flow_state.h"
#include "symbol/types/type_access.h"

enum { FLOW_OPERANDS = 4 };

/* What is kept of an instruction while its function is followed. */
struct flow_insn {
	uint64_t vaddr, target, data_vaddr, written;
	uint32_t lasting; /* registers (a bit each) that have until the function ends what they have here */
	uint8_t length, kind, nr_operands;
	bool has_target, has_data;
	struct disasm_operand operands[FLOW_OPERANDS];
	const char *mnemonic;
};

/* What all steps of a function share. */
struct flow_context {
	const struct code_abi *abi;
	const struct code_facts *facts;
	bool is_kernel;
};

/* What variables' places say of registers becomes part of the state: where a block begins, at the instruction. */
void flow_state_enter(const struct flow_context *context, const struct flow_insn *insn, struct flow_state *state);
/* The state in front of the instruction becomes the one behind it. access (may be NULL): what it accesses. */
void flow_step(const struct flow_context *context, const struct flow_insn *insn, struct flow_state *state,
	       struct type_access *access);

#endif
