/* Branch records as call stacks: a machine whose registers overwrite the outermost calls, against the stacks it really
 * had. */
#include "frame/lbr_stitch.h"
#include "tests/unit/test.h"

enum { REGISTERS = 8, DEEPEST = 64 };

static const struct event_attr attr = { .sample_type = SAMPLE_BRANCH_STACK,
					.branch_sample_type = BRANCH_CALL_STACK | BRANCH_HW_INDEX };
static struct perf_event event;

struct machine {
	struct branch_entry calls[DEEPEST];
	unsigned depth, top, kept;
};

static void call(struct machine *m, uint64_t from)
{
	m->calls[m->depth++] = (struct branch_entry){ .from = from, .to = from + 0x1000 };
	m->top = (m->top + 1) % REGISTERS;
	if (m->kept < REGISTERS) m->kept++;
}

static void give_back(struct machine *m)
{
	m->depth--;
	m->top = (m->top + REGISTERS - 1) % REGISTERS;
	if (m->kept) m->kept--;
}

static struct sample sample_of(const struct machine *m, struct branch_entry entries[REGISTERS])
{
	event.attr = attr;
	for (unsigned i = 0; i < m->kept; i++) entries[i] = m->calls[m->depth - 1 - i];
	return (struct sample){ .event = &event,
				.present = SAMPLE_BRANCH_STACK,
				.nr_branches = m->kept,
				.branch_hw_idx = m->top,
				.branches = entries };
}

/* What is stitched is what was called, for as many links as there are. Returns how many. */
static unsigned check(const struct machine *m, const struct lbr_link *link)
{
	unsigned count = 0;
	for (unsigned at = m->depth - m->kept; link; link = link->outer, count++) {
		CHECK(at > 0);
		if (!at) return count;
		CHECK_INT(link->from, m->calls[--at].from);
	}
	return count;
}

TEST(what_is_stitched_was_called)
{
	struct arena arena;
	struct lbr_history history = { 0 };
	struct machine m = { .top = REGISTERS - 1 };
	struct branch_entry entries[REGISTERS];
	uint64_t from = 0x400000, state = 7;
	unsigned nr_stitched = 0, nr_complete = 0;
	arena_init(&arena);
	for (unsigned i = 0; i < 5000; i++) {
		for (unsigned k = 0; k < 3; k++) {
			state = state * 6364136223846793005u + 1442695040888963407u;
			if ((state >> 33) % 16 < 8 + (i / 100 % 2) * 2 && m.depth < DEEPEST) call(&m, from += 16);
			else if (m.depth && m.kept) give_back(&m);
		}
		if (!m.kept) {
			m.depth = 0; /* what is under it is not known any more */
			continue;
		}
		const struct sample sample = sample_of(&m, entries);
		CHECK(sample_has_lbr_chain(&sample));
		unsigned count = check(&m, lbr_stitch(&history, &sample, REGISTERS, &arena));
		nr_stitched += count > 0;
		nr_complete += count + m.kept == m.depth;
	}
	CHECK(nr_stitched > 500);
	CHECK(nr_complete > 1000);
	lbr_history_done(&history);
	arena_done(&arena);
}

TEST(numbers_that_cannot_be)
{
	struct arena arena;
	struct lbr_history history = { 0 };
	struct machine m = { .top = REGISTERS - 1 };
	struct branch_entry entries[REGISTERS];
	arena_init(&arena);
	for (unsigned i = 0; i < REGISTERS; i++) call(&m, 0x400000 + 16 * i);
	struct sample sample = sample_of(&m, entries);
	CHECK(!lbr_stitch(&history, &sample, REGISTERS, &arena));
	sample.branch_hw_idx = REGISTERS;
	CHECK(!lbr_stitch(&history, &sample, REGISTERS, &arena));
	CHECK_INT(history.count, 0); /* and what was known is no more */
	sample.branch_hw_idx = (uint64_t)-1;
	CHECK(!lbr_stitch(&history, &sample, REGISTERS, &arena));
	sample.branch_hw_idx = 3;
	CHECK(!lbr_stitch(&history, &sample, REGISTERS - 1, &arena));
	lbr_history_done(&history);
	arena_done(&arena);
}

TEST_MAIN
