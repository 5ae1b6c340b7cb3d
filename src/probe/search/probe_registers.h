/* Registers as the kernel's probe events name them ("%di", "%x0"): the names of each architecture's
 * regs_query_register_offset, as its ptrace documentation and the perf-probe manual have them, by DWARF's numbers (each
 * architecture's ABI). */
#ifndef PROBE_SEARCH_PROBE_REGISTERS_H
#define PROBE_SEARCH_PROBE_REGISTERS_H

#include <stdint.h>

/* machine: ELF's number. NULL: the kernel has no name for it. */
const char *probe_register_name(uint16_t machine, uint64_t number);

#endif
