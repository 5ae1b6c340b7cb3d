/* Instructions as values and as text, for those who show or follow code: annotate, data types of accesses, traces.
 *
 *     struct disasm *disasm;
 *     disasm_open(&(struct disasm_options){ .set = { EM_X86_64, true } }, &disasm, &err);
 *     struct disasm_insn insn;
 *     for (size_t at = 0; disasm_next(disasm, code + at, size_bytes - at, vaddr + at, &insn); at += insn.length)
 *             ... insn.kind, insn.target, insn.operands[i], insn.mnemonic ...
 *     disasm_close(disasm);
 *
 * Machines are rows of disasm_arch.def. The library behind most of them (capstone) is loaded by the first disasm_open.
 * Bytes may be anything. Who needs only lengths asks insn.h, which needs no library. */
#ifndef SYMBOL_CODE_DISASM_H
#define SYMBOL_CODE_DISASM_H

#include "base/err.h"
#include "symbol/code/insn.h"

struct disasm;

/* How operands are written. Machines other than x86 have one way only. */
enum disasm_syntax { DISASM_ATT, DISASM_INTEL };

struct disasm_options {
	struct insn_set set;
	bool is_big_endian; /* of code; s390x always is */
	bool is_thumb;      /* 32-bit Arm: the code's other instruction set */
	enum disasm_syntax syntax;
	bool without_text; /* mnemonic and arguments are not needed: faster */
};

enum disasm_kind {
	DISASM_OTHER,
	DISASM_MOVE,           /* copies one operand to another: registers, memory, a constant; loads and stores too */
	DISASM_ADDRESS_OF,     /* lea, adr: an address is computed, no memory is touched */
	DISASM_THREAD_POINTER, /* where the variables of a thread are: a system register is copied */
	DISASM_ADD,
	DISASM_SUB,
	DISASM_SHIFT_LEFT,
	DISASM_MULTIPLY,     /* two or three operands: one product of the size of its factors */
	DISASM_MULTIPLY_ADD, /* four operands: the product of the second and third, and the fourth */
	DISASM_AND,
	DISASM_XOR,
	DISASM_CONDITIONAL_MOVE,
	DISASM_PUSH,
	DISASM_POP,
	DISASM_NOP,
	DISASM_CALL,
	DISASM_JUMP,
	DISASM_CONDITIONAL_JUMP,
	DISASM_RETURN,
	DISASM_BAD, /* no instruction of this machine */
};

/* A register: DWARF's number of the machine's ABI (the whole register's, also of a part), and how many bytes of it. */
struct disasm_register {
	int16_t number;     /* DISASM_NO_REGISTER: none, or none that DWARF has a number of (zero registers) */
	uint8_t size_bytes; /* 4 of eax, 8 of rax; 0: not known */
	uint8_t first_byte; /* 1 of ah, else 0 */
};
enum { DISASM_NO_REGISTER = -1, DISASM_X86_64_PC = 16, DISASM_I386_PC = 8 };

enum disasm_operand_kind { DISASM_REGISTER, DISASM_IMMEDIATE, DISASM_MEMORY, DISASM_OTHER_OPERAND };
enum { DISASM_READ = 1, DISASM_WRITE = 2 }; /* struct disasm_operand.access */
enum { DISASM_CHANGED = -1 };               /* struct disasm_operand.left_shift */

/* base + index * scale + displacement. A memory operand that is relative to the program counter has that as its base
 * on x86; its address is disasm_insn.data_vaddr. */
struct disasm_memory {
	struct disasm_register base, index, segment; /* segment: fs, gs; x86 alone */
	int8_t scale;                                /* 1, 2, 4, 8 of x86; 1 << shift of Arm; -1: is subtracted */
	bool writes_base; /* base is changed too: by the displacement, or the immediate operand behind the memory */
	int64_t displacement;
};

