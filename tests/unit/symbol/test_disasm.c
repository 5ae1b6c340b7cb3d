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
static const struct machine thumb = { "thumb", { .set = { EM_ARM, false }, .is_thumb = true } };
static const struct machine s390x = { "s390x", { .set = { EM_S390, true }, .is_big_endian = true } };
static const struct machine ppc64le = { "ppc64le", { .set = { EM_PPC64, true } } };
static const struct machine riscv64 = { "riscv64", { .set = { EM_RISCV, true } } };
static const struct machine riscv32 = { "riscv32", { .set = { EM_RISCV, false } } };
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
	insn = check(&arm64, "25 14 26 9b", DISASM_MULTIPLY_ADD, "smaddl\tx5, w1, w6, x5");
	CHECK_INT(insn.nr_operands, 4);
	insn = check(&arm64, "00 7c 7e d3", DISASM_SHIFT_LEFT, "ubfiz\tx0, x0, #2, #32");
	CHECK_INT(insn.nr_operands, 3);
	CHECK_INT(insn.operands[2].immediate, 2);
	insn = check(&arm64, "82 84 4e f8", DISASM_MOVE, "ldr\tx2, [x4], #232");
	CHECK(insn.operands[1].memory.writes_base && !insn.operands[1].memory.displacement);
	CHECK_INT(insn.operands[2].immediate, 232);
	insn = check(&arm64, "9f 00 06 eb", DISASM_OTHER, "cmp\tx4, x6");
	CHECK_INT(insn.written & 1u << 4, 0);
	insn = check(&arm64, "02 1d 80 52", DISASM_MOVE, "mov\tw2, #0xe8");
	CHECK_INT(insn.operands[0].access, DISASM_WRITE);
	insn = check(&arm, "04 00 91 e5", DISASM_MOVE, "ldr\tr0, [r1, #4]");
	CHECK_INT(insn.operands[1].memory.displacement, 4);
	insn = check(&s390x, "e3 20 30 08 00 04", DISASM_MOVE, "lg\t%r2,8(%r3)");
	CHECK_INT(insn.operands[1].memory.base.number, 3);
	CHECK_INT(insn.operands[1].size_bytes, 8);
	insn = check(&ppc64le, "10 00 64 e8", DISASM_MOVE, "ld      r3,16(r4)");
	CHECK_INT(insn.operands[1].memory.displacement, 16);
	CHECK_INT(insn.operands[1].memory.base.number, 4);
}

TEST(s390x_values)
{
	struct disasm_insn insn = check(&s390x, "e3 20 30 08 00 04", DISASM_MOVE, "lg\t%r2,8(%r3)");
	CHECK_INT(insn.operands[0].access, DISASM_WRITE);
	insn = check(&s390x, "c4 18 00 00 00 08", DISASM_MOVE, "lgrl\t%r1,1010");
	CHECK(insn.operands[1].kind == DISASM_MEMORY && insn.has_data);
	CHECK_INT(insn.data_vaddr, 0x1010);
	insn = check(&s390x, "eb 1b 00 03 00 0d", DISASM_SHIFT_LEFT, "sllg\t%r1,%r11,3");
	CHECK_INT(insn.operands[2].kind, DISASM_IMMEDIATE);
	CHECK_INT(insn.operands[2].immediate, 3);
	insn = check(&s390x, "a7 1b 00 80", DISASM_ADD, "aghi\t%r1,128");
	CHECK_INT(insn.operands[0].access, DISASM_READ | DISASM_WRITE);
	insn = check(&s390x, "eb bf f0 f8 00 04", DISASM_OTHER, "lmg\t%r11,%r15,248(%r15)");
	CHECK_INT(insn.written & 0xffff, 0xf800);
	insn = check(&s390x, "92 05 b0 a8", DISASM_MOVE, "mvi\t168(%r11),5");
	CHECK_INT(insn.operands[0].access, DISASM_WRITE);
	insn = check(&s390x, "b2 4f 00 31", DISASM_THREAD_POINTER, "ear\t%r3,%a1");
	CHECK_INT(insn.written & 0xffff, 1 << 3);
}

