#include "analysis/cct.h"
#include <assert.h>
#include <string.h>

void cct_init(struct cct *cct, unsigned extra_words)
{
	*cct = (struct cct){ .extra_words = extra_words, .mask = 1023 };
	cct->slots = xcalloc(cct->mask + 1, sizeof(*cct->slots));
}

void cct_done(struct cct *cct)
{
	vec_done(&cct->nodes);
	free(cct->slots);
	free(cct->extra);
	free(cct->total_period);
	free(cct->total_count);
	free(cct->first);
	free(cct->children);
	*cct = (struct cct){ 0 };
}

static void grow(struct cct *cct)
{
	size_t mask = cct->mask * 2 + 1;
	free(cct->slots);
	cct->slots = xcalloc(mask + 1, sizeof(*cct->slots));
	cct->mask = mask;
	for (uint32_t i = 0; i < cct->nodes.count; i++) {
		size_t at = cct_hash(cct->nodes.items[i].parent, cct->nodes.items[i].frame) & mask;
		while (cct->slots[at]) at = (at + 1) & mask;
		cct->slots[at] = i + 1;
	}
}

uint32_t cct_child_slow(struct cct *cct, uint32_t parent, uint32_t frame)
{
	assert(cct->nodes.count < CCT_NONE - 1);
	uint32_t id = (uint32_t)cct->nodes.count;
	uint32_t depth = parent == CCT_NONE ? 0 : cct->nodes.items[parent].depth + 1;
	vec_push(&cct->nodes, ((struct cct_node){ .parent = parent, .frame = frame, .depth = depth }));
	if (cct->extra_words) {
		size_t old = cct->extra_capacity, need = cct->nodes.count * cct->extra_words;
		if (need > old) {
			cct->extra_capacity = MAX(need, old * 2);
			cct->extra = xreallocarray(cct->extra, cct->extra_capacity, sizeof(*cct->extra));
			memset(cct->extra + old, 0, (cct->extra_capacity - old) * sizeof(*cct->extra));
		}
	}
	size_t at = cct_hash(parent, frame) & cct->mask;
	while (cct->slots[at]) at = (at + 1) & cct->mask;
	cct->slots[at] = id + 1;
	if (cct->nodes.count * 2 > cct->mask) grow(cct);
	return id;
}

void cct_append(struct cct *cct, struct cct *other)
{
	assert(cct->extra_words == other->extra_words);
	uint32_t base = (uint32_t)cct->nodes.count;
	assert(base + other->nodes.count < CCT_NONE);
	free(take(cct->slots));
	if (base == 0) {
		struct cct old = *cct;
		*cct = *other;
		free(take(cct->slots));
		*other = (struct cct){ .extra_words = cct->extra_words };
		vec_done(&old.nodes);
		free(old.extra);
		return;
	}
	vec_reserve(&cct->nodes, base + other->nodes.count);
	for (size_t i = 0; i < other->nodes.count; i++) {
		struct cct_node node = other->nodes.items[i];
		if (node.parent != CCT_NONE) node.parent += base;
		cct->nodes.items[base + i] = node;
	}
	if (cct->extra_words) {
		cct->extra = xreallocarray(cct->extra, (base + other->nodes.count) * cct->extra_words, sizeof(*cct->extra));
		memcpy(cct_extra(cct, base), other->extra, other->nodes.count * cct->extra_words * sizeof(*cct->extra));
		cct->extra_capacity = (base + other->nodes.count) * cct->extra_words;
	}
	cct->nodes.count += other->nodes.count;
	cct_done(other);
}

void cct_index(struct cct *cct)
{
	size_t count = cct->nodes.count;
	const struct cct_node *nodes = cct->nodes.items;
	free(take(cct->slots));
	cct->total_period = xmalloc(count * sizeof(uint64_t) + 1);
	cct->total_count = xmalloc(count * sizeof(uint32_t) + 1);
	cct->first = xcalloc(count + 2, sizeof(uint32_t));
	cct->children = xmalloc(count * sizeof(uint32_t) + 1);
	for (size_t i = 0; i < count; i++) {
		cct->total_period[i] = nodes[i].period;
		cct->total_count[i] = nodes[i].count;
	}
	/* first[n + 2] counts the children of n; summed up, first[n + 1] is where n's children begin, and filling moves it to their
	   end, which is where those of n + 1 begin */
	for (size_t i = count; i-- > 0;) {
		uint32_t parent = nodes[i].parent;
		if (parent == CCT_NONE) continue;
		cct->total_period[parent] += cct->total_period[i];
		cct->total_count[parent] += cct->total_count[i];
		cct->first[parent + 2]++;
	}
	for (size_t i = 2; i < count + 2; i++) cct->first[i] += cct->first[i - 1];
	for (size_t i = 0; i < count; i++)
		if (nodes[i].parent != CCT_NONE) cct->children[cct->first[nodes[i].parent + 1]++] = (uint32_t)i;
}
