/* CPU_PMU_CAPS: capabilities of the core PMU, the files of its caps directory in sysfs ("max_precise" = "3"): u32
 * count; count x { string name, value }. PMU_CAPS has those of the other PMUs. */
#include "perfdata/feature/header_feature.h"

/* A list that ends too early gives no entries and, as the cursor's error is set, an absent feature. */
static int decode(struct cursor *c, struct perf_header *h)
{
	uint32_t count = feature_get_count(c, 8);
	h->cpu_pmu_caps = arena_zalloc(&h->arena, count * sizeof(*h->cpu_pmu_caps));
	for (uint32_t i = 0; i < count; i++) {
		h->cpu_pmu_caps[i].name = feature_get_string(c, h);
		h->cpu_pmu_caps[i].value = feature_get_string(c, h);
	}
	h->nr_cpu_pmu_caps = cursor_ok(c) ? count : 0;
	return 0;
}
static void encode(const struct perf_header *h, struct outbuf *out)
{
	out_u32(out, h->nr_cpu_pmu_caps);
	for (uint32_t i = 0; i < h->nr_cpu_pmu_caps; i++) {
		feature_put_string(out, h->cpu_pmu_caps[i].name);
		feature_put_string(out, h->cpu_pmu_caps[i].value);
	}
}
static void print(const struct perf_header *h, struct outbuf *out)
{
	if (!h->nr_cpu_pmu_caps) {
		out_lit(out, "# cpu pmu capabilities: not available\n");
		return;
	}
	for (uint32_t i = 0; i < h->nr_cpu_pmu_caps; i++)
		out_printf(out, "%s%s=%s", i ? ", " : "# cpu pmu capabilities: ", h->cpu_pmu_caps[i].name,
			   h->cpu_pmu_caps[i].value);
	out_char(out, '\n');
}

const struct feature_desc feature_cpu_pmu_caps = { .decode = decode, .encode = encode, .print = print };