TEST(ppc64_values)
{
	struct disasm_insn insn = check(&ppc64, "3d 22 00 01", DISASM_ADD, "addis   r9,r2,1");
	CHECK_INT(insn.operands[2].immediate, 0x10000);
	insn = check(&ppc64, "7d 2a 20 ae", DISASM_MOVE, "lbzx    r9,r10,r4");
	CHECK_INT(insn.nr_operands, 2);
	CHECK_INT(insn.operands[1].kind, DISASM_MEMORY);
	CHECK_INT(insn.operands[1].memory.base.number, 10);
	CHECK_INT(insn.operands[1].memory.index.number, 4);
	insn = check(&ppc64, "7c 69 50 50", DISASM_SUB, "subf    r3,r9,r10");
	CHECK_INT(insn.operands[1].reg.number, 10);
	insn = check(&ppc64, "79 29 1f 24", DISASM_SHIFT_LEFT, "sldi    r9,r9,3");
	CHECK_INT(insn.operands[2].immediate, 3);
	insn = check(&ppc64, "7c 84 07 b4", DISASM_MOVE, "extsw   r4,r4");
	CHECK_INT(insn.operands[1].reg.size_bytes, 4);
}

/* The text with objdump's remark. */
static void check_text(const struct machine *machine, const char *bytes, const char *expected)
{
	uint8_t code[32];
	size_t size = hex(bytes, code);
	struct disasm *disasm = NULL;
	struct disasm_insn insn = { 0 };
	char text[256], whole[400];

	CHECK_INT(disasm_open(&machine->options, &disasm, NULL), 0);
	CHECK(disasm_next(disasm, code, size, VADDR, &insn));
	CHECK_INT(insn.length, size);
	disasm_format(disasm, &insn, text, sizeof(text));
	snprintf(whole, sizeof(whole), "%s%s", text, insn.comment);
	CHECK_STR(whole, expected);
	disasm_close(disasm);
}

TEST(arm64_texts)
{
	check_text(&arm64, "02 00 80 d2", "mov\tx2, #0x0                   \t// #0");
	check_text(&arm64, "e0 7f 40 b2", "mov\tx0, #0xffffffff            \t// #4294967295");
	check_text(&arm64, "00 00 80 12", "mov\tw0, #0xffffffff            \t// #-1");
	check_text(&arm64, "40 01 00 54", "b.eq\t1028  // b.none");
	check_text(&arm64, "a2 ff ff 54", "b.cs\tff4  // b.hs, b.nlast");
	check_text(&arm64, "21 00 80 1a", "csel\tw1, w1, w0, eq\t// eq = none");
	check_text(&arm64, "fd 7b c3 a8", "ldp\tx29, x30, [sp], #48");
	check_text(&arm64, "02 e4 1f 78", "strh\tw2, [x0], #-2");
	check_text(&arm64, "80 07 08 37", "tbnz\tw0, #1, 10f0");
	check_text(&arm64, "bb 4e 3b 8b", "add\tx27, x21, w27, uxtw #3");
	check_text(&arm64, "9f 22 40 71", "cmp\tw20, #0x8, lsl #12");
	check_text(&arm64, "01 10 6e 1e", "fmov\td1, #1.000000000000000000e+00");
	check_text(&arm64, "5f 24 03 d5", "bti\tc");
	check_text(&arm64, "41 7c e0 88", "casa\tw0, w1, [x2]");
	check_text(&arm64, "20 00 e0 b8", "ldaddal\tw0, w0, [x1]");
	check_text(&arm64, "1f 00 20 b8", "stadd\tw0, [x0]");
	check_text(&arm64, "60 f8 3f d9", "stg\tx0, [x3, #-16]");
	check_text(&arm64, "e1 1e 18 4e", "mov\tv1.d[1], x23");
}

