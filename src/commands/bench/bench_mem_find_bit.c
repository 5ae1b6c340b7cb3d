/* mem find_bit: two ways to visit the bits that are set in a map: word by word, and bit by bit. */
#include "base/clock.h"
#include "commands/bench/bench_result.h"

#define BITS_MAX 2048u

struct values {
	unsigned nr_outer, nr_inner;
};
struct map {
	uint64_t words[BITS_MAX / 64];
	unsigned nr_bits;
};

/* What the compiler must not know to be of no use. */
static inline void use(unsigned bit) { __asm__ volatile("" : : "r"(bit) : "memory"); }

static unsigned visit_words(const struct map *map)
{
	unsigned n = 0;
	for (unsigned i = 0; i * 64 < map->nr_bits; i++) {
		for (uint64_t word = map->words[i]; word; word &= word - 1, n++)
			use(i * 64 + (unsigned)__builtin_ctzll(word));
	}
	return n;
}

static unsigned visit_bits(const struct map *map)
{
	unsigned n = 0;
	for (unsigned bit = 0; bit < map->nr_bits; bit++) {
		if (!(map->words[bit / 64] >> (bit % 64) & 1)) continue;
		use(bit);
		n++;
	}
	return n;
}

/* The times in microseconds; false: a visit found another number of bits than are set. */
static bool measure(const struct values *values, const struct map *map, unsigned nr_set,
		    unsigned (*visit)(const struct map *map), struct bench_stats *ret)
{
	*ret = (struct bench_stats){ 0 };
	for (unsigned outer = 0; outer < values->nr_outer; outer++) {
		uint64_t began = clock_now_ns();
		for (unsigned inner = 0; inner < values->nr_inner; inner++)
			if (visit(map) != nr_set) return false;
		bench_stats_add(ret, (double)(clock_now_ns() - began) / 1e3);
	}
	return true;
}

static int measure_map(const struct bench_run *run, const struct values *values, unsigned nr_bits, unsigned nr_set)
{
	struct map map = { .nr_bits = nr_bits };
	struct bench_stats words, bits;
	for (unsigned i = 0; i < nr_bits; i += nr_bits / nr_set) map.words[i / 64] |= UINT64_C(1) << (i % 64);
	if (!measure(values, &map, nr_set, visit_words, &words) || !measure(values, &map, nr_set, visit_bits, &bits))
		return 1;
	out_printf(run->out, "%u operations %u bits set of %u bits\n", values->nr_inner, nr_set, nr_bits);
	out_printf(run->out, "  Average for_each_set_bit took: %.3f usec (+- %.3f usec)\n", words.mean,
		   bench_stats_error(&words));
	out_printf(run->out, "  Average test_bit loop took:    %.3f usec (+- %.3f usec)\n", bits.mean,
		   bench_stats_error(&bits));
	return 0;
}

static const char *const usage[] = { "perf bench mem find_bit <options>", NULL };
static const struct option options[] = {
	OPTION_UINT('i', "outer-iterations", struct values, nr_outer, "Number of outer iterations used"),
	OPTION_UINT('j', "inner-iterations", struct values, nr_inner, "Number of inner iterations used"),
	OPTION_END,
};
static const struct option_table table = { .rows = options, .usage = usage };

int bench_mem_find_bit(struct bench_run *run, int argc, const char **argv)
{
	struct values values = { .nr_outer = 5, .nr_inner = 100000 };
	int status;

	if (!option_table_parse(&table, &argc, argv, &values, &status)) return status;
	if (argc) return option_table_unexpected(&table, argv[0]);
	if (!values.nr_outer || !values.nr_inner)
		return option_table_usage_error(&table, "At least one iteration is needed (-i, -j)");
	status = 0;
	for (unsigned nr_bits = 1; nr_bits <= BITS_MAX; nr_bits *= 2)
		for (unsigned nr_set = 1; nr_set <= nr_bits && !status; nr_set *= 2)
			status = measure_map(run, &values, nr_bits, nr_set);
	return status;
}
