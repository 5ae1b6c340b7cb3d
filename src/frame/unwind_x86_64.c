/* System V ABI, AMD64 supplement, figure 3.36; perf's numbers: UAPI asm/perf_regs.h. */
#include "frame/unwind_arch.h"

static const uint8_t columns[] = {
	0, 3, 2, 1, 4, 5, 6, 7, 16, /* AX BX CX DX SI DI BP SP IP */
	NO_COLUMN, NO_COLUMN, NO_COLUMN, NO_COLUMN, NO_COLUMN, NO_COLUMN, NO_COLUMN, /* FLAGS CS SS DS ES FS GS */
	8, 9, 10, 11, 12, 13, 14, 15,
};

const struct unwind_arch unwind_arch_x86_64 = {
	.names = { "x86_64" }, .abi = 2, .word_bytes = 8, .sp = 7, .return_column = 16, .perf_ip = 8, .cfa_is_sp = true,
	.columns = columns, .nr_columns = sizeof(columns), .frame = { true, 6, 0, 8, 16 },
};