TEST(arm_texts)
{
	check_text(&arm, "00 c6 8f e2", "add\tip, pc, #0, 12");
	check_text(&arm, "ee ca 8c e2", "add\tip, ip, #974848\t@ 0xee000");
	check_text(&arm, "04 e0 9f e5", "ldr\tlr, [pc, #4]\t@ 100c");
	check_text(&arm, "f8 20 cc e1", "strd\tr2, [ip, #8]");
	check_text(&thumb, "01 e0", "b.n\t1006");
	check_text(&thumb, "f9 d2", "bcs.n\tff6");
	check_text(&thumb, "1c 60", "str\tr4, [r3, #0]");
	check_text(&thumb, "2f 2b", "cmp\tr3, #47\t@ 0x2f");
	check_text(&thumb, "4e 4a", "ldr\tr2, [pc, #312]\t@ (113c)");
	check_text(&thumb, "42 42", "negs\tr2, r0");
	check_text(&thumb, "38 bf", "it\tcc");
	check_text(&thumb, "e8 df", "svc\t232\t@ 0xe8");
	check_text(&thumb, "0b f1 ff 32", "add.w\tr2, fp, #4294967295\t@ 0xffffffff");
	check_text(&thumb, "90 f8 09 90", "ldrb.w\tr9, [r0, #9]");
	check_text(&thumb, "2d e9 f0 43", "stmdb\tsp!, {r4, r5, r6, r7, r8, r9, lr}");
	check_text(&thumb, "bd e8 08 40", "ldmia.w\tsp!, {r3, lr}");
	check_text(&thumb, "4f ea 44 18", "mov.w\tr8, r4, lsl #5");
	check_text(&thumb, "1d ee 70 3f", "mrc\t15, 0, r3, cr13, cr0, {3}");
	struct disasm_insn insn = check(&thumb, "df e8 00 f0", DISASM_OTHER, "tbb\t[pc, r0]");
	CHECK(!insn.has_data);
}

TEST(s390x_texts)
{
	check_text(&s390x, "c0 10 00 00 00 08", "larl\t%r1,1010");
	check_text(&s390x, "c4 18 00 00 00 08", "lgrl\t%r1,1010");
	check_text(&s390x, "07 07", "nopr\t%r7");
	check_text(&s390x, "0a af", "svc\t175");
	check_text(&s390x, "ec 61 3e be 00 55", "risbgz\t%r6,%r1,62,62,0");
	check_text(&s390x, "bf 11 a0 00", "icm\t%r1,1,0(%r10)");
	check_text(&s390x, "47 f2 10 00", "b\t0(%r2,%r1)");
	check_text(&s390x, "e3 20 1f fe ff 1f", "lrvh\t%r2,-2(%r1)");
	check_text(&s390x, "85 12 ff 00", "brxle\t%r1,%r2,e00");
	check_text(&s390x, "f0 b8 c0 1b 00 00", "srp\t27(12,%r12),0,8");
	check_text(&s390x, "ec 56 00 07 00 7c", "cgijne\t%r5,0,100e");
	check_text(&s390x, "00 00 00 18", ".long\t0x00000018");
}

TEST(ppc64_texts)
{
	struct disasm_insn insn = check(&ppc64, "3b cd 88 40", DISASM_ADD, "addi    r30,r13,-30656");
	CHECK_INT(insn.operands[2].immediate, -30656);
	check_text(&ppc64le, "ff ff 40 39", "li      r10,-1");
	check_text(&ppc64, "7b ff e8 c2", "srdi    r31,r31,3");
	check_text(&ppc64, "7c de 33 79", "mr.     r30,r6");
	check_text(&ppc64, "55 29 00 38", "clrrwi  r9,r9,3");
	check_text(&ppc64, "44 00 00 01", "scv     0");
	check_text(&ppc64le, "0d 00 45 f4", "stxv    vs34,0(r5)");
	check_text(&ppc64le, "82 1b 41 4c", "cror    eq,gt,so");
	check_text(&ppc64le, "96 14 02 f0", "xxmr    vs0,vs34");
	check_text(&ppc64le, "1e 58 60 7d", "isellt  r11,0,r11");
	check_text(&ppc64, "00 00 00 01", ".long   0x1");
	insn = check(&ppc64, "41 82 00 00", DISASM_CONDITIONAL_JUMP, "beq     1000");
	CHECK_INT(insn.target, VADDR);
}

