#include "symbol/code/objdump_text.h"

#include <ctype.h>
#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include "base/printable.h"

enum { MAX_TEXT = 4096, MAX_DIGITS = 16 };

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static bool parse_line(const char *line, size_t size, struct objdump_line *ret)
{
	size_t at = 0, digits = 0;
	uint64_t vaddr = 0;
	while (at < size && line[at] == ' ') at++;
	for (; at < size && isxdigit((unsigned char)line[at]); at++, digits++) {
		char c = (char)tolower(line[at]);
		vaddr = vaddr << 4 | (uint64_t)(c <= '9' ? c - '0' : c - 'a' + 10);
	}
	if (!digits || digits > MAX_DIGITS || at + 1 >= size || line[at] != ':' || !is_blank(line[at + 1]))
		return false;
	at++;
	while (at < size && is_blank(line[at])) at++;
	while (size > at && is_blank(line[size - 1])) size--;
	*ret = (struct objdump_line){ vaddr, line + at, size - at };
	return ret->size > 0;
}

bool objdump_text_next(struct cursor *text, struct objdump_line *ret)
{
	while (cursor_left(text)) {
		const char *line = (const char *)text->data + text->pos;
		const char *end = memchr(line, '\n', cursor_left(text));
		size_t size = end ? (size_t)(end - line) : cursor_left(text);
		cursor_skip(text, size + (end ? 1 : 0));
		if (parse_line(line, size, ret)) return true;
	}
	return false;
}

/* What starts a comment: "#" is a constant's of Arm. */
static const char *comment_mark(unsigned machine)
{
	switch (machine) {
	case EM_AARCH64: return "//";
	case EM_ARM: return "@";
	default: return "#";
	}
}

/* Cuts the comment off arguments. */
static void take_comment(unsigned machine, struct arena *arena, char *arguments, struct objdump_insn *ret)
{
	const char *mark = comment_mark(machine);
	char *at = strstr(arguments, mark);
	/* older ones of Arm */
	if (!at && machine == EM_ARM) at = strchr(arguments, ';');
	if (!at || (at > arguments && !is_blank(at[-1]))) return;
	ret->comment = arena_strdup(arena, at);
	const char *name = strchr(ret->comment, '<');
	if (name && ret->comment[strlen(ret->comment) - 1] == '>') ret->data_name = name;
	while (at > arguments && is_blank(at[-1])) at--;
	*at = '\0';
}

/* "1040 <puts+0x10>" at the end of arguments. */
static void find_target(struct arena *arena, const char *arguments, struct objdump_insn *ret)
{
	const char *name = strstr(arguments, " <"), *digits = name;
	size_t size = name ? strlen(name) : 0;
	if (size < 4 || name[size - 1] != '>') return;
	while (digits > arguments && isxdigit((unsigned char)digits[-1])) digits--;
	if (digits == name || name - digits > MAX_DIGITS) return;
	ret->has_target = true;
	ret->target = strtoull(digits, NULL, 16);
	char *symbol = arena_strndup(arena, name + 2, size - 3);
	char *offset = strrchr(symbol, '+');
	if (offset && strncmp(offset, "+0x", 3) == 0) {
		ret->target_offset = strtoull(offset + 1, NULL, 16);
		*offset = '\0';
	}
	ret->target_name = symbol;
}

/* Mnemonics; machine 0: of all. Those of conditional jumps are too many to be listed. */
static const struct {
	const char *mnemonic;
	unsigned machine;
	enum disasm_kind kind;
} known[] = {
	{ "call", 0, DISASM_CALL },         { "callq", 0, DISASM_CALL },
	{ "bl", 0, DISASM_CALL },           { "blx", EM_ARM, DISASM_CALL },
	{ "blr", EM_AARCH64, DISASM_CALL }, { "blr", EM_PPC64, DISASM_RETURN },
	{ "bctrl", EM_PPC64, DISASM_CALL }, { "jal", EM_RISCV, DISASM_CALL },
	{ "jalr", EM_RISCV, DISASM_CALL },  { "brasl", EM_S390, DISASM_CALL },
	{ "basr", EM_S390, DISASM_CALL },   { "jmp", 0, DISASM_JUMP },
	{ "jmpq", 0, DISASM_JUMP },         { "b", 0, DISASM_JUMP },
	{ "br", EM_AARCH64, DISASM_JUMP },  { "br", EM_S390, DISASM_JUMP },
	{ "bctr", EM_PPC64, DISASM_JUMP },  { "j", 0, DISASM_JUMP },
	{ "jg", EM_S390, DISASM_JUMP },     { "jr", EM_RISCV, DISASM_JUMP },
	{ "ret", 0, DISASM_RETURN },        { "retq", 0, DISASM_RETURN },
	{ "bx", EM_ARM, DISASM_RETURN },    { "nop", 0, DISASM_NOP },
	{ "nopw", 0, DISASM_NOP },          { "nopl", 0, DISASM_NOP },
	{ "mov", 0, DISASM_MOVE },          { "lea", 0, DISASM_ADDRESS_OF },
};

/* jne, b.eq, cbz, tbnz, beqz: what goes somewhere else and is not known as something else. */
static enum disasm_kind kind_of(const char *mnemonic, unsigned machine, bool has_target)
{
	for (size_t i = 0; i < ARRAY_SIZE(known); i++)
		if ((!known[i].machine || known[i].machine == machine) && strcmp(known[i].mnemonic, mnemonic) == 0)
			return known[i].kind;
	if (strncmp(mnemonic, "mov", 3) == 0) return DISASM_MOVE;
	return has_target && strchr("jbct", *mnemonic) ? DISASM_CONDITIONAL_JUMP : DISASM_OTHER;
}

/* Names in it are the file's: control characters are escaped, tabs stay. */
static char *readable(const struct objdump_line *line, struct arena *arena)
{
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	strbuf_lines(&text, line->text, strnlen(line->text, MIN(line->size, (size_t)MAX_TEXT)));
	return arena_strdup(arena, strbuf_text(&text));
}

void objdump_text_parse(const struct objdump_line *line, unsigned machine, struct arena *arena,
			struct objdump_insn *ret)
{
	char *text = readable(line, arena);
	size_t word = strcspn(text, " \t");
	char *arguments = arena_strdup(arena, text + word + strspn(text + word, " \t"));

	*ret = (struct objdump_insn){ .text = text, .mnemonic = arena_strndup(arena, text, word) };
	take_comment(machine, arena, arguments, ret);
	ret->arguments = arguments;
	find_target(arena, arguments, ret);
	ret->kind = kind_of(ret->mnemonic, machine, ret->has_target);
	bool goes = ret->kind == DISASM_CALL || ret->kind == DISASM_JUMP || ret->kind == DISASM_CONDITIONAL_JUMP;
	if (!goes) ret->has_target = false;
}
