/* Shared by cfi.c (the table), cfi_entry.c (common and function entries) and cfi_program.c (what is run for each
 * function). */
#ifndef SYMBOL_CFI_CFI_PRIVATE_H
#define SYMBOL_CFI_CFI_PRIVATE_H

#include "base/cursor.h"
#include "base/u64map.h"
#include "base/vec.h"
#include "symbol/cfi/cfi.h"

/* Bytes of an expression in expression_bytes. */
struct cfi_span {
	uint32_t offset, size;
};

/* A row says "from this address (relative to cfi.base) on, this rule"; CFI_NO_RULE: behind the end of a function. */
struct cfi {
	struct cfi_head head;
	uint64_t base;
	/* Side by side, ascending: addresses relative to base, and indexes of rules or CFI_NO_RULE. */
	VEC(uint32_t) addresses;
	VEC(uint32_t) row_rules;
	VEC(struct cfi_rule) rules;
	VEC(struct cfi_saved) saved;
	VEC(struct cfi_span) expressions;
	VEC(uint8_t) expression_bytes;
	bool is64, swap;
	/* addresses and row_rules are somebody else's, who does not vouch for what they say. */
	bool rows_are_borrowed;
};
#define CFI_NO_RULE UINT32_MAX

/* What is known at one address, while a program runs: one entry a register. */
struct cfi_state {
	struct {
		uint8_t where;
		int32_t value;
	} columns[CFI_COLUMNS];
	/* Columns that are not CFI_SAME; bit 63 for all from 63 on. */
	uint64_t used;
	int32_t cfa_value;
	uint8_t cfa_column;
	bool cfa_is_expr, is_signed, broken; /* broken: a rule that cannot be kept */
};

/* A common information entry (DWARF 5, section 6.4.1): what function entries share, with the state after its
 * program. */
struct cfi_cie {
	uint64_t code_align;
	int64_t data_align;
	uint64_t return_column;
	size_t program, program_end; /* in the input */
	uint8_t pointer_encoding, address_size, segment_size;
	bool has_augmentation_data, signal_frame;
	struct cfi_state initial;
};

/* A frame description entry: the code of one function, and where its program stands. */
struct cfi_fde {
	uint64_t start, end;         /* as the table's addresses */
	size_t program, program_end; /* in the input */
	uint32_t cie;
};

/* Compiling one section. Lives during cfi_new or cfi_new_arm. Entries are collected first, then run in the order of
 * addresses. */
struct cfi_compiler {
	const struct cfi_input *input;
	struct cfi *cfi;
	VEC(struct cfi_cie) cies;
	VEC(struct cfi_fde) fdes;
	struct u64map cie_at;     /* offset in the input -> number + 1; 0: damaged */
	struct u64map rule_heads; /* hash -> the last rule of that hash + 1 */
	unsigned nr_columns;      /* that matter on this architecture */
	uint32_t last_rule;       /* many rows repeat the one before */
};

/* Finds all functions; damaged entries are left out. */
void cfi_read_entries(struct cfi_compiler *compiler);
/* A pointer in one of the encodings of .eh_frame (DW_EH_PE_*); false when it is not there or the encoding is not known.
 */
bool cfi_read_pointer(const struct cfi_input *input, struct cursor *c, uint8_t encoding, uint8_t address_size,
		      uint64_t *ret);
/* The table's address of code: false when no segment holds it. */
bool cfi_place(const struct cfi_input *input, uint64_t vaddr, uint64_t *ret);
/* From `start` on, the state holds; or nothing does. In order of addresses. */
void cfi_put_state(struct cfi_compiler *compiler, const struct cfi_cie *cie, const struct cfi_state *state,
		   uint64_t start);
void cfi_put_end(struct cfi_compiler *compiler, uint64_t start);
/* To be called when `saved` does not grow any more: cfi_saved works from then on. */
void cfi_set_head(struct cfi *cfi);
/* Ends the compiler, whose memory is freed: 0 and what was compiled, or -ENODATA. */
int cfi_finish(struct cfi_compiler *compiler, struct cfi **ret) _warn_unused_;
/* Runs the common part of a program. */
void cfi_run_initial(struct cfi_compiler *compiler, struct cfi_cie *cie);
/* Runs a function's program: its rows go to the end of the table. */
void cfi_run_function(struct cfi_compiler *compiler, const struct cfi_fde *fde);

#endif
