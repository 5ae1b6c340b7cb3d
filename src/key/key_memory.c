/* Keys of what an instruction cost: weights and latencies (PERF_SAMPLE_WEIGHT_STRUCT), transactions
 * (PERF_SAMPLE_TRANSACTION), sizes of pages (PERF_SAMPLE_CODE_PAGE_SIZE, PERF_SAMPLE_DATA_PAGE_SIZE). */
#include "key/key_table.h"

/* Defines a key of a number of the sample (member), the greatest first. A new one is a NUMBER row here and a row in
 * key.def. */
#define NUMBER(id, member, title, width, more_flags)                                                              \
	static uint64_t id##_cell(struct key_env *env, const struct key_input *in) { return in->sample->member; } \
	const struct key key_##id = {                                                                             \
		.name = #id,                                                                                      \
		.header = (title),                                                                                \
		.scope = KEY_SAMPLE,                                                                              \
		.align = KEY_LEFT,                                                                                \
		.flags = KEY_FALLING | (more_flags),                                                              \
		.min_width = (width),                                                                             \
		.cell = id##_cell,                                                                                \
		.order = key_order_descending,                                                                    \
		.format = key_format_dec,                                                                         \
	};

/* Upstream averages the local ones over the samples of an entry, and adds the others up; entries are told apart by
 * them, so that the average is the number itself. On x86-64 and arm64 it titles p_stage_cyc and retire_lat by what the
 * field means there. */
NUMBER(local_weight, weight, "Local Weight", 0, 0)
NUMBER(weight, weight, "Weight", 12, KEY_TOTAL)
NUMBER(local_ins_lat, ins_lat, "Local INSTR Latency", 0, 0)
NUMBER(ins_lat, ins_lat, "INSTR Latency", 0, KEY_TOTAL)
NUMBER(local_p_stage_cyc, p_stage_cyc, "Local Retire Latency", 0, 0)
NUMBER(p_stage_cyc, p_stage_cyc, "Retire Latency", 0, KEY_TOTAL)
NUMBER(local_retire_lat, p_stage_cyc, "Local Pipeline Stage Cycle", 0, 0)
NUMBER(retire_lat, p_stage_cyc, "Pipeline Stage Cycle", 0, KEY_TOTAL)

/* ---- transaction */

static const struct {
	uint64_t bit;
	const char *text;
} transaction_flags[] = {
	{ 1, "EL " },     { 2, "TX " },   { 4, "SYNC " },       { 8, "ASYNC " },
	{ 16, "RETRY " }, { 32, "CON " }, { 64, "CAP-WRITE " }, { 128, "CAP-READ " },
};

static uint64_t transaction_cell(struct key_env *env, const struct key_input *in) { return in->sample->transaction; }

/* Bits 0 to 7 are PERF_TXN_* in the order of the kernel's UAPI; neither synchronous nor asynchronous is upstream's
 * "NEITHER". The upper half is the abort code of the transaction (PERF_TXN_ABORT_SHIFT). */
static void transaction_format(const struct key_env *env, uint64_t cell, unsigned width, struct outbuf *out)
{
	for (size_t i = 0; i < ARRAY_SIZE(transaction_flags); i++)
		if (cell & transaction_flags[i].bit) out_str(out, transaction_flags[i].text);
	if (cell && !(cell & 12)) out_lit(out, "NEITHER ");
	if (cell >> 32) out_printf(out, ":%llX ", (unsigned long long)cell >> 32);
}

const struct key key_transaction = {
	.name = "transaction",
	.header = "Transaction",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT,
	.min_width = 27,
	.flags = KEY_FALLING,
	.cell = transaction_cell,
	.order = key_order_descending,
	.format = transaction_format,
};

/* ---- code_page_size */

static uint64_t code_page_size_cell(struct key_env *env, const struct key_input *in)
{
	return in->sample->code_page_size;
}

const struct key key_code_page_size = {
	.name = "code_page_size",
	.header = "Code Page Size",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT,
	.flags = KEY_FALLING,
	.cell = code_page_size_cell,
	.order = key_order_descending,
	.format = key_format_page_size,
};

/* ---- data_page_size */

static uint64_t data_page_size_cell(struct key_env *env, const struct key_input *in)
{
	return in->sample->data_page_size;
}

const struct key key_data_page_size = {
	.name = "data_page_size",
	.header = "Data Page Size",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT,
	.flags = KEY_MEMORY,
	.min_width = 22, /* as upstream */
	.cell = data_page_size_cell,
	.format = key_format_page_size,
};

/* ---- simd */

/* Arm SPE's vector flags come with trace decoding; recorded samples have none. */
static uint64_t simd_cell(struct key_env *env, const struct key_input *in) { return 0; }
static void simd_format(const struct key_env *env, uint64_t cell, unsigned width, struct outbuf *out) {}

const struct key key_simd = {
	.name = "simd",
	.header = "Simd",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT_RAGGED,
	.min_width = 7,
	.cell = simd_cell,
	.order = NULL,
	.format = simd_format,
};
