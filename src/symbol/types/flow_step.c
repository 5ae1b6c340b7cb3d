/* A step: registers that variables' places tell of, the address of the memory operand, the object there, and what the
 * instruction leaves in the registers it writes. What is not understood makes its registers unknown. */
#include "symbol/types/flow_step.h"

#include "symbol/types/flow_place.h"

void flow_state_enter(const struct flow_context *context, const struct flow_insn *insn, struct flow_state *state)
{
	const struct flow_at s = { context, insn, state };
	for (unsigned i = 0; i < CODE_REGISTERS; i++) (void)flow_register_at(&s, i);
}

/* The frame's address, where the unwinding tables say which register leads to it. */
static void pin_frame(const struct flow_at *s)
{
	const struct code_facts *facts = s->context->facts;
	unsigned number;
	int64_t distance;
	if (!facts->frame_rule(facts->ctx, s->insn->vaddr, &number, &distance) || number >= CODE_REGISTERS) return;
	s->state->registers[number] = (struct held_value){ .kind = HELD_FRAME, .offset = -distance };
}

static bool has_register(const struct disasm_register *reg) { return reg->number != DISASM_NO_REGISTER; }

static const struct disasm_operand *memory_operand(const struct flow_insn *insn)
{
	if (insn->kind == DISASM_ADDRESS_OF || insn->kind == DISASM_NOP) return NULL;
	for (unsigned i = 0; i < insn->nr_operands; i++)
		if (insn->operands[i].kind == DISASM_MEMORY) return &insn->operands[i];
	return NULL;
}

static unsigned word_size(const struct flow_at *s) { return s->context->abi->is64 ? 8 : 4; }

/* A word of the frame as it was stored, else what the type there says. */
static struct held_value value_at(const struct flow_at *s, const struct flow_target *target, unsigned size_bytes)
{
	const struct held_value *slot = target->is_slot ? flow_state_slot(s->state, target->frame_off, size_bytes)
							: NULL;
	if (slot && !held_is_unknown(slot)) return *slot;
	struct held_value v = flow_loaded(target, size_bytes);
	return slot && held_says_nothing(&v) ? *slot : v;
}

/* A source operand's value. Of loads that are smaller than a word only the type is known: they are no pointers. */
static struct held_value operand_value(const struct flow_at *s, const struct disasm_operand *operand)
{
	struct held_value v = held_unknown();
	bool is_followed;
	if (operand->kind == DISASM_IMMEDIATE) return held_constant(operand->immediate);
	if (operand->kind == DISASM_REGISTER) {
		if (operand->reg.number == DISASM_NO_REGISTER) return held_constant(0); /* Arm's zero register */
		v = flow_register(s, &operand->reg);
		if (operand->left_shift > 0) v = held_multiply(&v, (int64_t)1 << MIN(operand->left_shift, 31));
		if (operand->left_shift == DISASM_CHANGED) v = held_unknown();
	} else if (operand->kind == DISASM_MEMORY) {
		struct flow_target target = flow_locate_operand(s, operand, &is_followed);
		v = value_at(s, &target, operand->size_bytes);
		if (operand->size_bytes != word_size(s)) {
			const struct data_type *own_type = v.own_type;
			v = held_unknown();
			v.own_type = own_type;
		}
	}
	return v;
}

/* The type of a sum, difference, product ... of a and b: of numbers of one type, that type. A pointer that is moved by
 * whole objects stays what it was. */
static const struct data_type *type_of_result(unsigned kind, const struct held_value *a, const struct held_value *b)
{
	const struct data_type *type = a->own_type, *target;
	if (!type) return NULL;
	bool is_number = b->own_type && data_type_is_same(type, b->own_type);
	if (type->kind == DATA_TYPE_NUMBER) return is_number || held_is_constant(b) ? type : NULL;
	if ((kind != DISASM_ADD && kind != DISASM_SUB) || !held_is_constant(b)) return NULL;
	target = data_type_target(type);
	if (!target || !target->size_bytes || target->size_bytes > INT32_MAX) return NULL;
	return b->offset % (int64_t)target->size_bytes ? NULL : type;
}

