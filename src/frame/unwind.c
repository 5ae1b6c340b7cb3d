#include "frame/unwind.h"

#include <errno.h>
#include <sys/utsname.h>
#include "frame/unwind_arch.h"
#include "symbol/cfi_expr.h"

/* What is known of an address in a set of maps. rule NULL: nothing, and mapped tells whether anything is there. */
struct cached_rule {
	uint64_t ip;
	uint32_t space_id_1; /* 0: free */
	bool mapped, in_exec; /* in_exec: only in the program before, which is gone */
	const struct cfi_rule *rule;
	const struct cfi *cfi;
};
#define CACHE_BITS 14
#define POPPED_MAX_BYTES 512 /* more than all registers that a function saves */

struct unwinder {
	struct frame_space *space;
	char *arch_name;
	const struct unwind_arch *arch; /* of the last sample */
	uint64_t abi;
	bool swap;
	struct cached_rule *cache;
	struct unwind_counts counts;
};

/* The machine, as it was in the frame that is being left. */
struct machine {
	const struct unwind_arch *arch;
	uint64_t columns[CFI_COLUMNS];
	uint8_t known[CFI_COLUMNS];
	const uint8_t *stack;
	uint64_t stack_vaddr, stack_size;
	uint64_t pc;
	bool swap, beyond_stack; /* the last load failed above the copy */
};

const char *unwind_end_name(enum unwind_end end)
{
	static const char *const names[NR_UNWIND_ENDS] = {
		[UNWIND_OUTERMOST] = "end of stack", [UNWIND_LIMIT] = "frame limit", [UNWIND_STACK_SHORT] = "stack copy too short", [UNWIND_NO_CFI] = "no CFI",
		[UNWIND_BAD_MEMORY] = "bad memory", [UNWIND_NO_OBJECT] = "no object", [UNWIND_NO_PROGRESS] = "no progress", [UNWIND_NO_REGISTERS] = "no registers",
		[UNWIND_IN_EXEC] = "in exec",
	};
	return names[end];
}