TEST(x86_rarities)
{
	check_text(&i386, "8d b4 26 00 00 00 00", "lea    0x0(%esi,%eiz,1),%esi");
	check_text(&x86_64, "ee", "out    %al,(%dx)");
	struct disasm_insn insn = check(&intel, "66 0f 2f 44 24 08", DISASM_OTHER, "comisd xmm0,QWORD PTR [rsp+0x8]");
	CHECK_INT(insn.operands[1].size_bytes, 8);
}

/* What capstone 4 takes for no instruction, or for one with vectors as an index. */
TEST(avx512_texts)
{
	check_text(&x86_64, "c5 7b 93 c0", "kmovd  %k0,%r8d");
	check_text(&x86_64, "c4 e1 fb 92 cb", "kmovq  %rbx,%k1");
	check_text(&x86_64, "c4 e1 f9 98 e2", "kortestd %k2,%k4");
	check_text(&x86_64, "c4 e1 f4 4b c0", "kunpckdq %k0,%k1,%k0");
	check_text(&x86_64, "62 f3 7d 49 3f eb 00", "vpcmpeqb %zmm3,%zmm0,%k5{%k1}");
	check_text(&x86_64, "62 93 25 20 3e ee 01", "vpcmpltub %ymm30,%ymm27,%k5");
	check_text(&x86_64, "62 b2 5d 20 26 cc", "vptestmb %ymm20,%ymm20,%k1");
	check_text(&x86_64, "62 e3 75 20 25 67 03 de", "vpternlogd $0xde,0x60(%rdi),%ymm17,%ymm20");
	check_text(&x86_64, "62 f3 6d 22 3e 0f 04", "vpcmpnequb (%rdi),%ymm18,%k1{%k2}");
	check_text(&x86_64, "62 f3 75 22 1f 4c 06 ff 00", "vpcmpeqd -0x20(%rsi,%rax,1),%ymm17,%k1{%k2}");
	check_text(&intel, "62 e3 75 20 25 67 03 de", "vpternlogd ymm20,ymm17,YMMWORD PTR [rdi+0x60],0xde");
	check_text(&x86_64, "0f 01 ee", "rdpkru");
}

