/* Texts of instructions from tables, for machines whose instructions are words of bits: those that objdump writes by
 * another name than the library, and those that the library does not know yet.
 *
 *     static const struct disasm_form forms[] = {
 *             { 0xfc0007ff, 0x7c000379, "mr.", "r{u16.5},r{u21.5}" },
 *
 * Arguments are text with fields in braces: a letter, and the bits, LOWEST.WIDTH; several with commas between them are
 * put together, highest first. Then "*N" scales. Letters: u a number, i a signed number, x in base 16, t the distance
 * to the target of a jump (signed), d that to data; any other letter is the machine's: its put_field writes it. The
 * mnemonic may have fields, too. For the files of this room alone. */
#ifndef SYMBOL_CODE_DISASM_FORM_H
#define SYMBOL_CODE_DISASM_FORM_H

#include "symbol/code/disasm.h"

struct disasm_form {
	uint64_t mask, value; /* the form is the word's where word & mask == value */
	const char *mnemonic, *arguments;
	enum disasm_kind kind; /* 0: DISASM_OTHER */
};

struct disasm_forms {
	const struct disasm_form *forms; /* in this order: the first that fits counts */
	size_t count;
	/* Appends the field's text. to: a string, size_bytes its room. */
	void (*put_field)(char letter, uint64_t value, char *to, size_t size_bytes);
};

/* Texts of *ret, its target or data, which has vaddr and length. False with *ret as it was when no form fits. */
bool disasm_forms_put(const struct disasm_forms *forms, uint64_t word, struct disasm_insn *ret);

#endif
