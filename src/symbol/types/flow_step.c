/* A step: registers that variables' places tell of, the address of the memory operand, the object there, and what the
 * instruction leaves in the registers it writes. What is not understood makes its registers unknown. */
#include "symbol/types/flow_step.h"

struct step {
	const struct flow_context *context;
	const struct flow_insn *insn;
	struct flow_state *state;
};

/* Debug information says which variable a register has, and so what type it points to. Frame addresses are followed
 * alone: a variable on the stack is not what a register points to. */
static const struct held_value *register_at(const struct flow_context *context, uint64_t vaddr, unsigned number,
					    struct flow_state *state)
{
	const struct code_facts *facts = context->facts;
	struct held_value *held = &state->registers[number], told;
	if (held->kind == HELD_FRAME) return held;
	if (facts->in_register(facts->ctx, vaddr, number, false, &told) ||
	    (held_is_unknown(held) && facts->in_register(facts->ctx, vaddr, number, true, &told)))
		*held = told;
	return held;
}

void flow_state_enter(const struct flow_context *context, uint64_t vaddr, struct flow_state *state)
{
	for (unsigned i = 0; i < CODE_REGISTERS; i++) (void)register_at(context, vaddr, i, state);
}

/* The frame's address, where the unwinding tables say which register leads to it. */
static void pin_frame(const struct step *s)
{
	const struct code_facts *facts = s->context->facts;
	unsigned number;
	int64_t distance;
	if (!facts->frame_rule(facts->ctx, s->insn->vaddr, &number, &distance) || number >= CODE_REGISTERS) return;
	s->state->registers[number] = (struct held_value){ .kind = HELD_FRAME, .offset = -distance };
}

static struct held_value register_value(const struct step *s, const struct disasm_register *reg)
{
	if (reg->number < 0 || reg->number >= CODE_REGISTERS) return held_unknown();
	struct held_value v = *register_at(s->context, s->insn->vaddr, (unsigned)reg->number, s->state);
	/* half a pointer is none; of a number the low half has the same stride */
	if (reg->size_bytes < 4 || (reg->size_bytes < 8 && s->context->abi->is64 && v.kind != HELD_NUMBER))
		return held_unknown();
	return v;
}

static bool has_register(const struct disasm_register *reg) { return reg->number != DISASM_NO_REGISTER; }

/* base + index * scale + displacement */
static struct held_value address_of(const struct step *s, const struct disasm_memory *memory)
{
	struct held_value v = held_constant(memory->displacement), part;
	if (s->insn->has_data) return held_constant((int64_t)s->insn->data_vaddr);
	if (has_register(&memory->base)) {
		part = register_value(s, &memory->base);
		bool is_followed = part.is_followed;
		v = held_add(&part, &v);
		v.is_followed = is_followed;
	}
	if (has_register(&memory->index)) {
		part = register_value(s, &memory->index);
		part = held_multiply(&part, memory->scale ? memory->scale : 1);
		v = held_add(&v, &part);
	}
	return v;
}

/* What the bytes at an address are. */
struct target {
	enum type_access_state state;
	bool has_offset;
	const struct data_type *type;
	uint64_t offset;
	bool is_slot; /* on the stack, at frame_off */
	int64_t frame_off;
};

static void set_target(struct target *target, const struct held_place *place)
{
	static const enum type_access_state states[] = {
		[HELD_PLACE_FOUND] = TYPE_ACCESS_FOUND,
		[HELD_PLACE_TYPE_ONLY] = TYPE_ACCESS_FOUND,
		[HELD_PLACE_UNKNOWN] = TYPE_ACCESS_NO_TYPE,
		[HELD_PLACE_OUTSIDE] = TYPE_ACCESS_BAD_OFFSET,
	};
	target->state = states[place->state];
	target->type = place->type;
	target->has_offset = place->state == HELD_PLACE_FOUND;
	target->offset = target->has_offset ? place->offset : 0;
}

