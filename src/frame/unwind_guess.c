/* Where stacks go on when rules do not say: the code that returns from a signal, frame pointers, and what looks like a return address. */
#include "frame/unwind_private.h"

enum { MAX_SCANS = 16, SCAN_WORDS = 128 /* most frames are smaller; what is behind is too often another's */ };

/* What stands before an address. */
struct call { enum behind_call behind; bool is_direct; uint64_t target; const struct map *map; };

static struct object *object_at(const struct unwind_stack *stack, const struct map *map) { return frame_space_object(stack->unwinder->space, map->dso); }

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

/* The function behind an entry of a linkage table ("malloc@plt") is the one at pc. */
static bool is_entry_of(const struct unwind_stack *stack, const struct symbol *entry, const struct map *map, uint64_t pc)
{
	const char *at = strchr(entry->name, '@');
	char name[256];
	if (!at || (size_t)(at - entry->name) >= sizeof(name)) return false;
	memcpy(name, entry->name, (size_t)(at - entry->name));
	name[at - entry->name] = 0;
	const struct symbol *function = object_find_name(object_at(stack, map), name);
	uint64_t here = map_to_object(map, pc);
	return function && here >= function->start && here < function->end;
}

/* How sure it is that the call called `here`, the function at pc: 0 it did not, 1 it may have, 2 it did. */
static int call_fits(const struct unwind_stack *stack, const struct call *call, const struct symbol *here, uint64_t pc)
{
	if (call->behind != BEHIND_CALL) return 0;
	if (!call->is_direct) return 1;
	const struct map *map = space_find(stack->task->user_space, pc), *target_map = space_find(stack->task->user_space, call->target);
	const struct symbol *target = symbol_at(stack, target_map, call->target);
	if (!target || !map) return 0;
	if (target->is_plt) return is_entry_of(stack, target, map, pc) ? 2 : 1;
	/* if it is another function, that one may have ended with a jump to this one */
	return target_map->dso != map->dso ? 0 : target->start == here->start ? 2 : 1;
}

/* Nothing was pushed since a call of this function: the return address is where calls leave it. */
static bool peek_frameless(struct unwind_stack *stack, const struct unwind_place *from, const struct symbol *here, struct machine_caller *ret)
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
	return call_fits(stack, &call, here, from->pc) == 2;
}

/* The first word that certainly is the return address, or the first one that may be. */
static bool peek_scan(struct unwind_stack *stack, const struct unwind_place *from, const struct symbol *here, struct machine_caller *ret)
{
	struct machine *m = stack->machine;
	uint64_t word_bytes = m->arch->word_bytes, sp = from->sp & -word_bytes, pc;
	int best = 0;
	for (unsigned i = 0; i < SCAN_WORDS && best < 2 && machine_load_word(m, sp + i * word_bytes, &pc); i++) {
		pc = machine_code_address(m, pc);
		if (pc < 4096 || unwind_behind_call(stack, pc) != BEHIND_CALL) continue;
		struct call call = call_before(stack, pc);
		int fits = call_fits(stack, &call, here, from->pc);
		if (fits <= best) continue;
		*ret = (struct machine_caller){ pc, sp + (i + 1) * word_bytes, from->fp };
		best = fits;
	}
	return best > 0;
}

enum unwind_guess unwind_guess(struct unwind_stack *stack, const struct unwind_place *from, bool innermost)
{
	struct machine *m = stack->machine;
	struct machine_caller caller = { .sp = from->sp, .fp = from->fp };
	enum unwind_guess guess = GUESS_NONE;
	const struct symbol *here = symbol_at(stack, space_find(stack->task->user_space, from->pc - !innermost), from->pc - !innermost);
	machine_set(m, &caller);
	if (innermost && here && peek_frameless(stack, from, here, &caller)) guess = GUESS_SCANNED;
	else if (machine_peek_frame_pointer(m, &caller) && unwind_rule_at(stack->unwinder, stack->task, stack->space_id_1, caller.pc - 1)->mapped &&
		 unwind_behind_call(stack, caller.pc) != BEHIND_NO_CALL) guess = GUESS_FRAME_POINTER;
	else if (here && stack->nr_scans++ < MAX_SCANS && peek_scan(stack, from, here, &caller)) guess = GUESS_SCANNED;
	if (guess == GUESS_NONE) return guess;
	/* what this frame saved is not known */
	m->known[m->arch->return_column] = m->arch->return_column == unwind_arch_ip_column(m->arch);
	machine_set(m, &caller);
	return guess;
}

/* Whether code that returns from a signal is at pc; vdsos of other machines are not at hand, and hold nothing else that is returned to. */
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
	if (machine_leave_signal(m) && unwind_rule_at(stack->unwinder, stack->task, stack->space_id_1, m->pc)->mapped) return true;
	*m = as_it_was;
	return false;
}