/* Names as in binutils 2.44; 2.40 writes "add" for addi. */
TEST(riscv_texts)
{
	check(&riscv64, "13 01 01 fe", DISASM_ADD, "addi\tsp,sp,-32");
	check(&riscv64, "01 11", DISASM_ADD, "addi\tsp,sp,-32");
	check(&riscv64, "06 ec", DISASM_MOVE, "sd\tra,24(sp)");
	check(&riscv64, "82 80", DISASM_RETURN, "ret");
	check(&riscv64, "67 80 00 00", DISASM_RETURN, "ret");
	check(&riscv64, "01 00", DISASM_NOP, "nop");
	check(&riscv64, "05 00", DISASM_NOP, "c.nop\t1");
	check(&riscv64, "00 00", DISASM_OTHER, "unimp");
	check(&riscv64, "85 67", DISASM_MOVE, "lui\ta5,0x1");
	check(&riscv64, "7d 77", DISASM_MOVE, "lui\ta4,0xfffff");
	check(&riscv64, "2a 86", DISASM_MOVE, "mv\ta2,a0");
	check(&riscv64, "93 97 07 02", DISASM_SHIFT_LEFT, "slli\ta5,a5,0x20");
	check(&riscv64, "1b 05 05 00", DISASM_OTHER, "sext.w\ta0,a0");
	check(&riscv64, "01 25", DISASM_OTHER, "sext.w\ta0,a0");
	check(&riscv64, "13 75 f5 0f", DISASM_OTHER, "zext.b\ta0,a0");
	check(&riscv64, "73 27 30 00", DISASM_OTHER, "frcsr\ta4");
	check(&riscv64, "73 25 10 c0", DISASM_OTHER, "rdtime\ta0");
	check(&riscv64, "73 10 05 18", DISASM_OTHER, "csrw\tsatp,a0");
	check(&riscv64, "73 25 00 3c", DISASM_OTHER, "csrr\ta0,pmpaddr16");
	check(&riscv64, "0f 00 f0 0f", DISASM_OTHER, "fence");
	check(&riscv64, "0f 00 30 02", DISASM_OTHER, "fence\tr,rw");
	check(&riscv64, "2f 27 c7 06", DISASM_OTHER, "amoadd.w.aqrl\ta4,a2,(a4)");
	check(&riscv64, "53 75 05 02", DISASM_OTHER, "fadd.d\tfa0,fa0,ft0");
	check(&riscv64, "53 15 05 c2", DISASM_OTHER, "fcvt.w.d\ta0,fa0,rtz");
	check(&riscv64, "53 04 a5 22", DISASM_MOVE, "fmv.d\tfs0,fa0");
	check(&riscv64, "3b 85 c5 08", DISASM_OTHER, "add.uw\ta0,a1,a2");
	check(&riscv64, "3b c5 05 08", DISASM_OTHER, "zext.h\ta0,a1");
	check(&riscv32, "33 c5 05 08", DISASM_OTHER, "zext.h\ta0,a1");
	check(&riscv64, "13 d5 85 6b", DISASM_OTHER, "rev8\ta0,a1");
	check(&riscv64, "13 d5 55 63", DISASM_OTHER, "rori\ta0,a1,0x35");
	check(&riscv64, "33 55 b5 48", DISASM_OTHER, "bext\ta0,a0,a1");
	check(&riscv64, "33 d5 c5 0e", DISASM_OTHER, "czero.eqz\ta0,a1,a2");
	check(&riscv64, "04 00", DISASM_BAD, ".insn\t2, 0x0004");
	check(&riscv64, "ff ff", DISASM_BAD, ".insn\t2, 0xffff");
	check(&riscv64, "0b 00 00 00", DISASM_BAD, ".insn\t4, 0x000b");
	check(&riscv32, "01 20", DISASM_CALL, "jal\t1000");
	struct disasm_insn insn = check(&riscv64, "63 04 05 00", DISASM_CONDITIONAL_JUMP, "beqz\ta0,1008");
	CHECK(insn.has_target && insn.target == VADDR + 8);
	insn = check(&riscv64, "ef 00 80 00", DISASM_CALL, "jal\t1008");
	CHECK_INT(insn.target, VADDR + 8);
	CHECK_INT(insn.written, 1 << 1);
	insn = check(&riscv64, "83 b7 87 01", DISASM_MOVE, "ld\ta5,24(a5)");
	CHECK_INT(insn.operands[0].reg.number, 15);
	CHECK_INT(insn.operands[1].memory.base.number, 15);
	CHECK_INT(insn.operands[1].memory.displacement, 24);
	CHECK_INT(insn.operands[1].size_bytes, 8);
	CHECK_INT(insn.operands[1].access, DISASM_READ);
	CHECK_INT(insn.written, 1 << 15);
	insn = check(&riscv64, "03 27 02 00", DISASM_MOVE, "lw\ta4,0(tp)");
	CHECK_STR(insn.comment, " # 0");
	CHECK(!insn.has_data);
}

