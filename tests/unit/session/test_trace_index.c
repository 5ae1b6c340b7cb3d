/* The index of an Intel PT trace as bytes: what was written is read; what is damaged is not. */
#include "tests/unit/test.h"

#include <errno.h>
#include <string.h>
#include "session/trace/trace_pt_index.h"

static struct pt_index some_index(void)
{
	struct pt_index index = { 0 };
	for (uint64_t i = 0; i < 5; i++) {
		const struct pt_index_block block = { .stream = i / 3,
						      .from = 100 * i + 7,
						      .to = 100 * i + 107,
						      .found = { .nr_insns = 1ULL << 40,
								 .nr_others = i,
								 .min_ns = 5 * i,
								 .max_ns = 5 * i + 9,
								 .goes_on = i & 1,
								 .nr_errors = 2,
								 .last_cbr = UINT32_MAX,
								 .first_slot = 3,
								 .last_slot = 4,
								 .nr_changes = 1,
								 .insns_behind = i },
						      .nr_missing = i & 1,
						      .nr_threads = i < 2,
						      .nr_branches = i == 4 ? 3 : 0 };
		vec_push(&index.blocks, block);
	}
	for (uint32_t i = 0; i < 2; i++) vec_push(&index.missing, 30 + i);
	const struct trace_code_stretch code = { .dso_id = 8, .addr = 0x1000, .wanted_bytes = 77, .hash = ~0ULL };
	vec_push(&index.code, code);
	for (uint32_t i = 0; i < 2; i++) {
		const struct pt_index_thread thread = { .tid = 70 + i, .nr_changes = 2 - 2 * i };
		const struct trace_change change = { .kind = TRACE_RETURN, .ip = 0x2000 + i };
		vec_push(&index.threads, thread);
		vec_push(&index.changes, change);
	}
	for (uint64_t i = 0; i < 3; i++) vec_push(&index.branches, ((struct branch_entry){ i, 0x3000, 1 }));
	return index;
}

static struct outbuf bytes_of(const struct pt_index *index)
{
	struct outbuf out;
	out_init(&out, -1);
	pt_index_write(index, &out);
	return out;
}

TEST(as_written)
{
	struct pt_index index = some_index(), again;
	struct outbuf out = bytes_of(&index);
	CHECK_INT(pt_index_read(out.data, out.size, &again), 0);
	CHECK_INT(again.blocks.count, 5);
	CHECK_INT(again.blocks.items[3].found.goes_on, 1);
	CHECK_INT(again.blocks.items[4].stream, 1);
	CHECK_INT(again.blocks.items[4].found.last_cbr, UINT32_MAX);
	CHECK_INT(again.missing.items[1], 31);
	CHECK_INT(again.code.items[0].wanted_bytes, 77);
	CHECK_INT(again.threads.items[1].tid, 71);
	CHECK_INT(again.changes.items[1].ip, 0x2001);
	CHECK_INT(again.branches.items[2].from, 2);
	struct outbuf same = bytes_of(&again);
	CHECK_INT(same.size, out.size);
	CHECK(memcmp(same.data, out.data, out.size) == 0);
	pt_index_done(&index);
	pt_index_done(&again);
	out_done(&out);
	out_done(&same);
}

TEST(cut_short)
{
	struct pt_index index = some_index(), again;
	struct outbuf out = bytes_of(&index);
	for (size_t size = 0; size < out.size; size++) CHECK_INT(pt_index_read(out.data, size, &again), -EBADMSG);
	out_u8(&out, 0);
	CHECK_INT(pt_index_read(out.data, out.size, &again), -EBADMSG);
	pt_index_done(&index);
	out_done(&out);
}

static void check_refused(const struct pt_index *index)
{
	struct pt_index again;
	struct outbuf out = bytes_of(index);
	CHECK_INT(pt_index_read(out.data, out.size, &again), -EBADMSG);
	out_done(&out);
}

TEST(what_cannot_be)
{
	struct pt_index index = some_index();
	struct pt_index_block *blocks = index.blocks.items;
	const struct pt_index_block good = blocks[1];
	blocks[1].from = blocks[0].to - 1; /* overlaps the one before */
	check_refused(&index);
	blocks[1] = good;
	blocks[1].to = blocks[1].from;
	check_refused(&index);
	blocks[1] = good;
	blocks[1].stream = 9; /* not in order */
	check_refused(&index);
	blocks[1] = good;
	blocks[1].found.min_ns = good.found.max_ns + 1;
	check_refused(&index);
	blocks[1] = good;
	blocks[1].found.nr_others = 1ULL << 32;
	check_refused(&index);
	blocks[1] = good;
	blocks[1].nr_missing = 2; /* one more than there are */
	check_refused(&index);
	blocks[1].nr_missing = UINT64_MAX;
	check_refused(&index);
	blocks[1] = good;
	blocks[2].nr_threads = 1;
	check_refused(&index);
	blocks[2].nr_threads = UINT64_MAX;
	check_refused(&index);
	blocks[2].nr_threads = 0;
	blocks[4].nr_branches = 2; /* one belongs to no block */
	check_refused(&index);
	blocks[4].nr_branches = 3;
	index.threads.items[0].nr_changes = 3;
	check_refused(&index);
	index.threads.items[0].nr_changes = 2;
	index.changes.items[0].kind = (enum trace_change_kind)9;
	check_refused(&index);
	pt_index_done(&index);
}

TEST_MAIN
