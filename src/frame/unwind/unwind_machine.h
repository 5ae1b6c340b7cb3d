/* The machine that goes from frame to frame: registers and the copied stack of one sample. It knows no process, no map
 * and no object. */
#ifndef FRAME_UNWIND_UNWIND_MACHINE_H
#define FRAME_UNWIND_UNWIND_MACHINE_H

#include <errno.h>
#include <string.h>
#include "frame/unwind/unwind_arch.h"
#include "perfdata/record/sample.h"
#include "symbol/cfi/cfi.h"

#define POPPED_MAX_BYTES 512 /* more than all registers that a function saves */

/* As it was in the frame that is being left. */
struct machine {
	const struct unwind_arch *arch;
	uint64_t columns[CFI_COLUMNS];
	/* 1: columns[i] is the value in this frame; 0: it is lost */
	uint8_t known[CFI_COLUMNS];
	/* the copy; stack[0] is at stack_vaddr, the stack pointer when the sample was taken */
	const uint8_t *stack;
	uint64_t stack_vaddr, stack_size;
	/* of the frame at hand; for callers the return address */
	uint64_t pc;
	bool swap, beyond_stack; /* the last load failed above the copy */
};

/* The innermost frame; false when a register that is needed is not there. m->swap is the caller's. */
bool machine_begin(struct machine *m, const struct unwind_arch *arch, const struct sample *sample);

/* The word at vaddr out of the copy, in host byte order; false: it is not (wholly) in the copy. */
static inline bool machine_load_word(struct machine *m, uint64_t vaddr, uint64_t *ret)
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

/* A saved register's value. In epilogues the rules of gcc still name the slot when the register has been popped: the
 * slot is then below the stack pointer, where nothing was copied, and the register itself is right. Returns whether
 * *value is known. */
static inline bool machine_load_saved(struct machine *m, uint64_t vaddr, unsigned column, uint64_t *value)
{
	if (likely(machine_load_word(m, vaddr, value))) return true;
	uint64_t below = m->stack_vaddr - vaddr;
	bool popped = below && below <= POPPED_MAX_BYTES && column != unwind_arch_ip_column(m->arch);
	return popped && m->known[column];
}

static inline uint64_t machine_code_address(const struct machine *m, uint64_t pc)
{
	return m->arch->address_mask ? pc & m->arch->address_mask : pc;
}

/* -EFAULT: memory or a register is not to be had; -ENODATA: this was the outermost frame; -ELOOP: a frame calls itself.
 */
static inline int machine_leave_simple(struct machine *m, const struct cfi_rule *rule, const struct cfi_saved *saved)
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
		m->known[saved[i].column] = machine_load_saved(m, cfa + (uint64_t)(int64_t)saved[i].value,
							       saved[i].column, &m->columns[saved[i].column]);
	if (unlikely(!m->known[rule->return_column])) return -EFAULT;
	uint64_t pc = m->columns[rule->return_column];
	if (arch->address_mask) pc &= arch->address_mask;
	if (unlikely(pc == m->pc && m->columns[arch->sp] == old_sp)) return -ELOOP;
	m->pc = pc;
	return 0;
}

/* Likewise by any rule. On failure the machine is as it was. */
int machine_leave(struct machine *m, const struct cfi *cfi, const struct cfi_rule *rule, const struct cfi_saved *saved);
/* Where the frame at hand ends (DWARF's CFA), by the rule. False: a register or memory for it is not known. */
bool machine_cfa(struct machine *m, const struct cfi *cfi, const struct cfi_rule *rule, uint64_t *ret);
/* What the frame pointer says of the caller, taken on by machine_set. False: nothing of use. */
struct machine_caller {
	uint64_t pc, sp, fp;
};
bool machine_peek_frame_pointer(struct machine *m, struct machine_caller *ret);
void machine_set(struct machine *m, const struct machine_caller *caller);
/* Out of the frame that the kernel made for a signal, with the stack pointer at its beginning, by the architecture's
 * layout. */
bool machine_leave_signal(struct machine *m);

#endif
