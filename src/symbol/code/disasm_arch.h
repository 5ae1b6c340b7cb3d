/* A machine for the disassembler: one row a file disasm_<arch>.c, and a line of disasm_arch.def. For the files of this
 * room alone. */
#ifndef SYMBOL_CODE_DISASM_ARCH_H
#define SYMBOL_CODE_DISASM_ARCH_H

#include "symbol/code/disasm.h"
#include "symbol/code/disasm_library.h"

struct disasm_arch {
	const char *name;
	bool (*is_for)(const struct insn_set *set);
	/* The machine is read without the library: all that disasm_next does, written apart. The members of the
	 * library's words below are not needed then. NULL: with the library. */
	void (*read)(struct disasm *disasm, const uint8_t *code, size_t size_bytes, struct disasm_insn *ret);
	/* The library's words for the machine. */
	void (*mode)(const struct disasm_options *options, cs_arch *ret_arch, cs_mode *ret_mode);
	/* A register by the library's name for it; number is DISASM_NO_REGISTER where DWARF has none. */
	struct disasm_register (*parse_register)(const char *name, bool is64);
	/* Kind, target and operands; texts unless disasm->options.without_text. *ret has vaddr and length, else zeroes.
	 */
	void (*decode)(const struct disasm *disasm, const cs_insn *insn, struct disasm_insn *ret);
	/* What is no instruction: how many of the bytes objdump takes for it, and its text. */
	void (*bad)(const struct disasm *disasm, const uint8_t *code, size_t size_bytes, struct disasm_insn *ret);
	const char *comment;
	unsigned unit_bytes, dump_width; /* disasm_unit_bytes, disasm_dump_width */
	/* "%-6s " in front of arguments: 6 and ' '; else a tab. */
	unsigned mnemonic_width;
	char mnemonic_end;
	/* An instruction with which the library fills its tables of the machine. */
	uint8_t first_code[4];
};

/* More than any machine of the library has. */
enum { DISASM_MAX_REGISTERS = 1024 };

struct disasm {
	struct disasm_options options;
	const struct disasm_arch *arch;
	const struct disasm_library *library;
	csh handle;
	cs_insn *insn;                                          /* where the library puts the next one */
	struct disasm_register registers[DISASM_MAX_REGISTERS]; /* by the library's number */
	char names[DISASM_MAX_REGISTERS][8];                    /* likewise */
	/* RISC-V: upper parts of addresses that instructions before put into registers, for those that add the rest;
	 * has_high: a bit a register. */
	uint64_t high[32];
	uint32_t has_high;
	uint64_t global_pointer; /* 0: not known */
};

/* A register by the library's number; none of 0 and of numbers that it has no name for. */
struct disasm_register disasm_register(const struct disasm *disasm, unsigned number);
/* Text behind text, cut where it does not fit. */
void disasm_put(char *to, size_t size_bytes, const char *format, ...) _printf_(3, 4);
/* Machines whose instructions are words: `.word` of up to four bytes. directive: with its tab or space. */
void disasm_bad_word(const struct disasm *disasm, const uint8_t *code, size_t size_bytes, const char *directive,
		     struct disasm_insn *ret);
/* Numbers of registers that are called by a letter and a number below count ("x19"); -1: it is none of them. */
int disasm_numbered(const char *name, const char *prefix, unsigned count);
/* Mnemonic and arguments as the library wrote them, but numbers as objdump writes them for the machine: in base 10, or
 * in base 16 where they are not displacements (in brackets). A direct target is without "0x". */
enum disasm_numbers { DISASM_DECIMAL, DISASM_HEX };
void disasm_put_library_text(const cs_insn *insn, enum disasm_numbers numbers, struct disasm_insn *ret);
/* Takes out spaces: objdump writes none between arguments of most machines. */
void disasm_squeeze(char *text);

extern const struct disasm_arch disasm_arch_x86, disasm_arch_arm64, disasm_arch_arm, disasm_arch_riscv,
	disasm_arch_s390x, disasm_arch_ppc64;

#endif
