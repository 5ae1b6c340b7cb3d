/* DWARF for the Arm Architecture, section 4.1. Bit 0 of a return address says that it
 * is Thumb code. Most programs have their tables in .ARM.exidx (symbol/cfi/cfi_arm.c). */
#include "frame/unwind/unwind_arch.h"

static const uint8_t columns[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };

const struct unwind_arch unwind_arch_arm = {
	.names = { "arm", "armv7l", "armv6l", "armv8l", "aarch64", "arm64" },
	.abi = 1,
	.word_bytes = 4,
	.sp = 13,
	.return_column = 14,
	.perf_ip = 15,
	.cfa_is_sp = true,
	.address_mask = 0xfffffffe,
	.columns = columns,
	.nr_columns = sizeof(columns),
};
