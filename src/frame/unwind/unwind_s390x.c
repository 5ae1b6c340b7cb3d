/* ELF ABI s390x Supplement, section "DWARF": floating point registers, in which leaf functions keep others, come in a
 * strange order. The stack pointer is an ordinary saved register: the CFA is 160 bytes above the caller's. */
#include "frame/unwind/unwind_arch.h"

static const uint8_t columns[] = {
	0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
	16, 20, 17, 21, 18, 22, 19, 23, 24, 28, 25, 29, 26, 30, 27, 31, /* f0 to f15 */
	64, /* the mask of the program status word; number 33 is its address */
};

const struct unwind_arch unwind_arch_s390x = {
	.names = { "s390x" },
	.abi = 2,
	.word_bytes = 8,
	.sp = 15,
	.return_column = 14,
	.perf_ip = 33,
	.cfa_is_sp = false,
	.columns = columns,
	.nr_columns = sizeof(columns),
};
