/* Keys of what a memory access met (PERF_SAMPLE_DATA_SRC): level, snoops, TLB, lock, what blocked it. A cell is the
 * part of the sample's word that the text is made of, so that entries are alike exactly when they look alike; samples
 * without the word are "N/A". */
#include "key/key_table.h"
#include "perfdata/record/data_src.h"

static uint64_t access_word(const struct key_input *in)
{
	return in->sample->present & SAMPLE_DATA_SRC ? in->sample->data_src : DATA_SRC_NONE;
}

/* As upstream by the set of levels, or of snoops, in the lower part of the word; then by what is above. */
static int access_order(const struct key_env *env, uint64_t a, uint64_t b)
{
	const uint64_t sets = DATA_SRC_LEVELS | DATA_SRC_SNOOP | DATA_SRC_LOCK | DATA_SRC_TLB;
	int by_sets = key_compare((int64_t)(a & sets), (int64_t)(b & sets));
	return by_sets ? by_sets : key_compare((int64_t)a, (int64_t)b);
}

/* Defines a key: its cell is what the mask leaves of the word, its text what one of data_src_format_* makes of it. A
 * new one is an ACCESS row here and a row in key.def. */
#define ACCESS(id, title, columns, alignment, mask, formatter)                                                \
	static uint64_t id##_cell(struct key_env *env, const struct key_input *in)                            \
	{                                                                                                     \
		return access_word(in) & (mask);                                                              \
	}                                                                                                     \
	static void id##_format(const struct key_env *env, uint64_t cell, unsigned width, struct outbuf *out) \
	{                                                                                                     \
		const struct data_src source = data_src_split(cell);                                          \
		formatter(&source, out);                                                                      \
	}                                                                                                     \
	const struct key key_##id = {                                                                         \
		.name = #id,                                                                                  \
		.header = (title),                                                                            \
		.scope = KEY_SAMPLE,                                                                          \
		.align = (alignment),                                                                         \
		.flags = KEY_MEMORY | KEY_FIXED,                                                              \
		.min_width = (columns),                                                                       \
		.cell = id##_cell,                                                                            \
		.order = access_order,                                                                        \
		.format = id##_format,                                                                        \
	};

ACCESS(locked, "Locked", 6, KEY_LEFT, DATA_SRC_LOCK, data_src_format_lock)
ACCESS(tlb, "TLB access", 22, KEY_LEFT, DATA_SRC_TLB, data_src_format_tlb)
ACCESS(mem, "Memory access", 39, KEY_LEFT, DATA_SRC_LEVELS | DATA_SRC_LEVEL | DATA_SRC_REMOTE | DATA_SRC_HOPS,
       data_src_format_level)
ACCESS(snoop, "Snoop", 12, KEY_LEFT, DATA_SRC_SNOOP | DATA_SRC_SNOOP_X, data_src_format_snoop)
ACCESS(blocked, "Blocked", 10, KEY_LEFT_RAGGED, DATA_SRC_BLOCKED, data_src_format_blocked)