struct disasm_operand {
	enum disasm_operand_kind kind;
	uint8_t access;     /* DISASM_READ | DISASM_WRITE; 0 of immediates */
	uint8_t size_bytes; /* of what is read or written; 0: not known */
	/* Arm, of a register: it is shifted left by that before it is used; DISASM_CHANGED: changed otherwise. */
	int8_t left_shift;
	union {
		struct disasm_register reg;
		int64_t immediate;
		struct disasm_memory memory;
	};
};

enum { DISASM_MAX_OPERANDS = 8 };

/* One instruction. Operands stand destination first on all machines and in both syntaxes, as Intel and Arm write
 * them; stores of other machines: the register, then memory. */
struct disasm_insn {
	uint64_t vaddr;
	uint8_t length;
	enum disasm_kind kind;
	bool has_target, has_data; /* of target, of data_vaddr */
	bool has_lock;             /* x86: lock prefix */
	uint8_t nr_operands;
	/* A bit for each register that is changed, with DWARF's number below 64: by operands, and without being named.
	 */
	uint64_t written;
	uint64_t target;     /* of a direct call or jump */
	uint64_t data_vaddr; /* what a pc-relative operand means: memory, or the address that is computed */
	struct disasm_operand operands[DISASM_MAX_OPERANDS];
	/* As objdump writes them, without names of symbols: of a direct jump, arguments end with its target's address
	 * ("1040", "x0, 1040"). Empty with without_text. */
	char mnemonic[32];   /* with prefixes: "rep stos" */
	char arguments[160]; /* "%rax,0x10(%rbx)" */
	/* objdump's remark, with the blanks in front of it, for behind the arguments and names: "  // b.none". */
	char comment[64];
};

/* Whether there is a row for the machine: disasm_open fails for others. */
bool disasm_knows(const struct insn_set *set);
/* Returns 0 and *ret, to be closed by disasm_close; -ENOENT with err set and a hint how to install it where the
 * library is missing, -ENOTSUP for a machine that it or we do not know. One for each thread: opening a second
 * costs microseconds. */
int disasm_open(const struct disasm_options *options, struct disasm **ret, struct err *err) _warn_unused_;
void disasm_close(struct disasm *disasm); /* NULL is fine */
/* The instruction at the start of code, which is at vaddr. What is none becomes one of kind DISASM_BAD, as long as
 * objdump takes it for, with its bytes as text. False when size_bytes is 0. */
bool disasm_next(struct disasm *disasm, const uint8_t *code, size_t size_bytes, uint64_t vaddr,
		 struct disasm_insn *ret);
/* The next instruction is of other code: addresses that the ones before began to put together (RISC-V) are forgotten.
 */
void disasm_restart(struct disasm *disasm);
/* RISC-V: what register gp holds (object_global_pointer), so that data relative to it has its address; 0: not known. */
void disasm_set_global_pointer(struct disasm *disasm, uint64_t vaddr);
/* Constants among code, as objdump writes them: ".word". At most four bytes become *ret. */
void disasm_data(const struct disasm *disasm, const uint8_t *code, size_t size_bytes, uint64_t vaddr,
		 struct disasm_insn *ret);
/* "%-6s %s" of mnemonic and arguments, as the machine's objdump puts them; the length, at most size_bytes - 1. */
size_t disasm_format(const struct disasm *disasm, const struct disasm_insn *insn, char *to, size_t size_bytes);
/* How objdump begins the comment with the address that data_vaddr is, with blanks: "        # " of x86; of others,
 * whose arguments have the address themselves, what begins a remark ("//" of arm64), or nothing. */
const char *disasm_comment(const struct disasm *disasm);
/* How many bytes stand together in a dump of code (objdump --show-raw-insn): 1 of x86, s390x, ppc64 and machines that
 * have no row, 4 of arm64; 0: all of an instruction. How many columns the dump takes up to the mnemonic. */
unsigned disasm_unit_bytes(const struct insn_set *set);
unsigned disasm_dump_width(const struct insn_set *set);

#endif
