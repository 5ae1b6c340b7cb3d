/* Call frame instructions (DWARF 5, section 6.4.2, and GNU's and ARM's additions): runs a CIE's program, then each
 * function's, and writes rows. Each instruction that moves the address on ends a row (end_row): the state up to
 * there becomes a rule, shared with all rows that have the same one (rule_of). A state that cannot be kept is
 * `broken` and becomes a row without a rule. */
#include "base/hash.h"
#include "symbol/cfi/cfi_private.h"

/* Numbers as in DWARF 5, section 7.24; 0x1d to 0x2f are of vendors. */
enum {
	CFA_NOP = 0x00,
	CFA_SET_LOC = 0x01,
	CFA_ADVANCE_LOC1 = 0x02,
	CFA_ADVANCE_LOC2 = 0x03,
	CFA_ADVANCE_LOC4 = 0x04,
	CFA_OFFSET_EXTENDED = 0x05,
	CFA_RESTORE_EXTENDED = 0x06,
	CFA_UNDEFINED = 0x07,
	CFA_SAME_VALUE = 0x08,
	CFA_REGISTER = 0x09,
	CFA_REMEMBER_STATE = 0x0a,
	CFA_RESTORE_STATE = 0x0b,
	CFA_DEF_CFA = 0x0c,
	CFA_DEF_CFA_REGISTER = 0x0d,
	CFA_DEF_CFA_OFFSET = 0x0e,
	CFA_DEF_CFA_EXPRESSION = 0x0f,
	CFA_EXPRESSION = 0x10,
	CFA_OFFSET_EXTENDED_SF = 0x11,
	CFA_DEF_CFA_SF = 0x12,
	CFA_DEF_CFA_OFFSET_SF = 0x13,
	CFA_VAL_OFFSET = 0x14,
	CFA_VAL_OFFSET_SF = 0x15,
	CFA_VAL_EXPRESSION = 0x16,
	CFA_MIPS_ADVANCE_LOC8 = 0x1d,
	CFA_AARCH64_NEGATE_RA_STATE_WITH_PC = 0x2c,
	CFA_AARCH64_NEGATE_RA_STATE = 0x2d,
	CFA_GNU_ARGS_SIZE = 0x2e,
	CFA_GNU_NEGATIVE_OFFSET_EXTENDED = 0x2f,
	/* The operand of these is in the low 6 bits. */
	CFA_ADVANCE_LOC = 0x40,
	CFA_OFFSET = 0x80,
	CFA_RESTORE = 0xc0,
};

#define REMEMBERED_MAX 32 /* compilers nest one deep */

/* One program that is being run. DW_CFA_remember_state keeps copies of `state` on a stack of run_program's. */
struct run {
	struct cfi_compiler *compiler;
	const struct cfi_cie *cie;
	const struct cfi_fde *fde; /* NULL: the common part */
	struct cfi_state state;
	uint64_t at; /* address of the row being made */
	struct cursor c;
};

static uint64_t column_bit(uint64_t column) { return (uint64_t)1 << MIN(column, (uint64_t)63); }

/* Sets the rule of one register. Registers of no use are left out; a value above 32 bits makes the register
 * undefined. */
static void set_column(struct run *run, uint64_t column, enum cfi_where where, int64_t value)
{
	if (column >= run->compiler->nr_columns) return;
	if (value != (int32_t)value) where = CFI_UNDEFINED, value = 0;
	run->state.columns[column].where = (uint8_t)where;
	run->state.columns[column].value = (int32_t)value;
	if (where != CFI_SAME) run->state.used |= column_bit(column);
}

/* Back to what the CIE's program said; of no meaning in that program itself. */
static void restore_column(struct run *run, uint64_t column)
{
	if (column >= run->compiler->nr_columns || !run->fde) return;
	set_column(run, column, run->cie->initial.columns[column].where, run->cie->initial.columns[column].value);
}

/* A CFA that cannot be kept breaks the state until a later instruction sets another one. */
static void set_cfa(struct run *run, uint64_t column, int64_t value)
{
	run->state.broken = column >= CFI_COLUMNS || value != (int32_t)value;
	run->state.cfa_is_expr = false;
	run->state.cfa_column = (uint8_t)column;
	run->state.cfa_value = (int32_t)value;
}

/* A number times the CIE's data alignment factor. */
static int64_t factored(const struct run *run, uint64_t n) { return (int64_t)(n * (uint64_t)run->cie->data_align); }

/* Keeps the expression that follows; its number, or -1. Expressions are numbered in the order in which they are met.
 * The last expression is compared, not all: repeated ones follow each other. */