/* Of kinds that are understood. */
static struct held_value computed(const struct flow_insn *insn, const struct held_value *a, const struct held_value *b,
				  bool is_same_register)
{
	switch (insn->kind) {
	case DISASM_ADD: return held_add(a, b);
	case DISASM_SUB: return held_subtract(a, b);
	case DISASM_CONDITIONAL_MOVE: return held_join(a, b);
	case DISASM_AND: return held_is_constant(b) ? held_and(a, b->offset) : held_unknown();
	case DISASM_MULTIPLY:
	case DISASM_MULTIPLY_ADD:
		if (held_is_constant(b)) return held_multiply(a, b->offset);
		return held_is_constant(a) ? held_multiply(b, a->offset) : held_unknown();
	case DISASM_SHIFT_LEFT:
		if (!held_is_constant(b) || b->offset < 0 || b->offset > 31) return held_unknown();
		return held_multiply(a, (int64_t)1 << b->offset);
	case DISASM_XOR: return is_same_register ? held_constant(0) : held_unknown();
	default: return held_unknown();
	}
}

/* What an operation leaves in its first operand. */
static struct held_value result_of(const struct flow_at *s, const struct disasm_operand *sources, unsigned nr,
				   const struct disasm_operand *destination)
{
	const struct flow_insn *insn = s->insn;
	struct held_value a, b, v;
	if (insn->kind == DISASM_ADDRESS_OF) {
		if (insn->has_data) return held_constant((int64_t)insn->data_vaddr);
		a = nr && sources[0].kind == DISASM_MEMORY ? flow_address(s, &sources[0].memory) : held_unknown();
		a.is_followed = true;
		return a;
	}
	if (insn->kind == DISASM_MOVE) {
		if (nr != 1 || destination->access & DISASM_READ) return held_unknown();
		return operand_value(s, &sources[0]);
	}
	if (insn->kind == DISASM_THREAD_POINTER) return (struct held_value){ .kind = HELD_THREAD };
	if (!nr) return held_unknown();
	if (insn->kind == DISASM_MULTIPLY_ADD && nr == 3) {
		a = operand_value(s, &sources[0]);
		b = operand_value(s, &sources[1]);
		v = computed(insn, &a, &b, false);
		a = operand_value(s, &sources[2]);
		return held_add(&a, &v);
	}
	/* two operands: the first is also a source */
	const struct disasm_operand *first = nr > 1 ? &sources[0] : destination, *last = &sources[nr - 1];
	a = operand_value(s, first);
	b = operand_value(s, last);
	v = computed(insn, &a, &b, last->kind == DISASM_REGISTER && last->reg.number == first->reg.number);
	bool is_arithmetic = insn->kind == DISASM_ADD || insn->kind == DISASM_SUB || insn->kind == DISASM_AND ||
			     insn->kind == DISASM_MULTIPLY || insn->kind == DISASM_SHIFT_LEFT ||
			     insn->kind == DISASM_XOR;
	if (is_arithmetic) v.own_type = type_of_result(insn->kind, &a, &b);
	return v;
}

static void set_register(const struct flow_at *s, const struct disasm_register *reg, const struct held_value *value)
{
	if (reg->number < 0 || reg->number >= CODE_REGISTERS) return;
	bool is_whole = reg->size_bytes >= word_size(s);
	/* the low half of a constant or index is one too; a smaller part leaves a mixture */
	struct held_value v = is_whole || (reg->size_bytes == 4 && value->kind == HELD_NUMBER) ? *value
											       : held_unknown();
	v.own_type = value->own_type;
	s->state->registers[reg->number] = v;
}

static void forget_written(const struct flow_at *s)
{
	for (unsigned i = 0; i < CODE_REGISTERS; i++)
		if (s->insn->written >> i & 1) s->state->registers[i] = held_unknown();
}

static const struct data_type *slot_type(const struct flow_at *s, int64_t frame_off, unsigned size_bytes)
{
	const struct held_value *slot = flow_state_slot(s->state, frame_off, size_bytes);
	return slot ? slot->own_type : NULL;
}

