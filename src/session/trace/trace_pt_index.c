#include "session/trace/trace_pt_index.h"

#include <errno.h>
#include "base/cursor.h"

enum { HEAD_WORDS = 3, BLOCK_WORDS = 15, MISSING_WORDS = 1, CODE_WORDS = 4 };

void pt_index_done(struct pt_index *index)
{
	vec_done(&index->blocks);
	vec_done(&index->missing);
	vec_done(&index->code);
}

static void put(struct outbuf *out, uint64_t value) { out_mem(out, &value, sizeof(value)); }

static void put_block(struct outbuf *out, const struct pt_index_block *block)
{
	const struct pt_summary *found = &block->found;
	const uint64_t words[BLOCK_WORDS] = {
		block->stream,    block->from,       block->to,        block->nr_missing, found->nr_insns,
		found->nr_others, found->min_ns,     found->max_ns,    found->goes_on,    found->nr_errors,
		found->last_cbr,  found->first_slot, found->last_slot, found->nr_changes, found->insns_behind,
	};
	out_mem(out, words, sizeof(words));
}

void pt_index_write(const struct pt_index *index, struct outbuf *out)
{
	put(out, index->blocks.count);
	put(out, index->missing.count);
	put(out, index->code.count);
	for (size_t i = 0; i < index->blocks.count; i++) put_block(out, &index->blocks.items[i]);
	for (size_t i = 0; i < index->missing.count; i++) put(out, index->missing.items[i]);
	for (size_t i = 0; i < index->code.count; i++) {
		const struct trace_code_stretch *code = &index->code.items[i];
		put(out, code->dso_id);
		put(out, code->addr);
		put(out, code->wanted_bytes);
		put(out, code->hash);
	}
}

static struct pt_index_block take_block(struct cursor *c)
{
	/* in the order of put_block */
	struct pt_index_block block = { .stream = cursor_u64(c) };
	struct pt_summary *found = &block.found;
	block.from = cursor_u64(c);
	block.to = cursor_u64(c);
	block.nr_missing = cursor_u64(c);
	found->nr_insns = cursor_u64(c);
	found->nr_others = cursor_u64(c);
	found->min_ns = cursor_u64(c);
	found->max_ns = cursor_u64(c);
	found->goes_on = cursor_u64(c) & 1;
	found->nr_errors = cursor_u64(c);
	found->last_cbr = (unsigned)cursor_u64(c);
	found->first_slot = cursor_u64(c);
	found->last_slot = cursor_u64(c);
	found->nr_changes = cursor_u64(c);
	found->insns_behind = cursor_u64(c);
	return block;
}

/* Behind the block before, NULL for the first; and no more is told of it than can be. */
static bool may_follow(const struct pt_index_block *block, const struct pt_index_block *before)
{
	const struct pt_summary *found = &block->found;
	if (block->from >= block->to || found->min_ns > found->max_ns) return false;
	if (MAX(MAX(found->nr_others, found->nr_errors), found->nr_changes) > UINT32_MAX) return false;
	if (!before || block->stream > before->stream) return true;
	return block->stream == before->stream && block->from >= before->to;
}

static bool take_all(struct cursor *c, size_t nr_blocks, size_t nr_missing, size_t nr_code, struct pt_index *index)
{
	uint64_t missing_of_blocks = 0;
	vec_reserve(&index->blocks, nr_blocks);
	for (size_t i = 0; i < nr_blocks; i++) {
		const struct pt_index_block block = take_block(c);
		if (!may_follow(&block, i ? vec_last(&index->blocks) : NULL)) return false;
		if (block.nr_missing > nr_missing) return false;
		missing_of_blocks += block.nr_missing;
		vec_push(&index->blocks, block);
	}
	for (size_t i = 0; i < nr_missing; i++) vec_push(&index->missing, (uint32_t)cursor_u64(c));
	for (size_t i = 0; i < nr_code; i++) {
		struct trace_code_stretch code = { .dso_id = (uint32_t)cursor_u64(c) };
		code.addr = cursor_u64(c);
		code.wanted_bytes = cursor_u64(c);
		code.hash = cursor_u64(c);
		vec_push(&index->code, code);
	}
	return cursor_ok(c) && missing_of_blocks == nr_missing;
}

int pt_index_read(const void *data, size_t size_bytes, struct pt_index *ret)
{
	struct cursor c = cursor_of(data, size_bytes, false);
	struct pt_index index = { 0 };
	const uint64_t nr_words = size_bytes / sizeof(uint64_t);
	const uint64_t nr_blocks = cursor_u64(&c), nr_missing = cursor_u64(&c), nr_code = cursor_u64(&c);
	/* each of them first, so that the sum does not wrap around */
	if (!cursor_ok(&c) || size_bytes % sizeof(uint64_t) || MAX(MAX(nr_blocks, nr_missing), nr_code) > nr_words)
		return -EBADMSG;
	if (HEAD_WORDS + nr_blocks * BLOCK_WORDS + nr_missing * MISSING_WORDS + nr_code * CODE_WORDS != nr_words)
		return -EBADMSG;
	if (!take_all(&c, nr_blocks, nr_missing, nr_code, &index)) {
		pt_index_done(&index);
		return -EBADMSG;
	}
	*ret = index;
	return 0;
}