static int64_t take_expression(struct run *run)
{
	struct cfi *cfi = run->compiler->cfi;
	uint64_t size = cursor_uleb128(&run->c);
	const uint8_t *bytes = cursor_ok(&run->c) && size <= cursor_left(&run->c) ? cursor_bytes(&run->c, (size_t)size)
										  : NULL;
	if (!bytes || cfi->expressions.count >= INT32_MAX || cfi->expression_bytes.count + size > UINT32_MAX) {
		run->c.error = true;
		return -1;
	}
	/* procedure linkage tables repeat one */
	if (cfi->expressions.count) {
		struct cfi_span last = *vec_last(&cfi->expressions);
		if (last.size == size && size &&
		    memcmp(cfi->expression_bytes.items + last.offset, bytes, (size_t)size) == 0)
			return (int64_t)cfi->expressions.count - 1;
	}
	struct cfi_span span = { (uint32_t)cfi->expression_bytes.count, (uint32_t)size };
	vec_reserve(&cfi->expression_bytes, cfi->expression_bytes.count + (size_t)size);
	if (size) memcpy(cfi->expression_bytes.items + span.offset, bytes, (size_t)size);
	cfi->expression_bytes.count += (size_t)size;
	vec_push(&cfi->expressions, span);
	return (int64_t)cfi->expressions.count - 1;
}

/* b is about to be added; its saved registers are not in the list yet. */
static bool same_rule(const struct cfi *cfi, const struct cfi_rule *a, const struct cfi_rule *b,
		      const struct cfi_saved *b_saved)
{
	return a->cfa_value == b->cfa_value && a->cfa_column == b->cfa_column && a->flags == b->flags &&
	       a->return_column == b->return_column && a->nr_saved == b->nr_saved &&
	       (!b->nr_saved ||
		memcmp(cfi->saved.items + a->first_saved, b_saved, b->nr_saved * sizeof(*b_saved)) == 0);
}

/* The number of the rule that the state amounts to. Looked up first as the last rule, then by hash. Saved registers are
 * in the order of their columns. */
static uint32_t rule_of(struct cfi_compiler *compiler, const struct cfi_cie *cie, const struct cfi_state *state)
{
	struct cfi *cfi = compiler->cfi;
	struct cfi_saved saved[CFI_COLUMNS];
	memset(saved, 0, sizeof(saved)); /* padding is compared too */
	struct cfi_rule rule = { .cfa_value = state->cfa_value,
				 .cfa_column = state->cfa_column,
				 .return_column = (uint8_t)cie->return_column };
	bool simple = !state->cfa_is_expr;
	for (uint64_t used = state->used; used; used &= used - 1) {
		unsigned first = (unsigned)__builtin_ctzll(used), end = first == 63 ? CFI_COLUMNS : first + 1;
		for (unsigned column = first; column < end; column++) {
			if (state->columns[column].where == CFI_SAME) continue;
			simple &= state->columns[column].where == CFI_AT_CFA;
			saved[rule.nr_saved].column = (uint8_t)column;
			saved[rule.nr_saved].where = state->columns[column].where;
			saved[rule.nr_saved++].value = state->columns[column].value;
		}
	}
	unsigned flags = cie->signal_frame ? CFI_SIGNAL_FRAME : 0;
	if (state->cfa_is_expr) flags |= CFI_CFA_IS_EXPR;
	if (state->is_signed) flags |= CFI_SIGNED;
	if (simple) flags |= CFI_SIMPLE;
	rule.flags = (uint8_t)flags;
	if (compiler->last_rule != CFI_NO_RULE && same_rule(cfi, &cfi->rules.items[compiler->last_rule], &rule, saved))
		return compiler->last_rule;
	uint64_t hash = hash_pair((uint64_t)(uint32_t)rule.cfa_value << 32 | (uint64_t)rule.cfa_column << 24 |
					  (uint64_t)rule.flags << 16 | rule.return_column,
				  hash_bytes(saved, rule.nr_saved * sizeof(*saved)));
	/* two rules of one hash are kept twice at worst */
	bool is_new;
	uint64_t *slot = u64map_put(&compiler->rule_heads, hash, &is_new);
	if (!is_new && same_rule(cfi, &cfi->rules.items[*slot], &rule, saved))
		return compiler->last_rule = (uint32_t)*slot;
	*slot = cfi->rules.count;
	rule.first_saved = (uint32_t)cfi->saved.count;
	for (unsigned i = 0; i < rule.nr_saved; i++) vec_push(&cfi->saved, saved[i]);
	vec_push(&cfi->rules, rule);
	return compiler->last_rule = (uint32_t)*slot;
}

