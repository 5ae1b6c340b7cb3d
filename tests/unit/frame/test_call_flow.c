/* Calls out of branches: each function is a hundred addresses, f0 at 100, f1 at 200 ...; what begins and ends is
 * written as text and compared with what a person makes of the branches. */
#include "frame/flow/call_flow.h"
#include "base/strbuf.h"
#include "perfdata/record/sample.h"
#include "tests/unit/test.h"

enum {
	CALL = SAMPLE_FLOW_BRANCH | SAMPLE_FLOW_CALL,
	RET = SAMPLE_FLOW_BRANCH | SAMPLE_FLOW_RETURN,
	JUMP = SAMPLE_FLOW_BRANCH,
	START = SAMPLE_FLOW_BRANCH | SAMPLE_FLOW_BEGIN,
	SYSTEM = CALL | SAMPLE_FLOW_SYSCALL | SAMPLE_FLOW_END,
	INTERRUPTED = CALL | SAMPLE_FLOW_ASYNC | SAMPLE_FLOW_INTERRUPT | SAMPLE_FLOW_END,
	LEAVE = RET | SAMPLE_FLOW_END,
	CUT = 0
};

/* A branch each; its time is its number, and instructions have 5 bytes. */
struct step {
	uint32_t flow;
	uint64_t ip, addr;
};

struct told {
	struct strbuf text;
	const struct step *step;
};

static char functions[10];

static struct call_place locate(void *ctx, bool is_target)
{
	const struct step *step = ((struct told *)ctx)->step;
	uint64_t ip = is_target ? step->addr : step->ip;
	return (struct call_place){ .function = &functions[ip / 100], .is_start = ip % 100 == 0 };
}

static unsigned number_of(const struct call_slice *slice)
{
	return (unsigned)((const char *)slice->function - functions);
}

/* "(1" begins exactly, "?1" does not; "[" is not traced. */
static void begin(void *ctx, struct call_slice *slice, const struct call_place *place, const char *why,
		  const struct call_slice *caller)
{
	struct told *told = ctx;
	(void)caller;
	CHECK(!place == (why != NULL));
	if (place) strbuf_printf(&told->text, "%c%u ", slice->is_begin_exact ? '(' : '?', number_of(slice));
	else strbuf_str(&told->text, "[ ");
}

/* ")1:3-2" ends exactly, after 3, 2 of which were in calls; "!1" does not. */
static void end(void *ctx, const struct call_slice *slice, uint64_t time_ns, bool is_exact)
{
	struct told *told = ctx;
	if (!slice->function) strbuf_str(&told->text, "] ");
	else
		strbuf_printf(&told->text, "%c%u:%u-%u ", is_exact ? ')' : '!', number_of(slice),
			      (unsigned)(time_ns - slice->begin_ns), (unsigned)slice->inner_ns);
}

static void check(const char *what, const struct step *steps, size_t nr, size_t most, const char *expected)
{
	struct told told = { .text = STRBUF_INIT };
	struct call_flow *flow = call_flow_new(&(struct call_flow_visitor){ locate, begin, end }, most);
	for (size_t i = 0; i < nr; i++) {
		told.step = &steps[i];
		const struct call_branch branch = { i, steps[i].ip, steps[i].addr, steps[i].flow, 5 };
		if (steps[i].flow == CUT) call_flow_cut(flow, 7, i, &told);
		else call_flow_branch(flow, 7, &branch, &told);
	}
	if (strcmp(strbuf_text(&told.text), expected) != 0) printf("%s:\n", what);
	CHECK_STR(strbuf_text(&told.text), expected);
	call_flow_free(flow);
	strbuf_done(&told.text);
}
#define FLOW(what, most, expected, ...)                                             \
	do {                                                                        \
		const struct step steps[] = { __VA_ARGS__ };                        \
		check(what, steps, sizeof(steps) / sizeof(*steps), most, expected); \
	} while (0)

TEST(calls_of_branches)
{
	FLOW("calls", 99, "(1 (2 )2:1-0 (3 )3:1-0 )1:5-2 ?9 ", { START, 0, 100 }, { CALL, 110, 200 }, { RET, 205, 115 },
	     { CALL, 120, 300 }, { RET, 305, 125 }, { RET, 130, 950 });
	FLOW("recursion", 99, "(1 (2 (2 )2:1-0 )2:3-1 ", { START, 0, 100 }, { CALL, 110, 200 }, { CALL, 210, 200 },
	     { RET, 220, 215 }, { RET, 220, 115 });
	FLOW("a tail call ends the function, a loop does not", 99, "(1 (2 )2:2-0 (3 )3:1-0 ", { START, 0, 100 },
	     { CALL, 110, 200 }, { JUMP, 210, 205 }, { JUMP, 220, 300 }, { RET, 320, 115 });
	FLOW("the address of what follows", 99, "(1 ", { START, 0, 100 }, { CALL, 110, 115 });
	FLOW("returns across two callers", 99, "(1 (2 (3 (4 )4:1-0 )3:2-1 )2:3-2 ", { START, 0, 100 },
	     { CALL, 110, 200 }, { CALL, 210, 300 }, { CALL, 310, 400 }, { RET, 410, 115 });
	FLOW("a jump out of two callers", 99, "(1 (2 (3 )3:1-0 )2:2-1 ", { START, 0, 100 }, { CALL, 110, 200 },
	     { CALL, 210, 300 }, { JUMP, 310, 150 });
	FLOW("begun before the trace", 99, "?2 )2:1-0 ?1 ", { START, 0, 205 }, { RET, 210, 150 });
	FLOW("an error", 99, "(1 (2 !2:1-0 !1:2-1 ?3 )3:0-0 ?1 ", { START, 0, 100 }, { CALL, 110, 200 }, { CUT, 0, 0 },
	     { RET, 310, 150 });
	FLOW("a system call is not its own time", 99, "(1 [ ] (2 )2:1-0 ", { START, 0, 100 }, { SYSTEM, 110, 0 },
	     { START, 0, 115 }, { CALL, 120, 200 }, { RET, 210, 125 });
	FLOW("a signal", 99, "(1 (2 [ (8 )8:1-0 ?9 [ ] )9:2-1 ] )2:6-4 ", { START, 0, 100 }, { CALL, 110, 200 },
	     { INTERRUPTED, 220, 0 }, { START, 0, 800 }, { RET, 810, 950 }, { SYSTEM, 955, 0 }, { START, 0, 220 },
	     { RET, 230, 115 });
	FLOW("only one function is traced", 99, "(1 )1:1-0 [ (1 )1:1-0 (1 )1:1-0 ", { START, 0, 100 },
	     { LEAVE, 110, 0 }, { START, 0, 100 }, { LEAVE, 110, 0 }, { START, 0, 100 }, { LEAVE, 110, 0 });
	FLOW("deeper than the limit", 2, "(1 (2 )2:5-0 ", { START, 0, 100 }, { CALL, 110, 200 }, { CALL, 210, 200 },
	     { CALL, 210, 200 }, { RET, 220, 215 }, { RET, 220, 215 }, { RET, 220, 115 });
}

TEST_MAIN
