/* The unwinding tables of 32-bit ARM (Exception Handling ABI for the Arm Architecture, sections 5, 6, 9.3 and 10.3):
 * one program a function, which holds behind its prologue. They say what is popped, in order; as rules: what is where
 * relative to the stack pointer in the end.
 *
 *   ab b0     pop {r4-r7, lr}, finish     ->     CFA = sp + 20; r4 at CFA - 20, ..., lr at CFA - 4
 *
 * Rules and rows are those of the DWARF compiler (cfi_program.c), so that unwinding does not know the difference. */
#include <errno.h>
#include "symbol/cfi/cfi_private.h"

enum { ARM_SP = 13, ARM_LR = 14, ARM_PC = 15 };
/* The second word of an index entry whose function must not be unwound. */
#define EXIDX_CANTUNWIND 1u
#define PROGRAM_MAX_BYTES 1028 /* 2 or 3, and 255 words */

/* The virtual stack pointer is base + offset; what was popped is relative to the base it was popped by. */
struct pops {
	uint8_t base;
	int32_t offset;
	int32_t slot[16];
	uint16_t popped;
	bool failed;
};

/* Pops registers from the lowest number up, as the ABI says, 4 bytes each. */
static void pop_mask(struct pops *pops, uint32_t mask)
{
	for (unsigned i = 0; i < 16; i++) {
		if (!(mask >> i & 1)) continue;
		pops->slot[i] = pops->offset;
		pops->offset += 4;
	}
	pops->popped |= (uint16_t)mask;
	pops->failed |= mask >> ARM_SP & 1; /* a stack pointer out of memory */
}

static unsigned low_nibble_count(uint8_t byte) { return (byte & 15u) + 1; }

/* One instruction (section 10.3, table 4 of the ABI). Registers of VFP and WMMX are only counted, as nobody asks for
 * them. */
static void run_op(struct pops *pops, uint8_t op, struct cursor *c, bool *finished)
{
	if (op < 0x40) pops->offset += (op << 2) + 4;
	else if (op < 0x80) pops->offset -= ((op & 0x3f) << 2) + 4;
	else if (op < 0x90) {
		uint32_t mask = (uint32_t)((op & 15) << 8 | cursor_u8(c)) << 4;
		pops->failed |= !mask; /* refuse to unwind */
		pop_mask(pops, mask);
	} else if (op < 0xa0) {
		/* only before anything was popped is the register what it is now */
		pops->failed |= pops->popped != 0 || (op & 15) == ARM_SP || (op & 15) == ARM_PC;
		pops->base = op & 15;
		pops->offset = 0;
	} else if (op < 0xb0) pop_mask(pops, ((2u << (op & 7)) - 1) << 4 | (op & 8 ? 1u << ARM_LR : 0));
	else if (op == 0xb0) *finished = true;
	else if (op == 0xb1) pop_mask(pops, cursor_u8(c) & 15);
	else if (op == 0xb2) {
		uint64_t more = cursor_uleb128(c);
		pops->failed |= more > 1 << 20;
		pops->offset += (int32_t)(0x204 + ((more & 0x1fffff) << 2));
	} else if (op == 0xb3) pops->offset += (int32_t)low_nibble_count(cursor_u8(c)) * 8 + 4;
	else if (op == 0xb4) pops->offset += 4; /* a return address's code */
	else if (op >= 0xb8 && op < 0xc0) pops->offset += ((op & 7) + 1) * 8 + 4;
	else if (op < 0xc6 && op >= 0xc0) pops->offset += ((op & 7) + 1) * 8;
	else if (op == 0xc6 || op == 0xc8 || op == 0xc9) pops->offset += (int32_t)low_nibble_count(cursor_u8(c)) * 8;
	else if (op == 0xc7) pops->offset += __builtin_popcount(cursor_u8(c) & 15) * 4;
	else if (op >= 0xd0 && op < 0xd8) pops->offset += ((op & 7) + 1) * 8;
	else pops->failed = true;
}

/* The program's effect as a rule: CFA is the stack pointer in the end, registers are relative to it. VFP and other
 * registers that nobody asks for have only moved the stack pointer. */
