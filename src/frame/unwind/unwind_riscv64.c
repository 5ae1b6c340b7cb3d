/* RISC-V ABIs Specification, chapter "DWARF"; perf's number 0 is the program counter, the others are x1 to x31. */
#include "frame/unwind/unwind_arch.h"

static const uint8_t columns[] = { NO_COLUMN, 1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
				   16,        17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31 };

/* asm/ucontext.h and asm/sigcontext.h, behind a siginfo of 128 bytes. li a7, 139; ecall */
static const uint8_t signal_columns[] = { 1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16,
					  17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31 };
static const struct signal_layout signal_layout = {
	.code = { 0x93, 0x08, 0xb0, 0x08, 0x73, 0, 0, 0 },
	.code_bytes = 8,
	.columns = signal_columns,
	.nr_registers = sizeof(signal_columns),
	.registers_at = 312,
	.pc_at = 304,
};

/* s0 is the frame pointer and points behind the frame: the caller's at -16, the return address at -8. */
const struct unwind_arch unwind_arch_riscv64 = {
	.names = { "riscv64" },
	.abi = 2,
	.word_bytes = 8,
	.sp = 2,
	.return_column = 1,
	.perf_ip = 0,
	.cfa_is_sp = true,
	.columns = columns,
	.nr_columns = sizeof(columns),
	.frame = { true, 8, -16, -8, 0 },
	.signal = &signal_layout,
};
