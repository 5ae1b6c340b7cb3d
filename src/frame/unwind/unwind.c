/* The loop from frame to frame. For each address:
 *
 *     1. its rule, from a cache by (address space version, address): 2^14 entries, direct mapped
 *     2. a simple rule (all saved registers at CFA + n) is applied at once, others by machine_leave
 *     3. no rule, or one that led nowhere: go_on, which guesses (unwind_guess.c)
 *
 * It ends for one of the reasons of enum unwind_end, which are counted. Each turn adds an address, and there are at
 * most `most`; scans of the stack have one budget of words for the whole chain (CHAIN_WORDS). */
#include "frame/unwind/unwind.h"

#include <sys/mman.h>
#include "base/host.h"
#include "frame/unwind/unwind_private.h"
#include "symbol/object.h"

const char *unwind_end_name(enum unwind_end end)
{
	static const char *const names[NR_UNWIND_ENDS] = {
		[UNWIND_OUTERMOST] = "end of stack",
		[UNWIND_LIMIT] = "frame limit",
		[UNWIND_STACK_SHORT] = "stack copy too short",
		[UNWIND_NO_CFI] = "no CFI",
		[UNWIND_BAD_MEMORY] = "bad memory",
		[UNWIND_NO_OBJECT] = "no object",
		[UNWIND_NO_PROGRESS] = "no progress",
		[UNWIND_NO_REGISTERS] = "no registers",
		[UNWIND_IN_EXEC] = "in exec",
		[UNWIND_OTHER_STACK] = "on another stack",
	};
	return names[end];
}

struct unwinder *unwinder_new(struct frame_space *space, const char *arch, bool swap)
{
	struct unwinder *unwinder = xcalloc(1, sizeof(*unwinder));
	const struct host host = host_read();
	if (!arch) arch = host.machine;
	unwinder->space = space;
	unwinder->swap = swap;
	unwinder->arch_name = xstrdup(arch);
	unwinder->cache = xcalloc((size_t)1 << CACHE_BITS, sizeof(*unwinder->cache));
	return unwinder;
}

void unwinder_free(struct unwinder *unwinder)
{
	if (!unwinder) return;
	free(unwinder->arch_name);
	free(unwinder->cache);
	free(unwinder);
}

void unwind_counts_add(struct unwind_counts *sum, const struct unwind_counts *counts,
		       const struct unwind_counts *before)
{
	for (int i = 0; i < NR_UNWIND_ENDS; i++) sum->ends[i] += counts->ends[i] - before->ends[i];
	sum->nr_frames += counts->nr_frames - before->nr_frames;
	sum->nr_by_frame_pointer += counts->nr_by_frame_pointer - before->nr_by_frame_pointer;
	sum->nr_by_scan += counts->nr_by_scan - before->nr_by_scan;
	sum->nr_by_expression += counts->nr_by_expression - before->nr_by_expression;
}

size_t unwinder_first_guess(const struct unwinder *unwinder) { return unwinder->first_guess; }

const struct unwind_counts *unwinder_counts(const struct unwinder *unwinder) { return &unwinder->counts; }

void unwinder_forget_counts(struct unwinder *unwinder) { unwinder->counts = (struct unwind_counts){ 0 }; }

/* Looks up map and rule of ip. Code that only the program before the last exec had counts as not mapped. */
static void cache_fill(struct unwinder *unwinder, const struct sample_task *task, uint64_t ip,
		       struct cached_rule *entry)
{
	*entry = (struct cached_rule){ .ip = ip, .space_id_1 = space_id(task->user_space) + 1 };
	const struct map *map = space_find(task->user_space, ip);
	if (!map) return;
	entry->in_exec = task->exec_space && space_find(task->exec_space, ip) == map;
	entry->mapped = !entry->in_exec && map->prot & PROT_EXEC;
	if (entry->mapped)
		entry->rule = object_cfi_find(frame_space_object(unwinder->space, map->dso), map_to_object(map, ip),
					      &entry->cfi);
}

static inline struct cached_rule *rule_at(struct unwinder *unwinder, const struct sample_task *task,
					  uint32_t space_id_1, uint64_t ip)
{
	uint64_t hash = (ip ^ (uint64_t)space_id_1 * 0x9e3779b97f4a7c15u) * 0xd6e8feb86659fd93u;
	struct cached_rule *entry = &unwinder->cache[hash >> (64 - CACHE_BITS)];
	if (unlikely(entry->ip != ip || entry->space_id_1 != space_id_1)) cache_fill(unwinder, task, ip, entry);
	return entry;
}