/* An index from a variable's own address: stays in it where that is an array. In the last two elements the address may
 * as well be one in front of the next variable ("next[i - 1]"). */
static void locate_indexed(const struct code_object *object, uint64_t stride, struct target *target)
{
	const struct data_type *element = object->type->kind == DATA_TYPE_ARRAY ? data_type_target(object->type) : NULL;
	uint64_t step = element && element->size_bytes ? element->size_bytes : 1;
	uint64_t offset = (uint64_t)object->offset, size = object->type->size_bytes;
	bool is_first = offset < step;
	if (!is_first && (!size || size - offset <= 2 * step)) return;
	struct held_place place = held_locate(object->type, object->offset, stride);
	set_target(target, &place);
}

static void locate_object(const struct code_object *object, uint64_t stride, struct target *target)
{
	struct held_place place;
	if (stride) {
		locate_indexed(object, stride, target);
		return;
	}
	place = held_locate(object->type, object->offset, 0);
	set_target(target, &place);
}

static struct target locate(const struct step *s, const struct held_value *address)
{
	const struct code_facts *facts = s->context->facts;
	struct target target = { .state = TYPE_ACCESS_NO_TYPE };
	struct code_object object;
	struct held_place place;
	switch (address->kind) {
	case HELD_POINTER:
		place = held_locate(address->type, address->offset, address->stride);
		set_target(&target, &place);
		break;
	case HELD_FRAME:
		target.state = TYPE_ACCESS_NO_VARIABLE;
		target.is_slot = !address->stride;
		target.frame_off = address->offset;
		if (facts->on_stack(facts->ctx, s->insn->vaddr, s->state->registers, address->offset, &object))
			locate_object(&object, address->stride, &target);
		break;
	case HELD_NUMBER:
		if (held_is_unknown(address) || !address->offset) break;
		if (!address->stride) target.state = TYPE_ACCESS_NO_VARIABLE;
		if (facts->at_address(facts->ctx, (uint64_t)address->offset, &object))
			locate_object(&object, address->stride, &target);
		break;
	}
	return target;
}

/* Memory of segments: the canary's word, variables of this CPU; others are of the thread. */
static bool locate_segment(const struct step *s, const struct disasm_memory *memory, struct target *ret)
{
	const struct code_abi *abi = s->context->abi;
	int number = memory->segment.number;
	if (!abi->fs || number < 0 || (number != abi->fs && number != abi->gs)) return false;
	bool is_plain = !has_register(&memory->base) && !has_register(&memory->index);
	*ret = (struct target){ .state = TYPE_ACCESS_NO_VARIABLE };
	if (is_plain && memory->displacement == abi->canary_off) {
		ret->state = TYPE_ACCESS_CANARY;
	} else if (s->context->is_kernel && number == abi->gs) {
		struct held_value address = address_of(s, memory);
		*ret = locate(s, &address);
	}
	return true;
}

static struct target locate_operand(const struct step *s, const struct disasm_operand *operand, bool *ret_followed)
{
	struct target target;
	*ret_followed = false;
	if (locate_segment(s, &operand->memory, &target)) return target;
	struct held_value address = address_of(s, &operand->memory);
	*ret_followed = address.is_followed;
	return locate(s, &address);
}

/* The pointer that is loaded from a byte of a type. */
static struct held_value loaded_value(const struct target *target)
{
	const struct data_type *type = target->state == TYPE_ACCESS_FOUND && target->has_offset ? target->type : NULL;
	uint64_t offset = target->offset;
	for (unsigned depth = 0; type && depth < 16; depth++) {
		const struct data_member *member;
		if (type->kind == DATA_TYPE_POINTER && !offset) {
			struct held_value v = held_pointer(data_type_target(type));
			v.is_followed = true;
			return v;
		}
		if (type->kind == DATA_TYPE_ARRAY) {
			type = data_type_target(type);
			offset = type && type->size_bytes ? offset % type->size_bytes : 0;
		} else if ((member = data_type_member_at(type, offset, &offset))) {
			type = member->type;
		} else {
			type = NULL;
		}
	}
	return held_unknown();
}

