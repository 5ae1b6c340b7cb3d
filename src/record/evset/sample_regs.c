/* Tables of the registers, by architecture: position i is bit i of sample_regs_user and sample_regs_intr (kernel UAPI
 * asm/perf_regs.h). UNWIND: instruction, stack and frame pointer, and the return register where calls leave one. An
 * architecture is added by its table and its UNWIND. */
#include "record/evset/sample_regs.h"

#include <errno.h>
#include <string.h>
#include <strings.h>

/* Names by bit; NULL: a bit this architecture does not hand out. */
#if defined(__x86_64__)
static const char *const names[] = {
	"AX", "BX", "CX", "DX", "SI", "DI", "BP",  "SP",  "IP",  "FLAGS", "CS",  "SS",
	NULL, NULL, NULL, NULL, "R8", "R9", "R10", "R11", "R12", "R13",   "R14", "R15",
};
#define UNWIND (1ull << 6 | 1ull << 7 | 1ull << 8)
#elif defined(__i386__)
static const char *const names[] = { "AX", "BX",    "CX", "DX", "SI", "DI", "BP", "SP",
				     "IP", "FLAGS", "CS", "SS", "DS", "ES", "FS", "GS" };
#define UNWIND (1ull << 6 | 1ull << 7 | 1ull << 8)
#elif defined(__aarch64__)
static const char *const names[] = {
	"x0",  "x1",  "x2",  "x3",  "x4",  "x5",  "x6",  "x7",  "x8",  "x9",  "x10",
	"x11", "x12", "x13", "x14", "x15", "x16", "x17", "x18", "x19", "x20", "x21",
	"x22", "x23", "x24", "x25", "x26", "x27", "x28", "x29", "lr",  "sp",  "pc",
};
#define UNWIND (1ull << 29 | 1ull << 30 | 1ull << 31 | 1ull << 32)
#elif defined(__riscv)
static const char *const names[] = {
	"pc", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", "a0",  "a1",  "a2", "a3", "a4", "a5",
	"a6", "a7", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6",
};
#define UNWIND (1ull << 0 | 1ull << 1 | 1ull << 2 | 1ull << 8)
#elif defined(__s390x__)
static const char *const names[] = {
	"r0",  "r1",  "r2",   "r3",   "r4",   "r5",   "r6",   "r7",   "r8",   "r9",  "r10", "r11",
	"r12", "r13", "r14",  "r15",  "fp0",  "fp1",  "fp2",  "fp3",  "fp4",  "fp5", "fp6", "fp7",
	"fp8", "fp9", "fp10", "fp11", "fp12", "fp13", "fp14", "fp15", "mask", "pc",
};
#define UNWIND (1ull << 11 | 1ull << 14 | 1ull << 15 | 1ull << 33)
#else
static const char *const names[] = { NULL };
#define UNWIND 0
#endif

uint64_t sample_regs_all(void)
{
	uint64_t mask = 0;
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (names[i]) mask |= 1ull << i;
	return mask;
}

uint64_t sample_regs_unwind(void) { return UNWIND; }

uint64_t sample_regs_leaf_caller(void)
{
#ifdef __aarch64__
	return 1ull << 30;
#else
	return 0;
#endif
}

int sample_regs_parse(const char *text, uint64_t *ret_mask, struct err *err)
{
	uint64_t mask = 0;
	if (!text || !*text) {
		*ret_mask = sample_regs_all();
		return 0;
	}
	for (;;) {
		size_t n = strcspn(text, ","), i = 0;
		while (i < ARRAY_SIZE(names) &&
		       (!names[i] || strlen(names[i]) != n || strncasecmp(names[i], text, n) != 0))
			i++;
		if (i == ARRAY_SIZE(names))
			return err_set(err, -EINVAL,
				       "Unknown register \"%.*s\", check man page or run \"perf record -I?\"", (int)n,
				       text);
		mask |= 1ull << i;
		if (!text[n]) break;
		text += n + 1;
	}
	*ret_mask = mask;
	return 0;
}

void sample_regs_list(struct strbuf *out)
{
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (names[i]) strbuf_printf(out, "%s ", names[i]);
}
