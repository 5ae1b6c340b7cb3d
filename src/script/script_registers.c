/* Names of registers by architecture, in the order of the bits of perf_event_attr.sample_regs_user (asm/perf_regs.h
 * of each). A new architecture is a list of names and a row in `sets`: its name as uname -m says, the names, and the
 * bit of the instruction pointer. */
#include <stdio.h>
#include "script/script_registers.h"
#include "script/script_writer.h"

static const char *const x86_names[] = {
	"AX", "BX", "CX", "DX", "SI", "DI", "BP",  "SP",  "IP",  "FLAGS", "CS",  "SS",
	"DS", "ES", "FS", "GS", "R8", "R9", "R10", "R11", "R12", "R13",   "R14", "R15"
};
static const char *const arm_names[] = { "r0", "r1", "r2",  "r3", "r4", "r5", "r6", "r7",
					 "r8", "r9", "r10", "fp", "ip", "sp", "lr", "pc" };
static const char *const arm64_names[] = { "x0",  "x1",  "x2",  "x3",  "x4",  "x5",  "x6",  "x7",  "x8",  "x9",  "x10",
					   "x11", "x12", "x13", "x14", "x15", "x16", "x17", "x18", "x19", "x20", "x21",
					   "x22", "x23", "x24", "x25", "x26", "x27", "x28", "x29", "lr",  "sp",  "pc" };
static const char *const s390_names[] = { "R0",   "R1",   "R2",   "R3",   "R4",   "R5",   "R6",  "R7",  "R8",
					  "R9",   "R10",  "R11",  "R12",  "R13",  "R14",  "R15", "FP0", "FP1",
					  "FP2",  "FP3",  "FP4",  "FP5",  "FP6",  "FP7",  "FP8", "FP9", "FP10",
					  "FP11", "FP12", "FP13", "FP14", "FP15", "MASK", "PC" };
static const char *const riscv_names[] = { "pc", "ra", "sp", "gp", "tp",  "t0",  "t1", "t2", "s0", "s1", "a0",
					   "a1", "a2", "a3", "a4", "a5",  "a6",  "a7", "s2", "s3", "s4", "s5",
					   "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6" };
static const char *const powerpc_names[] = {
	"r0",   "r1",  "r2",  "r3",    "r4",   "r5",  "r6",    "r7",   "r8",   "r9",  "r10",     "r11",
	"r12",  "r13", "r14", "r15",   "r16",  "r17", "r18",   "r19",  "r20",  "r21", "r22",     "r23",
	"r24",  "r25", "r26", "r27",   "r28",  "r29", "r30",   "r31",  "nip",  "msr", "orig_r3", "ctr",
	"link", "xer", "ccr", "softe", "trap", "dar", "dsisr", "sier", "mmcra"
};
static const char *const loongarch_names[] = { "PC",   "%r1",  "%r2",  "%r3",  "%r4",  "%r5",  "%r6",  "%r7",
					       "%r8",  "%r9",  "%r10", "%r11", "%r12", "%r13", "%r14", "%r15",
					       "%r16", "%r17", "%r18", "%r19", "%r20", "%r21", "%r22", "%r23",
					       "%r24", "%r25", "%r26", "%r27", "%r28", "%r29", "%r30", "%r31" };

/* The first is the one of unknown architectures. */
static const struct script_registers sets[] = {
	{ "x86_64", x86_names, ARRAY_SIZE(x86_names), 8 },
	{ "i386", x86_names, ARRAY_SIZE(x86_names), 8 },
	{ "i486", x86_names, ARRAY_SIZE(x86_names) },
	{ "i586", x86_names, ARRAY_SIZE(x86_names), 8 },
	{ "i686", x86_names, ARRAY_SIZE(x86_names), 8 },
	{ "arm", arm_names, ARRAY_SIZE(arm_names) },
	{ "armv7l", arm_names, ARRAY_SIZE(arm_names), 15 },
	{ "aarch64", arm64_names, ARRAY_SIZE(arm64_names), 32 },
	{ "arm64", arm64_names, ARRAY_SIZE(arm64_names) },
	{ "s390x", s390_names, ARRAY_SIZE(s390_names), 33 },
	{ "s390", s390_names, ARRAY_SIZE(s390_names), 33 },
	{ "riscv64", riscv_names, ARRAY_SIZE(riscv_names) },
	{ "riscv32", riscv_names, ARRAY_SIZE(riscv_names), 0 },
	{ "ppc64le", powerpc_names, ARRAY_SIZE(powerpc_names), 32 },
	{ "ppc64", powerpc_names, ARRAY_SIZE(powerpc_names), 32 },
	{ "ppc", powerpc_names, ARRAY_SIZE(powerpc_names), 32 },
	{ "loongarch64", loongarch_names, ARRAY_SIZE(loongarch_names), 0 },
};

const struct script_registers *script_registers_of(const char *arch)
{
	for (size_t i = 0; arch && i < ARRAY_SIZE(sets); i++)
		if (strcmp(sets[i].arch, arch) == 0) return &sets[i];
	return &sets[0];
}

/* Vector registers of x86 follow in pairs of 64 bits from bit 32 on. */
static void write_name(const struct script_registers *registers, unsigned bit, struct outbuf *out)
{
	char name[16];
	if (bit < registers->count) {
		out_right(out, registers->names[bit], 5);
		return;
	}
	if (registers->names == x86_names && bit >= 32) snprintf(name, sizeof(name), "XMM%u", (bit - 32) / 2);
	else snprintf(name, sizeof(name), "unknown");
	out_right(out, name, 5);
}

void script_write_registers(const struct script_registers *registers, const struct sample_regs *regs,
			    struct outbuf *out)
{
	if (!regs->abi || !regs->values) return;
	out_lit(out, " ABI:");
	out_dec(out, regs->abi, 0);
	out_char(out, ' ');
	/* Values are packed: one for each bit of the mask, in order. */
	size_t value = 0;
	for (unsigned bit = 0; bit < 64; bit++) {
		if (!(regs->mask >> bit & 1)) continue;
		write_name(registers, bit, out);
		out_lit(out, ":0x");
		out_hex(out, regs->values[value++], 0);
		out_char(out, ' ');
	}
}

bool script_register_ip(const struct script_registers *registers, const struct sample_regs *regs, uint64_t *ret_ip)
{
	const uint64_t bit = (uint64_t)1 << registers->ip;
	if (!regs->abi || !regs->values || !(regs->mask & bit)) return false;
	/* The value's place is the number of registers before it in the mask. */
	*ret_ip = regs->values[__builtin_popcountll(regs->mask & (bit - 1))];
	return true;
}