static const struct disasm_operand *memory_operand(const struct flow_insn *insn)
{
	if (insn->kind == DISASM_ADDRESS_OF || insn->kind == DISASM_NOP) return NULL;
	for (unsigned i = 0; i < insn->nr_operands; i++)
		if (insn->operands[i].kind == DISASM_MEMORY) return &insn->operands[i];
	return NULL;
}

static unsigned word_size(const struct step *s) { return s->context->abi->is64 ? 8 : 4; }

/* A source operand's value. Loads are of whole words: what is smaller is no pointer. */
static struct held_value operand_value(const struct step *s, const struct disasm_operand *operand)
{
	struct held_value v = held_unknown();
	bool is_followed;
	if (operand->kind == DISASM_IMMEDIATE) return held_constant(operand->immediate);
	if (operand->kind == DISASM_REGISTER) {
		if (operand->reg.number == DISASM_NO_REGISTER) return held_constant(0); /* Arm's zero register */
		v = register_value(s, &operand->reg);
		if (operand->left_shift > 0) v = held_multiply(&v, (int64_t)1 << MIN(operand->left_shift, 31));
		if (operand->left_shift == DISASM_CHANGED) v = held_unknown();
	} else if (operand->kind == DISASM_MEMORY && operand->size_bytes == word_size(s)) {
		struct target target = locate_operand(s, operand, &is_followed);
		const struct held_value *slot = target.is_slot ? flow_state_slot(s->state, target.frame_off) : NULL;
		v = slot && !held_is_unknown(slot) ? *slot : loaded_value(&target);
	}
	return v;
}

/* What an operation leaves in its first operand; *ret_known: it is one of those that are understood. */
static struct held_value result_of(const struct step *s, const struct disasm_operand *sources, unsigned nr,
				   const struct disasm_operand *destination)
{
	const struct flow_insn *insn = s->insn;
	struct held_value a, b;
	if (insn->kind == DISASM_ADDRESS_OF) {
		if (insn->has_data) return held_constant((int64_t)insn->data_vaddr);
		a = nr && sources[0].kind == DISASM_MEMORY ? address_of(s, &sources[0].memory) : held_unknown();
		a.is_followed = true;
		return a;
	}
	if (insn->kind == DISASM_MOVE) {
		if (nr != 1 || destination->access & DISASM_READ) return held_unknown();
		return operand_value(s, &sources[0]);
	}
	if (!nr) return held_unknown();
	/* two operands: the first is also a source */
	a = operand_value(s, nr > 1 ? &sources[0] : destination);
	b = operand_value(s, &sources[nr - 1]);
	switch (insn->kind) {
	case DISASM_ADD: return held_add(&a, &b);
	case DISASM_SUB: return held_subtract(&a, &b);
	case DISASM_CONDITIONAL_MOVE: return held_join(&a, &b);
	case DISASM_AND: return held_is_constant(&b) ? held_and(&a, b.offset) : held_unknown();
	case DISASM_MULTIPLY: return held_is_constant(&b) ? held_multiply(&a, b.offset) : held_unknown();
	case DISASM_SHIFT_LEFT:
		if (!held_is_constant(&b) || b.offset < 0 || b.offset > 31) return held_unknown();
		return held_multiply(&a, (int64_t)1 << b.offset);
	case DISASM_XOR:
		if (sources[nr - 1].kind == DISASM_REGISTER &&
		    sources[nr - 1].reg.number == (nr > 1 ? &sources[0] : destination)->reg.number)
			return held_constant(0);
		return held_unknown();
	default: return held_unknown();
	}
}

