#include "session/trace/trace_pt_index.h"

#include <errno.h>
#include "base/cursor.h"

/* The tables behind the head, in their order, and words of a row of each. */
enum table { BLOCKS, MISSING, CODE, THREADS, CHANGES, BRANCHES, NR_TABLES };
static const uint64_t row_words[NR_TABLES] = { 17, 1, 4, 2, 2, 3 };

void pt_index_done(struct pt_index *index)
{
	vec_done(&index->blocks);
	vec_done(&index->missing);
	vec_done(&index->code);
	vec_done(&index->threads);
	vec_done(&index->changes);
	vec_done(&index->branches);
}

static void put(struct outbuf *out, uint64_t value) { out_mem(out, &value, sizeof(value)); }

static void put_block(struct outbuf *out, const struct pt_index_block *block)
{
	const struct pt_summary *found = &block->found;
	const uint64_t words[] = {
		block->stream,     block->from,        block->to,        block->nr_missing, found->nr_insns,
		found->nr_others,  found->min_ns,      found->max_ns,    found->goes_on,    found->nr_errors,
		found->last_cbr,   found->first_slot,  found->last_slot, found->nr_changes, found->insns_behind,
		block->nr_threads, block->nr_branches,
	};
	out_mem(out, words, sizeof(words));
}

void pt_index_write(const struct pt_index *index, struct outbuf *out)
{
	const uint64_t counts[NR_TABLES] = { index->blocks.count,  index->missing.count, index->code.count,
					     index->threads.count, index->changes.count, index->branches.count };
	out_mem(out, counts, sizeof(counts));
	for (size_t i = 0; i < index->blocks.count; i++) put_block(out, &index->blocks.items[i]);
	for (size_t i = 0; i < index->missing.count; i++) put(out, index->missing.items[i]);
	for (size_t i = 0; i < index->code.count; i++) {
		const struct trace_code_stretch *code = &index->code.items[i];
		put(out, code->dso_id);
		put(out, code->addr);
		put(out, code->wanted_bytes);
		put(out, code->hash);
	}
	for (size_t i = 0; i < index->threads.count; i++) {
		put(out, index->threads.items[i].tid);
		put(out, index->threads.items[i].nr_changes);
	}
	for (size_t i = 0; i < index->changes.count; i++) {
		put(out, index->changes.items[i].kind);
		put(out, index->changes.items[i].ip);
	}
	for (size_t i = 0; i < index->branches.count; i++) {
		put(out, index->branches.items[i].from);
		put(out, index->branches.items[i].to);
		put(out, index->branches.items[i].flags);
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
	block.nr_threads = cursor_u64(c);
	block.nr_branches = cursor_u64(c);
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

/* Whether so many more rows are part of a table with `count`; *sum grows by them. */
static bool may_add(uint64_t *sum, uint64_t more, uint64_t count)
{
	if (more > count - *sum) return false;
	*sum += more;
	return true;
}

static bool take_blocks(struct cursor *c, const uint64_t *counts, struct pt_index *index)
{
	uint64_t missing = 0, threads = 0, branches = 0;
	vec_reserve(&index->blocks, counts[BLOCKS]);
	for (size_t i = 0; i < counts[BLOCKS]; i++) {
		const struct pt_index_block block = take_block(c);
		if (!may_follow(&block, i ? vec_last(&index->blocks) : NULL)) return false;
		if (!may_add(&missing, block.nr_missing, counts[MISSING]) ||
		    !may_add(&threads, block.nr_threads, counts[THREADS]) ||
		    !may_add(&branches, block.nr_branches, counts[BRANCHES]))
			return false;
		vec_push(&index->blocks, block);
	}
	return missing == counts[MISSING] && threads == counts[THREADS] && branches == counts[BRANCHES];
}

static void take_code(struct cursor *c, uint64_t count, struct pt_index *index)
{
	for (size_t i = 0; i < count; i++) {
		struct trace_code_stretch code = { .dso_id = (uint32_t)cursor_u64(c) };
		code.addr = cursor_u64(c);
		code.wanted_bytes = cursor_u64(c);
		code.hash = cursor_u64(c);
		vec_push(&index->code, code);
	}
}

static bool take_stacks(struct cursor *c, uint64_t nr_threads, uint64_t nr_changes, struct pt_index *index)
{
	uint64_t changes = 0;
	for (size_t i = 0; i < nr_threads; i++) {
		struct pt_index_thread thread = { .tid = (uint32_t)cursor_u64(c) };
		thread.nr_changes = cursor_u64(c);
		if (!may_add(&changes, thread.nr_changes, nr_changes)) return false;
		vec_push(&index->threads, thread);
	}
	for (size_t i = 0; i < nr_changes; i++) {
		const uint64_t kind = cursor_u64(c), ip = cursor_u64(c);
		if (kind > TRACE_BEGIN) return false;
		vec_push(&index->changes, ((struct trace_change){ (enum trace_change_kind)kind, ip }));
	}
	return changes == nr_changes;
}

static bool take_all(struct cursor *c, const uint64_t *counts, struct pt_index *index)
{
	if (!take_blocks(c, counts, index)) return false;
	for (size_t i = 0; i < counts[MISSING]; i++) vec_push(&index->missing, (uint32_t)cursor_u64(c));
	take_code(c, counts[CODE], index);
	if (!take_stacks(c, counts[THREADS], counts[CHANGES], index)) return false;
	for (size_t i = 0; i < counts[BRANCHES]; i++) {
		struct branch_entry branch = { .from = cursor_u64(c) };
		branch.to = cursor_u64(c);
		branch.flags = cursor_u64(c);
		vec_push(&index->branches, branch);
	}
	return cursor_ok(c);
}

int pt_index_read(const void *data, size_t size_bytes, struct pt_index *ret)
{
	struct cursor c = cursor_of(data, size_bytes, false);
	struct pt_index index = { 0 };
	const uint64_t nr_words = size_bytes / sizeof(uint64_t);
	uint64_t counts[NR_TABLES], sum = NR_TABLES;
	for (unsigned i = 0; i < NR_TABLES; i++) {
		counts[i] = cursor_u64(&c);
		/* each of them first, so that the sum does not wrap around */
		if (!cursor_ok(&c) || counts[i] > nr_words) return -EBADMSG;
		sum += counts[i] * row_words[i];
	}
	if (size_bytes % sizeof(uint64_t) || sum != nr_words) return -EBADMSG;
	if (!take_all(&c, counts, &index)) {
		pt_index_done(&index);
		return -EBADMSG;
	}
	*ret = index;
	return 0;
}
