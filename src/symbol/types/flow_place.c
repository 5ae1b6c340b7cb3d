/* The address of a memory operand, and the object there. */
#include "symbol/types/flow_place.h"

/* Debug information says which variable a register has, and so what type it points to. Frame addresses are followed
 * alone: a variable on the stack is not what a register points to. */
const struct held_value *flow_register_at(const struct flow_at *s, unsigned number)
{
	const struct code_facts *facts = s->context->facts;
	struct held_value *held = &s->state->registers[number], told;
	struct code_register reg = { .vaddr = s->insn->vaddr,
				     .number = number,
				     .lasts = s->insn->lasting >> number & 1 };
	if (held->kind == HELD_FRAME) return held;
	bool is_told = facts->in_register(facts->ctx, &reg, &told);
	if (!is_told && held_is_unknown(held)) {
		reg.by_reference = true;
		is_told = facts->in_register(facts->ctx, &reg, &told);
	}
	if (!is_told) return held;
	if (held_is_unknown(&told)) { /* a number */
		if (held->kind == HELD_NUMBER && !held->own_type) held->own_type = told.own_type;
	} else if (!held_is_around(held, &told)) {
		*held = told;
	}
	return held;
}

struct held_value flow_register(const struct flow_at *s, const struct disasm_register *reg)
{
	const struct code_abi *abi = s->context->abi;
	if (reg->number < 0 || reg->number >= CODE_REGISTERS) return held_unknown();
	if (abi->thread_register && reg->number == abi->thread_register && !s->context->is_kernel)
		return (struct held_value){ .kind = HELD_THREAD };
	if (abi->global_register && reg->number == abi->global_register && s->context->facts->global_pointer)
		return held_constant((int64_t)s->context->facts->global_pointer);
	struct held_value v = *flow_register_at(s, (unsigned)reg->number);
	const struct data_type *own_type = v.own_type && v.own_type->size_bytes == reg->size_bytes ? v.own_type : NULL;
	/* half a pointer is none; of a number the low half has the same stride */
	if (reg->size_bytes < 4 || (reg->size_bytes < 8 && s->context->abi->is64 && v.kind != HELD_NUMBER))
		v = held_unknown();
	v.own_type = own_type;
	return v;
}

static bool has_register(const struct disasm_register *reg) { return reg->number != DISASM_NO_REGISTER; }

/* base + index * scale + displacement */
struct held_value flow_address(const struct flow_at *s, const struct disasm_memory *memory)
{
	struct held_value v = held_constant(memory->displacement), part;
	if (s->insn->has_data) return held_constant((int64_t)s->insn->data_vaddr);
	if (has_register(&memory->base)) {
		part = flow_register(s, &memory->base);
		bool is_followed = part.is_followed;
		v = held_add(&part, &v);
		v.is_followed = is_followed;
	}
	if (has_register(&memory->index)) {
		part = flow_register(s, &memory->index);
		/* with a scale of 1 either may be the pointer */
		if (memory->scale > 1) part = held_multiply(&part, memory->scale);
		v = held_add(&v, &part);
	}
	return v;
}

static void set_target(struct flow_target *target, const struct held_place *place)
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
static void locate_indexed(const struct code_object *object, uint64_t stride, struct flow_target *target)
{
	const struct data_type *element = object->type->kind == DATA_TYPE_ARRAY ? data_type_target(object->type) : NULL;
	uint64_t step = element && element->size_bytes ? element->size_bytes : 1;
	uint64_t offset = (uint64_t)object->offset, size = object->type->size_bytes;
	bool is_first = offset < step;
	if (!is_first && (!size || size - offset <= 2 * step)) return;
	struct held_place place = held_locate(object->type, object->offset, stride);
	set_target(target, &place);
}

static void locate_object(const struct code_object *object, uint64_t stride, struct flow_target *target)
{
	struct held_place place;
	if (stride) {
		locate_indexed(object, stride, target);
		return;
	}
	place = held_locate(object->type, object->offset, 0);
	set_target(target, &place);
}

/* Where a kernel keeps how far a CPU's copies of per-CPU variables are from their addresses: of all, of this one. */
static bool is_cpu_offset(const struct flow_context *context, const struct held_value *address)
{
	const struct code_facts *facts = context->facts;
	uint64_t at = (uint64_t)address->offset;
	if (!context->is_kernel) return false;
	return (facts->cpu_offsets && at == facts->cpu_offsets) ||
	       (facts->own_cpu_offset && at == facts->own_cpu_offset && !address->stride);
}