struct cached_rule *unwind_rule_at(struct unwinder *unwinder, const struct sample_task *task, uint32_t space_id_1,
				   uint64_t ip)
{
	return rule_at(unwinder, task, space_id_1, ip);
}

/* Why loads fail: beyond the copy; or the stack pointer is not of the copied stack; or neither. */
static enum unwind_end bad_memory(const struct machine *m)
{
	if (m->beyond_stack) return UNWIND_STACK_SHORT;
	return m->columns[m->arch->sp] - m->stack_vaddr > m->stack_size ? UNWIND_OTHER_STACK : UNWIND_BAD_MEMORY;
}

/* One stack on its way outwards. */
struct walk {
	struct unwind_stack stack;
	struct unwind_place place, before; /* the frame at hand, and the one that it called */
	uint64_t *ips;                     /* the addresses found: n of them */
	size_t n;
};

/* The frame at hand, the last of the addresses, cannot be left by a rule. by_rule: one led here. is_sure: only what is
 * certain will do. A frame that turns out to be none is taken back. */
static enum unwind_guess go_on(struct walk *walk, bool by_rule, bool is_sure)
{
	struct unwind_stack *stack = &walk->stack;
	struct unwinder *unwinder = stack->unwinder;
	const struct unwind_place *place = &walk->place;
	size_t n = walk->n;
	enum unwind_guess guess = GUESS_NONE;
	if (n > 1 && unwind_leave_signal(stack, place->pc)) {
		walk->ips[n - 1] = place->pc;
		return GUESS_SIGNAL;
	}
	if (n > 1 && unwind_is_start(stack, place->pc)) return GUESS_NONE;
	/* what is said to be the caller did not call: the rule that led here is wrong */
	if (by_rule && n > 1 && unwind_behind_call(stack, place->pc) == BEHIND_NO_CALL)
		guess = unwind_guess(stack, &walk->before, n == 2, true);
	if (guess != GUESS_NONE) walk->n--;
	else guess = unwind_guess(stack, place, n == 1, is_sure);
	if (guess == GUESS_FRAME_POINTER) unwinder->counts.nr_by_frame_pointer++;
	if (guess == GUESS_SCANNED) {
		unwinder->counts.nr_by_scan++;
		if (!unwinder->first_guess) unwinder->first_guess = walk->n;
	}
	return guess;
}

enum unwind_end unwind_chain(struct unwinder *unwinder, struct machine *m, const struct sample_task *task, size_t most,
			     uint64_t *ips, size_t *count)
{
	const struct unwind_arch *arch = m->arch;
	struct walk walk = {
		.stack = { .unwinder = unwinder,
			   .machine = m,
			   .task = task,
			   .space_id_1 = space_id(task->user_space) + 1 },
		.ips = ips,
	};
	bool is_call = false; /* the frame was left by a call: its address is the one after it */
	bool by_rule = false; /* and a rule said so */
	for (;;) {
		uint64_t ip = m->pc - is_call;
		if (walk.n == most) return UNWIND_LIMIT;
		const struct cached_rule *known = rule_at(unwinder, task, walk.stack.space_id_1, ip);
		/* registers left over from before an exec say nothing */
		if (unlikely(!walk.n && !known->mapped)) return known->in_exec ? UNWIND_IN_EXEC : UNWIND_NO_OBJECT;
		walk.before = walk.place;
		walk.place = (struct unwind_place){ m->pc, m->columns[arch->sp],
						    arch->frame.known ? m->columns[arch->frame.column] : 0 };
		if (unlikely(!known->mapped)) {
			/* a rule that leads nowhere is wrong; one that leads to 0 is mostly that of the outermost frame
			 */
			uint64_t pc = m->pc;
			walk.place = walk.before;
			if (by_rule && go_on(&walk, false, true) != GUESS_NONE) {
				is_call = true;
				by_rule = false;
				continue;
			}
			if (!pc) return UNWIND_OUTERMOST;
			ips[walk.n] = ip;
			*count = walk.n + 1;
			return UNWIND_NO_OBJECT;
		}
		ips[walk.n] = ip;
		*count = ++walk.n;
		int code = -ENOENT;
		if (likely(known->rule)) {
			const struct cfi_saved *saved = cfi_saved(known->cfi, known->rule);
			if (likely(known->rule->flags & CFI_SIMPLE)) {
				code = machine_leave_simple(m, known->rule, saved);
			} else {
				unwinder->counts.nr_by_expression++;
				code = machine_leave(m, known->cfi, known->rule, saved);
			}
			if (likely(code == 0)) {
				is_call = !(known->rule->flags & CFI_SIGNAL_FRAME);
				by_rule = is_call;
				continue;
			}
			if (code == -ENODATA) return UNWIND_OUTERMOST;
			if (code == -ELOOP) return UNWIND_NO_PROGRESS;
		}
		if (code == -EFAULT) return bad_memory(m);
		enum unwind_guess guess = go_on(&walk, by_rule, false);
		*count = walk.n;
		if (guess == GUESS_NONE) {
			/* programs begin with a frame pointer of zero, and their first code says nothing else */
			bool is_start = (arch->frame.known && !walk.place.fp) ||
					unwind_is_start(&walk.stack, walk.place.pc);
			return walk.n > 1 && is_start ? UNWIND_OUTERMOST : UNWIND_NO_CFI;
		}
		is_call = guess != GUESS_SIGNAL;
		by_rule = false;
	}
}

