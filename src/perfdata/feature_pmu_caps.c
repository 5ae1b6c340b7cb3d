/* PMU_CAPS: capabilities of each PMU that has some: u32 nr, nr x {u32 n, n x {name, value}, PMU name}. */
#include "perfdata/header_feature.h"

static int decode(struct cursor *c, struct perf_header *h)
{
	uint32_t count = feature_get_count(c, 8);
	h->pmu_caps = arena_zalloc(&h->arena, count * sizeof(*h->pmu_caps));
	for (uint32_t i = 0; i < count; i++) {
		struct header_pmu_caps *p = &h->pmu_caps[i];
		uint32_t nr = feature_get_count(c, 8);
		p->caps = arena_zalloc(&h->arena, nr * sizeof(*p->caps));
		p->nr_caps = nr;
		for (uint32_t k = 0; k < nr; k++) {
			p->caps[k].name = feature_get_string(c, h);
			p->caps[k].value = feature_get_string(c, h);
		}
		p->pmu = feature_get_string(c, h);
	}
	h->nr_pmu_caps = cursor_ok(c) ? count : 0;
	return 0;
}

static void encode(const struct perf_header *h, struct outbuf *out)
{
	feature_put_u32(out, h->nr_pmu_caps);
	for (uint32_t i = 0; i < h->nr_pmu_caps; i++) {
		const struct header_pmu_caps *p = &h->pmu_caps[i];
		feature_put_u32(out, p->nr_caps);
		for (uint32_t k = 0; k < p->nr_caps; k++) {
			feature_put_string(out, p->caps[k].name);
			feature_put_string(out, p->caps[k].value);
		}
		feature_put_string(out, p->pmu);
	}
}

static void print(const struct perf_header *h, struct outbuf *out)
{
	for (uint32_t i = 0; i < h->nr_pmu_caps; i++) {
		const struct header_pmu_caps *p = &h->pmu_caps[i];
		if (!p->nr_caps) {
			out_printf(out, "# %s pmu capabilities: not available\n", p->pmu);
			continue;
		}
		out_printf(out, "# %s pmu capabilities:", p->pmu);
		for (uint32_t k = 0; k < p->nr_caps; k++) out_printf(out, "%s %s=%s", k ? "," : "", p->caps[k].name, p->caps[k].value);
		out_char(out, '\n');
	}
}

const struct feature_desc feature_pmu_caps = { .decode = decode, .encode = encode, .print = print };
