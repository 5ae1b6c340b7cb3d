/* i386: System V ABI, Intel386 supplement, table 2.14; also 32-bit programs of 64-bit machines. perf's numbers are
 * those of UAPI asm/perf_regs.h, as for x86_64. */
#include "frame/unwind/unwind_arch.h"

static const uint8_t columns[] = { 0, 3, 1, 2, 6, 7, 5, 4, 8 }; /* AX BX CX DX SI DI BP SP IP */

const struct unwind_arch unwind_arch_i386 = {
	.names = { "i386", "i486", "i586", "i686", "x86_64" },
	.abi = 1,
	.word_bytes = 4,
	.sp = 4,
	.return_column = 8,
	.perf_ip = 8,
	.cfa_is_sp = true,
	.columns = columns,
	.nr_columns = sizeof(columns),
	.frame = { true, 5, 0, 4, 8 },
};
