#include "key/key_table.h"

static const struct {
	uint64_t bit;
	const char *text;
} flags[] = {
	{ 1, "EL " },     { 2, "TX " },   { 4, "SYNC " },       { 8, "ASYNC " },
	{ 16, "RETRY " }, { 32, "CON " }, { 64, "CAP-WRITE " }, { 128, "CAP-READ " },
};

static uint64_t cell(struct key_env *env, const struct key_input *in) { return in->sample->transaction; }

static void format(const struct key_env *env, uint64_t cell_, unsigned width, struct outbuf *out)
{
	for (size_t i = 0; i < ARRAY_SIZE(flags); i++)
		if (cell_ & flags[i].bit) out_str(out, flags[i].text);
	if (cell_ && !(cell_ & 12)) out_lit(out, "NEITHER ");
	if (cell_ >> 32) out_printf(out, ":%llX ", (unsigned long long)cell_ >> 32);
}

const struct key key_transaction = {
	.name = "transaction",
	.header = "Transaction",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT,
	.min_width = 27,
	.cell = cell,
	.order = key_order_descending,
	.format = format,
};
