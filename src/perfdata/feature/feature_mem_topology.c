/* MEM_TOPOLOGY: which blocks of physical memory belong to which node:
 *
 *   u64 version, block_size, count; count x { u64 node, size, nr_bits; u64 bitmap[(nr_bits + 63) / 64] } */
#include <errno.h>
#include <inttypes.h>
#include "perfdata/feature/header_feature.h"

/* The bitmap's bits are bounded by what is left of the section, so that a damaged count costs no more memory than the
 * file has. */
static int decode(struct cursor *c, struct perf_header *h)
{
	h->mem_version = cursor_u64(c);
	h->mem_block_size = cursor_u64(c);
	uint64_t count = cursor_u64(c);
	if (!cursor_ok(c) || count > cursor_left(c) / 16) return -EBADMSG;
	h->mem_nodes = arena_zalloc(&h->arena, count * sizeof(*h->mem_nodes));
	for (uint64_t i = 0; i < count; i++) {
		struct header_mem_node *n = &h->mem_nodes[i];
		n->node = cursor_u64(c);
		n->size = cursor_u64(c);
		/* size is what the node has; the bitmap has a bit count of its own in front */
		n->nr_bits = cursor_u64(c);
		if (!cursor_ok(c) || n->nr_bits > cursor_left(c) * 8) return -EBADMSG;
		uint64_t words = (n->nr_bits + 63) / 64;
		n->bitmap = arena_alloc(&h->arena, words * sizeof(*n->bitmap));
		for (uint64_t k = 0; k < words; k++) n->bitmap[k] = cursor_u64(c);
	}
	h->nr_mem_nodes = count;
	return 0;
}

static void encode(const struct perf_header *h, struct outbuf *out)
{
	out_u64(out, h->mem_version);
	out_u64(out, h->mem_block_size);
	out_u64(out, h->nr_mem_nodes);
	for (uint64_t i = 0; i < h->nr_mem_nodes; i++) {
		const struct header_mem_node *n = &h->mem_nodes[i];
		out_u64(out, n->node);
		out_u64(out, n->size);
		out_u64(out, n->nr_bits);
		for (uint64_t k = 0; k < (n->nr_bits + 63) / 64; k++) out_u64(out, n->bitmap[k]);
	}
}

static bool block_is_set(const struct header_mem_node *n, uint64_t bit)
{
	return n->bitmap[bit / 64] >> (bit % 64) & 1;
}

/* "#    0 [32G]: 0-23,32-69": how much memory the node has, then the numbers of its blocks. */
static void print(const struct perf_header *h, struct outbuf *out)
{
	out_printf(out, "# memory nodes (nr %" PRIu64 ", block size 0x%" PRIx64 "):\n", h->nr_mem_nodes,
		   h->mem_block_size);
	for (uint64_t i = 0; i < h->nr_mem_nodes; i++) {
		const struct header_mem_node *n = &h->mem_nodes[i];
		uint64_t blocks = 0;
		for (uint64_t b = 0; b < n->nr_bits; b++) blocks += block_is_set(n, b);
		uint64_t amount = h->mem_block_size * blocks;
		size_t unit = 0;
		while (amount / 1024 > 1 && unit < 3) {
			amount /= 1024;
			unit++;
		} /* as upstream scales: 1024M, but 2G */
		out_printf(out, "# %4" PRIu64 " [%" PRIu64 "%c]: ", n->node, amount, "BKMG"[unit]);
		/* The numbers of the blocks, as ranges. */
		const char *comma = "";
		for (uint64_t b = 0; b < n->nr_bits; b++) {
			if (!block_is_set(n, b)) continue;
			uint64_t last = b;
			while (last + 1 < n->nr_bits && block_is_set(n, last + 1)) last++;
			out_printf(out, "%s%" PRIu64, comma, b);
			if (last > b) out_printf(out, "-%" PRIu64, last);
			comma = ",";
			b = last;
		}
		out_char(out, '\n');
	}
}

const struct feature_desc feature_mem_topology = {
	.decode = decode, .encode = encode, .print = print, .long_text = true
};
