/* 32-bit Arm as objdump writes it: the library's text with objdump's names of conditions and widths, its numbers and
 * its remarks. */
#include "symbol/code/disasm_arm.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Thumb instructions of four bytes that have a form of two, too: objdump marks the long one. */
static const char *const wide[] = {
	"adc",   "add",   "and", "asr",  "b",    "bic", "cmn",  "cmp",  "eor", "ldmia", "ldr",   "ldrb",  "ldrh",
	"ldrsb", "ldrsh", "lsl", "lsr",  "mov",  "mul", "mvn",  "nop",  "orr", "rev",   "rev16", "revsh", "ror",
	"sbc",   "stmia", "str", "strb", "strh", "sub", "sxtb", "sxth", "tst", "uxtb",  "uxth",
};
static const char condition_names[15][3] = { "",   "eq", "ne", "cs", "cc", "mi", "pl", "vs",
					     "vc", "hi", "ls", "ge", "lt", "gt", "le" };

/* A mnemonic in its parts: "and" "s" "ne" ".w"; rest: of vectors, ".f32". */
struct name {
	char base[16], rest[16];
	bool sets_flags;
};

static void split_name(const cs_insn *insn, struct name *ret)
{
	const cs_arm *arm = &insn->detail->arm;
	size_t length = strcspn(insn->mnemonic, ".");
	bool is_vector = insn->mnemonic[0] == 'v';
	*ret = (struct name){ .sets_flags = false };
	snprintf(ret->base, sizeof(ret->base), "%.*s", (int)length, insn->mnemonic);
	snprintf(ret->rest, sizeof(ret->rest), "%s", insn->mnemonic + length);
	if (strcmp(ret->rest, ".w") == 0) ret->rest[0] = 0;
	bool is_it = strncmp(ret->base, "it", 2) == 0; /* its condition is an operand */
	bool has_condition = arm->cc > ARM_CC_INVALID && arm->cc < ARM_CC_AL && !is_it;
	if (has_condition && length > 2) ret->base[length -= 2] = 0;
	if (arm->update_flags && !is_vector && length > 2 && ret->base[length - 1] == 's') {
		bool is_compare = strncmp(ret->base, "cmp", 3) == 0 || strncmp(ret->base, "tst", 3) == 0;
		ret->sets_flags = !is_compare;
		if (ret->sets_flags) ret->base[length - 1] = 0;
	}
}

static bool is_wide(const char *base)
{
	for (size_t i = 0; i < ARRAY_SIZE(wide); i++)
		if (strcmp(base, wide[i]) == 0) return true;
	return false;
}

static void put_mnemonic(const cs_insn *insn, const struct name *name, bool is_thumb, struct disasm_insn *ret)
{
	const cs_arm *arm = &insn->detail->arm;
	bool is_it = strncmp(name->base, "it", 2) == 0;
	const char *condition = arm->cc < ARM_CC_AL && !is_it ? condition_names[arm->cc] : "", *width = "";
	if (is_thumb && insn->size == 4 && is_wide(name->base)) width = ".w";
	if (is_thumb && insn->size == 2 && strcmp(name->base, "b") == 0) width = ".n";
	snprintf(ret->mnemonic, sizeof(ret->mnemonic), "%.11s%s%s%.12s%s", name->base, name->sets_flags ? "s" : "",
		 condition, name->rest, width);
}

/* objdump tells large numbers in base 16, too. */
static void put_remark(int64_t number, struct disasm_insn *ret)
{
	if ((number >= -16 && number <= 32) || ret->comment[0]) return;
	snprintf(ret->comment, sizeof(ret->comment), "\t@ 0x%" PRIx32, (uint32_t)number);
}

/* Behind '#'. Returns how long it was. */
static size_t put_number(const char *at, bool in_brackets, bool with_remark, struct disasm_insn *ret)
{
	char *end;
	bool is_negative = *at == '-';
	int64_t number = (int64_t)strtoull(at + is_negative, &end, 0);
	if (is_negative) number = -number;
	if (!in_brackets && with_remark && is_negative) number = (uint32_t)number;
	if (is_negative && !number) disasm_put(ret->arguments, sizeof(ret->arguments), "#-0");
	else disasm_put(ret->arguments, sizeof(ret->arguments), "#%" PRId64, number);
	if (with_remark) put_remark(number, ret);
	return (size_t)(end - at);
}