static void set_register(const struct step *s, const struct disasm_register *reg, const struct held_value *value)
{
	if (reg->number < 0 || reg->number >= CODE_REGISTERS) return;
	bool is_whole = reg->size_bytes >= word_size(s);
	/* the low half of a constant or index is one too; a smaller part leaves a mixture */
	struct held_value v = is_whole || (reg->size_bytes == 4 && value->kind == HELD_NUMBER) ? *value
											       : held_unknown();
	s->state->registers[reg->number] = v;
}

static void forget_written(const struct step *s)
{
	for (unsigned i = 0; i < CODE_REGISTERS; i++)
		if (s->insn->written >> i & 1) s->state->registers[i] = held_unknown();
}

/* Registers into memory: slots of the frame remember them. */
static void store(const struct step *s, const struct disasm_operand *memory)
{
	struct held_value address = address_of(s, &memory->memory);
	if (has_register(&memory->memory.segment) && s->context->abi->fs) return;
	if (address.kind != HELD_FRAME || address.stride) return;
	int64_t at = address.offset;
	unsigned size = memory->size_bytes ? memory->size_bytes : word_size(s);
	bool is_memory_first = s->insn->operands[0].kind == DISASM_MEMORY;
	for (unsigned i = 0; i < s->insn->nr_operands; i++) {
		const struct disasm_operand *source = &s->insn->operands[i];
		if (source->kind != DISASM_REGISTER && source->kind != DISASM_IMMEDIATE) continue;
		if (is_memory_first != (i > 0)) continue;
		struct held_value value = operand_value(s, source);
		bool is_copied = s->insn->kind == DISASM_MOVE && size == word_size(s);
		flow_state_store(s->state, at, size, is_copied ? &value : NULL);
		at += size;
	}
}

/* Loads of Arm and others name several registers in front of the memory: ldp. */
static void load_pair(const struct step *s, const struct disasm_operand *memory)
{
	struct held_value values[FLOW_OPERANDS], address = address_of(s, &memory->memory);
	unsigned nr = (unsigned)(memory - s->insn->operands);
	for (unsigned i = 0; i < nr; i++) {
		struct target target = locate(s, &address);
		const struct held_value *slot = target.is_slot ? flow_state_slot(s->state, target.frame_off) : NULL;
		values[i] = slot ? *slot : loaded_value(&target);
		struct held_value size = held_constant(s->insn->operands[i].reg.size_bytes);
		bool is_followed = address.is_followed;
		address = held_add(&address, &size);
		address.is_followed = is_followed;
	}
	forget_written(s);
	for (unsigned i = 0; i < nr; i++) set_register(s, &s->insn->operands[i].reg, &values[i]);
}

/* Registers that the callee may change stay as they were: who reads one behind the call, without having set it, is a
 * compiler that knows the callee (gcc's -fipa-ra). Those that something is returned in are the callee's. */
static void step_call(const struct step *s)
{
	const struct code_facts *facts = s->context->facts;
	const struct code_abi *abi = s->context->abi;
	const struct data_type *returned = NULL;
	if (s->insn->has_target) {
		returned = facts->returned(facts->ctx, s->insn->target);
	} else if (s->insn->nr_operands) {
		/* through a pointer to a function */
		struct held_value v = operand_value(s, &s->insn->operands[0]);
		if (v.kind == HELD_POINTER && v.type && v.type->kind == DATA_TYPE_FUNCTION && !v.offset && !v.stride)
			returned = data_type_target(v.type);
	}
	for (unsigned i = 0; i < CODE_REGISTERS; i++)
		if (abi->returned >> i & 1) s->state->registers[i] = held_unknown();
	/* a pointer, or a struct of one */
	const struct target result = { .state = TYPE_ACCESS_FOUND, .has_offset = true, .type = returned };
	if (returned && returned->size_bytes == word_size(s))
		s->state->registers[abi->return_register] = loaded_value(&result);
}

