/* Machine code as far as its lengths go: where an instruction ends, and whether what follows it is reached only by a
 * jump. Takes bytes. x86 (32 and 64 bits) is decoded by tables; of arm64, RISC-V, s390x and others only what the
 * callers ask for is known. All functions are pure and take any bytes. */
#ifndef SYMBOL_CODE_INSN_H
#define SYMBOL_CODE_INSN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ELF's numbers for the architecture. */
struct insn_set {
	uint16_t machine;
	bool is64;
};
/* What stands in a section of code: instructions, on 32-bit Arm of which of its sets, or constants between them. */
enum insn_code { INSN_CODE_PLAIN, INSN_CODE_THUMB, INSN_CODE_DATA };

enum { INSN_MAX_BYTES = 15 };

/* The length of the instruction at the start of code, 0 when it is none, does not fit into size_bytes, or the
 * architecture is not known. */
unsigned insn_length(const struct insn_set *set, const uint8_t *code, size_t size_bytes);
/* Calls, jumps, returns, interrupts and system calls: control leaves here for certain. length: as insn_length said, not
 * 0. Known of x86, false of others. */
bool insn_leaves(const struct insn_set *set, const uint8_t *code, unsigned length);

/* Whether code ends with a call, as what is before a return address does. *ret_distance: of INSN_CALL_DIRECT, from the
 * end of code to where it goes. INSN_CALL_UNKNOWN: not known of this architecture. */
enum insn_call { INSN_CALL_UNKNOWN, INSN_NO_CALL, INSN_CALL_INDIRECT, INSN_CALL_DIRECT };
enum insn_call insn_call_before(const struct insn_set *set, const uint8_t *code, size_t size_bytes,
				int64_t *ret_distance);
enum { INSN_CALL_MAX_BYTES = 8 }; /* more is not looked at */

/* Whether the instruction always goes elsewhere, to a place it names: *ret_distance from its own start. Known of x86
 * and arm64. */
bool insn_jump(const struct insn_set *set, const uint8_t *code, unsigned length, int64_t *ret_distance);

/* How an instruction passes control on. */
enum insn_flow {
	INSN_FLOW_NEXT,          /* to the one behind it */
	INSN_FLOW_CONDITIONAL,   /* there or to a place it names */
	INSN_FLOW_JUMP,          /* to a place it names */
	INSN_FLOW_JUMP_INDIRECT, /* to an address that it reads */
	INSN_FLOW_CALL,
	INSN_FLOW_CALL_INDIRECT,
	INSN_FLOW_RETURN,
	/* Far transfers: between segments, rings or modes. */
	INSN_FLOW_JUMP_FAR,
	INSN_FLOW_CALL_FAR,
	INSN_FLOW_RETURN_FAR,
	INSN_FLOW_SYSCALL,          /* SYSCALL, SYSENTER */
	INSN_FLOW_SYSRET,           /* SYSRET, SYSEXIT, ERETS, ERETU */
	INSN_FLOW_INTERRUPT,        /* INT n, INT3, INTO, INT1 */
	INSN_FLOW_INTERRUPT_RETURN, /* IRET, UIRET */
	INSN_FLOW_VM_ENTRY,         /* VMLAUNCH, VMRESUME */
};
struct insn_step {
	uint8_t length; /* 0: no instruction, see insn_length */
	uint8_t flow;   /* enum insn_flow */
	/* Of INSN_FLOW_CONDITIONAL, JUMP and CALL: from the end of the instruction to where it goes. */
	int32_t distance;
};
/* The instruction at the start of code: length and flow at once. x86 only; others have length 0. */
struct insn_step insn_step(const struct insn_set *set, const uint8_t *code, size_t size_bytes);

/* insn_x86.c, the same for x86: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2, appendix A
 * (opcode maps) and chapter 2 (prefixes, ModR/M, SIB, VEX, EVEX). */
unsigned insn_x86_length(bool is64, const uint8_t *code, size_t size_bytes);
bool insn_x86_leaves(bool is64, const uint8_t *code, unsigned length);
struct insn_step insn_x86_step(bool is64, const uint8_t *code, size_t size_bytes);
enum insn_call insn_x86_call_before(bool is64, const uint8_t *code, size_t size_bytes, int64_t *ret_distance);

#endif
