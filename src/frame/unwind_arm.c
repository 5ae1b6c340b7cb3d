/* DWARF for the Arm Architecture, section 4.1. Programs without .eh_frame or .debug_frame have their tables in .ARM.exidx, which is
   not read. */
#include "frame/unwind_arch.h"

static const uint8_t columns[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };

const struct unwind_arch unwind_arch_arm = {
	.names = { "arm", "armv7l", "armv6l", "armv8l", "aarch64", "arm64" }, .abi = 1, .word_bytes = 4, .sp = 13, .return_column = 14, .perf_ip = 15,
	.cfa_is_sp = true, .columns = columns, .nr_columns = sizeof(columns),
};
