/* Instructions of all machines: kinds, targets, operands, and texts as objdump 2.40 writes them. */
#include "tests/unit/test.h"

#include <elf.h>
#include "base/compiler.h"
#include "symbol/code/disasm.h"

#define VADDR 0x1000

struct machine {
	const char *name;
	struct disasm_options options;
};
static const struct machine x86_64 = { "x86-64", { .set = { EM_X86_64, true } } };
static const struct machine intel = { "x86-64, intel", { .set = { EM_X86_64, true }, .syntax = DISASM_INTEL } };
static const struct machine i386 = { "i386", { .set = { EM_386, false } } };
static const struct machine arm64 = { "arm64", { .set = { EM_AARCH64, true } } };
static const struct machine arm = { "arm", { .set = { EM_ARM, false } } };
static const struct machine s390x = { "s390x", { .set = { EM_S390, true }, .is_big_endian = true } };
static const struct machine ppc64le = { "ppc64le", { .set = { EM_PPC64, true } } };
static const struct machine ppc64 = { "ppc64", { .set = { EM_PPC64, true }, .is_big_endian = true } };

static size_t hex(const char *text, uint8_t *to)
{
	size_t n = 0;
	for (unsigned byte; sscanf(text, "%2x", &byte) == 1; text += strcspn(text, " "), text += *text == ' ')
		to[n++] = (uint8_t)byte;
	return n;
}

/* The bytes are one instruction, with that kind and text. */
static struct disasm_insn check(const struct machine *machine, const char *bytes, enum disasm_kind kind,
				const char *expected)
{
	uint8_t code[32];
	size_t size = hex(bytes, code);
	struct disasm *disasm = NULL;
	struct disasm_insn insn = { 0 };
	char text[256];

	CHECK_INT(disasm_open(&machine->options, &disasm, NULL), 0);
	CHECK(disasm_next(disasm, code, size, VADDR, &insn));
	CHECK_INT(insn.length, size);
	disasm_format(disasm, &insn, text, sizeof(text));
	if (insn.kind != kind) fprintf(stderr, "%s, %s: kind %d\n", machine->name, expected, insn.kind);
	CHECK_INT(insn.kind, kind);
	CHECK_STR(text, expected);
	disasm_close(disasm);
	return insn;
}

TEST(x86_texts)
{
	check(&x86_64, "55", DISASM_PUSH, "push   %rbp");
	check(&x86_64, "48 89 e5", DISASM_MOVE, "mov    %rsp,%rbp");
	check(&x86_64, "48 83 ec 80", DISASM_SUB, "sub    $0xffffffffffffff80,%rsp");
	check(&x86_64, "0f b6 07", DISASM_MOVE, "movzbl (%rdi),%eax");
	check(&x86_64, "48 63 d0", DISASM_MOVE, "movslq %eax,%rdx");
	check(&x86_64, "48 98", DISASM_OTHER, "cltq");
	check(&x86_64, "83 f8 ff", DISASM_OTHER, "cmp    $0xffffffff,%eax");
	check(&x86_64, "83 7d fc 02", DISASM_OTHER, "cmpl   $0x2,-0x4(%rbp)");
	check(&x86_64, "f3 48 ab", DISASM_OTHER, "rep stos %rax,%es:(%rdi)");
	check(&x86_64, "f3 48 a5", DISASM_MOVE, "rep movsq %ds:(%rsi),%es:(%rdi)");
	check(&x86_64, "dd 45 10", DISASM_OTHER, "fldl   0x10(%rbp)");
	check(&x86_64, "64 48 8b 04 25 28 00 00 00", DISASM_MOVE, "mov    %fs:0x28,%rax");
	check(&x86_64, "f2 48 0f 2a 45 00", DISASM_OTHER, "cvtsi2sdq 0x0(%rbp),%xmm0");
	check(&x86_64, "66 0f 1f 84 00 00 00 00 00", DISASM_NOP, "nopw   0x0(%rax,%rax,1)");
	check(&x86_64, "66 2e 0f 1f 84 00 00 00 00 00", DISASM_NOP, "cs nopw 0x0(%rax,%rax,1)");
	check(&x86_64, "d1 e0", DISASM_SHIFT_LEFT, "shl    %eax");
	check(&x86_64, "d3 e0", DISASM_SHIFT_LEFT, "shl    %cl,%eax");
	check(&x86_64, "48 b8 01 02 03 04 05 06 07 08", DISASM_MOVE, "movabs $0x807060504030201,%rax");
	check(&x86_64, "f3 0f 1e fa", DISASM_OTHER, "endbr64");
	check(&x86_64, "f3 c3", DISASM_RETURN, "repz ret");
	check(&x86_64, "ff e0", DISASM_JUMP, "jmp    *%rax");
	check(&x86_64, "8d 04 bd 00 00 00 00", DISASM_ADDRESS_OF, "lea    0x0(,%rdi,4),%eax");
	check(&x86_64, "06", DISASM_BAD, "(bad)");
	check(&intel, "83 7d fc 02", DISASM_OTHER, "cmp    DWORD PTR [rbp-0x4],0x2");
	check(&intel, "48 8d 44 8b 08", DISASM_ADDRESS_OF, "lea    rax,[rbx+rcx*4+0x8]");
	check(&i386, "89 e5", DISASM_MOVE, "mov    %esp,%ebp");
}

