/* Rules of all kinds (machine_leave), frame pointers and signal frames. What runs for nearly every frame is inline in
 * unwind_machine.h: machine_leave_simple.
 *
 * Values are read from the copied stack alone, never from memory of a process or object; an address outside of the copy
 * fails, and is noted where it lies above (beyond_stack), since a larger copy would have had it. */
#include "frame/unwind/unwind_machine.h"

#include "symbol/cfi/cfi_expr.h"

/* For DWARF expressions (symbol/cfi/cfi_expr.h): a register's value in the frame that is being left. */
static bool expr_register(void *ctx, uint64_t column, uint64_t *ret)
{
	const struct machine *m = ctx;
	if (column >= CFI_COLUMNS || !m->known[column]) return false;
	*ret = m->columns[column];
	return true;
}

/* The same: memory of 1 to 8 bytes, in the recorded machine's byte order. */
static bool expr_memory(void *ctx, uint64_t vaddr, unsigned size_bytes, uint64_t *ret)
{
	struct machine *m = ctx;
	uint64_t offset = vaddr - m->stack_vaddr, value = 0;
	if (m->stack_size < size_bytes || offset > m->stack_size - size_bytes) {
		m->beyond_stack = offset < (uint64_t)1 << 32;
		return false;
	}
	bool little = (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__) != m->swap;
	for (unsigned i = 0; i < size_bytes; i++)
		value |= (uint64_t)m->stack[offset + i] << 8 * (little ? i : size_bytes - 1 - i);
	*ret = value;
	return true;
}

bool machine_begin(struct machine *m, const struct unwind_arch *arch, const struct sample *sample)
{
	const struct sample_regs *regs = &sample->user_regs;
	bool has_pc = false;
	memset(m->known, 0, sizeof(m->known));
	m->arch = arch;
	if (arch->frame.known) m->columns[arch->frame.column] = UINT64_MAX;
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

static struct cfi_expr_machine expr_of(struct machine *m, const struct cfi *cfi)
{
	return (struct cfi_expr_machine){ .read_register = expr_register,
					  .read_memory = expr_memory,
					  .ctx = m,
					  .is64 = cfi_is64(cfi),
					  .swap = cfi_swapped(cfi) };
}

bool machine_cfa(struct machine *m, const struct cfi *cfi, const struct cfi_rule *rule, uint64_t *ret)
{
	if (rule->flags & CFI_CFA_IS_EXPR) {
		const struct cfi_expr_machine expr = expr_of(m, cfi);
		if (cfi_expr_evaluate(&expr, cfi_expression(cfi, rule->cfa_value), NULL, ret) < 0) return false;
	} else {
		if (!m->known[rule->cfa_column]) return false;
		*ret = m->columns[rule->cfa_column] + (uint64_t)(int64_t)rule->cfa_value;
	}
	if (m->arch->word_bytes == 4) *ret = (uint32_t)*ret;
	return true;
}

int machine_leave(struct machine *m, const struct cfi *cfi, const struct cfi_rule *rule, const struct cfi_saved *saved)
{
	const struct cfi_expr_machine expr = expr_of(m, cfi);
	/* rules speak of the callee's registers while the caller's are written: two copies */
	struct machine next = *m;
	uint64_t cfa, vaddr;
	if (!machine_cfa(m, cfi, rule, &cfa)) return -EFAULT;
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
		/* DWARF 5, 6.4.4: a return address that is undefined marks the outermost frame */
		case CFI_UNDEFINED:
			if (column == rule->return_column) return -ENODATA;
			known = false;
			break;
		case CFI_AT_CFA:
			known = machine_load_saved(m, cfa + (uint64_t)(int64_t)saved[i].value, column, value);
			break;
		case CFI_IS_CFA: *value = cfa + (uint64_t)(int64_t)saved[i].value; break;
		case CFI_REGISTER: known = expr_register(m, (uint64_t)saved[i].value, value); break;
		case CFI_AT_EXPR:
			known = cfi_expr_evaluate(&expr, cfi_expression(cfi, saved[i].value), &cfa, &vaddr) == 0 &&
				machine_load_word(m, vaddr, value);
			break;
		case CFI_IS_EXPR:
			known = cfi_expr_evaluate(&expr, cfi_expression(cfi, saved[i].value), &cfa, value) == 0;
			break;
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

bool machine_peek_frame_pointer(struct machine *m, struct machine_caller *ret)
{
	const struct frame_layout *frame = &m->arch->frame;
	uint64_t fp = m->columns[frame->column];
	if (!frame->known || !m->known[frame->column] || !fp) return false;
	if (!machine_load_word(m, fp + (uint64_t)(int64_t)frame->saved_fp, &ret->fp)) return false;
	if (!machine_load_word(m, fp + (uint64_t)(int64_t)frame->return_address, &ret->pc)) return false;
	ret->sp = fp + (uint64_t)(int64_t)frame->cfa;
	ret->pc = machine_code_address(m, ret->pc);
	/* stacks grow down: a caller's frame is above */
	return ret->pc && ret->sp > m->columns[m->arch->sp];
}

void machine_set(struct machine *m, const struct machine_caller *caller)
{
	const struct frame_layout *frame = &m->arch->frame;
	m->pc = caller->pc;
	m->columns[m->arch->sp] = caller->sp;
	m->known[m->arch->sp] = true;
	if (frame->known) m->columns[frame->column] = caller->fp;
}

bool machine_leave_signal(struct machine *m)
{
	const struct signal_layout *layout = m->arch->signal;
	uint64_t sp = m->columns[m->arch->sp], value;
	for (unsigned i = 0; i < layout->nr_registers; i++) {
		unsigned column = layout->columns[i];
		if (!machine_load_word(m, sp + layout->registers_at + i * m->arch->word_bytes, &value)) return false;
		if (column == NO_COLUMN) continue;
		m->columns[column] = value;
		m->known[column] = true;
	}
	return machine_load_word(m, sp + layout->pc_at, &m->pc);
}