/* Registers into memory: slots of the frame remember them. */
static void store(const struct flow_at *s, const struct disasm_operand *memory)
{
	struct held_value address = flow_address(s, &memory->memory);
	if (has_register(&memory->memory.segment) && s->context->abi->fs) return;
	if (address.kind != HELD_FRAME || address.stride) return;
	int64_t at = address.offset;
	unsigned size = memory->size_bytes ? memory->size_bytes : word_size(s);
	bool is_memory_first = s->insn->operands[0].kind == DISASM_MEMORY;
	for (unsigned i = 0; i < s->insn->nr_operands; i++) {
		const struct disasm_operand *source = &s->insn->operands[i];
		if (source->kind != DISASM_REGISTER && source->kind != DISASM_IMMEDIATE) continue;
		if (is_memory_first != (i > 0)) continue;
		if (!is_memory_first && source > memory) break; /* by how much the base is changed */
		struct held_value value = operand_value(s, source);
		const struct data_type *own_type = value.own_type;
		bool is_copied = s->insn->kind == DISASM_MOVE;
		if (!is_copied) own_type = slot_type(s, at, size);
		if (!is_copied || size != word_size(s)) value = held_unknown();
		value.own_type = own_type && own_type->size_bytes == size ? own_type : NULL;
		flow_state_store(s->state, at, size, &value);
		at += size;
	}
	if (at != address.offset) return;
	/* from memory, or what is there is changed */
	struct held_value value = held_unknown();
	if (s->insn->kind != DISASM_MOVE) value.own_type = slot_type(s, at, size);
	flow_state_store(s->state, at, size, &value);
}

/* Loads of Arm and others name several registers in front of the memory: ldp. */
static void load_pair(const struct flow_at *s, const struct disasm_operand *memory)
{
	struct held_value values[FLOW_OPERANDS], address = flow_address(s, &memory->memory);
	unsigned nr = (unsigned)(memory - s->insn->operands);
	for (unsigned i = 0; i < nr; i++) {
		struct flow_target target = flow_locate(s, &address);
		values[i] = value_at(s, &target, s->insn->operands[i].reg.size_bytes);
		struct held_value size = held_constant(s->insn->operands[i].reg.size_bytes);
		bool is_followed = address.is_followed;
		address = held_add(&address, &size);
		address.is_followed = is_followed;
	}
	forget_written(s);
	for (unsigned i = 0; i < nr; i++) set_register(s, &s->insn->operands[i].reg, &values[i]);
}

/* Does the call lead to __tls_get_addr: directly, through its entry in the linkage table, or through the linker's word
 * (-fno-plt)? */
static bool finds_thread(const struct flow_at *s)
{
	const struct code_facts *facts = s->context->facts;
	const struct flow_insn *insn = s->insn;
	if (!facts->finds_thread) return false;
	if (insn->has_target) return facts->finds_thread(facts->ctx, insn->target, false);
	return insn->has_data && facts->finds_thread(facts->ctx, insn->data_vaddr, true);
}

/* __tls_get_addr gives the address of a thread's variable, whose words of the global offset table it is told. */
static bool find_by_pair(const struct flow_at *s, struct held_value *ret)
{
	const struct code_facts *facts = s->context->facts;
	const struct code_abi *abi = s->context->abi;
	const struct held_value *words = &s->state->registers[abi->arguments[0]];
	if (!facts->linked || !abi->nr_arguments || !held_is_constant(words) || !finds_thread(s)) return false;
	return facts->linked(facts->ctx, (uint64_t)words->offset, CODE_LOOKUP_PAIR, ret);
}

/* The function of a descriptor is told where that is, in the register in which it returns the distance. It changes no
 * other. */
static bool find_by_descriptor(const struct flow_at *s, struct held_value *ret)
{
	const struct code_facts *facts = s->context->facts;
	const struct held_value *words = &s->state->registers[s->context->abi->return_register];
	if (!facts->linked || !held_is_constant(words) || s->insn->has_target) return false;
	return facts->linked(facts->ctx, (uint64_t)words->offset, CODE_LOOKUP_DESCRIPTOR, ret);
}

/* Registers that the callee may change stay as they were: who reads one behind the call, without having set it, is a
 * compiler that knows the callee (gcc's -fipa-ra). Those that something is returned in are the callee's. */
