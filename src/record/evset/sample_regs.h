/* The registers a sample can carry on this machine (kernel UAPI asm/perf_regs.h), by the names -I and --user-regs take.
 */
#ifndef RECORD_EVSET_SAMPLE_REGS_H
#define RECORD_EVSET_SAMPLE_REGS_H

#include "base/err.h"
#include "base/strbuf.h"

/* All general registers; and those a stack cannot be unwound without. 0 where this architecture's are not known. */
uint64_t sample_regs_all(void);
uint64_t sample_regs_unwind(void);
/* The return register, where the kernel's chains of frame pointers lack the caller of a function that keeps no frame;
 * else none. */
uint64_t sample_regs_leaf_caller(void);
/* "ax,bx" to a mask; NULL or "" are all. -EINVAL names the unknown one. */
int sample_regs_parse(const char *text, uint64_t *ret_mask, struct err *err);
/* "AX BX CX ... " */
void sample_regs_list(struct strbuf *out);

#endif