static void put_function(struct cfi_compiler *compiler, uint64_t start, const uint8_t *program, size_t size)
{
	struct pops pops = { .base = ARM_SP };
	struct cursor c = cursor_of(program, size, false);
	for (bool finished = false; !finished && cursor_left(&c) && cursor_ok(&c) && !pops.failed;)
		run_op(&pops, cursor_u8(&c), &c, &finished);
	struct cfi_cie cie = { .return_column = pops.popped >> ARM_PC & 1 ? ARM_PC : ARM_LR };
	struct cfi_state state = { .cfa_column = pops.base,
				   .cfa_value = pops.offset,
				   .broken = pops.failed || !cursor_ok(&c) };
	for (unsigned i = 0; i < 16; i++) {
		if (!(pops.popped >> i & 1)) continue;
		state.columns[i].where = CFI_AT_CFA;
		state.columns[i].value = pops.slot[i] - pops.offset;
		state.used |= (uint64_t)1 << i;
	}
	cfi_put_state(compiler, &cie, &state, start);
}

/* EXIDX_CANTUNWIND: unwinding ends here, so the return address is undefined. */
static void put_outermost(struct cfi_compiler *compiler, uint64_t start)
{
	const struct cfi_cie cie = { .return_column = ARM_LR };
	struct cfi_state state = { .cfa_column = ARM_SP, .used = (uint64_t)1 << ARM_LR };
	state.columns[ARM_LR].where = CFI_UNDEFINED;
	cfi_put_state(compiler, &cie, &state, start);
}

/* A 31-bit offset from where it stands. Bit 31 is not part of it, so that the sign is bit 30. */
static uint32_t prel31(uint32_t word, uint64_t place)
{
	return (uint32_t)place + (uint32_t)((int32_t)(word << 1) >> 1);
}

/* Copies instructions out of words, the first in the highest byte: nr_first bytes of `first`, then whole words. */
static size_t take_words(struct cursor *c, uint32_t first, unsigned nr_first, unsigned nr_words,
			 uint8_t to[PROGRAM_MAX_BYTES])
{
	size_t size = 0;
	for (unsigned i = nr_first; i-- > 0;) to[size++] = (uint8_t)(first >> 8 * i);
	for (unsigned i = 0; i < nr_words; i++) {
		uint32_t word = cursor_u32(c);
		for (unsigned j = 4; j-- > 0;) to[size++] = (uint8_t)(word >> 8 * j);
	}
	return size;
}

/* The program of an index entry: in the entry, or where it points to. False: it cannot be read. */
static bool program_of(const struct cfi_input *extab, uint32_t word, uint64_t place, uint8_t to[PROGRAM_MAX_BYTES],
		       size_t *ret_size)
{
	struct cursor c = cursor_of(extab->data, extab->size, extab->swap);
	if (!(word >> 31)) {
		uint32_t vaddr = prel31(word, place);
		if (vaddr < extab->vaddr || vaddr - extab->vaddr > extab->size) return false;
		cursor_seek(&c, (size_t)(vaddr - extab->vaddr));
		word = cursor_u32(&c);
		if (!(word >> 31)) {
			/* a routine of its own: those of C++ and C have the number of words, and then the same
			 * instructions */
			word = cursor_u32(&c);
			*ret_size = take_words(&c, word, 3, word >> 24, to);
			return cursor_ok(&c);
		}
	}
	unsigned model = word >> 24 & 15;
	if (model > 2) return false;
	*ret_size = model == 0 ? take_words(&c, word, 3, 0, to) : take_words(&c, word, 2, word >> 16 & 0xff, to);
	return cursor_ok(&c);
}

/* Each entry holds from its address up to the next entry's. An entry whose program cannot be read ends what was before
 * it: nothing is known there. */
int cfi_new_arm(const struct cfi_input *exidx, const struct cfi_input *extab, struct cfi **ret)
{
	struct cfi *cfi = xcalloc(1, sizeof(*cfi));
	struct cfi_compiler compiler = { .input = exidx, .cfi = cfi, .nr_columns = 16, .last_rule = CFI_NO_RULE };
	struct cursor c = cursor_of(exidx->data, exidx->size - exidx->size % 8, exidx->swap);
	uint64_t start, before = 0;
	cfi->swap = exidx->swap;
	while (cursor_left(&c)) {
		uint64_t place = exidx->vaddr + c.pos;
		uint32_t function = cursor_u32(&c), word = cursor_u32(&c);
		uint8_t program[PROGRAM_MAX_BYTES];
		size_t size;
		/* sorted by address: what is not is damaged */
		if (!cfi_place(exidx, prel31(function, place) & ~1u, &start) || start < before) continue;
		if (!cfi->addresses.count) cfi->base = start;
		before = start;
		if (word == EXIDX_CANTUNWIND) put_outermost(&compiler, start);
		else if (program_of(extab, word, place + 4, program, &size))
			put_function(&compiler, start, program, size);
		else cfi_put_end(&compiler, start);
	}
	return cfi_finish(&compiler, ret);
}