/* Adds a row, if it is not the same as the one before. Addresses beyond 4 GiB from the base are left out. Functions
 * come in order of address (cfi_new), so rows are only ever appended, or taken back where functions overlap. */
static void put_row(struct cfi *cfi, uint64_t address, uint32_t rule)
{
	uint64_t from_base = address - cfi->base;
	if (from_base > UINT32_MAX) return;
	/* functions that overlap: the later start wins */
	while (cfi->addresses.count && *vec_last(&cfi->addresses) >= from_base)
		cfi->addresses.count--, cfi->row_rules.count--;
	if (cfi->row_rules.count ? *vec_last(&cfi->row_rules) == rule : rule == CFI_NO_RULE) return;
	vec_push(&cfi->addresses, (uint32_t)from_base);
	vec_push(&cfi->row_rules, rule);
}

void cfi_put_state(struct cfi_compiler *compiler, const struct cfi_cie *cie, const struct cfi_state *state,
		   uint64_t start)
{
	put_row(compiler->cfi, start, state->broken ? CFI_NO_RULE : rule_of(compiler, cie, state));
}

void cfi_put_end(struct cfi_compiler *compiler, uint64_t start) { put_row(compiler->cfi, start, CFI_NO_RULE); }

/* The state holds from run->at up to before `until`. */
static void end_row(struct run *run, uint64_t until)
{
	if (!run->fde || until <= run->at) return;
	if (run->at < run->fde->end) cfi_put_state(run->compiler, run->cie, &run->state, run->at);
	run->at = until;
}

/* delta counts in the CIE's code alignment. */
static void advance(struct run *run, uint64_t delta)
{
	uint64_t distance;
	if (__builtin_mul_overflow(delta, run->cie->code_align, &distance) || distance > UINT32_MAX)
		run->c.error = true;
	else end_row(run, run->at + distance);
}

/* DW_CFA_set_loc: an absolute address, translated as cfi_place does for the start of functions. */
static void set_location(struct run *run)
{
	const struct cfi_input *input = run->compiler->input;
	uint64_t vaddr;
	if (!cfi_read_pointer(input, &run->c, input->debug_frame ? 0 : run->cie->pointer_encoding,
			      run->cie->address_size, &vaddr)) {
		run->c.error = true;
		return;
	}
	for (size_t i = 0; i < input->nr_segments; i++) {
		const struct image_segment *s = &input->segments[i];
		if (s->type != PT_LOAD || vaddr - s->vaddr >= s->file_size_bytes) continue;
		vaddr += s->file_off - s->vaddr;
		break;
	}
	end_row(run, vaddr);
}

