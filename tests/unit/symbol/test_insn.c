/* Lengths of instructions. */
#include "tests/unit/test.h"

#include <elf.h>
#include "base/compiler.h"
#include "symbol/code/insn.h"

static unsigned hex(const char *text, uint8_t *to)
{
	unsigned n = 0;
	for (unsigned byte; sscanf(text, "%2x", &byte) == 1; text += strcspn(text, " "), text += *text == ' ')
		to[n++] = (uint8_t)byte;
	return n;
}

/* The text is one instruction: whole it has that length, with a byte less it does not fit. */
static void check(bool is64, const char *text)
{
	uint8_t code[32];
	unsigned size = hex(text, code);
	uint8_t longer[64] = { 0 };
	memcpy(longer, code, size);
	if (insn_x86_length(is64, longer, 32) != size) fprintf(stderr, "%s:\n", text);
	CHECK_INT(insn_x86_length(is64, longer, 32), size);
	CHECK(insn_x86_length(is64, code, size) == size);
	CHECK(insn_x86_length(is64, code, size - 1) == 0);
}

static void check_step(bool is64, const char *text, enum insn_flow flow, int32_t distance)
{
	uint8_t code[32] = { 0 };
	unsigned size = hex(text, code);
	struct insn_step step = insn_x86_step(is64, code, sizeof(code));
	CHECK_INT(step.length, size);
	CHECK_INT(step.flow, flow);
	CHECK_INT(step.distance, distance);
	CHECK_INT(insn_x86_step(is64, code, size - 1).length, 0);
	bool leaves = flow != INSN_FLOW_NEXT && flow != INSN_FLOW_CONDITIONAL && flow != INSN_FLOW_VM_ENTRY;
	bool unknown = code[0] == 0xf1 || (code[0] == 0xf3 && code[1] == 0x0f);
	if (!unknown) CHECK_INT(insn_x86_leaves(is64, code, size), leaves);
}

/* Where control goes, and how far. */
TEST(steps)
{
	check_step(true, "90", INSN_FLOW_NEXT, 0);
	check_step(true, "74 fe", INSN_FLOW_CONDITIONAL, -2);
	check_step(true, "2e 0f 84 00 01 00 00", INSN_FLOW_CONDITIONAL, 256);
	check_step(false, "66 0f 84 00 80", INSN_FLOW_CONDITIONAL, -32768);
	check_step(true, "e2 7f", INSN_FLOW_CONDITIONAL, 127);
	check_step(true, "eb 80", INSN_FLOW_JUMP, -128);
	check_step(true, "e9 ff ff ff ff", INSN_FLOW_JUMP, -1);
	check_step(true, "e8 78 56 34 12", INSN_FLOW_CALL, 0x12345678);
	check_step(true, "ff d0", INSN_FLOW_CALL_INDIRECT, 0);
	check_step(true, "ff 15 00 00 00 00", INSN_FLOW_CALL_INDIRECT, 0);
	check_step(true, "3e ff e0", INSN_FLOW_JUMP_INDIRECT, 0);
	check_step(true, "ff 30", INSN_FLOW_NEXT, 0);
	check_step(true, "f3 c3", INSN_FLOW_RETURN, 0);
	check_step(true, "c2 08 00", INSN_FLOW_RETURN, 0);
	check_step(true, "48 cb", INSN_FLOW_RETURN_FAR, 0);
	check_step(true, "48 ff 28", INSN_FLOW_JUMP_FAR, 0);
	check_step(true, "0f 05", INSN_FLOW_SYSCALL, 0);
	check_step(true, "0f 34", INSN_FLOW_SYSCALL, 0);
	check_step(true, "48 0f 07", INSN_FLOW_SYSRET, 0);
	check_step(true, "cd 80", INSN_FLOW_INTERRUPT, 0);
	check_step(true, "cc", INSN_FLOW_INTERRUPT, 0);
	check_step(true, "f1", INSN_FLOW_INTERRUPT, 0);
	check_step(true, "48 cf", INSN_FLOW_INTERRUPT_RETURN, 0);
	check_step(true, "f3 0f 01 ec", INSN_FLOW_INTERRUPT_RETURN, 0);
	check_step(true, "0f 01 c3", INSN_FLOW_VM_ENTRY, 0);
	/* memory operand whose last byte looks like VMRESUME; c5 is VEX here */
	check_step(true, "0f 01 05 00 00 00 c3", INSN_FLOW_NEXT, 0);
	check_step(true, "c5 f8 77", INSN_FLOW_NEXT, 0);
	check_step(false, "9a 00 00 00 00 10 00", INSN_FLOW_CALL_FAR, 0);
}