static void step_call(const struct flow_at *s)
{
	const struct code_facts *facts = s->context->facts;
	const struct code_abi *abi = s->context->abi;
	const struct data_type *returned = NULL;
	struct held_value variable;
	if (find_by_descriptor(s, &variable)) {
		s->state->registers[abi->return_register] = variable;
		return;
	}
	if (!find_by_pair(s, &variable)) variable = held_unknown();
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
	/* a pointer or number, or a struct of one */
	const struct flow_target result = { .state = TYPE_ACCESS_FOUND, .has_offset = true, .type = returned };
	if (returned && returned->size_bytes <= word_size(s))
		s->state->registers[abi->return_register] = flow_loaded(&result, (unsigned)returned->size_bytes);
	if (!held_is_unknown(&variable)) s->state->registers[abi->return_register] = variable;
}

static void step_stack(const struct flow_at *s)
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
		const struct held_value *slot = is_frame ? flow_state_slot(s->state, pointer->offset, word_size(s))
							 : NULL;
		if (slot) value = *slot;
		forget_written(s);
		if (operand && operand->kind == DISASM_REGISTER) set_register(s, &operand->reg, &value);
	}
	if (operand && !is_push && operand->kind == DISASM_REGISTER &&
	    operand->reg.number == s->context->abi->stack_register)
		return;
	*pointer = moved;
}

/* Pre- and post-indexed addresses of Arm: what the base register holds behind the instruction. False: it is unchanged.
 */
static bool changed_base(const struct flow_at *s, const struct disasm_operand *memory, struct held_value *ret)
{
	const struct flow_insn *insn = s->insn;
	if (!memory || !memory->memory.writes_base) return false;
	const struct disasm_operand *behind = memory + 1;
	bool is_behind = behind < insn->operands + insn->nr_operands && behind->kind == DISASM_IMMEDIATE;
	struct held_value change = held_constant(is_behind ? behind->immediate : memory->memory.displacement);
	struct held_value base = flow_register(s, &memory->memory.base);
	*ret = held_add(&base, &change);
	return true;
}

/* Values are taken before registers are forgotten: most instructions read what they write. */
static void step_plain(const struct flow_at *s)
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
	bool is_indexed = memory && memory->memory.writes_base;
	unsigned nr_sources = is_indexed ? (unsigned)(memory - first) : insn->nr_operands - 1u;
	if (is_result) value = result_of(s, insn->operands + 1, nr_sources, first);
	forget_written(s);
	if (is_result) set_register(s, &first->reg, &value);
}

static void step_others(const struct flow_at *s)
{
	const struct disasm_operand *memory = memory_operand(s->insn);
	struct held_value base;
	bool is_changed = changed_base(s, memory, &base);
	step_plain(s);
	if (is_changed) set_register(s, &memory->memory.base, &base);
}

/* What is kept on the stack without being a variable has the type of what was, or is, stored there. */
static void find_slot_type(const struct flow_at *s, const struct disasm_operand *memory, struct flow_target *target)
{
	const struct flow_insn *insn = s->insn;
	const struct data_type *type = slot_type(s, target->frame_off, memory->size_bytes);
	if (insn->kind == DISASM_MOVE && memory->access & DISASM_WRITE && insn->nr_operands == 2) {
		struct held_value value = operand_value(s, &insn->operands[memory == insn->operands]);
		type = value.own_type;
	}
	if (!type || type->size_bytes != memory->size_bytes) return;
	target->state = TYPE_ACCESS_FOUND;
	target->type = type;
	target->has_offset = true;
	target->offset = 0;
}

static void find_access(const struct flow_at *s, struct type_access *access)
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
		struct flow_target target = flow_locate_operand(s, memory, &access->is_followed);
		if (target.is_slot && target.state == TYPE_ACCESS_NO_VARIABLE) {
			find_slot_type(s, memory, &target);
			access->is_followed = true;
		}
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
	const struct flow_at s = { context, insn, state };
	pin_frame(&s);
	if (access) find_access(&s, access);
	switch (insn->kind) {
	case DISASM_CALL: step_call(&s); break;
	case DISASM_PUSH:
	case DISASM_POP: step_stack(&s); break;
	default: step_others(&s); break;
	}
}
