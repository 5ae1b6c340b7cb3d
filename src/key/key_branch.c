/* Keys of an entry of a branch stack: its two ends, and what the CPU says of it in struct perf_branch_entry
 * (perf_event_open(2), PERF_SAMPLE_BRANCH_STACK). Bits of branch_entry.flags: 0 mispredicted, 1 predicted, 2 in a
 * transaction, 3 aborted, 4 to 19 cycles since the branch before.
 *
 * All have sample scope: the branch at hand is part of key_input. */
#include "key/key_table.h"

/* ---- dso_from */

static uint64_t dso_from_cell(struct key_env *env, const struct key_input *in)
{
	return key_cell_dso(env, in->branch_from);
}

/* As upstream: the last name first. */
static int dso_order(const struct key_env *env, uint64_t a, uint64_t b) { return key_order_dso(env, b, a); }

const struct key key_dso_from = {
	.name = "dso_from",
	.header = "Source Shared Object",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT,
	.flags = KEY_BRANCH | KEY_FIXED | KEY_CUT,
	.cell = dso_from_cell,
	.carry = key_carry_dso,
	.order = dso_order,
	.format = key_format_dso,
};

/* ---- dso_to */

static uint64_t dso_to_cell(struct key_env *env, const struct key_input *in)
{
	return key_cell_dso(env, in->branch_to);
}

const struct key key_dso_to = {
	.name = "dso_to",
	.header = "Target Shared Object",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT,
	.flags = KEY_BRANCH | KEY_FIXED | KEY_CUT,
	.cell = dso_to_cell,
	.carry = key_carry_dso,
	.order = dso_order,
	.format = key_format_dso,
};

/* ---- symbol_from */

/* Ends of branches are shown as leaves are: without a symbol by the address in the object. */
static uint64_t symbol_from_cell(struct key_env *env, const struct key_input *in)
{
	return key_env_place(env, in->branch_from, true, PLACE_BRANCH);
}

const struct key key_symbol_from = {
	.name = "symbol_from",
	.header = "Source Symbol",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT_RAGGED,
	.flags = KEY_BRANCH | KEY_CUT | KEY_NAME,
	.cell = symbol_from_cell,
	.carry = key_carry_place,
	.order = key_order_place,
	.order_prefix = key_prefix_place,
	.format = key_format_place,
	.join = key_join_place,
};

/* ---- symbol_to */

static uint64_t symbol_to_cell(struct key_env *env, const struct key_input *in)
{
	return key_env_place(env, in->branch_to, true, PLACE_BRANCH);
}

const struct key key_symbol_to = {
	.name = "symbol_to",
	.header = "Target Symbol",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT_RAGGED,
	.flags = KEY_BRANCH | KEY_CUT | KEY_NAME,
	.cell = symbol_to_cell,
	.carry = key_carry_place,
	.order = key_order_place,
	.order_prefix = key_prefix_place,
	.format = key_format_place,
	.join = key_join_place,
};

/* ---- addr_from */

static uint64_t addr_from_cell(struct key_env *env, const struct key_input *in)
{
	return key_env_place(env, in->branch_from, true, PLACE_ADDRESS);
}

/* The highest address first. */
static int addr_order(const struct key_env *env, uint64_t a, uint64_t b)
{
	const struct place *l = key_env_place_of(env, a), *r = key_env_place_of(env, b);
	return key_compare((int64_t)r->shown_addr, (int64_t)l->shown_addr);
}

const struct key key_addr_from = {
	.name = "addr_from",
	.header = "Source Address",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT_RAGGED,
	.flags = KEY_BRANCH | KEY_FIXED | KEY_FALLING,
	.min_width = 22,
	.cell = addr_from_cell,
	.carry = key_carry_place,
	.order = addr_order,
	.format = key_format_place_offset,
};

/* ---- addr_to */

static uint64_t addr_to_cell(struct key_env *env, const struct key_input *in)
{
	return key_env_place(env, in->branch_to, true, PLACE_ADDRESS);
}

const struct key key_addr_to = {
	.name = "addr_to",
	.header = "Target Address",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT_RAGGED,
	.flags = KEY_BRANCH | KEY_FIXED | KEY_FALLING,
	.min_width = 22,
	.cell = addr_to_cell,
	.carry = key_carry_place,
	.order = addr_order,
	.format = key_format_place_offset,
};

