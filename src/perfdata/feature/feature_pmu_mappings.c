/* PMU_MAPPINGS: which PMU has which number as an attr's type: u32 count; count x { u32 type; string name }. The kernel
 * gives these numbers anew at each boot (/sys/bus/event_source/devices/PMU/type), so that a recording has to say which
 * was which: "# pmu mappings: cpu = 4, software = 1, ...". */
#include "perfdata/feature/header_feature.h"

static int decode(struct cursor *c, struct perf_header *h)
{
	uint32_t count = feature_get_count(c, 8);
	h->pmus = arena_zalloc(&h->arena, count * sizeof(*h->pmus));
	for (uint32_t i = 0; i < count; i++) {
		h->pmus[i].type = cursor_u32(c);
		h->pmus[i].name = feature_get_string(c, h);
	}
	h->nr_pmus = cursor_ok(c) ? count : 0;
	return 0;
}

static void encode(const struct perf_header *h, struct outbuf *out)
{
	out_u32(out, h->nr_pmus);
	for (uint32_t i = 0; i < h->nr_pmus; i++) {
		out_u32(out, h->pmus[i].type);
		feature_put_string(out, h->pmus[i].name);
	}
}

static void print(const struct perf_header *h, struct outbuf *out)
{
	if (!h->nr_pmus) {
		out_lit(out, "# pmu mappings: not available\n");
		return;
	}
	for (uint32_t i = 0; i < h->nr_pmus; i++)
		out_printf(out, "%s%s = %u", i ? ", " : "# pmu mappings: ", h->pmus[i].name, h->pmus[i].type);
	out_char(out, '\n');
}

const struct feature_desc feature_pmu_mappings = { .decode = decode, .encode = encode, .print = print };
