/* PMU_CAPS: capabilities of each PMU that has some: u32 nr, nr x {u32 n, n x {name, value}, PMU name}. The PMU's name
 * comes last in the file. The core PMU's are in CPU_PMU_CAPS. */
#include <stdlib.h>
#include <string.h>
#include "perfdata/feature/header_feature.h"

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
	out_u32(out, h->nr_pmu_caps);
	for (uint32_t i = 0; i < h->nr_pmu_caps; i++) {
		const struct header_pmu_caps *p = &h->pmu_caps[i];
		out_u32(out, p->nr_caps);
		for (uint32_t k = 0; k < p->nr_caps; k++) {
			feature_put_string(out, p->caps[k].name);
			feature_put_string(out, p->caps[k].value);
		}
		feature_put_string(out, p->pmu);
	}
}

/* Whether "cycles:p" is an event of another PMU than the core's, as on processors whose core PMU samples nothing
 * precisely (of AMD, so far). */
static bool is_precise_elsewhere(const struct perf_header *h)
{
	size_t arch_length = h->arch ? strlen(h->arch) : 0;
	bool is_x86 = arch_length && (strncmp(h->arch, "x86", 3) == 0 ||
				      (arch_length == 4 && h->arch[0] == 'i' && strcmp(h->arch + 2, "86") == 0));
	bool has_ibs = false, has_none = false;
	for (uint32_t i = 0; i < h->nr_pmus; i++) has_ibs |= strcmp(h->pmus[i].name, "ibs_op") == 0;
	for (uint32_t i = 0; i < h->nr_cpu_pmu_caps; i++)
		has_none |= strcmp(h->cpu_pmu_caps[i].name, "max_precise") == 0 && atoi(h->cpu_pmu_caps[i].value) == 0;
	return is_x86 && has_ibs && has_none;
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
		for (uint32_t k = 0; k < p->nr_caps; k++)
			out_printf(out, "%s %s=%s", k ? "," : "", p->caps[k].name, p->caps[k].value);
		out_char(out, '\n');
	}
	if (h->nr_pmu_caps && is_precise_elsewhere(h))
		out_lit(out, "# AMD systems uses ibs_op// PMU for some precise events, e.g.: cycles:p, see the 'perf "
			     "list' man page for further details.\n");
}

const struct feature_desc feature_pmu_caps = { .decode = decode, .encode = encode, .print = print };