/* A 64-bit machine runs 32-bit programs: the sample's ABI (PERF_SAMPLE_REGS_ABI_32, _64) chooses the row. */
static const struct unwind_arch *arch_of(struct unwinder *unwinder, const struct sample_regs *regs)
{
	if (regs->abi != unwinder->abi) {
		unwinder->abi = regs->abi;
		unwinder->arch = unwind_arch_find(unwinder->arch_name, regs->abi);
	}
	return unwinder->arch;
}

bool unwind_begin(struct unwinder *unwinder, const struct sample_task *task, const struct sample *sample,
		  struct machine *ret)
{
	const struct sample_regs *regs = &sample->user_regs;
	if (unlikely(task->exec_space == task->user_space) || !regs->abi || !regs->values) return false;
	const struct unwind_arch *arch = arch_of(unwinder, regs);
	ret->swap = unwinder->swap;
	return arch && machine_begin(ret, arch, sample);
}

enum unwind_end unwinder_run(struct unwinder *unwinder, const struct sample_task *task, const struct sample *sample,
			     size_t most, uint64_t *ips, size_t *ret_count)
{
	enum unwind_end end = UNWIND_NO_REGISTERS;
	struct machine machine;
	*ret_count = 0;
	unwinder->first_guess = 0;
	/* nothing was mapped since the exec: registers may still be those of the old program */
	if (unlikely(task->exec_space == task->user_space)) end = UNWIND_IN_EXEC;
	else if (sample->stack_size && unwind_begin(unwinder, task, sample, &machine))
		end = unwind_chain(unwinder, &machine, task, most, ips, ret_count);
	unwinder->counts.ends[end]++;
	unwinder->counts.nr_frames += *ret_count;
	return end;
}

/* The value of a register by DWARF's number. */
static bool find_register(const struct unwind_arch *arch, const struct sample_regs *regs, uint8_t column, uint64_t *ret)
{
	uint64_t i = 0;
	for (uint64_t mask = regs->mask; mask; mask &= mask - 1, i++) {
		unsigned number = (unsigned)__builtin_ctzll(mask);
		if (number >= arch->nr_columns || arch->columns[number] != column) continue;
		*ret = regs->values[i];
		return true;
	}
	return false;
}

/* Whether the return address is still where the call put it. */
static bool returns_to_register(const struct unwind_arch *arch, const struct cached_rule *known)
{
	const struct cfi_rule *rule = known->rule;
	const struct cfi_saved *saved = cfi_saved(known->cfi, rule);
	if (rule->return_column != arch->return_column || rule->flags & CFI_SIGNAL_FRAME) return false;
	for (unsigned i = 0; i < rule->nr_saved; i++)
		if (saved[i].column == arch->return_column && saved[i].where != CFI_SAME) return false;
	return true;
}

bool unwinder_leaf_caller(struct unwinder *unwinder, const struct sample_task *task, const struct sample_regs *regs,
			  uint64_t ip, uint64_t *ret_caller)
{
	uint64_t caller;
	if (unlikely(!regs->abi || !regs->values || task->exec_space == task->user_space)) return false;
	const struct unwind_arch *arch = arch_of(unwinder, regs);
	if (!arch || !arch->chain_lacks_leaf_caller || !find_register(arch, regs, arch->return_column, &caller))
		return false;
	const struct unwind_stack stack = { .unwinder = unwinder,
					    .task = task,
					    .space_id_1 = space_id(task->user_space) + 1 };
	caller = arch->address_mask ? caller & arch->address_mask : caller;
	if (!caller || !rule_at(unwinder, task, stack.space_id_1, caller - 1)->mapped) return false;
	const struct cached_rule *known = rule_at(unwinder, task, stack.space_id_1, ip);
	if (!known->mapped) return false;
	if (known->rule ? !returns_to_register(arch, known) : !unwind_is_called_from(&stack, ip, caller)) return false;
	*ret_caller = caller - 1;
	return true;
}
