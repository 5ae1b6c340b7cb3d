/* Where stacks go on when rules do not say. In this order, the first that fits:
 *
 *     a signal's return code     known bytes at pc: the kernel's layout says where the registers are
 *     frameless                  innermost only: the return address is where a call has just put it
 *     frame pointer              if what it points to is code behind a call
 *     scan                       words of the stack that are addresses behind a call of this very function; or,
 *                                less surely, behind a call by a linkage table or a pointer
 *
 * Certainty comes from the code: insn_call_before decodes what stands before a return address, and the target of the
 * call is compared with the function at hand. Bounds (SCAN_WORDS, CHAIN_WORDS) keep damaged stacks from costing much.
 */
#include "frame/unwind/unwind_private.h"
#include "symbol/object.h"

enum {
	SCAN_WORDS = 1024 /* most frames are smaller */,
	CHAIN_WORDS = 8192 /* of one chain */,
	MAY_WORDS = 64 /* what only may be one is too often another's behind that */
};

/* What stands before an address. */
struct call {
	enum behind_call behind;
	bool is_direct;
	uint64_t target;
	const struct map *map;
};

static struct object *object_at(const struct unwind_stack *stack, const struct map *map)
{
	return frame_space_object(stack->unwinder->space, map->dso);
}

/* Decodes the instruction that ends at pc, from the object's file. */
static struct call call_before(const struct unwind_stack *stack, uint64_t pc)
{
	struct call call = { .behind = BEHIND_NO_CALL, .map = space_find(stack->task->user_space, pc - 1) };
	uint8_t code[INSN_CALL_MAX_BYTES];
	struct insn_set set;
	int64_t distance = 0;
	if (!call.map || !unwind_rule_at(stack->unwinder, stack->task, stack->space_id_1, pc - 1)->mapped) return call;
	uint64_t end = map_to_object(call.map, pc - 1) + 1, size = MIN(end, (uint64_t)sizeof(code));
	if (object_code(object_at(stack, call.map), end - size, code, (size_t)size, &set) != size) {
		call.behind = BEHIND_NO_CODE;
		return call;
	}
	switch (insn_call_before(&set, code, (size_t)size, &distance)) {
	case INSN_CALL_UNKNOWN: call.behind = BEHIND_NO_CODE; break;
	case INSN_NO_CALL: break;
	case INSN_CALL_DIRECT:
		call.is_direct = true;
		call.target = pc + (uint64_t)distance;
		/* fall through */
	case INSN_CALL_INDIRECT: call.behind = BEHIND_CALL; break;
	}
	return call;
}

/* Kept in the rule's cache entry. It is looked up again, since call_before may have replaced it. */
enum behind_call unwind_behind_call(const struct unwind_stack *stack, uint64_t pc)
{
	struct cached_rule *known = unwind_rule_at(stack->unwinder, stack->task, stack->space_id_1, pc - 1);
	if (known->behind_call == BEHIND_NOT_ASKED) {
		enum behind_call behind = call_before(stack, pc).behind;
		known = unwind_rule_at(stack->unwinder, stack->task, stack->space_id_1, pc - 1);
		known->behind_call = (uint8_t)behind;
	}
	return (enum behind_call)known->behind_call;
}

static const struct symbol *symbol_at(const struct unwind_stack *stack, const struct map *map, uint64_t vaddr)
{
	return map && map->dso ? object_find(object_at(stack, map), map_to_object(map, vaddr)) : NULL;
}

bool unwind_is_start(const struct unwind_stack *stack, uint64_t pc)
{
	const struct symbol *symbol = symbol_at(stack, space_find(stack->task->user_space, pc - 1), pc - 1);
	return symbol && (strcmp(symbol->name, "_start") == 0 || strcmp(symbol->name, "__start") == 0);
}

/* The entry of a linkage table ("malloc@plt") has the function's name; it may have others. */
static bool is_entry_of(const struct symbol *entry, const struct symbol *function)
{
	size_t size = strcspn(entry->name, "@");
	return strncmp(function->name, entry->name, size) == 0 &&
	       (!function->name[size] || function->name[size] == '@');
}

/* Whether the function `from` may end with a jump to `to`, as calls in the end do. */
static bool jumps(const struct unwind_stack *stack, const struct map *map, const struct symbol *from,
		  const struct symbol *to)
{
	uint8_t code[512];
	struct insn_set set;
	int64_t distance;
	size_t size = object_code(object_at(stack, map), from->start, code,
				  MIN((size_t)(from->end - from->start), sizeof(code)), &set);
	for (size_t at = 0; at < size;) {
		unsigned length = insn_length(&set, code + at, size - at);
		if (!length) return false;
		if (insn_jump(&set, code + at, length, &distance) && from->start + at + (uint64_t)distance == to->start)
			return true;
		at += length;
	}
	return false;
}

/* Whether the call called `here`, the function at pc. SURE: it says so itself, or what it calls ends with a jump to
 * here. */
enum fits {
	FITS_NOT,
	FITS_LINKAGE /* some entry of a linkage table */,
	FITS_POINTER /* it called whom nobody knows */,
	FITS_SURE
};
static enum fits call_fits(const struct unwind_stack *stack, const struct call *call, const struct symbol *here,
			   uint64_t pc)
{
	if (call->behind != BEHIND_CALL) return FITS_NOT;
	if (!call->is_direct) return FITS_POINTER;
	const struct map *map = space_find(stack->task->user_space, pc),
			 *target_map = space_find(stack->task->user_space, call->target);
	const struct symbol *target = symbol_at(stack, target_map, call->target);
	if (!target || !map) return FITS_NOT;
	bool same_object = target_map->dso == map->dso;
	if (same_object && target->start == here->start) return FITS_SURE;
	if (target->is_plt) return is_entry_of(target, here) ? FITS_SURE : FITS_LINKAGE;
	return same_object && jumps(stack, map, target, here) ? FITS_SURE : FITS_NOT;
}

