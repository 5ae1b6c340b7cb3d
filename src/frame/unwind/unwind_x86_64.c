/* System V ABI, AMD64 supplement, figure 3.36; perf's numbers: UAPI asm/perf_regs.h. */
#include "frame/unwind/unwind_arch.h"

static const uint8_t columns[] = {
	0,         3,         2,         1,         4,         5,         6,         7,
	16,                                                                          /* AX BX CX DX SI DI BP SP IP */
	NO_COLUMN, NO_COLUMN, NO_COLUMN, NO_COLUMN, NO_COLUMN, NO_COLUMN, NO_COLUMN, /* FLAGS CS SS DS ES FS GS */
	8,         9,         10,        11,        12,        13,        14,        15,
};

/* asm/ucontext.h and asm/sigcontext.h; C libraries bring the code along: mov $15, %rax; syscall */
static const uint8_t signal_columns[] = { 8, 9, 10, 11, 12, 13, 14, 15, 5, 4, 6, 3, 1, 0, 2, 7 };
static const struct signal_layout signal_layout = {
	.code = { 0x48, 0xc7, 0xc0, 0x0f, 0, 0, 0, 0x0f, 0x05 },
	.code_bytes = 9,
	.columns = signal_columns,
	.nr_registers = sizeof(signal_columns),
	.registers_at = 40,
	.pc_at = 168,
};

/* "push %rbp; mov %rsp, %rbp": the caller's rbp at 0(%rbp), the return address at 8, the caller's stack pointer is rbp
 * + 16 */
const struct unwind_arch unwind_arch_x86_64 = {
	.names = { "x86_64" },
	.abi = 2,
	.word_bytes = 8,
	.sp = 7,
	.return_column = 16,
	.perf_ip = 8,
	.cfa_is_sp = true,
	.columns = columns,
	.nr_columns = sizeof(columns),
	.frame = { true, 6, 0, 8, 16 },
	.signal = &signal_layout,
};