TEST(x86_operands)
{
	struct disasm_insn insn = check(&x86_64, "f0 0f b1 4f 10", DISASM_OTHER, "lock cmpxchg %ecx,0x10(%rdi)");
	CHECK(insn.has_lock);
	CHECK_INT(insn.nr_operands, 2);
	CHECK_INT(insn.operands[0].kind, DISASM_MEMORY);
	CHECK_INT(insn.operands[0].memory.base.number, 5);
	CHECK_INT(insn.operands[0].memory.index.number, DISASM_NO_REGISTER);
	CHECK_INT(insn.operands[0].memory.displacement, 0x10);
	CHECK_INT(insn.operands[0].size_bytes, 4);
	CHECK_INT(insn.operands[1].reg.number, 2);
	CHECK_INT(insn.operands[1].reg.size_bytes, 4);
	insn = check(&x86_64, "88 e0", DISASM_MOVE, "mov    %ah,%al");
	CHECK_INT(insn.operands[1].reg.first_byte, 1);
	CHECK_INT(insn.operands[0].access, DISASM_WRITE);
	CHECK_INT(insn.operands[1].access, DISASM_READ);
	insn = check(&i386, "8b 0a", DISASM_MOVE, "mov    (%edx),%ecx");
	CHECK_INT(insn.operands[0].reg.number, 1);
	CHECK_INT(insn.operands[1].memory.base.number, 2);
	insn = check(&x86_64, "48 8b 05 10 00 00 00", DISASM_MOVE, "mov    0x10(%rip),%rax");
	CHECK(insn.has_data);
	CHECK_INT(insn.data_vaddr, VADDR + 7 + 0x10);
}

TEST(targets)
{
	struct disasm_insn insn = check(&x86_64, "e8 00 00 00 00", DISASM_CALL, "call   1005");
	CHECK(insn.has_target);
	CHECK_INT(insn.target, VADDR + 5);
	insn = check(&x86_64, "74 10", DISASM_CONDITIONAL_JUMP, "je     1012");
	CHECK_INT(insn.target, VADDR + 0x12);
	insn = check(&arm64, "04 00 00 94", DISASM_CALL, "bl\t1010");
	CHECK_INT(insn.target, VADDR + 0x10);
	insn = check(&arm64, "41 00 00 54", DISASM_CONDITIONAL_JUMP, "b.ne\t1008");
	CHECK_INT(insn.target, VADDR + 8);
	insn = check(&arm, "02 00 00 eb", DISASM_CALL, "bl\t1010");
	CHECK_INT(insn.target, VADDR + 0x10);
	insn = check(&s390x, "c0 e5 00 00 00 08", DISASM_CALL, "brasl\t%r14,1010");
	CHECK_INT(insn.target, VADDR + 0x10);
	insn = check(&ppc64le, "11 00 00 48", DISASM_CALL, "bl      1010");
	CHECK_INT(insn.target, VADDR + 0x10);
	insn = check(&ppc64, "48 00 00 11", DISASM_CALL, "bl      1010");
	CHECK_INT(insn.target, VADDR + 0x10);
}

TEST(other_machines)
{
	struct disasm_insn insn = check(&arm64, "20 0c 40 f9", DISASM_MOVE, "ldr\tx0, [x1, #24]");
	CHECK_INT(insn.operands[0].reg.number, 0);
	CHECK_INT(insn.operands[1].memory.base.number, 1);
	CHECK_INT(insn.operands[1].memory.displacement, 0x18);
	CHECK_INT(insn.operands[1].size_bytes, 8);
	check(&arm64, "c0 03 5f d6", DISASM_RETURN, "ret");
	insn = check(&arm, "04 00 91 e5", DISASM_MOVE, "ldr\tr0, [r1, #4]");
	CHECK_INT(insn.operands[1].memory.displacement, 4);
	insn = check(&s390x, "e3 20 30 08 00 04", DISASM_MOVE, "lg\t%r2,8(%r3)");
	CHECK_INT(insn.operands[1].memory.base.number, 3);
	CHECK_INT(insn.operands[1].size_bytes, 8);
	insn = check(&ppc64le, "10 00 64 e8", DISASM_MOVE, "ld      r3,16(r4)");
	CHECK_INT(insn.operands[1].memory.displacement, 16);
	CHECK_INT(insn.operands[1].memory.base.number, 4);
}

TEST(unknown_machines)
{
	struct disasm_options options = { .set = { EM_68K, false } };
	struct disasm *disasm = NULL;
	_err_done_ struct err err = ERR_INIT;
	CHECK(!disasm_knows(&options.set));
	CHECK(disasm_open(&options, &disasm, &err) < 0);
	CHECK(err.message);
}

TEST_MAIN
