/* Blocks and their order. A block is walked when what is known at its start has changed; one that is only jumped to
 * through a register (a switch) is walked last, from what variables' places say alone. */
#include "symbol/types/code_flow.h"

#include <string.h>
#include "symbol/types/flow_place.h"

enum {
	VISITS_MAX = 12,        /* of a block; what still changes then is given up */
	STATES_MAX = 64u << 20, /* bytes of states; functions of more blocks are walked once */
};

struct flow_block {
	uint32_t first, end;      /* instructions */
	struct flow_state *state; /* at its start; NULL: not reached yet */
	uint16_t visits;
	bool is_waiting;
};

struct flow {
	struct flow_context context;
	VEC(struct flow_insn) insns;
	VEC(struct flow_block) blocks; /* by address */
	uint32_t *block_of;            /* instruction -> its block */
	struct arena states;
};

static const char *keep_mnemonic(struct arena *arena, const struct disasm_insn *insn, const char *last)
{
	return last && strcmp(last, insn->mnemonic) == 0 ? last : arena_strdup(arena, insn->mnemonic);
}

/* In the file of a module calls and jumps to other functions are still to be filled in: they lead to what stands behind
 * them. */
static bool is_unfilled(const struct flow *flow, const struct disasm_insn *insn)
{
	return flow->context.is_kernel && insn->length > 4 && insn->target == insn->vaddr + insn->length;
}

static void decode(struct flow *flow, const struct code_flow_input *input, struct arena *arena)
{
	const struct code_abi *abi = flow->context.abi;
	size_t size = MIN(input->size_bytes, (size_t)CODE_FLOW_MAX_BYTES);
	const char *last = NULL;
	struct disasm_insn insn;
	for (size_t at = 0; disasm_next(input->disasm, input->code + at, size - at, input->vaddr + at, &insn);
	     at += insn.length) {
		if (!insn.length) return;
		struct flow_insn *kept = vec_add(&flow->insns);
		*kept = (struct flow_insn){ .vaddr = insn.vaddr,
					    .target = insn.target,
					    .data_vaddr = insn.data_vaddr,
					    .written = insn.written,
					    .length = insn.length,
					    .kind = (uint8_t)insn.kind,
					    .nr_operands = MIN(insn.nr_operands, FLOW_OPERANDS),
					    .has_target = insn.has_target && !is_unfilled(flow, &insn),
					    .has_data = insn.has_data && !abi->joins_addresses,
					    .mnemonic = last = keep_mnemonic(arena, &insn, last) };
		memcpy(kept->operands, insn.operands, kept->nr_operands * sizeof(*kept->operands));
	}
}

static bool ends_block(unsigned kind)
{
	return kind == DISASM_JUMP || kind == DISASM_CONDITIONAL_JUMP || kind == DISASM_RETURN || kind == DISASM_BAD;
}
static bool goes_on(unsigned kind) { return kind != DISASM_JUMP && kind != DISASM_RETURN && kind != DISASM_BAD; }

/* The instruction at an address; false: none begins there. */
static bool insn_at(const struct flow *flow, uint64_t vaddr, uint32_t *ret)
{
	size_t low = 0, high = flow->insns.count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (flow->insns.items[middle].vaddr < vaddr) low = middle + 1;
		else high = middle;
	}
	*ret = (uint32_t)low;
	return low < flow->insns.count && flow->insns.items[low].vaddr == vaddr;
}

/* A block begins at a target, and behind what jumps. */
static void find_blocks(struct flow *flow)
{
	size_t nr = flow->insns.count;
	uint8_t *is_start = xcalloc(nr + 1, 1);
	uint32_t target;
	is_start[0] = 1;
	for (size_t i = 0; i < nr; i++) {
		const struct flow_insn *insn = &flow->insns.items[i];
		if (!ends_block(insn->kind)) continue;
		is_start[i + 1] = 1;
		if (insn->has_target && insn_at(flow, insn->target, &target)) is_start[target] = 1;
	}
	flow->block_of = xcalloc(nr + 1, sizeof(*flow->block_of));
	for (uint32_t i = 0; i < nr; i++) {
		if (is_start[i]) vec_push(&flow->blocks, ((struct flow_block){ .first = i }));
		vec_last(&flow->blocks)->end = i + 1;
		flow->block_of[i] = (uint32_t)flow->blocks.count - 1;
	}
	free(is_start);
}

