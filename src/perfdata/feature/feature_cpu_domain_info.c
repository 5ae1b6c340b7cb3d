/* CPU_DOMAIN_INFO (7.2): in which domains the scheduler balances each CPU, so far written by `perf sched stats record`
 * alone: u32 version of /proc/schedstat, u32 most domains of a CPU; for each CPU u32 cpu, u32 count and
 * count x { u32 domain, string name (from version 17 on), string mask, string cpus }. The CPUs fill the section. */
#include "perfdata/feature/header_feature.h"

/* DOMAIN_BYTES: what a domain takes at least. */
enum { VERSION_WITH_NAMES = 17, DOMAIN_BYTES = 12 };

/* The domains of one CPU, behind those that are there; the array has room for all that fit into the section. */
static void decode_cpu(struct cursor *c, struct perf_header *h)
{
	uint32_t cpu = cursor_u32(c), count = feature_get_count(c, DOMAIN_BYTES), before = h->nr_sched_domains;
	for (uint32_t i = 0; i < count; i++) {
		struct header_sched_domain *domain = &h->sched_domains[before + i];
		domain->cpu = cpu;
		domain->domain = cursor_u32(c);
		if (h->schedstat_version >= VERSION_WITH_NAMES) domain->name = feature_get_string(c, h);
		domain->mask = feature_get_string(c, h);
		domain->cpus = feature_get_string(c, h);
	}
	if (cursor_ok(c)) h->nr_sched_domains = before + count;
}

static int decode(struct cursor *c, struct perf_header *h)
{
	h->schedstat_version = cursor_u32(c);
	h->max_sched_domains = cursor_u32(c);
	h->nr_sched_domains = 0;
	h->sched_domains = arena_zalloc(&h->arena, (cursor_left(c) / DOMAIN_BYTES + 1) * sizeof(*h->sched_domains));
	while (cursor_ok(c) && cursor_left(c) >= 8) decode_cpu(c, h);
	return 0;
}

/* How many domains behind i are of the same CPU. */
static uint32_t domains_of_cpu(const struct perf_header *h, uint32_t i)
{
	uint32_t count = 1;
	while (i + count < h->nr_sched_domains && h->sched_domains[i + count].cpu == h->sched_domains[i].cpu) count++;
	return count;
}

static void encode(const struct perf_header *h, struct outbuf *out)
{
	out_u32(out, h->schedstat_version);
	out_u32(out, h->max_sched_domains);
	for (uint32_t i = 0, end = 0; i < h->nr_sched_domains; i++) {
		const struct header_sched_domain *domain = &h->sched_domains[i];
		if (i == end) {
			uint32_t count = domains_of_cpu(h, i);
			out_u32(out, domain->cpu);
			out_u32(out, count);
			end = i + count;
		}
		out_u32(out, domain->domain);
		if (h->schedstat_version >= VERSION_WITH_NAMES) feature_put_string(out, domain->name);
		feature_put_string(out, domain->mask);
		feature_put_string(out, domain->cpus);
	}
}

static void print(const struct perf_header *h, struct outbuf *out)
{
	out_printf(out, "# Maximum sched domains\t: %u\n", h->max_sched_domains);
	for (uint32_t i = 0, end = 0; i < h->nr_sched_domains; i++) {
		const struct header_sched_domain *domain = &h->sched_domains[i];
		if (i == end) {
			end = i + domains_of_cpu(h, i);
			out_printf(out, "# cpu\t\t: %u\n# nr_domains\t: %u\n", domain->cpu, end - i);
		}
		out_printf(out, "# Domain\t\t: %u\n", domain->domain);
		if (domain->name) out_printf(out, "# Domain name      : %s\n", domain->name);
		out_printf(out, "# Domain cpu map   : %s\n", domain->mask ? domain->mask : "");
		out_printf(out, "# Domain cpu list  : %s\n", domain->cpus ? domain->cpus : "");
	}
}

const struct feature_desc feature_cpu_domain_info = {
	.decode = decode, .encode = encode, .print = print, .long_text = true
};
