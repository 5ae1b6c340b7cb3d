#include "session/deferred_chains.h"

#include <stdlib.h>
#include <string.h>

/* Threads count their cookies for themselves: two threads may use one. */
static uint64_t key_of(uint32_t tid, uint64_t cookie) { return cookie ^ tid * 0x9e3779b97f4a7c15ull; }

static const struct deferred_chain *find(const struct deferred_chains *chains, uint32_t tid, uint64_t cookie)
{
	const uint64_t *first = u64map_find(&chains->by_key, key_of(tid, cookie));
	for (uint64_t next = first ? *first : 0; next;) {
		const struct deferred_chain *item = &chains->items.items[next - 1];
		if (item->tid == tid && item->cookie == cookie) return item;
		next = item->next;
	}
	return NULL;
}

void deferred_chains_add(struct deferred_chains *chains, const struct record *r, uint32_t tid)
{
	struct record_callchain_deferred record;
	if (chains->items.count == UINT32_MAX - 1 || record_decode_callchain_deferred(r, &record) < 0) return;
	if (find(chains, tid, record.cookie)) return;
	uint64_t *first = u64map_put(&chains->by_key, key_of(tid, record.cookie), NULL);
	vec_push(&chains->items,
		 ((struct deferred_chain){
			 .cookie = record.cookie, .ips = record.ips, .tid = tid, .next = (uint32_t)*first }));
	*first = chains->items.count;
}

bool deferred_chains_merge(const struct deferred_chains *chains, struct deferred_buffer *buffer, struct sample *sample)
{
	uint64_t cookie = sample->callchain[sample->nr_callchain - 1];
	const struct deferred_chain *found = chains ? find(chains, sample->tid, cookie) : NULL;
	size_t nr_kernel = sample->nr_callchain -= 2;
	if (!found) return false;
	struct cursor ips = found->ips;
	size_t nr_user = cursor_left(&ips) / sizeof(uint64_t);
	vec_reserve(&buffer->ips, nr_kernel + nr_user);
	if (nr_kernel) memcpy(buffer->ips.items, sample->callchain, nr_kernel * sizeof(uint64_t));
	for (size_t i = 0; i < nr_user; i++) buffer->ips.items[nr_kernel + i] = cursor_u64(&ips);
	sample->callchain = buffer->ips.items;
	sample->nr_callchain = nr_kernel + nr_user;
	return true;
}

void deferred_chains_free(struct deferred_chains *chains)
{
	if (!chains) return;
	vec_done(&chains->items);
	u64map_done(&chains->by_key);
	free(chains);
}
