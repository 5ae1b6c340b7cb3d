/* 64-Bit ELF V2 ABI Specification, section 2.4; the link register is column 65. perf has it as number 36, the
 * instruction's address as 32. */
#include "frame/unwind/unwind_arch.h"

static const uint8_t columns[] = {
	0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13,        14,        15,        16,        17, 18,
	19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, NO_COLUMN, NO_COLUMN, NO_COLUMN, NO_COLUMN, 65,
};

const struct unwind_arch unwind_arch_ppc64 = {
	.names = { "ppc64le", "ppc64" },
	.abi = 2,
	.word_bytes = 8,
	.sp = 1,
	.return_column = 65,
	.perf_ip = 32,
	.cfa_is_sp = true,
	.columns = columns,
	.nr_columns = sizeof(columns),
};
