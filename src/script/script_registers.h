/* Names of sampled registers: bit n of the mask is register n of the recorded machine (kernel UAPI asm/perf_regs.h). */
#ifndef SCRIPT_SCRIPT_REGISTERS_H
#define SCRIPT_SCRIPT_REGISTERS_H

/* The registers of an architecture. arch: as uname -m says and recordings have it. */
struct script_registers {
	const char *arch;
	const char *const *names;
	unsigned count, ip /* the bit of the instruction pointer */;
};

#endif