TEST(lengths_64)
{
	static const char *const insns[] = {
		"90",
		"f3 c3",
		"c3",
		"c2 08 00",
		"c8 10 00 01",
		"e8 01 02 03 04",
		"66 e8 01 02 03 04",
		"eb fe",
		"0f 84 01 02 03 04",
		"48 89 e5",
		"48 8b 05 01 02 03 04",
		"8b 04 25 01 02 03 04",
		"8b 44 24 08",
		"8b 84 24 01 02 03 04",
		"48 b8 01 02 03 04 05 06 07 08",
		"66 b8 01 02",
		"b8 01 02 03 04",
		"48 a1 01 02 03 04 05 06 07 08",
		"67 a1 01 02 03 04",
		"f6 c1 01",
		"f6 d1",
		"f7 c1 01 02 03 04",
		"66 f7 c1 01 02",
		"f7 d9",
		"48 69 c0 01 02 03 04",
		"6b c0 01",
		"0f 05",
		"0f 1f 84 00 01 02 03 04",
		"66 0f 3a 0f c1 01",
		"0f 38 f0 08",
		"c5 f8 77",
		"c5 f9 6f 05 01 02 03 04",
		"c5 f9 70 c0 01",
		"c4 e2 79 18 05 01 02 03 04",
		"c4 e3 79 14 c0 01",
		"62 f1 7c 48 28 40 01",
		"62 f3 7d 48 25 c0 ff",
		"8f e9 78 01 c8",
		"8f 00",
		"66 66 2e 0f 1f 84 00 00 00 00 00",
		"63 c0",
	};
	for (size_t i = 0; i < ARRAY_SIZE(insns); i++) check(true, insns[i]);
}

TEST(lengths_32)
{
	static const char *const insns[] = {
		"40",
		"48",
		"c4 01",
		"c5 40 01",
		"62 04 24",
		"9a 01 02 03 04 05 06",
		"66 9a 01 02 03 04",
		"a1 01 02 03 04",
		"67 a1 01 02",
		"67 8b 46 01",
		"67 8b 06 01 02",
		"66 e8 01 02",
		"e8 01 02 03 04",
		"ea 01 02 03 04 05 06",
		"82 c0 01",
		"c5 f8 77",
	};
	for (size_t i = 0; i < ARRAY_SIZE(insns); i++) check(false, insns[i]);
}

TEST(no_instructions)
{
	uint8_t prefixes[16] = { 0 };
	memset(prefixes, 0x66, sizeof(prefixes));
	CHECK(insn_x86_length(true, prefixes, sizeof(prefixes)) == 0);
	CHECK(insn_x86_length(true, (const uint8_t[]){ 0x62, 1, 2, 3, 4, 5, 6 }, 7) == 0);
	CHECK(insn_x86_length(true, prefixes, 0) == 0);
	CHECK(insn_length(&(struct insn_set){ .machine = EM_NONE }, prefixes, 4) == 0);
}

TEST(other_architectures)
{
	const uint8_t low[8] = { 1 }, high[8] = { 0xc3 };
	CHECK(insn_length(&(struct insn_set){ .machine = EM_AARCH64 }, low, 4) == 4);
	CHECK(insn_length(&(struct insn_set){ .machine = EM_AARCH64 }, low, 3) == 0);
	CHECK(insn_length(&(struct insn_set){ .machine = EM_RISCV }, low, 8) == 2);
	CHECK(insn_length(&(struct insn_set){ .machine = EM_RISCV }, high, 8) == 4);
	CHECK(insn_length(&(struct insn_set){ .machine = EM_S390 }, low, 8) == 2);
	CHECK(insn_length(&(struct insn_set){ .machine = EM_S390 }, high, 8) == 6);
	CHECK(!insn_leaves(&(struct insn_set){ .machine = EM_AARCH64 }, low, 4));
}