bool unwind_is_called_from(const struct unwind_stack *stack, uint64_t pc, uint64_t return_pc)
{
	const struct map *map = space_find(stack->task->user_space, pc);
	const struct symbol *here = symbol_at(stack, map, pc);
	if (!here) return false;
	struct call call = call_before(stack, return_pc);
	bool within = call.map == map && map_to_object(map, return_pc - 1) - here->start < here->end - here->start;
	return !within && call_fits(stack, &call, here, pc) == FITS_SURE;
}

/* Nothing was pushed since a call of this function: the return address is where calls leave it. */
static bool peek_frameless(struct unwind_stack *stack, const struct unwind_place *from, const struct symbol *here,
			   struct machine_caller *ret)
{
	struct machine *m = stack->machine;
	const struct unwind_arch *arch = m->arch;
	bool pushed = unwind_arch_ip_column(arch) == arch->return_column;
	*ret = (struct machine_caller){ .sp = from->sp + (pushed ? arch->word_bytes : 0), .fp = from->fp };
	if (pushed && !machine_load_word(m, from->sp, &ret->pc)) return false;
	if (!pushed && !m->known[arch->return_column]) return false;
	if (!pushed) ret->pc = m->columns[arch->return_column];
	ret->pc = machine_code_address(m, ret->pc);
	struct call call = call_before(stack, ret->pc);
	return call_fits(stack, &call, here, from->pc) == FITS_SURE;
}

/* The first of so many words that certainly is the return address, or, if that is enough, the first of those that may
 * be. */
static bool peek_scan(struct unwind_stack *stack, const struct unwind_place *from, const struct symbol *here,
		      unsigned nr_words, enum fits enough, struct machine_caller *ret)
{
	struct machine *m = stack->machine;
	uint64_t word_bytes = m->arch->word_bytes, sp = from->sp & -word_bytes, pc;
	enum fits best = FITS_NOT;
	for (unsigned i = 0; i < nr_words && best < FITS_SURE && stack->nr_scanned < CHAIN_WORDS &&
			     machine_load_word(m, sp + i * word_bytes, &pc);
	     i++) {
		stack->nr_scanned++;
		pc = machine_code_address(m, pc);
		if (pc < 4096 || unwind_behind_call(stack, pc) != BEHIND_CALL) continue;
		struct call call = call_before(stack, pc);
		enum fits fits = call_fits(stack, &call, here, from->pc);
		if (fits <= best || fits < enough || (fits < FITS_SURE && i >= MAY_WORDS)) continue;
		*ret = (struct machine_caller){ pc, sp + (i + 1) * word_bytes, from->fp };
		best = fits;
	}
	return best != FITS_NOT;
}

static bool peek_frame(struct unwind_stack *stack, struct machine_caller *ret)
{
	return machine_peek_frame_pointer(stack->machine, ret) &&
	       unwind_rule_at(stack->unwinder, stack->task, stack->space_id_1, ret->pc - 1)->mapped &&
	       unwind_behind_call(stack, ret->pc) != BEHIND_NO_CALL;
}

enum unwind_guess unwind_guess(struct unwind_stack *stack, const struct unwind_place *from, bool innermost,
			       bool is_sure)
{
	struct machine *m = stack->machine;
	struct machine_caller caller = { .sp = from->sp, .fp = from->fp };
	enum unwind_guess guess = GUESS_NONE;
	const struct symbol *here = symbol_at(stack, space_find(stack->task->user_space, from->pc - !innermost),
					      from->pc - !innermost);
	machine_set(m, &caller);
	if (innermost && here && peek_frameless(stack, from, here, &caller)) guess = GUESS_SCANNED;
	/* entries of linkage tables have pushed two words at most */
	else if (innermost && here && here->is_plt && peek_scan(stack, from, here, 3, FITS_SURE, &caller))
		guess = GUESS_SCANNED;
	else if (!is_sure && peek_frame(stack, &caller)) guess = GUESS_FRAME_POINTER;
	else if (here && peek_scan(stack, from, here, SCAN_WORDS, is_sure ? FITS_SURE : FITS_LINKAGE, &caller))
		guess = GUESS_SCANNED;
	if (guess == GUESS_NONE) return guess;
	/* what this frame saved is not known */
	m->known[m->arch->return_column] = m->arch->return_column == unwind_arch_ip_column(m->arch);
	machine_set(m, &caller);
	return guess;
}

/* Whether code that returns from a signal is at pc; vdsos of other machines are not at hand, and hold nothing else that
 * is returned to. */
static bool is_signal_return(const struct unwind_stack *stack, uint64_t pc)
{
	const struct signal_layout *layout = stack->machine->arch->signal;
	const struct map *map = space_find(stack->task->user_space, pc);
	uint8_t code[sizeof(layout->code)];
	struct insn_set set;
	if (!map || !map->dso || !(map->prot & 4)) return false;
	size_t size = object_code(object_at(stack, map), map_to_object(map, pc), code, layout->code_bytes, &set);
	if (!size) return map->dso->kind == DSO_VDSO;
	return size == layout->code_bytes && memcmp(code, layout->code, size) == 0;
}

bool unwind_leave_signal(struct unwind_stack *stack, uint64_t pc)
{
	struct machine *m = stack->machine;
	if (!m->arch->signal || !is_signal_return(stack, pc)) return false;
	struct machine as_it_was = *m;
	if (machine_leave_signal(m) && unwind_rule_at(stack->unwinder, stack->task, stack->space_id_1, m->pc)->mapped)
		return true;
	*m = as_it_was;
	return false;
}