/* The library's operands with r9 for sb. */
static void put_arguments(const char *from, struct disasm_insn *ret)
{
	bool in_brackets = false, was_memory = false;
	for (const char *at = from; *at;) {
		if (*at == '[') in_brackets = was_memory = true;
		if (*at == ']') in_brackets = false;
		bool begins = at == from || strchr(" [{-", at[-1]);
		if (begins && at[0] == 's' && at[1] == 'b' && (!at[2] || strchr(",]} !", at[2]))) {
			disasm_put(ret->arguments, sizeof(ret->arguments), "r9");
			at += 2;
		} else if (*at == '#') {
			/* behind the name of a shift: its count */
			bool is_shift = at - from > 4 && at[-1] == ' ' && at[-2] >= 'a' && at[-2] <= 'z';
			at += 1 + put_number(at + 1, in_brackets || was_memory, !is_shift, ret);
		} else {
			disasm_put(ret->arguments, sizeof(ret->arguments), "%c", *at++);
		}
	}
}

/* Loads and stores of two bytes name a distance of 0. */
static void put_zero_distance(const cs_insn *insn, struct disasm_insn *ret)
{
	const cs_arm *arm = &insn->detail->arm;
	const cs_arm_op *last = arm->op_count ? &arm->operands[arm->op_count - 1] : NULL;
	char *end = strrchr(ret->arguments, ']');
	bool is_load = strncmp(insn->mnemonic, "ldr", 3) == 0 || strncmp(insn->mnemonic, "str", 3) == 0;
	if (!is_load || !end || !last || last->type != ARM_OP_MEM || last->mem.index || strchr(ret->arguments, '#'))
		return;
	*end = 0;
	disasm_put(ret->arguments, sizeof(ret->arguments), ", #0]");
}

/* mrc p15, #0, r3, c13, c0, #3 -> 15, 0, r3, cr13, cr0, {3} */
static bool put_coprocessor(const cs_insn *insn, struct disasm_insn *ret)
{
	unsigned number, op1, crn, crm, op2 = 0;
	char reg[8];
	if (strncmp(insn->mnemonic, "mrc", 3) != 0 && strncmp(insn->mnemonic, "mcr", 3) != 0) return false;
	int n = sscanf(insn->op_str, "p%u, #%u, %7[^,], c%u, c%u, #%u", &number, &op1, reg, &crn, &crm, &op2);
	if (n < 5) return false;
	snprintf(ret->arguments, sizeof(ret->arguments), "%u, %u, %s, cr%u, cr%u, {%u}", number, op1,
		 strcmp(reg, "sb") == 0 ? "r9" : reg, crn, crm, op2);
	return true;
}

static void replace(char *text, size_t size_bytes, const char *from, const char *to)
{
	char *at = strstr(text, from), rest[160];
	if (!at) return;
	snprintf(rest, sizeof(rest), "%s", at + strlen(from));
	snprintf(at, size_bytes - (size_t)(at - text), "%s%s", to, rest);
}

static bool is_shift_name(const char *base)
{
	return strcmp(base, "lsl") == 0 || strcmp(base, "lsr") == 0 || strcmp(base, "asr") == 0 ||
	       strcmp(base, "ror") == 0;
}

/* What objdump calls otherwise. Returns the arguments, which may be in scratch, of 64 bytes. */
static const char *put_alias(const cs_insn *insn, bool is_thumb, struct name *name, char *scratch)
{
	bool is_long = is_thumb && insn->size == 4;
	const char *arguments = insn->op_str;
	if (is_thumb && strcmp(name->base, "ldm") == 0) snprintf(name->base, sizeof(name->base), "ldmia");
	if (is_thumb && strcmp(name->base, "stm") == 0) snprintf(name->base, sizeof(name->base), "stmia");
	/* a shift by a constant is a move */
	if (is_long && insn->bytes[1] == 0xea && (insn->bytes[0] & 0xef) == 0x4f && is_shift_name(name->base)) {
		const char *count = strchr(arguments, '#');
		if (count) snprintf(scratch, 64, "%.*s%s %s", (int)(count - arguments), arguments, name->base, count);
		snprintf(name->base, sizeof(name->base), "mov");
		return count ? scratch : arguments;
	}
	bool is_push = strcmp(name->base, "push") == 0, is_pop = strcmp(name->base, "pop") == 0;
	if (is_long && (is_push || is_pop) && insn->bytes[1] == 0xe9)
		return snprintf(name->base, sizeof(name->base), "stmdb"), arguments;
	if (is_long && is_pop && insn->bytes[1] == 0xe8)
		return snprintf(name->base, sizeof(name->base), "ldmia"), arguments;
	if (is_long && is_push) return snprintf(name->base, sizeof(name->base), "str"), arguments;
	if (is_long && is_pop) return snprintf(name->base, sizeof(name->base), "ldr"), arguments;
	return arguments;
}