/* ---- srcline_from */

static uint64_t srcline_from_cell(struct key_env *env, const struct key_input *in)
{
	return key_env_source_line(env, in->branch_from);
}

const struct key key_srcline_from = {
	.name = "srcline_from",
	.header = "From Source:Line",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT,
	.flags = KEY_BRANCH | KEY_CUT,
	.cell = srcline_from_cell,
	.carry = key_carry_text,
	.order = key_order_text,
	.format = key_format_text,
};

/* ---- srcline_to */

static uint64_t srcline_to_cell(struct key_env *env, const struct key_input *in)
{
	return key_env_source_line(env, in->branch_to);
}

const struct key key_srcline_to = {
	.name = "srcline_to",
	.header = "To Source:Line",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT,
	.flags = KEY_BRANCH | KEY_CUT,
	.cell = srcline_to_cell,
	.carry = key_carry_text,
	.order = key_order_text,
	.format = key_format_text,
};

/* ---- mispredict */

static uint64_t mispredict_cell(struct key_env *env, const struct key_input *in) { return in->branch->flags & 3; }

static void mispredict_format(const struct key_env *env, uint64_t cell, unsigned width, struct outbuf *out)
{
	static const char *const names[] = { "N/A", "Y", "N",
					     "N" }; /* bit 0: it was predicted wrongly, bit 1: rightly */
	out_str(out, names[cell & 3]);
}

const struct key key_mispredict = {
	.name = "mispredict",
	.header = "Branch Mispredicted",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT,
	.flags = KEY_BRANCH | KEY_FALLING,
	.cell = mispredict_cell,
	.order = key_order_descending,
	.format = mispredict_format,
};

/* ---- abort */

static uint64_t abort_cell(struct key_env *env, const struct key_input *in) { return in->branch->flags >> 3 & 1; }

static void abort_format(const struct key_env *env, uint64_t cell, unsigned width, struct outbuf *out)
{
	out_char(out, cell ? 'A' : '.');
}

const struct key key_abort = {
	.name = "abort",
	.header = "Transaction abort",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT,
	.flags = KEY_BRANCH | KEY_FALLING,
	.cell = abort_cell,
	.order = key_order_descending,
	.format = abort_format,
};

/* ---- in_tx */

static uint64_t in_tx_cell(struct key_env *env, const struct key_input *in) { return in->branch->flags >> 2 & 1; }

static void in_tx_format(const struct key_env *env, uint64_t cell, unsigned width, struct outbuf *out)
{
	out_char(out, cell ? 'T' : '.');
}

const struct key key_in_tx = {
	.name = "in_tx",
	.header = "Branch in transaction",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT,
	.flags = KEY_BRANCH | KEY_FALLING,
	.cell = in_tx_cell,
	.order = key_order_descending,
	.format = in_tx_format,
};

/* ---- cycles */

static uint64_t cycles_cell(struct key_env *env, const struct key_input *in) { return in->branch->flags >> 4 & 0xffff; }

static void cycles_format(const struct key_env *env, uint64_t cell, unsigned width, struct outbuf *out)
{
	if (cell) out_dec(out, cell, 0);
	else out_char(out, '-');
}

const struct key key_cycles = {
	.name = "cycles",
	.header = "Basic Block Cycles",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT,
	.flags = KEY_BRANCH | KEY_FALLING,
	.cell = cycles_cell,
	.order = key_order_descending,
	.format = cycles_format,
};

/* ---- ipc_lbr */

/* The column itself is ipc_null's (key_code.c), which -s symbol brings along. Alone this key has nothing to show. */
static uint64_t ipc_lbr_cell(struct key_env *env, const struct key_input *in) { return 0; }

static void ipc_lbr_format(const struct key_env *env, uint64_t cell, unsigned width, struct outbuf *out)
{
	out_lit(out, "-      -");
}

const struct key key_ipc_lbr = {
	.name = "ipc_lbr",
	.header = "IPC   [IPC Coverage]",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT,
	.flags = KEY_BRANCH,
	.cell = ipc_lbr_cell,
	.order = NULL,
	.format = ipc_lbr_format,
};