TEST(what_leaves)
{
	static const struct {
		const char *text;
		bool leaves;
	} insns[] = {
		{ "c3", true },           { "f3 c3", true }, { "e9 00 00 00 00", true },
		{ "ff d0", true },        { "ff 20", true }, { "ff c0", false },
		{ "ff 30", false },       { "0f 05", true }, { "0f 0b", false },
		{ "74 00", false },       { "cc", true },    { "90", false },
		{ "f3 0f 1e fa", false },
	};
	const struct insn_set set = { .machine = EM_X86_64, .is64 = true };
	for (size_t i = 0; i < ARRAY_SIZE(insns); i++) {
		uint8_t code[16];
		unsigned size = hex(insns[i].text, code);
		CHECK(insn_leaves(&set, code, size) == insns[i].leaves);
	}
}

TEST(what_is_before_a_return_address)
{
	static const struct {
		uint16_t machine;
		const char *text;
		enum insn_call call;
		int64_t distance;
	} insns[] = {
		{ EM_X86_64, "90 90 e8 fb ff ff ff", INSN_CALL_DIRECT, -5 },
		{ EM_X86_64, "90 90 90 ff d0", INSN_CALL_INDIRECT, 0 },
		{ EM_X86_64, "90 41 ff 54 24 08", INSN_CALL_INDIRECT, 0 },
		{ EM_X86_64, "ff 15 00 10 00 00", INSN_CALL_INDIRECT, 0 },
		{ EM_X86_64, "90 90 90 90 90 90 90", INSN_NO_CALL, 0 },
		{ EM_X86_64, "c3", INSN_NO_CALL, 0 },
		{ EM_X86_64, "e9 00 00 00 00", INSN_NO_CALL, 0 },
		{ EM_AARCH64, "1f 20 03 d5 fe ff ff 97", INSN_CALL_DIRECT, -12 },
		{ EM_AARCH64, "00 00 3f d6", INSN_CALL_INDIRECT, 0 },
		{ EM_AARCH64, "1f 08 3f d7", INSN_CALL_INDIRECT, 0 },
		{ EM_AARCH64, "c0 03 5f d6", INSN_NO_CALL, 0 },
		{ EM_RISCV, "ef f0 df ff", INSN_CALL_DIRECT, -8 },
		{ EM_RISCV, "01 00 82 90", INSN_CALL_INDIRECT, 0 },
		{ EM_RISCV, "e7 80 07 00", INSN_CALL_INDIRECT, 0 },
		{ EM_RISCV, "82 80", INSN_NO_CALL, 0 },
		{ EM_S390, "c0 e5 ff ff ff fd", INSN_CALL_DIRECT, -12 },
		{ EM_S390, "07 07 0d e1", INSN_CALL_INDIRECT, 0 },
		{ EM_S390, "07 fe", INSN_NO_CALL, 0 },
		{ EM_PPC64, "01 00 00 48", INSN_CALL_UNKNOWN, 0 },
	};
	for (size_t i = 0; i < ARRAY_SIZE(insns); i++) {
		uint8_t code[16];
		int64_t distance = 0;
		unsigned size = hex(insns[i].text, code);
		CHECK_INT(insn_call_before(&(struct insn_set){ insns[i].machine, true }, code, size, &distance),
			  insns[i].call);
		CHECK_INT(distance, insns[i].distance);
	}
	int64_t distance;
	uint8_t code[16];
	unsigned size = hex("e9 fb ff ff ff", code);
	CHECK(insn_jump(&(struct insn_set){ EM_X86_64, true }, code, size, &distance) && distance == 0);
	CHECK(!insn_jump(&(struct insn_set){ EM_X86_64, true }, code, 4, &distance));
	size = hex("ff ff ff 17", code);
	CHECK(insn_jump(&(struct insn_set){ EM_AARCH64, true }, code, size, &distance) && distance == -4);
}

TEST_MAIN