static void step_stack(const struct step *s)
{
	struct held_value *pointer = &s->state->registers[s->context->abi->stack_register], value = held_unknown();
	struct held_value word = held_constant(word_size(s));
	const struct disasm_operand *operand = s->insn->nr_operands ? &s->insn->operands[0] : NULL;
	bool is_push = s->insn->kind == DISASM_PUSH;
	if (operand && is_push) value = operand_value(s, operand);
	struct held_value moved = is_push ? held_subtract(pointer, &word) : held_add(pointer, &word);
	bool is_frame = pointer->kind == HELD_FRAME && !pointer->stride;
	if (is_push) {
		if (is_frame) flow_state_store(s->state, moved.offset, word_size(s), &value);
	} else {
		const struct held_value *slot = is_frame ? flow_state_slot(s->state, pointer->offset) : NULL;
		if (slot) value = *slot;
		forget_written(s);
		if (operand && operand->kind == DISASM_REGISTER) set_register(s, &operand->reg, &value);
	}
	if (operand && !is_push && operand->kind == DISASM_REGISTER &&
	    operand->reg.number == s->context->abi->stack_register)
		return;
	*pointer = moved;
}

/* Values are taken before registers are forgotten: most instructions read what they write. */
static void step_others(const struct step *s)
{
	const struct flow_insn *insn = s->insn;
	const struct disasm_operand *first = &insn->operands[0], *memory = memory_operand(insn);
	struct held_value value = held_unknown();
	if (!insn->nr_operands) {
		forget_written(s);
		return;
	}
	if (memory && memory->access & DISASM_WRITE) {
		store(s, memory);
		forget_written(s);
		return;
	}
	if (memory && insn->kind == DISASM_MOVE && memory - insn->operands > 1) {
		load_pair(s, memory);
		return;
	}
	bool is_result = first->kind == DISASM_REGISTER && first->access & DISASM_WRITE;
	if (is_result) value = result_of(s, insn->operands + 1, insn->nr_operands - 1u, first);
	forget_written(s);
	if (is_result) set_register(s, &first->reg, &value);
}

static void find_access(const struct step *s, struct type_access *access)
{
	const struct flow_insn *insn = s->insn;
	const struct code_facts *facts = s->context->facts;
	const struct disasm_operand *memory = memory_operand(insn);
	bool is_stack = insn->kind == DISASM_PUSH || insn->kind == DISASM_POP || insn->kind == DISASM_CALL ||
			insn->kind == DISASM_RETURN;
	*access = (struct type_access){ .vaddr = insn->vaddr,
					.mnemonic = insn->mnemonic,
					.state = TYPE_ACCESS_NO_MEMORY };
	if (insn->kind == DISASM_BAD) access->state = TYPE_ACCESS_NO_INSTRUCTION;
	if (memory) {
		struct target target = locate_operand(s, memory, &access->is_followed);
		access->state = target.state;
		if (target.state == TYPE_ACCESS_FOUND) {
			access->type = target.type;
			access->offset = target.offset;
			access->has_offset = target.has_offset;
		} else if (target.state != TYPE_ACCESS_CANARY) {
			if (!facts->has_description) access->state = TYPE_ACCESS_NO_DEBUG_INFO;
			else if (!facts->has_unit) access->state = TYPE_ACCESS_NO_UNIT;
		}
	}
	if (is_stack && s->context->abi->fs && access->state != TYPE_ACCESS_FOUND) access->state = TYPE_ACCESS_STACK;
}

void flow_step(const struct flow_context *context, const struct flow_insn *insn, struct flow_state *state,
	       struct type_access *access)
{
	const struct step s = { context, insn, state };
	pin_frame(&s);
	if (access) find_access(&s, access);
	switch (insn->kind) {
	case DISASM_CALL: step_call(&s); break;
	case DISASM_PUSH:
	case DISASM_POP: step_stack(&s); break;
	default: step_others(&s); break;
	}
}
