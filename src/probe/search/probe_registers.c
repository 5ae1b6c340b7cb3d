/* DWARF's numbers of registers, as the kernel names them in arguments of probes (Documentation/trace/kprobetrace; the
 * kernel's regs_query_register_offset of each architecture). DWARF's numbering is that of each psABI. Those without a
 * row, such as vector registers, the kernel does not know.
 *
 * To add an architecture: its names in DWARF's order, and a ROW with ELF's machine number. */
#include "probe/search/probe_expression.h"

#include <elf.h>
#include <stddef.h>
#include "base/compiler.h"

#ifndef EM_RISCV
#define EM_RISCV 243
#endif
#ifndef EM_LOONGARCH
#define EM_LOONGARCH 258
#endif

static const char *const x86_64[] = {
	"%ax", "%dx", "%cx",  "%bx",  "%si",  "%di",  "%bp",  "%sp",
	"%r8", "%r9", "%r10", "%r11", "%r12", "%r13", "%r14", "%r15",
};
/* "$stack" is the kernel's word for the stack pointer. */
static const char *const i386[] = { "%ax", "%cx", "%dx", "%bx", "$stack", "%bp", "%si", "%di" };
static const char *const arm[] = {
	"%r0", "%r1", "%r2", "%r3", "%r4", "%r5", "%r6", "%r7", "%r8", "%r9", "%r10", "%fp", "%ip", "%sp", "%lr", "%pc",
};
static const char *const arm64[] = {
	"%x0",  "%x1",  "%x2",  "%x3",  "%x4",  "%x5",  "%x6",  "%x7",  "%x8",  "%x9",  "%x10",
	"%x11", "%x12", "%x13", "%x14", "%x15", "%x16", "%x17", "%x18", "%x19", "%x20", "%x21",
	"%x22", "%x23", "%x24", "%x25", "%x26", "%x27", "%x28", "%x29", "%lr",  "%sp",
};
static const char *const riscv[] = {
	"%zero", "%ra", "%sp", "%gp", "%tp",  "%t0",  "%t1", "%t2", "%s0", "%s1", "%a0",
	"%a1",   "%a2", "%a3", "%a4", "%a5",  "%a6",  "%a7", "%s2", "%s3", "%s4", "%s5",
	"%s6",   "%s7", "%s8", "%s9", "%s10", "%s11", "%t3", "%t4", "%t5", "%t6",
};
static const char *const s390[] = {
	"%r0", "%r1", "%r2",  "%r3",  "%r4",  "%r5",  "%r6",  "%r7",
	"%r8", "%r9", "%r10", "%r11", "%r12", "%r13", "%r14", "%r15",
};
static const char *const powerpc[] = {
	"%gpr0",  "%gpr1",  "%gpr2",  "%gpr3",  "%gpr4",  "%gpr5",  "%gpr6",  "%gpr7",  "%gpr8",  "%gpr9",  "%gpr10",
	"%gpr11", "%gpr12", "%gpr13", "%gpr14", "%gpr15", "%gpr16", "%gpr17", "%gpr18", "%gpr19", "%gpr20", "%gpr21",
	"%gpr22", "%gpr23", "%gpr24", "%gpr25", "%gpr26", "%gpr27", "%gpr28", "%gpr29", "%gpr30", "%gpr31",
};
static const char *const mips[] = {
	"%$0",  "%$1",  "%$2",  "%$3",  "%$4",  "%$5",  "%$6",  "%$7",  "%$8",  "%$9",  "%$10",
	"%$11", "%$12", "%$13", "%$14", "%$15", "%$16", "%$17", "%$18", "%$19", "%$20", "%$21",
	"%$22", "%$23", "%$24", "%$25", "%$26", "%$27", "%$28", "%$29", "%$30", "%$31",
};
static const char *const loongarch[] = {
	"%r0",  "%r1",  "%r2",  "%r3",  "%r4",  "%r5",  "%r6",  "%r7",  "%r8",  "%r9",  "%r10",
	"%r11", "%r12", "%r13", "%r14", "%r15", "%r16", "%r17", "%r18", "%r19", "%r20", "%r21",
	"%r22", "%r23", "%r24", "%r25", "%r26", "%r27", "%r28", "%r29", "%r30", "%r31",
};

/* ELF's machine number, and its registers by DWARF's number. */
#define ROW(machine, names)                       \
	{                                         \
		machine, ARRAY_SIZE(names), names \
	}
static const struct {
	uint16_t machine, count;
	const char *const *names;
} machines[] = {
	ROW(EM_X86_64, x86_64), ROW(EM_386, i386),
	ROW(EM_AARCH64, arm64), ROW(EM_ARM, arm),
	ROW(EM_RISCV, riscv),   ROW(EM_S390, s390),
	ROW(EM_PPC64, powerpc), ROW(EM_PPC, powerpc),
	ROW(EM_MIPS, mips),     ROW(EM_LOONGARCH, loongarch),
};

const char *probe_register_name(uint16_t machine, uint64_t number)
{
	for (size_t i = 0; i < ARRAY_SIZE(machines); i++)
		if (machines[i].machine == machine)
			return number < machines[i].count ? machines[i].names[number] : NULL;
	return NULL;
}
