/* Branch filters: a list of words separated by commas, each a bit of branch_sample_type (perf_event_open(2)). A new
 * word is a row of the table. Privilege levels (u, k, hv) say where branches are looked for; the others say which
 * kinds. */
#include "event/attr/branch_filter.h"

#include <errno.h>
#include <string.h>

/* Bits as PERF_SAMPLE_BRANCH_* of the UAPI; the order is that of branch_filter_name. */
static const struct {
	const char *name;
	uint64_t mask;
} words[] = {
	{ "u", 1ull << 0 },          { "k", 1ull << 1 },         { "hv", 1ull << 2 },
	{ "any", 1ull << 3 },        { "any_call", 1ull << 4 },  { "any_ret", 1ull << 5 },
	{ "ind_call", 1ull << 6 },   { "abort_tx", 1ull << 7 },  { "in_tx", 1ull << 8 },
	{ "no_tx", 1ull << 9 },      { "cond", 1ull << 10 },     { "ind_jmp", 1ull << 12 },
	{ "call", 1ull << 13 },      { "no_flags", 1ull << 14 }, { "no_cycles", 1ull << 15 },
	{ "save_type", 1ull << 16 }, { "hw_index", 1ull << 17 }, { "call_stack", 1ull << 11 },
	{ "priv", 1ull << 18 },      { "counter", 1ull << 19 },
};

const char *branch_filter_name(size_t i) { return i < ARRAY_SIZE(words) ? words[i].name : NULL; }

int branch_filter_parse(const char *text, uint64_t *ret_mask, struct err *err)
{
	uint64_t mask = 0;
	for (;;) {
		size_t n = strcspn(text, ",");
		size_t i = 0;
		while (i < ARRAY_SIZE(words) && (strlen(words[i].name) != n || strncmp(words[i].name, text, n) != 0))
			i++;
		if (i == ARRAY_SIZE(words))
			return err_set(err, -EINVAL, "unknown branch filter %.*s, check man page", (int)n, text);
		mask |= words[i].mask;
		if (!text[n]) break;
		text += n + 1;
	}
	/* only privilege levels and no kind of branch means any branch */
	if (!(mask & ~7ull)) mask |= 1ull << 3;
	*ret_mask = mask;
	return 0;
}