/* push and pop of four bytes are stores and loads at the stack pointer. */
static void put_stack(const cs_insn *insn, const char *base, const char *list, struct disasm_insn *ret)
{
	char text[160];
	if (strcmp(base, "str") == 0 || strcmp(base, "ldr") == 0) {
		size_t length = strcspn(list + 1, "}");
		snprintf(text, sizeof(text), base[0] == 's' ? "%.*s, [sp, #-4]!" : "%.*s, [sp], #4", (int)length,
			 list + 1);
	} else {
		snprintf(text, sizeof(text), "sp!, %.150s", list);
	}
	put_arguments(text, ret);
}

/* Remarks with addresses; and those that objdump leaves out, or has of the number without its sign. */
static void put_remarks(const cs_insn *insn, const char *base, bool is_thumb, struct disasm_insn *ret)
{
	bool is_long = is_thumb && insn->size == 4, is_pair = strcmp(base, "ldrd") == 0 || strcmp(base, "strd") == 0;
	char *number = strrchr(ret->arguments, '#');
	if (ret->has_data) {
		snprintf(ret->comment, sizeof(ret->comment), insn->size == 2 ? "\t@ (%" PRIx64 ")" : "\t@ %" PRIx64,
			 ret->data_vaddr);
	} else if (is_long && is_pair && number && number[1] == '-' && ret->comment[0]) {
		snprintf(ret->comment, sizeof(ret->comment), "\t@ 0x%lx", strtoul(number + 2, NULL, 10));
	} else if (is_long && insn->bytes[1] == 0xf8 && !(insn->bytes[0] & 0x80) && insn->bytes[3] & 8) {
		ret->comment[0] = 0; /* a distance of 8 bits */
	}
	if (!is_thumb && strncmp(base, "add", 3) == 0 && number && number > strchr(ret->arguments, '#'))
		memmove(number, number + 1, strlen(number)); /* a rotation */
	if (insn->size == 2 && strcmp(base, "adr") == 0 && number) {
		int length = (int)strcspn(ret->arguments, ",");
		uint64_t vaddr = ((ret->vaddr + 4) & ~UINT64_C(3)) + strtoul(number + 1, NULL, 10);
		snprintf(ret->comment, sizeof(ret->comment), "\t@ (adr %.*s, %" PRIx64 ")", length, ret->arguments,
			 vaddr);
		replace(ret->mnemonic, sizeof(ret->mnemonic), "adr", "add");
		replace(ret->arguments, sizeof(ret->arguments), ", ", ", pc, ");
	}
	if (!is_thumb && is_pair) { /* the second register goes without saying */
		char *first = strchr(ret->arguments, ','), *second = first ? strchr(first + 1, ',') : NULL;
		if (second && second[2] == '[') memmove(first, second, strlen(second) + 1);
	}
	if (strcmp(base, "vmrs") == 0) replace(ret->arguments, sizeof(ret->arguments), "apsr", "APSR");
	if (strcmp(base, "bkpt") == 0) {
		snprintf(ret->arguments, sizeof(ret->arguments), "0x%04x", insn->bytes[0]);
		ret->comment[0] = 0;
	}
}

void disasm_arm_text(const cs_insn *insn, bool is_thumb, struct disasm_insn *ret)
{
	struct name name;
	split_name(insn, &name);
	char base[16], scratch[64];
	snprintf(base, sizeof(base), "%s", name.base);
	const char *arguments = put_alias(insn, is_thumb, &name, scratch);
	bool is_stack = (strcmp(base, "push") == 0 || strcmp(base, "pop") == 0) && strcmp(base, name.base) != 0;
	bool is_negation = is_thumb && insn->size == 2 && strcmp(base, "rsb") == 0;
	if (is_negation) snprintf(name.base, sizeof(name.base), "neg");
	put_mnemonic(insn, &name, is_thumb, ret);
	if (ret->has_target) {
		put_arguments(arguments, ret);
		ret->comment[0] = 0;
		char *last = strrchr(ret->arguments, '#');
		if (!last) last = ret->arguments;
		snprintf(last, 20, "%" PRIx64, ret->target);
		return;
	}
	if (put_coprocessor(insn, ret)) return;
	if (is_stack) put_stack(insn, name.base, arguments, ret);
	else put_arguments(arguments, ret);
	if (is_thumb && insn->size == 2) put_zero_distance(insn, ret);
	if (is_negation) replace(ret->arguments, sizeof(ret->arguments), ", #0", "");
	if (strcmp(base, "svc") == 0 || strcmp(base, "bkpt") == 0)
		replace(ret->arguments, sizeof(ret->arguments), "#", "");
	if (base[0] == 'i' && base[1] == 't') {
		replace(ret->arguments, sizeof(ret->arguments), "hs", "cs");
		replace(ret->arguments, sizeof(ret->arguments), "lo", "cc");
	}
	put_remarks(insn, base, is_thumb, ret);
}
