/* What an operand of an instruction is: the value of a register, an address, the object there, the value in it. Shared
 * by flow_place.c and flow_step.c. */
#ifndef SYMBOL_TYPES_FLOW_PLACE_H
#define SYMBOL_TYPES_FLOW_PLACE_H

#include "symbol/types/flow_step.h"

/* An instruction, and what registers hold in front of it. */
struct flow_at {
	const struct flow_context *context;
	const struct flow_insn *insn;
	struct flow_state *state;
};

/* What the bytes at an address are. */
struct flow_target {
	enum type_access_state state;
	bool has_offset;
	const struct data_type *type;
	uint64_t offset;
	bool is_cpu_offset;     /* PER_CPU is loaded from there */
	bool is_thread_pointer; /* THREAD is */
	bool is_slot;           /* on the stack, at frame_off */
	int64_t frame_off;
	bool is_linked; /* the dynamic linker puts this there: */
	struct held_value linked;
};

/* What the register holds: as followed, or as the variable says that is there. Valid until the state changes. */
const struct held_value *flow_register_at(const struct flow_at *s, unsigned number);
/* The same of an operand's register, or of the part that it names. */
struct held_value flow_register(const struct flow_at *s, const struct disasm_register *reg);
/* base + index * scale + displacement, without the segment. */
struct held_value flow_address(const struct flow_at *s, const struct disasm_memory *memory);
/* The object at an address, and at a memory operand's. ret_followed: the address is known by following instructions. */
struct flow_target flow_locate(const struct flow_at *s, const struct held_value *address);
struct flow_target flow_locate_operand(const struct flow_at *s, const struct disasm_operand *operand,
				       bool *ret_followed);
/* The value of a variable of the type. */
struct held_value flow_value_of(const struct data_type *type);
/* What a load of size_bytes from there gives: the pointer or number that is all of these bytes. */
struct held_value flow_loaded(const struct flow_target *target, unsigned size_bytes);

#endif
