/* NUMA_TOPOLOGY: memory and CPUs of each node: u32 count; count x { u32 node; u64 total, free (KiB); string cpus }. Two
 * lines for each node:
 *
 *   # node0 meminfo  : total = 16282528 kB, free = 6183128 kB
 *   # node0 cpu list : 0-7 */
#include <inttypes.h>
#include "perfdata/feature/header_feature.h"

/* 24 is the size of an entry with an empty list: 4 + 8 + 8, and 4 for the string's size. */
static int decode(struct cursor *c, struct perf_header *h)
{
	uint32_t count = feature_get_count(c, 24);
	h->nodes = arena_zalloc(&h->arena, count * sizeof(*h->nodes));
	for (uint32_t i = 0; i < count; i++) {
		struct header_node *n = &h->nodes[i];
		n->node = cursor_u32(c);
		n->total_kib = cursor_u64(c);
		n->free_kib = cursor_u64(c);
		n->cpus = feature_get_string(c, h);
	}
	h->nr_nodes = cursor_ok(c) ? count : 0;
	return 0;
}

static void encode(const struct perf_header *h, struct outbuf *out)
{
	out_u32(out, h->nr_nodes);
	for (uint32_t i = 0; i < h->nr_nodes; i++) {
		out_u32(out, h->nodes[i].node);
		out_u64(out, h->nodes[i].total_kib);
		out_u64(out, h->nodes[i].free_kib);
		feature_put_string(out, h->nodes[i].cpus);
	}
}

static void print(const struct perf_header *h, struct outbuf *out)
{
	for (uint32_t i = 0; i < h->nr_nodes; i++) {
		const struct header_node *n = &h->nodes[i];
		out_printf(out, "# node%u meminfo  : total = %" PRIu64 " kB, free = %" PRIu64 " kB\n", n->node,
			   n->total_kib, n->free_kib);
		out_printf(out, "# node%u cpu list : %s\n", n->node, n->cpus);
	}
}

const struct feature_desc feature_numa_topology = {
	.decode = decode, .encode = encode, .print = print, .long_text = true
};
