/* HYBRID_TOPOLOGY: which CPUs each core PMU of a hybrid machine has: u32 count; count x { string pmu, cpus }, for
 * instance "cpu_core" with "0-7" and "cpu_atom" with "8-15". Only machines with several kinds of cores have it. */
#include "perfdata/feature/header_feature.h"

static int decode(struct cursor *c, struct perf_header *h)
{
	uint32_t count = feature_get_count(c, 8);
	h->hybrids = arena_zalloc(&h->arena, count * sizeof(*h->hybrids));
	for (uint32_t i = 0; i < count; i++) {
		h->hybrids[i].pmu = feature_get_string(c, h);
		h->hybrids[i].cpus = feature_get_string(c, h);
	}
	h->nr_hybrids = cursor_ok(c) ? count : 0;
	return 0;
}
static void encode(const struct perf_header *h, struct outbuf *out)
{
	out_u32(out, h->nr_hybrids);
	for (uint32_t i = 0; i < h->nr_hybrids; i++) {
		feature_put_string(out, h->hybrids[i].pmu);
		feature_put_string(out, h->hybrids[i].cpus);
	}
}
static void print(const struct perf_header *h, struct outbuf *out)
{
	out_lit(out, "# hybrid cpu system:\n");
	for (uint32_t i = 0; i < h->nr_hybrids; i++)
		out_printf(out, "# %s cpu list : %s\n", h->hybrids[i].pmu, h->hybrids[i].cpus);
}

const struct feature_desc feature_hybrid_topology = {
	.decode = decode, .encode = encode, .print = print, .long_text = true
};
