/* Call stacks of a trace: what blocks leave, applied in order, is what the whole leaves. */
#include "tests/unit/test.h"

#include "session/trace/trace_stack.h"

/* A change for each letter: a to y call (and return to the letter), A to Y return there, '[' a call that tracing ends
 * with, ']' tracing begins. */
static struct trace_change change_of(char letter)
{
	if (letter == '[') return (struct trace_change){ TRACE_CALL_AND_END, 1 };
	if (letter == ']') return (struct trace_change){ TRACE_BEGIN, 0 };
	if (letter >= 'a') return (struct trace_change){ TRACE_CALL, (uint64_t)letter };
	return (struct trace_change){ TRACE_RETURN, (uint64_t)(letter - 'A' + 'a') };
}

static void add_text(struct trace_effects *effects, const char *text)
{
	for (; *text; text++) {
		const struct trace_change change = change_of(*text);
		trace_effects_add(effects, 7, &change);
	}
}

/* The stack from the innermost out. */
static void check_stack(const struct trace_stacks *stacks, const char *wanted)
{
	char text[64];
	size_t n = 0;
	for (const struct open_call *frame = trace_stacks_top(stacks, 7); frame && n + 1 < sizeof(text);
	     frame = frame->outer)
		text[n++] = frame->return_ip == 1 ? '[' : (char)frame->return_ip;
	text[n] = '\0';
	CHECK_STR(text, wanted);
}

/* The blocks, one after the other, and all changes one by one. */
static void check_blocks(const char *const *blocks, size_t count, const char *wanted)
{
	struct trace_stacks by_block = { 0 }, one_by_one = { 0 };
	struct arena arena;
	arena_init(&arena);
	for (size_t i = 0; i < count; i++) {
		struct trace_effects effects = { 0 };
		add_text(&effects, blocks[i]);
		trace_stacks_apply(&by_block, &arena, &effects);
		trace_effects_done(&effects);
		for (const char *c = blocks[i]; *c; c++) {
			const struct trace_change change = change_of(*c);
			trace_stacks_change(&one_by_one, &arena, 7, &change);
		}
	}
	check_stack(&by_block, wanted);
	check_stack(&one_by_one, wanted);
	const struct open_call *top = trace_stacks_top(&by_block, 7);
	CHECK_INT(top ? top->depth : 0, strlen(wanted));
	trace_stacks_done(&by_block);
	trace_stacks_done(&one_by_one);
	arena_done(&arena);
}

TEST(calls_and_returns)
{
	const char *const blocks[] = { "abcC", "dDBe", "E" };
	check_blocks(blocks, 1, "ba");
	check_blocks(blocks, 2, "ea");
	check_blocks(blocks, 3, "a");
}

/* Some functions are not seen to return. */
TEST(longjmp)
{
	const char *const blocks[] = { "abc", "deA", "fZ" };
	check_blocks(blocks, 2, "");
	check_blocks(blocks, 3, "f");
}

TEST(system_calls_that_are_not_traced)
{
	const char *const blocks[] = { "a[", "]b[]", "[", "]c" };
	check_blocks(blocks, 1, "[a");
	check_blocks(blocks, 2, "ba");
	check_blocks(blocks, 4, "cba");
}

TEST(changes_of_branches)
{
	struct trace_change change;
	const uint32_t call = SAMPLE_FLOW_BRANCH | SAMPLE_FLOW_CALL, ret = SAMPLE_FLOW_BRANCH | SAMPLE_FLOW_RETURN;
	CHECK(trace_change_of(call, 0x1000, 0x2000, 5, &change));
	CHECK_INT(change.ip, 0x1005);
	CHECK(!trace_change_of(call, 0x1000, 0x1005, 5, &change));
	CHECK(trace_change_of(ret, 0x2000, 0x1005, 1, &change));
	CHECK_INT(change.kind, TRACE_RETURN);
	CHECK(!trace_change_of(SAMPLE_FLOW_BRANCH, 0x1000, 0x2000, 2, &change));
}

TEST_MAIN