struct flow_target flow_locate(const struct flow_at *s, const struct held_value *address)
{
	const struct code_facts *facts = s->context->facts;
	struct flow_target target = { .state = TYPE_ACCESS_NO_TYPE };
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
	case HELD_THREAD:
		if (address->stride == 1) break; /* of any variable */
		target.state = TYPE_ACCESS_NO_VARIABLE;
		if (facts->in_thread(facts->ctx, (uint64_t)address->offset - (uint64_t)facts->thread_start, &object))
			locate_object(&object, address->stride, &target);
		break;
	case HELD_NUMBER:
		if (held_is_unknown(address) || !address->offset) break;
		target.is_cpu_offset = is_cpu_offset(s->context, address);
		__attribute__((fallthrough));
	case HELD_PER_CPU:
		/* the variables of a kernel begin at 0: a pointer to one looks as an index would */
		if (address->kind == HELD_PER_CPU && address->stride == 1) break;
		if (!address->stride) target.state = TYPE_ACCESS_NO_VARIABLE;
		if (facts->at_address(facts->ctx, (uint64_t)address->offset, &object))
			locate_object(&object, address->stride, &target);
		else if (!address->stride && facts->linked)
			target.is_linked = facts->linked(facts->ctx, (uint64_t)address->offset, CODE_LOOKUP_WORD,
							 &target.linked);
		break;
	}
	return target;
}

/* Memory of segments: the canary's word, variables of this CPU; others are of the thread. */
static bool locate_segment(const struct flow_at *s, const struct disasm_memory *memory, struct flow_target *ret)
{
	const struct code_abi *abi = s->context->abi;
	int number = memory->segment.number;
	if (!abi->fs || number < 0 || (number != abi->fs && number != abi->gs)) return false;
	bool is_plain = !has_register(&memory->base) && !has_register(&memory->index);
	*ret = (struct flow_target){ .state = TYPE_ACCESS_NO_VARIABLE };
	if (is_plain && memory->displacement == abi->canary_off) {
		ret->state = TYPE_ACCESS_CANARY;
		return true;
	}
	struct held_value address = flow_address(s, memory);
	if (s->context->is_kernel && number == abi->gs) *ret = flow_locate(s, &address);
	if (s->context->is_kernel || number != (abi->is64 ? abi->fs : abi->gs)) return true;
	if (address.kind == HELD_NUMBER && !held_is_unknown(&address)) {
		address.kind = HELD_THREAD;
		*ret = flow_locate(s, &address);
		/* the block's first word is its address */
		ret->is_thread_pointer = !address.offset && !address.stride;
	}
	return true;
}

/* Of a pointer that may lead to one of several structs the bytes that are accessed may tell which it is; then it is
 * known from here on. */
static void choose(const struct flow_at *s, const struct disasm_operand *operand, struct held_value *address)
{
	const struct disasm_register *base = &operand->memory.base;
	const struct data_type *choice = address->type, *type;
	if (address->kind != HELD_POINTER || choice->kind != DATA_TYPE_CHOICE || address->stride) return;
	type = data_type_choose(choice, (uint64_t)address->offset, operand->size_bytes);
	if (!type) return;
	address->type = type;
	if (base->number < 0 || base->number >= CODE_REGISTERS) return;
	struct held_value *held = &s->state->registers[base->number];
	if (held->kind == HELD_POINTER && held->type == choice) held->type = type;
}

struct flow_target flow_locate_operand(const struct flow_at *s, const struct disasm_operand *operand,
				       bool *ret_followed)
{
	struct flow_target target;
	*ret_followed = false;
	if (locate_segment(s, &operand->memory, &target)) return target;
	struct held_value address = flow_address(s, &operand->memory);
	*ret_followed = address.is_followed;
	choose(s, operand, &address);
	return flow_locate(s, &address);
}

struct held_value flow_value_of(const struct data_type *type)
{
	struct held_value v = held_unknown();
	if (type->kind == DATA_TYPE_POINTER) v = held_pointer(data_type_target(type));
	if (type->kind == DATA_TYPE_POINTER || (type->kind == DATA_TYPE_NUMBER && !type->is_float)) v.own_type = type;
	v.is_followed = true;
	return v;
}

struct held_value flow_loaded(const struct flow_target *target, unsigned size_bytes)
{
	if (target->is_cpu_offset) return (struct held_value){ .kind = HELD_PER_CPU };
	if (target->is_thread_pointer) return (struct held_value){ .kind = HELD_THREAD };
	if (target->is_linked) return target->linked;
	if (target->state != TYPE_ACCESS_FOUND || !target->has_offset) return held_unknown();
	if (data_type_is_erased(target->type, target->offset)) return held_unknown();
	bool is_only;
	const struct data_type *type = data_type_read_at(target->type, target->offset, size_bytes, &is_only);
	struct held_value v = type ? flow_value_of(type) : held_unknown();
	if (!type) {
		v = held_pointer(data_type_choice_at(target->type, target->offset, size_bytes));
		v.is_followed = true;
	}
	if (!is_only) v.own_type = NULL;
	return v;
}