TEST(riscv_vectors)
{
	check(&riscv64, "57 f5 05 0d", DISASM_OTHER, "vsetvli\ta0,a1,e32,m1,ta,ma");
	check(&riscv64, "57 70 02 cc", DISASM_OTHER, "vsetivli\tzero,4,e8,m1,ta,ma");
	check(&riscv64, "57 f5 05 10", DISASM_OTHER, "vsetvli\ta0,a1,256");
	check(&riscv64, "07 04 05 02", DISASM_OTHER, "vle8.v\tv8,(a0)");
	check(&riscv64, "07 74 05 20", DISASM_OTHER, "vlseg2e64.v\tv8,(a0),v0.t");
	check(&riscv64, "27 64 b5 0a", DISASM_OTHER, "vsse32.v\tv8,(a0),a1");
	check(&riscv64, "07 44 05 02", DISASM_BAD, ".insn\t4, 0x02054407");
	check(&riscv64, "57 04 c4 02", DISASM_OTHER, "vadd.vv\tv8,v12,v8");
	check(&riscv64, "57 34 cf 00", DISASM_OTHER, "vadd.vi\tv8,v12,-2,v0.t");
	check(&riscv64, "57 24 84 6e", DISASM_OTHER, "vmclr.m\tv8");
	check(&riscv64, "57 24 c4 6e", DISASM_OTHER, "vmxor.mm\tv8,v12,v8");
	check(&riscv64, "57 04 c4 5c", DISASM_OTHER, "vmerge.vvm\tv8,v12,v8,v0");
	check(&riscv64, "57 14 c7 4a", DISASM_OTHER, "vfwcvt.rtz.xu.f.v\tv8,v12");
	check(&riscv64, "57 25 c0 42", DISASM_OTHER, "vmv.x.s\ta0,v12");
}

/* auipc begins an address, the instruction that adds the rest to the same register ends it. */
TEST(riscv_addresses)
{
	static const uint8_t code[] = { 0x97, 0x27, 0x00, 0x00, 0x03, 0xb7, 0x07, 0x01, 0x97, 0x10,
					0x00, 0x00, 0xe7, 0x80, 0x40, 0x01, 0x03, 0xb7, 0x07, 0x01 };
	struct disasm *disasm = NULL;
	struct disasm_insn insn;
	CHECK_INT(disasm_open(&riscv64.options, &disasm, NULL), 0);
	disasm_next(disasm, code, sizeof(code), VADDR, &insn);
	CHECK_STR(insn.arguments, "a5,0x2");
	CHECK_INT(insn.operands[1].immediate, VADDR + 0x2000);
	disasm_next(disasm, code + 4, sizeof(code) - 4, VADDR + 4, &insn);
	CHECK(insn.has_data && insn.data_vaddr == VADDR + 0x2010);
	disasm_next(disasm, code + 8, sizeof(code) - 8, VADDR + 8, &insn);
	disasm_next(disasm, code + 12, sizeof(code) - 12, VADDR + 12, &insn);
	CHECK_INT(insn.kind, DISASM_CALL);
	CHECK_STR(insn.arguments, "20(ra)");
	CHECK(insn.has_target && insn.target == VADDR + 8 + 0x1000 + 20);
	/* once */
	disasm_next(disasm, code + 16, sizeof(code) - 16, VADDR + 16, &insn);
	CHECK(!insn.has_data);
	disasm_next(disasm, code, sizeof(code), VADDR, &insn);
	disasm_restart(disasm);
	disasm_next(disasm, code + 4, sizeof(code) - 4, VADDR + 4, &insn);
	CHECK(!insn.has_data);
	disasm_close(disasm);
}

/* Register gp has one value in all of a program: as often as it is used. */
TEST(riscv_global_pointer)
{
	uint8_t code[4];
	struct disasm *disasm = NULL;
	struct disasm_insn insn;
	_err_done_ struct err err = ERR_INIT;
	hex("13 87 01 a0", code); /* addi a4,gp,-1536 */
	CHECK_INT(disasm_open(&riscv64.options, &disasm, &err), 0);
	disasm_next(disasm, code, sizeof(code), VADDR, &insn);
	CHECK(!insn.has_data);
	disasm_set_global_pointer(disasm, 0x119c8);
	for (int i = 0; i < 2; i++) {
		disasm_next(disasm, code, sizeof(code), VADDR, &insn);
		CHECK_STR(insn.arguments, "a4,gp,-1536");
		CHECK(insn.has_data && insn.data_vaddr == 0x113c8);
	}
	disasm_set_global_pointer(disasm, 0);
	disasm_next(disasm, code, sizeof(code), VADDR, &insn);
	CHECK(!insn.has_data);
	disasm_close(disasm);
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
