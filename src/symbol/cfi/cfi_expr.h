/* DWARF expressions as call frame information has them (DWARF 5, sections 2.5 and 6.4.2): a stack machine over
 * addresses, bounded in steps and depth. Operations that ask for debugging information entries are not allowed there
 * and fail. */
#ifndef SYMBOL_CFI_CFI_EXPR_H
#define SYMBOL_CFI_CFI_EXPR_H

#include "symbol/file/blob.h"

/* The frame that an expression is about. vaddr and values are numbers of the profiled machine; size_bytes is 1 to 8. */
struct cfi_expr_machine {
	/* both return whether it is known */
	bool (*read_register)(void *ctx, uint64_t column, uint64_t *ret);
	bool (*read_memory)(void *ctx, uint64_t vaddr, unsigned size_bytes, uint64_t *ret);
	void *ctx;
	bool is64, swap;
};

/* Runs the expression with *initial (NULL: nothing) on its stack. Returns 0 and the top of the stack, -EBADMSG for
 * bytes that are no expression, -EFAULT when a register or memory is not known, -ELOOP when it runs for too long. */
int cfi_expr_evaluate(const struct cfi_expr_machine *machine, struct bytes expression, const uint64_t *initial,
		      uint64_t *ret) _warn_unused_;

#endif
