/* Generic cache events: three tables of spellings, for cache, operation and result, joined by '-'. Words have dashes
 * themselves ("L1-dcache", "speculative-read"): the longest that fits is taken. */
#include "event/pmu/cache_event.h"

#include <string.h>
#include "base/compiler.h"

/* A spelling and the number it stands for; several spellings may have the same. */
struct cache_word {
	const char *text;
	uint8_t value;
};

static const struct cache_word caches[] = {
	{ "L1-dcache", 0 }, { "l1-d", 0 },   { "l1d", 0 },   { "L1-data", 0 },
	{ "L1-icache", 1 }, { "l1-i", 1 },   { "l1i", 1 },   { "L1-instruction", 1 },
	{ "LLC", 2 },       { "L2", 2 },     { "dTLB", 3 },  { "d-tlb", 3 },
	{ "Data-TLB", 3 },  { "iTLB", 4 },   { "i-tlb", 4 }, { "Instruction-TLB", 4 },
	{ "branches", 5 },  { "branch", 5 }, { "bpu", 5 },   { "btb", 5 },
	{ "bpc", 5 },       { "node", 6 },
};
static const struct cache_word ops[] = {
	{ "loads", 0 }, { "load", 0 },       { "read", 0 },     { "stores", 1 },           { "store", 1 },
	{ "write", 1 }, { "prefetches", 2 }, { "prefetch", 2 }, { "speculative-read", 2 }, { "speculative-load", 2 },
};
static const struct cache_word results[] = {
	{ "refs", 0 }, { "Reference", 0 }, { "ops", 0 }, { "access", 0 }, { "misses", 1 }, { "miss", 1 },
};
/* By cache: the operations it knows, bit 0 load, 1 store, 2 prefetch. */
static const uint8_t ops_of_cache[] = { 7, 5, 7, 7, 1, 1, 7 };

/* The longest word that text begins with and that ends there or at '-'; advances text past it. */
static bool take_word(const char **text, const struct cache_word *words, size_t count, unsigned *ret)
{
	size_t best = 0;
	for (size_t i = 0; i < count; i++) {
		size_t n = strlen(words[i].text);
		if (n > best && strncmp(*text, words[i].text, n) == 0 && ((*text)[n] == '\0' || (*text)[n] == '-')) {
			best = n;
			*ret = words[i].value;
		}
	}
	*text += best;
	return best > 0;
}

bool cache_event_parse(const char *text, uint64_t *ret_config)
{
	unsigned cache, op = 0, result = 0;
	if (!take_word(&text, caches, ARRAY_SIZE(caches), &cache)) return false;
	bool has_op = false, has_result = false;
	while (*text == '-') { /* op and result come in either order */
		text++;
		if (!has_op && take_word(&text, ops, ARRAY_SIZE(ops), &op)) has_op = true;
		else if (!has_result && take_word(&text, results, ARRAY_SIZE(results), &result)) has_result = true;
		else return false;
	}
	if (*text || !(ops_of_cache[cache] >> op & 1)) return false;
	*ret_config = cache | op << 8 | result << 16;
	return true;
}

/* The spellings perf list shows. */
void cache_event_suggest(struct suggest *suggest)
{
	static const char *const names[] = {
		"L1-dcache-loads",      "L1-dcache-load-misses",     "L1-dcache-stores", "L1-dcache-store-misses",
		"L1-dcache-prefetches", "L1-dcache-prefetch-misses", "L1-icache-loads",  "L1-icache-load-misses",
		"L1-icache-prefetches", "L1-icache-prefetch-misses", "LLC-loads",        "LLC-load-misses",
		"LLC-stores",           "LLC-store-misses",          "LLC-prefetches",   "LLC-prefetch-misses",
		"dTLB-loads",           "dTLB-load-misses",          "dTLB-stores",      "dTLB-store-misses",
		"dTLB-prefetches",      "dTLB-prefetch-misses",      "iTLB-loads",       "iTLB-load-misses",
		"branch-loads",         "branch-load-misses",        "node-loads",       "node-load-misses",
		"node-stores",          "node-store-misses",         "node-prefetches",  "node-prefetch-misses",
	};
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) suggest_add(suggest, names[i]);
}