struct unwinder *unwinder_new(struct frame_space *space, const char *arch, bool swap)
{
	struct unwinder *unwinder = xcalloc(1, sizeof(*unwinder));
	struct utsname uts;
	if (!arch && uname(&uts) == 0) arch = uts.machine;
	unwinder->space = space;
	unwinder->swap = swap;
	unwinder->arch_name = xstrdup(arch ? arch : "");
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

void unwind_counts_add(struct unwind_counts *sum, const struct unwind_counts *counts, const struct unwind_counts *before)
{
	for (int i = 0; i < NR_UNWIND_ENDS; i++) sum->ends[i] += counts->ends[i] - before->ends[i];
	sum->nr_frames += counts->nr_frames - before->nr_frames;
	sum->nr_by_frame_pointer += counts->nr_by_frame_pointer - before->nr_by_frame_pointer;
	sum->nr_by_expression += counts->nr_by_expression - before->nr_by_expression;
}

const struct unwind_counts *unwinder_counts(const struct unwinder *unwinder) { return &unwinder->counts; }

static inline bool load_word(struct machine *m, uint64_t vaddr, uint64_t *ret)
{
	uint64_t offset = vaddr - m->stack_vaddr;
	if (likely(m->arch->word_bytes == 8)) {
		if (likely(m->stack_size >= 8 && offset <= m->stack_size - 8)) {
			uint64_t value;
			memcpy(&value, m->stack + offset, sizeof(value));
			*ret = unlikely(m->swap) ? __builtin_bswap64(value) : value;
			return true;
		}
	} else if (m->stack_size >= 4 && offset <= m->stack_size - 4) {
		uint32_t value;
		memcpy(&value, m->stack + offset, sizeof(value));
		*ret = m->swap ? __builtin_bswap32(value) : value;
		return true;
	}
	m->beyond_stack = offset < (uint64_t)1 << 32; /* rather than somewhere else */
	return false;
}

/* A saved register's value. In epilogues the rules of gcc still name the slot when the register has been popped: the slot is then below the
   stack pointer, where nothing was copied, and the register itself is right. Returns whether *value is known. */
static bool load_saved(struct machine *m, uint64_t vaddr, unsigned column, uint64_t *value)
{
	if (likely(load_word(m, vaddr, value))) return true;
	uint64_t below = m->stack_vaddr - vaddr;
	bool popped = below && below <= POPPED_MAX_BYTES && column != m->arch->columns[m->arch->perf_ip];
	return popped && m->known[column];
}

static bool expr_register(void *ctx, uint64_t column, uint64_t *ret)
{
	const struct machine *m = ctx;
	if (column >= CFI_COLUMNS || !m->known[column]) return false;
	*ret = m->columns[column];
	return true;
}

static bool expr_memory(void *ctx, uint64_t vaddr, unsigned size_bytes, uint64_t *ret)
{
	struct machine *m = ctx;
	uint64_t offset = vaddr - m->stack_vaddr, value = 0;
	if (m->stack_size < size_bytes || offset > m->stack_size - size_bytes) {
		m->beyond_stack = offset < (uint64_t)1 << 32;
		return false;
	}
	bool little = (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__) != m->swap;
	for (unsigned i = 0; i < size_bytes; i++) value |= (uint64_t)m->stack[offset + i] << 8 * (little ? i : size_bytes - 1 - i);
	*ret = value;
	return true;
}

/* The innermost frame. */
static bool machine_begin(struct machine *m, const struct unwind_arch *arch, const struct sample *sample)
{
	const struct sample_regs *regs = &sample->user_regs;
	bool has_pc = false;
	memset(m->known, 0, sizeof(m->known));
	m->arch = arch;
	uint64_t i = 0;
	for (uint64_t mask = regs->mask; mask; mask &= mask - 1, i++) {
		unsigned number = (unsigned)__builtin_ctzll(mask);
		if (number == arch->perf_ip) {
			m->pc = regs->values[i];
			has_pc = true;
		}
		if (number >= arch->nr_columns || arch->columns[number] == NO_COLUMN) continue;
		m->columns[arch->columns[number]] = regs->values[i];
		m->known[arch->columns[number]] = true;
	}
	m->stack = sample->stack;
	m->stack_size = sample->stack ? MIN(sample->stack_dyn_size, sample->stack_size) : 0;
	m->stack_vaddr = m->columns[arch->sp];
	m->beyond_stack = false;
	return has_pc && m->known[arch->sp];
}

/* -EFAULT: memory or a register is not to be had; -ENODATA: this was the outermost frame; -ELOOP: a frame calls itself. */
static int leave_simple(struct machine *m, const struct cfi_rule *rule, const struct cfi_saved *saved)
{
	if (unlikely(!m->known[rule->cfa_column])) return -EFAULT;
	const struct unwind_arch *arch = m->arch;
	uint64_t cfa = m->columns[rule->cfa_column] + (uint64_t)(int64_t)rule->cfa_value, old_sp = m->columns[arch->sp];
	if (unlikely(arch->word_bytes == 4)) cfa = (uint32_t)cfa;
	if (arch->cfa_is_sp) {
		m->columns[arch->sp] = cfa;
		m->known[arch->sp] = true;
	}
	for (unsigned i = 0; i < rule->nr_saved; i++)
		m->known[saved[i].column] = load_saved(m, cfa + (uint64_t)(int64_t)saved[i].value, saved[i].column, &m->columns[saved[i].column]);
	if (unlikely(!m->known[rule->return_column])) return -EFAULT;
	uint64_t pc = m->columns[rule->return_column];
	if (arch->address_mask) pc &= arch->address_mask;
	if (unlikely(pc == m->pc && m->columns[arch->sp] == old_sp)) return -ELOOP;
	m->pc = pc;
	return 0;
}

static int leave_any(struct machine *m, const struct cfi *cfi, const struct cfi_rule *rule, const struct cfi_saved *saved)
{
	const struct cfi_expr_machine expr = { .read_register = expr_register, .read_memory = expr_memory, .ctx = m, .is64 = cfi_is64(cfi), .swap = cfi_swapped(cfi) };
	struct machine next = *m;
	uint64_t cfa, vaddr;
	if (rule->flags & CFI_CFA_IS_EXPR) {
		if (cfi_expr_evaluate(&expr, cfi_expression(cfi, rule->cfa_value), NULL, &cfa) < 0) return -EFAULT;
	} else {
		if (!m->known[rule->cfa_column]) return -EFAULT;
		cfa = m->columns[rule->cfa_column] + (uint64_t)(int64_t)rule->cfa_value;
	}
	if (m->arch->word_bytes == 4) cfa = (uint32_t)cfa;
	if (m->arch->cfa_is_sp) {
		next.columns[m->arch->sp] = cfa;
		next.known[m->arch->sp] = true;
	}
	for (unsigned i = 0; i < rule->nr_saved; i++) {
		unsigned column = saved[i].column;
		uint64_t *value = &next.columns[column];
		bool known = true;
		switch ((enum cfi_where)saved[i].where) {
		case CFI_SAME: continue;
		case CFI_UNDEFINED:
			if (column == rule->return_column) return -ENODATA;
			known = false;
			break;
		case CFI_AT_CFA: known = load_saved(m, cfa + (uint64_t)(int64_t)saved[i].value, column, value); break;
		case CFI_IS_CFA: *value = cfa + (uint64_t)(int64_t)saved[i].value; break;
		case CFI_REGISTER: known = expr_register(m, (uint64_t)saved[i].value, value); break;
		case CFI_AT_EXPR: known = cfi_expr_evaluate(&expr, cfi_expression(cfi, saved[i].value), &cfa, &vaddr) == 0 && load_word(m, vaddr, value); break;
		case CFI_IS_EXPR: known = cfi_expr_evaluate(&expr, cfi_expression(cfi, saved[i].value), &cfa, value) == 0; break;
		}
		next.known[column] = known;
	}
	next.beyond_stack = m->beyond_stack;
	if (!next.known[rule->return_column]) return -EFAULT;
	next.pc = next.columns[rule->return_column];
	if (m->arch->address_mask) next.pc &= m->arch->address_mask;
	if (next.pc == m->pc && next.columns[m->arch->sp] == m->columns[m->arch->sp]) return -ELOOP;
	*m = next;
	return 0;
}

/* By the frame pointer, where it points above the stack pointer. -ENODATA: it is zero; -ENOENT: of no use. */
static int leave_by_frame_pointer(struct machine *m)
{
	const struct frame_layout *frame = &m->arch->frame;
	uint64_t fp = m->columns[frame->column], saved_fp, pc;
	if (!frame->known || !m->known[frame->column]) return -ENOENT;
	if (!fp) return -ENODATA;
	if (!load_word(m, fp + (uint64_t)(int64_t)frame->saved_fp, &saved_fp) || !load_word(m, fp + (uint64_t)(int64_t)frame->return_address, &pc)) return -ENOENT;
	uint64_t sp = fp + (uint64_t)(int64_t)frame->cfa;
	if (m->arch->address_mask) pc &= m->arch->address_mask;
	if (!pc || sp <= m->columns[m->arch->sp]) return -ENOENT;
	m->columns[frame->column] = saved_fp;
	m->columns[m->arch->sp] = sp;
	m->pc = pc;
	return 0;
}

static void cache_fill(struct unwinder *unwinder, const struct sample_task *task, uint64_t ip, struct cached_rule *entry)
{
	*entry = (struct cached_rule){ .ip = ip, .space_id_1 = space_id(task->user_space) + 1 };
	const struct map *map = space_find(task->user_space, ip);
	if (!map) return;
	entry->in_exec = task->exec_space && space_find(task->exec_space, ip) == map;
	entry->mapped = !entry->in_exec;
	if (entry->in_exec) return;
	entry->rule = object_cfi_find(frame_space_object(unwinder->space, map->dso), map_to_object(map, ip), &entry->cfi);
}

static inline const struct cached_rule *rule_at(struct unwinder *unwinder, const struct sample_task *task, uint32_t space_id_1, uint64_t ip)
{
	uint64_t hash = (ip ^ (uint64_t)space_id_1 * 0x9e3779b97f4a7c15u) * 0xd6e8feb86659fd93u;
	struct cached_rule *entry = &unwinder->cache[hash >> (64 - CACHE_BITS)];
	if (unlikely(entry->ip != ip || entry->space_id_1 != space_id_1)) cache_fill(unwinder, task, ip, entry);
	return entry;
}

static enum unwind_end unwind(struct unwinder *unwinder, struct machine *m, const struct sample_task *task, size_t most, uint64_t *ips, size_t *count)
{
	uint32_t space_id_1 = space_id(task->user_space) + 1;
	bool is_call = false; /* the frame was left by a call: its address is the one after it */
	for (size_t n = 0;;) {
		uint64_t ip = m->pc - is_call;
		if (n == most) return UNWIND_LIMIT;
		const struct cached_rule *known = rule_at(unwinder, task, space_id_1, ip);
		/* registers left over from before an exec say nothing */
		if (unlikely(!n && !known->mapped)) return known->in_exec ? UNWIND_IN_EXEC : UNWIND_NO_OBJECT;
		ips[n] = ip;
		*count = ++n;
		int code;
		if (likely(known->rule)) {
			const struct cfi_saved *saved = cfi_saved(known->cfi, known->rule);
			if (likely(known->rule->flags & CFI_SIMPLE)) {
				code = leave_simple(m, known->rule, saved);
			} else {
				unwinder->counts.nr_by_expression++;
				code = leave_any(m, known->cfi, known->rule, saved);
			}
			is_call = !(known->rule->flags & CFI_SIGNAL_FRAME);
			if (code == -ENODATA) return UNWIND_OUTERMOST;
			if (code == -ELOOP) return UNWIND_NO_PROGRESS;
			if (code < 0) return m->beyond_stack ? UNWIND_STACK_SHORT : UNWIND_BAD_MEMORY;
		} else {
			if (!known->mapped) return UNWIND_NO_OBJECT;
			code = leave_by_frame_pointer(m);
			/* programs begin with a frame pointer of zero, and their first code says nothing else */
			if (code < 0) return code == -ENODATA && n > 1 ? UNWIND_OUTERMOST : UNWIND_NO_CFI;
			unwinder->counts.nr_by_frame_pointer++;
			is_call = true;
		}
	}
}

enum unwind_end unwinder_run(struct unwinder *unwinder, const struct sample_task *task, const struct sample *sample, size_t most, uint64_t *ips,
			     size_t *ret_count)
{
	const struct sample_regs *regs = &sample->user_regs;
	enum unwind_end end = UNWIND_NO_REGISTERS;
	struct machine machine;
	*ret_count = 0;
	if (unlikely(task->exec_space == task->user_space)) {
		end = UNWIND_IN_EXEC;
	} else if (regs->abi && regs->values && sample->stack_size) {
		if (regs->abi != unwinder->abi) {
			unwinder->abi = regs->abi;
			unwinder->arch = unwind_arch_find(unwinder->arch_name, regs->abi);
		}
		machine.swap = unwinder->swap;
		if (unwinder->arch && machine_begin(&machine, unwinder->arch, sample)) end = unwind(unwinder, &machine, task, most, ips, ret_count);
	}
	unwinder->counts.ends[end]++;
	unwinder->counts.nr_frames += *ret_count;
	return end;
}