/* The last instruction of the function; false: the code that is at hand ends elsewhere. */
static bool find_last(const struct flow *flow, uint32_t *ret)
{
	uint64_t end = flow->context.facts->end;
	(void)insn_at(flow, end, ret);
	if (!*ret) return false;
	const struct flow_insn *last = &flow->insns.items[--*ret];
	return last->vaddr + last->length == end;
}

/* Registers that no way from behind the instruction to the last one must write. */
static uint32_t lasting_behind(const struct flow *flow, uint32_t i)
{
	const struct flow_insn *insn = &flow->insns.items[i];
	uint32_t lasting = 0, target;
	if (goes_on(insn->kind) && i + 1 < flow->insns.count) lasting |= insn[1].lasting;
	if (ends_block(insn->kind) && insn->has_target && insn_at(flow, insn->target, &target))
		lasting |= flow->insns.items[target].lasting;
	return lasting;
}

/* A call changes what something is returned in; see step_call. */
static uint32_t written_by(const struct flow *flow, const struct flow_insn *insn)
{
	return (uint32_t)insn->written | (insn->kind == DISASM_CALL ? flow->context.abi->returned : 0);
}

/* Backwards from the last instruction, again and again where loops lead back, until nothing is added. A register that
 * is never written lasts on all ways, also on those through tables of jumps, which are not followed. */
static void find_lasting(struct flow *flow)
{
	uint32_t last, constant = flow->context.facts->late_registers;
	bool is_changed = true;
	if (!constant || !find_last(flow, &last)) return;
	for (uint32_t i = 0; i < last; i++) constant &= ~written_by(flow, &flow->insns.items[i]);
	flow->insns.items[last].lasting = flow->context.facts->late_registers;
	while (is_changed) {
		is_changed = false;
		for (uint32_t i = last; i-- > 0;) {
			struct flow_insn *insn = &flow->insns.items[i];
			uint32_t lasting = constant | (lasting_behind(flow, i) & ~written_by(flow, insn));
			is_changed |= lasting != insn->lasting;
			insn->lasting = lasting;
		}
	}
}

/* What holds behind a block comes to where it leads. */
static void arrive(struct flow *flow, uint32_t number, const struct flow_state *state)
{
	struct flow_block *block = &flow->blocks.items[number];
	if (!block->state) {
		if (flow->states.size_bytes > STATES_MAX) return;
		block->state = arena_memdup(&flow->states, state, sizeof(*state));
		block->is_waiting = true;
	} else if (flow_state_join(block->state, state, block->visits >= VISITS_MAX)) {
		block->is_waiting = true;
	}
}

/* x86 runs a comparison and the jump behind it as one: samples of both have the jump's address. */
static void fuse(const struct flow *flow, uint32_t i, struct type_access *accesses)
{
	const struct flow_insn *insn = &flow->insns.items[i], *before = insn - 1;
	if (!flow->context.abi->fs || insn->kind != DISASM_CONDITIONAL_JUMP) return;
	if (strncmp(before->mnemonic, "cmp", 3) != 0 && strncmp(before->mnemonic, "test", 4) != 0) return;
	if (accesses[i - 1].state != TYPE_ACCESS_FOUND) return;
	accesses[i] = accesses[i - 1];
	accesses[i].vaddr = insn->vaddr;
	accesses[i].mnemonic = insn->mnemonic;
}

static void walk_block(struct flow *flow, uint32_t number, struct type_access *accesses)
{
	struct flow_block *block = &flow->blocks.items[number];
	struct flow_state state = *block->state;
	uint32_t target;
	block->is_waiting = false;
	block->visits++;
	flow_state_enter(&flow->context, &flow->insns.items[block->first], &state);
	for (uint32_t i = block->first; i < block->end; i++) {
		flow_step(&flow->context, &flow->insns.items[i], &state, accesses ? &accesses[i] : NULL);
		if (accesses && i > block->first) fuse(flow, i, accesses);
	}
	if (accesses) return;
	const struct flow_insn *last = &flow->insns.items[block->end - 1];
	if (goes_on(last->kind) && number + 1 < flow->blocks.count) arrive(flow, number + 1, &state);
	if (ends_block(last->kind) && last->has_target && insn_at(flow, last->target, &target))
		arrive(flow, flow->block_of[target], &state);
}

