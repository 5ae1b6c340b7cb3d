/* Register names. A sample's registers are numbered as in the recorded architecture, which need not be this machine's:
 * the table is chosen by the machine name of the recording's header. To add an architecture: a table here, a line in
 * register.def. */
#include "event/attr/name.h"

#include <string.h>
#include "base/compiler.h"
#include "base/host.h"

/* Names by the number of the bit in sample_regs_user and sample_regs_intr (UAPI asm/perf_regs.h of each
 * architecture); "" is a number without register. Each XMM register takes two numbers. */
static const char *const x86_names[] = {
	"AX",    "BX",    "CX",    "DX",    "SI",    "DI",    "BP",    "SP",    "IP",    "FLAGS", "CS",
	"SS",    "DS",    "ES",    "FS",    "GS",    "R8",    "R9",    "R10",   "R11",   "R12",   "R13",
	"R14",   "R15",   "",      "",      "",      "",      "",      "",      "",      "",      "XMM0",
	"XMM0",  "XMM1",  "XMM1",  "XMM2",  "XMM2",  "XMM3",  "XMM3",  "XMM4",  "XMM4",  "XMM5",  "XMM5",
	"XMM6",  "XMM6",  "XMM7",  "XMM7",  "XMM8",  "XMM8",  "XMM9",  "XMM9",  "XMM10", "XMM10", "XMM11",
	"XMM11", "XMM12", "XMM12", "XMM13", "XMM13", "XMM14", "XMM14", "XMM15", "XMM15",
};
static const char *const arm64_names[] = {
	"x0",  "x1",  "x2",  "x3",  "x4",  "x5",  "x6",  "x7",  "x8",  "x9",  "x10", "x11", "x12", "x13", "x14", "x15",
	"x16", "x17", "x18", "x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28", "x29", "lr",  "sp",
	"pc",  "",    "",    "",    "",    "",    "",    "",    "",    "",    "",    "",    "",    "",    "vg",
};
static const char *const arm_names[] = {
	"r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "fp", "ip", "sp", "lr", "pc",
};
static const char *const s390_names[] = {
	"R0",  "R1",  "R2",   "R3",   "R4",   "R5",   "R6",   "R7",   "R8",   "R9",  "R10", "R11",
	"R12", "R13", "R14",  "R15",  "FP0",  "FP1",  "FP2",  "FP3",  "FP4",  "FP5", "FP6", "FP7",
	"FP8", "FP9", "FP10", "FP11", "FP12", "FP13", "FP14", "FP15", "MASK", "PC",
};
static const char *const riscv_names[] = {
	"pc", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", "a0",  "a1",  "a2", "a3", "a4", "a5",
	"a6", "a7", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6",
};
static const char *const power_names[] = {
	"r0",    "r1",    "r2",    "r3",    "r4",   "r5",   "r6",    "r7",   "r8",    "r9",    "r10",     "r11",
	"r12",   "r13",   "r14",   "r15",   "r16",  "r17",  "r18",   "r19",  "r20",   "r21",   "r22",     "r23",
	"r24",   "r25",   "r26",   "r27",   "r28",  "r29",  "r30",   "r31",  "nip",   "msr",   "orig_r3", "ctr",
	"link",  "xer",   "ccr",   "softe", "trap", "dar",  "dsisr", "sier", "mmcra", "mmcr0", "mmcr1",   "mmcr2",
	"mmcr3", "sier2", "sier3", "pmc1",  "pmc2", "pmc3", "pmc4",  "pmc5", "pmc6",  "sdar",  "siar",
};
static const char *const mips_names[] = {
	"PC",  "$1",  "$2",  "$3",  "$4",  "$5",  "$6",  "$7",  "$8",  "$9",  "$10", "$11", "$12", "$13", "$14", "$15",
	"$16", "$17", "$18", "$19", "$20", "$21", "$22", "$23", "$24", "$25", "",    "",    "$28", "$29", "$30", "$31",
};
static const char *const loongarch_names[] = {
	"PC",   "%r1",  "%r2",  "%r3",  "%r4",  "%r5",  "%r6",  "%r7",  "%r8",  "%r9",  "%r10",
	"%r11", "%r12", "%r13", "%r14", "%r15", "%r16", "%r17", "%r18", "%r19", "%r20", "%r21",
	"%r22", "%r23", "%r24", "%r25", "%r26", "%r27", "%r28", "%r29", "%r30", "%r31",
};
static const char *const csky_names[] = {
	"",      "lr",    "pc",    "",      "sp",    "",      "a0",    "a1",    "a2",    "a3",
	"regs0", "regs1", "regs2", "regs3", "regs4", "regs5", "regs6", "regs7", "regs8", "regs9",
};

/* register.def has a line for each architecture: the beginning of what uname says of the machine, and its table. */
struct register_table {
	const char *prefix;
	const char *const *names;
	unsigned count;
};
#define X86_REGISTERS x86_names
#define ARM64_REGISTERS arm64_names
#define ARM_REGISTERS arm_names
#define S390_REGISTERS s390_names
#define RISCV_REGISTERS riscv_names
#define POWER_REGISTERS power_names
#define MIPS_REGISTERS mips_names
#define LOONGARCH_REGISTERS loongarch_names
#define CSKY_REGISTERS csky_names
static const struct register_table tables[] = {
#define REGISTERS(arch_prefix, table) { arch_prefix, table, ARRAY_SIZE(table) },
#include "event/attr/register.def"
#undef REGISTERS
};

const char *register_name(const char *arch, unsigned number)
{
	/* host is here and not in the block, as arch points into it */
	struct host host;
	if (!arch) {
		host = host_read();
		arch = host.machine;
	}
	for (size_t i = 0; i < ARRAY_SIZE(tables); i++) {
		const struct register_table *t = &tables[i];
		if (strncmp(arch, t->prefix, strlen(t->prefix)) != 0) continue;
		return number < t->count && t->names[number][0] ? t->names[number] : "unknown";
	}
	return "unknown";
}
