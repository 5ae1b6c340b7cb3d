/* What objdump(1), or a program that writes as it does, says of instructions: text to values. GNU's and LLVM's are
 * read.
 *
 *     struct cursor text = cursor_of(bytes, size_bytes, false);
 *     while (objdump_text_next(&text, &line))
 *             objdump_text_parse(&line, machine, &arena, &insn);
 *
 * The text may be anything. */
#ifndef SYMBOL_CODE_OBJDUMP_TEXT_H
#define SYMBOL_CODE_OBJDUMP_TEXT_H

#include "base/arena.h"
#include "base/cursor.h"
#include "symbol/code/disasm.h"

/* A line of an instruction: "    10c1:<tab>call   1040 <puts@plt>" without what is in front of the text. */
struct objdump_line {
	uint64_t vaddr;
	const char *text; /* in the cursor's bytes, not empty, ends without blanks; no NUL behind it */
	size_t size;
};
/* The next one; what is between is passed over. False: there is none. */
bool objdump_text_next(struct cursor *text, struct objdump_line *ret);

/* Texts are in the arena, without control characters but tabs. kind: calls, jumps, returns, nops and moves;
 * DISASM_OTHER of all else. */
struct objdump_insn {
	enum disasm_kind kind;
	const char *text;                 /* the whole */
	const char *mnemonic, *arguments; /* arguments: "" where there are none */
	const char *comment;              /* "# 7010 <stdout>"; NULL: none */
	const char *data_name;            /* "<stdout>": the name in a comment; NULL: none */
	/* Of calls and jumps to an address with a name: "1040 <puts+0x10>". */
	bool has_target;
	uint64_t target;
	const char *target_name; /* "puts" */
	uint64_t target_offset;
};
/* machine: ELF's number, for what mnemonics mean. */
void objdump_text_parse(const struct objdump_line *line, unsigned machine, struct arena *arena,
			struct objdump_insn *ret);

#endif