/* In order of address, again and again: most edges lead forward. Ends, as each block is walked at most a few times more
 * after VISITS_MAX: joins can then only lose registers. */
static void settle(struct flow *flow)
{
	bool is_changed = true;
	while (is_changed) {
		is_changed = false;
		for (uint32_t i = 0; i < flow->blocks.count; i++) {
			if (!flow->blocks.items[i].is_waiting) continue;
			walk_block(flow, i, NULL);
			is_changed = true;
		}
	}
}

/* Structs that are handed over by reference. */
static void set_references(const struct flow *flow, struct flow_state *state)
{
	const struct code_facts *facts = flow->context.facts;
	for (unsigned i = 0; i < CODE_REGISTERS; i++) {
		const struct code_register reg = {
			.vaddr = flow->insns.items[0].vaddr, .number = i, .by_reference = true, .is_start = true
		};
		struct held_value *held = &state->registers[i], told;
		if (held_is_unknown(held) && facts->in_register(facts->ctx, &reg, &told)) *held = told;
	}
}

/* Where a function begins: the stack pointer leads to the frame, parameters are in their registers. */
static void set_entry(const struct flow *flow, struct flow_state *state)
{
	const struct code_abi *abi = flow->context.abi;
	const struct code_parameters *parameters = &flow->context.facts->parameters;
	state->registers[abi->stack_register] = (struct held_value){ .kind = HELD_FRAME,
								     .offset = -(int64_t)abi->entry_distance };
	for (unsigned i = 0; i < MIN(parameters->nr, abi->nr_arguments); i++) {
		const struct data_type *type = parameters->types[i];
		if (!type) continue;
		state->registers[abi->arguments[i]] = flow_value_of(type);
		state->registers[abi->arguments[i]].is_followed = false;
	}
}

static void enter(struct flow *flow, uint32_t block, bool is_function)
{
	struct flow_state state;
	flow_state_init(&state);
	if (is_function) {
		set_entry(flow, &state);
		set_references(flow, &state);
	}
	arrive(flow, block, &state);
	settle(flow);
}

/* What stands between blocks so that the next one is aligned: not run, and known to nobody. */
static bool is_padding(const struct flow *flow, const struct flow_block *block)
{
	for (uint32_t i = block->first; i < block->end; i++)
		if (flow->insns.items[i].kind != DISASM_NOP) return false;
	return true;
}

/* Blocks that no edge leads to: of switches, handlers of exceptions. */
static void enter_others(struct flow *flow)
{
	for (uint32_t i = 0; i < flow->blocks.count; i++)
		if (!flow->blocks.items[i].state && !is_padding(flow, &flow->blocks.items[i])) enter(flow, i, false);
}

static void note_unknown(const struct flow *flow, struct type_access *accesses)
{
	for (size_t i = 0; i < flow->insns.count; i++)
		accesses[i] = (struct type_access){ .vaddr = flow->insns.items[i].vaddr,
						    .mnemonic = flow->insns.items[i].mnemonic,
						    .state = TYPE_ACCESS_NO_REGISTER };
}

void code_flow_run(const struct code_flow_input *input, struct arena *arena, type_access_list *list)
{
	struct flow flow = { .context = { code_abi_of(&input->set), input->facts, input->is_kernel } };
	arena_init(&flow.states);
	if (flow.context.abi) decode(&flow, input, arena);
	size_t nr = flow.insns.count, first = list->count;
	vec_reserve(list, first + nr);
	list->count = first + nr;
	if (nr) note_unknown(&flow, list->items + first);
	if (nr) {
		find_blocks(&flow);
		find_lasting(&flow);
		enter(&flow, 0, true);
		enter_others(&flow);
		for (uint32_t i = 0; i < flow.blocks.count; i++)
			if (flow.blocks.items[i].state) walk_block(&flow, i, list->items + first);
	}
	free(flow.block_of);
	vec_done(&flow.insns);
	vec_done(&flow.blocks);
	arena_done(&flow.states);
}
