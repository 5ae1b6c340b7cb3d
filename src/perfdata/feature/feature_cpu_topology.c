/* CPU_TOPOLOGY: which CPUs share a socket, die and core; three revisions, told apart by where the section ends: sibling
 * lists; then core and socket of each CPU; then die lists and the die of each CPU. */
#include "perfdata/feature/header_feature.h"

static int decode(struct cursor *c, struct perf_header *h)
{
	h->core_siblings = feature_get_strings(c, h, &h->nr_core_siblings);
	h->thread_siblings = feature_get_strings(c, h, &h->nr_thread_siblings);
	if (!cursor_ok(c)) return 0;
	/* The section does not say how many CPUs it lists. NRCPUS does: its bit is lower, so it was decoded before. */
	uint32_t count = h->nrcpus_available;
	if (!count || cursor_left(c) / 8 < count) return 0;
	h->cores = arena_zalloc(&h->arena, count * sizeof(*h->cores));
	h->nr_cores = count;
	for (uint32_t i = 0; i < count; i++) {
		h->cores[i].core = (int32_t)cursor_u32(c);
		h->cores[i].socket = (int32_t)cursor_u32(c);
	}
	/* The second revision ends here. */
	if (cursor_left(c) < 4) return 0;
	h->die_siblings = feature_get_strings(c, h, &h->nr_die_siblings);
	h->has_dies = true;
	for (uint32_t i = 0; i < count; i++) h->cores[i].die = (int32_t)cursor_u32(c);
	return 0;
}

static void encode(const struct perf_header *h, struct outbuf *out)
{
	feature_put_strings(out, h->core_siblings, h->nr_core_siblings);
	feature_put_strings(out, h->thread_siblings, h->nr_thread_siblings);
	for (uint32_t i = 0; i < h->nr_cores; i++) {
		out_u32(out, (uint32_t)h->cores[i].core);
		out_u32(out, (uint32_t)h->cores[i].socket);
	}
	if (!h->has_dies) return;
	feature_put_strings(out, h->die_siblings, h->nr_die_siblings);
	for (uint32_t i = 0; i < h->nr_cores; i++) out_u32(out, (uint32_t)h->cores[i].die);
}

static void print(const struct perf_header *h, struct outbuf *out)
{
	for (uint32_t i = 0; i < h->nr_core_siblings; i++)
		out_printf(out, "# sibling sockets : %s\n", h->core_siblings[i]);
	for (uint32_t i = 0; i < h->nr_die_siblings; i++)
		out_printf(out, "# sibling dies    : %s\n", h->die_siblings[i]);
	for (uint32_t i = 0; i < h->nr_thread_siblings; i++)
		out_printf(out, "# sibling threads : %s\n", h->thread_siblings[i]);
	for (uint32_t i = 0; i < h->nr_cores; i++) {
		const struct header_core *core = &h->cores[i];
		out_printf(out, "# CPU %u: Core ID %d", i, core->core);
		if (h->nr_die_siblings) out_printf(out, ", Die ID %d", core->die);
		out_printf(out, ", Socket ID %d\n", core->socket);
	}
	if (!h->nr_cores) out_lit(out, "# Core ID and Socket ID information is not available\n");
}

const struct feature_desc feature_cpu_topology = {
	.decode = decode, .encode = encode, .print = print, .long_text = true
};