/* Instructions whose high two bits are 0. Operands that come in pairs are read in order: first the register. */
static void run_extended(struct run *run, uint8_t op, struct cfi_state *remembered, unsigned *nr_remembered)
{
	struct cursor *c = &run->c;
	struct cfi_state *state = &run->state;
	uint64_t column;
	switch (op) {
	case CFA_NOP: break;
	case CFA_SET_LOC: set_location(run); break;
	case CFA_ADVANCE_LOC1: advance(run, cursor_u8(c)); break;
	case CFA_ADVANCE_LOC2: advance(run, cursor_u16(c)); break;
	case CFA_ADVANCE_LOC4: advance(run, cursor_u32(c)); break;
	case CFA_MIPS_ADVANCE_LOC8: advance(run, cursor_u64(c)); break;
	case CFA_OFFSET_EXTENDED:
		column = cursor_uleb128(c);
		set_column(run, column, CFI_AT_CFA, factored(run, cursor_uleb128(c)));
		break;
	case CFA_OFFSET_EXTENDED_SF:
		column = cursor_uleb128(c);
		set_column(run, column, CFI_AT_CFA, factored(run, (uint64_t)cursor_sleb128(c)));
		break;
	case CFA_GNU_NEGATIVE_OFFSET_EXTENDED:
		column = cursor_uleb128(c);
		set_column(run, column, CFI_AT_CFA, -factored(run, cursor_uleb128(c)));
		break;
	case CFA_VAL_OFFSET:
		column = cursor_uleb128(c);
		set_column(run, column, CFI_IS_CFA, factored(run, cursor_uleb128(c)));
		break;
	case CFA_VAL_OFFSET_SF:
		column = cursor_uleb128(c);
		set_column(run, column, CFI_IS_CFA, factored(run, (uint64_t)cursor_sleb128(c)));
		break;
	case CFA_RESTORE_EXTENDED: restore_column(run, cursor_uleb128(c)); break;
	case CFA_UNDEFINED: set_column(run, cursor_uleb128(c), CFI_UNDEFINED, 0); break;
	case CFA_SAME_VALUE: set_column(run, cursor_uleb128(c), CFI_SAME, 0); break;
	case CFA_REGISTER: {
		column = cursor_uleb128(c);
		uint64_t other = cursor_uleb128(c);
		set_column(run, column, other < CFI_COLUMNS ? CFI_REGISTER : CFI_UNDEFINED,
			   other < CFI_COLUMNS ? (int64_t)other : 0);
		break;
	}
	case CFA_EXPRESSION:
		column = cursor_uleb128(c);
		set_column(run, column, CFI_AT_EXPR, take_expression(run));
		break;
	case CFA_VAL_EXPRESSION:
		column = cursor_uleb128(c);
		set_column(run, column, CFI_IS_EXPR, take_expression(run));
		break;
	case CFA_REMEMBER_STATE:
		if (*nr_remembered == REMEMBERED_MAX) c->error = true;
		else remembered[(*nr_remembered)++] = *state;
		break;
	case CFA_RESTORE_STATE:
		if (*nr_remembered) *state = remembered[--*nr_remembered];
		else c->error = true;
		break;
	case CFA_DEF_CFA:
		column = cursor_uleb128(c);
		set_cfa(run, column, (int64_t)cursor_uleb128(c));
		break;
	case CFA_DEF_CFA_SF:
		column = cursor_uleb128(c);
		set_cfa(run, column, factored(run, (uint64_t)cursor_sleb128(c)));
		break;
	case CFA_DEF_CFA_REGISTER: set_cfa(run, cursor_uleb128(c), state->cfa_value); break;
	case CFA_DEF_CFA_OFFSET: set_cfa(run, state->cfa_column, (int64_t)cursor_uleb128(c)); break;
	case CFA_DEF_CFA_OFFSET_SF: set_cfa(run, state->cfa_column, factored(run, (uint64_t)cursor_sleb128(c))); break;
	case CFA_DEF_CFA_EXPRESSION: {
		int64_t expression = take_expression(run);
		state->broken = expression < 0;
		state->cfa_is_expr = true;
		state->cfa_value = (int32_t)expression;
		break;
	}
	/* 0x2d is DW_CFA_GNU_window_save of SPARC, whose register windows are not unwound here. */
	case CFA_AARCH64_NEGATE_RA_STATE:
	case CFA_AARCH64_NEGATE_RA_STATE_WITH_PC: state->is_signed = !state->is_signed; break;
	case CFA_GNU_ARGS_SIZE: (void)cursor_uleb128(c); break; /* for exceptions: how much is to be popped */
	default: c->error = true; break;                        /* its length is not known either */
	}
}

/* Runs until the end or the first damage. The stack of remembered states is empty at the start of each program. */
static void run_program(struct run *run, size_t from, size_t end)
{
	struct cfi_state remembered[REMEMBERED_MAX];
	unsigned nr_remembered = 0;
	const struct cfi_input *input = run->compiler->input;
	run->c = cursor_of(input->data, end, input->swap);
	cursor_seek(&run->c, from);
	while (cursor_left(&run->c) && cursor_ok(&run->c)) {
		uint8_t op = cursor_u8(&run->c);
		switch (op & 0xc0) {
		case CFA_ADVANCE_LOC: advance(run, op & 0x3f); break;
		case CFA_OFFSET: set_column(run, op & 0x3f, CFI_AT_CFA, factored(run, cursor_uleb128(&run->c))); break;
		case CFA_RESTORE: restore_column(run, op & 0x3f); break;
		default: run_extended(run, op, remembered, &nr_remembered); break;
		}
	}
}

/* No rows are written (fde is NULL): the state at the end is what each function's program begins with. */
void cfi_run_initial(struct cfi_compiler *compiler, struct cfi_cie *cie)
{
	struct run run = { .compiler = compiler, .cie = cie, .state = { .broken = true } };
	run_program(&run, cie->program, cie->program_end);
	cie->initial = run.state;
	cie->initial.broken |= run.c.error;
}

/* Ends with the row that holds up to the function's end, and one that says that nothing is known behind it. */
void cfi_run_function(struct cfi_compiler *compiler, const struct cfi_fde *fde)
{
	const struct cfi_cie *cie = &compiler->cies.items[fde->cie];
	struct run run = { .compiler = compiler, .cie = cie, .fde = fde, .state = cie->initial, .at = fde->start };
	run_program(&run, fde->program, fde->program_end);
	/* where the program is damaged, what follows is not known */
	if (run.c.error) run.state.broken = true;
	end_row(&run, fde->end);
	cfi_put_end(compiler, fde->end);
}
