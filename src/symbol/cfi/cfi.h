/* Call frame information of one object, compiled: for each address of its code, how the caller's registers are found.
 *
 * Sources: DWARF 5, section 6.4 (.debug_frame); Linux Standard Base Core 5.0, section 10.6 (.eh_frame); "DWARF for the
 * Arm 64-bit Architecture" (return address signing); the GNU extensions in the GCC and binutils manuals.
 *
 * The bytes are read once, from end to end: each function's program is run and every row of its table kept as (first
 * address, rule). Rules are shared: a program of a million rows has a few hundred different ones. A look-up is then one
 * binary search in an array of 32-bit numbers. Nothing here knows a process, its registers or its memory.
 *
 *     cfi_new(&input, &cfi);
 *     const struct cfi_rule *rule = cfi_find(cfi, address);  NULL: nothing is said of this address
 *     cfi_saved(cfi, rule)[0 .. rule->nr_saved)              where registers are that differ from what they are now */
#ifndef SYMBOL_CFI_CFI_H
#define SYMBOL_CFI_CFI_H

#include "symbol/file/image.h"

/* Registers are DWARF's numbers, as each architecture's ABI gives them. Those from here on (vectors, floating point,
 * condition codes) are of no use for going on to the caller, and are left out. */
enum { CFI_COLUMNS = 66 };

enum cfi_where {
	CFI_SAME,      /* as it is now: never in a list of saved registers */
	CFI_UNDEFINED, /* lost; of the return address: this is the outermost frame */
	CFI_AT_CFA,    /* in memory at CFA + value */
	CFI_IS_CFA,    /* CFA + value */
	CFI_REGISTER,  /* in register number value */
	CFI_AT_EXPR,   /* in memory at what expression number value gives */
	CFI_IS_EXPR,   /* what expression number value gives */
};
/* Where one register of the caller is; value: an offset in bytes, a register, or the number of an expression. */
struct cfi_saved {
	uint8_t column, where;
	int32_t value;
};

/* Flags of a rule. */
enum {
	CFI_SIGNAL_FRAME = 1,
	CFI_CFA_IS_EXPR = 2,
	CFI_SIGNED = 4 /* the return address carries a signature */,
	CFI_SIMPLE = 8 /* all in CFI_AT_CFA */
};
struct cfi_rule {
	/* CFA = register cfa_column + cfa_value, or expression number cfa_value. */
	int32_t cfa_value;
	uint8_t cfa_column, flags, return_column, nr_saved;
	uint32_t first_saved;
};

struct cfi_input {
	const uint8_t *data;
	size_t size;
	uint64_t vaddr; /* of data[0] */
	/* What text and data relative pointers are relative to; 0: not known. */
	uint64_t text_vaddr, data_vaddr;
	bool debug_frame; /* .debug_frame, else .eh_frame */
	bool is64, swap;
	uint16_t machine; /* ELF's number */
	/* With these, addresses become file offsets; functions in no executable one are left out. NULL: addresses
	 * stay as they are. */
	const struct image_segment *segments;
	size_t nr_segments;
};

struct cfi;
/* Compiles the bytes, which are not kept. Damaged entries are left out. *ret is to be freed with cfi_free;
 * immutable, so any number of threads may search it. Returns 0, or -ENODATA when there is no rule of any use. */
int cfi_new(const struct cfi_input *input, struct cfi **ret) _warn_unused_;
/* The same out of .ARM.exidx and .ARM.extab (empty when there is none), which 32-bit ARM has instead. */
int cfi_new_arm(const struct cfi_input *exidx, const struct cfi_input *extab, struct cfi **ret) _warn_unused_;
void cfi_free(struct cfi *cfi); /* NULL is fine */
/* The rule for an address (a file offset when the input had segments); NULL: none. Lives as long as the cfi. */
const struct cfi_rule *cfi_find(const struct cfi *cfi, uint64_t address);
static inline const struct cfi_saved *cfi_saved(const struct cfi *cfi, const struct cfi_rule *rule);
/* An expression's bytes (cfi_expr.h). */
struct bytes cfi_expression(const struct cfi *cfi, int32_t number);
/* The word size and byte order of expressions, for struct cfi_expr_machine. */
bool cfi_is64(const struct cfi *cfi);
bool cfi_swapped(const struct cfi *cfi);
/* Sizes of the table. A row that ends a function counts too. */
size_t cfi_nr_rows(const struct cfi *cfi);
size_t cfi_nr_rules(const struct cfi *cfi);
/* The i-th row: from which address on, and its rule (NULL: the end of a function). For tests and dumps. */
const struct cfi_rule *cfi_row(const struct cfi *cfi, size_t i, uint64_t *ret_address);

/* The first member of struct cfi, known here so that cfi_saved can be inlined. */
struct cfi_head {
	const struct cfi_saved *saved;
};
static inline const struct cfi_saved *cfi_saved(const struct cfi *cfi, const struct cfi_rule *rule)
{
	return ((const struct cfi_head *)cfi)->saved + rule->first_saved;
}

#endif
