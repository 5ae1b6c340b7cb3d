/* DWARF for the Arm 64-bit Architecture, section 4.1. Return addresses may be signed in the bits above the 48 of an
 * address. */
#include "frame/unwind/unwind_arch.h"

static const uint8_t columns[] = { 0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16,
				   17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32 };

/* asm/ucontext.h and asm/sigcontext.h, behind a siginfo of 128 bytes. mov x8, #139; svc #0 */
static const uint8_t signal_columns[] = { 0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
					  16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31 };
static const struct signal_layout signal_layout = {
	.code = { 0x68, 0x11, 0x80, 0xd2, 0x01, 0, 0, 0xd4 },
	.code_bytes = 8,
	.columns = signal_columns,
	.nr_registers = sizeof(signal_columns),
	.registers_at = 312,
	.pc_at = 568,
};

/* A frame record is the caller's x29 and x30, where x29 points (AAPCS64, "The Frame Pointer"). */
const struct unwind_arch unwind_arch_arm64 = {
	.names = { "aarch64", "aarch64_be", "arm64" },
	.abi = 2,
	.word_bytes = 8,
	.sp = 31,
	.return_column = 30,
	.perf_ip = 32,
	.cfa_is_sp = true,
	.chain_lacks_leaf_caller = true,
	.address_mask = 0x0000ffffffffffff,
	.columns = columns,
	.nr_columns = sizeof(columns),
	.frame = { true, 29, 0, 8, 16 },
	.signal = &signal_layout,
};
