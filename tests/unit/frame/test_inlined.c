/* Chains whose addresses stand for several functions, in a program of the golden tests. */
#include "frame/callchain.h"
#include "frame/frame_array.h"
#include "frame/frame_line.h"
#include "frame/inlined.h"
#include "tests/unit/model/record_builder.h"
#include "tests/unit/test.h"

#define PID 3999999

struct world {
	struct model *model;
	struct symbol_store *symbols;
	struct frame_space *frames;
	struct resolver *resolver;
	struct sample_task task;
};

static void world_init(struct world *w, enum frame_inlines inlines)
{
	static const struct symbol_options options;
	struct built b;
	w->model = model_new(NULL);
	struct record r = build_comm(&b, 0, PID, PID, "prog");
	CHECK_INT(model_apply(w->model, &r, 0), 0);
	r = build_mmap2(&b, CPUMODE_USER, PID, PID, 0x400000, 0x1000, 0, 5, PROG);
	CHECK_INT(model_apply(w->model, &r, 0), 0);
	w->symbols = symbol_store_new(&options);
	w->frames = frame_space_new(w->model, w->symbols);
	frame_space_set_inlines(w->frames, inlines);
	w->resolver = resolver_new(w->frames);
	resolver_task_at(w->resolver, PID, PID, 50, &w->task);
}

static void world_done(struct world *w)
{
	resolver_free(w->resolver);
	frame_space_free(w->frames);
	symbol_store_free(w->symbols);
	model_free(w->model);
}

static const char *text_of(struct world *w, const struct frame *const *frames, size_t count)
{
	static char text[4096];
	struct outbuf out;
	out_init(&out, -1);
	for (size_t i = 0; i < count; i++) {
		out_str(&out, i ? " " : "");
		out_str(&out, frames[i]->symbol ? frames[i]->symbol->name : "-");
		if (frames[i]->symbol && frames[i]->symbol->is_inlined) out_char(&out, '*');
		out_char(&out, '@');
		(void)frame_line_text(w->frames, frames[i], false, &out);
	}
	snprintf(text, sizeof(text), "%.*s", (int)out.size, out.data ? out.data : "");
	out_done(&out);
	return text;
}

/* Inlined calls have ids of their own, but no place in the table of addresses, however large that grows. */
TEST(calls_among_many_addresses)
{
	struct world w;
	world_init(&w, FRAME_INLINES_NONE);
	FRAME_ARRAY(uint64_t) ips = VEC_INIT;
	for (uint64_t ip = 0x400000; ip < 0x400000 + 20000; ip++) {
		const struct frame *frame = resolver_ip(w.resolver, &w.task, CPUMODE_USER, ip);
		const struct inlined *inlined = inlined_of(w.resolver, frame, false);
		CHECK_INT(*frame_array_at(&ips, frame), 0);
		*frame_array_at(&ips, frame) = ip;
		for (uint32_t i = 0; i < inlined->count; i++) {
			CHECK_INT(*frame_array_at(&ips, inlined->frames[i]), 0);
			*frame_array_at(&ips, inlined->frames[i]) = 1;
		}
	}
	CHECK(resolver_nr_frames(w.resolver) > 20000);
	for (uint64_t ip = 0x400000; ip < 0x400000 + 20000; ip++) {
		const struct frame *frame = resolver_ip(w.resolver, &w.task, CPUMODE_USER, ip);
		CHECK(!frame->is_call && frame->ip == ip);
		CHECK_INT(*frame_array_at(&ips, frame), ip);
	}
	frame_array_done(&ips);
	world_done(&w);
}

TEST(functions_at_an_address)
{
	struct world w;
	world_init(&w, FRAME_INLINES_NONE);
	const struct frame *frame = resolver_ip(w.resolver, &w.task, CPUMODE_USER, 0x400110);
	const struct inlined *inlined = inlined_of(w.resolver, frame, false);
	CHECK_INT(inlined->count, 3);
	CHECK_STR(text_of(&w, inlined->frames, inlined->count), "mix*@prog.c:8 twice*@prog.c:12 leaf@prog.c:18");
	CHECK_STR(text_of(&w, &frame, 1), "leaf@prog.c:8");
	CHECK(inlined_of(w.resolver, frame, false) == inlined);
	CHECK(inlined->frames[2]->symbol == frame->symbol);
	CHECK(inlined->frames[0]->symbol->start == frame->symbol->start &&
	      inlined->frames[0]->symbol->end == frame->symbol->end);
	CHECK_INT(inlined_of(w.resolver, inlined->frames[0], false)->count, 0);
	for (uint32_t i = 0; i < inlined->count; i++)
		for (uint32_t k = 0; k < i; k++)
			CHECK(inlined->frames[i]->id != inlined->frames[k]->id && inlined->frames[i]->id != frame->id);
	/* the same function elsewhere in the same code has the same symbol, in all resolvers */
	struct resolver *other = resolver_new(w.frames);
	const struct inlined *second = inlined_of(other, resolver_ip(other, &w.task, CPUMODE_USER, 0x400133), false);
	CHECK_STR(text_of(&w, second->frames, second->count), "mix*@prog.c:8 twice*@prog.c:13 leaf@prog.c:18");
	CHECK(second->frames[0]->symbol == inlined->frames[0]->symbol && second->frames[0] != inlined->frames[0]);
	/* in other code it has not, but is the same function */
	const struct inlined *step = inlined_of(other, resolver_ip(other, &w.task, CPUMODE_USER, 0x400147), false);
	CHECK_STR(text_of(&w, step->frames, step->count), "step*@prog.c:23 outer@prog.c:28");
	CHECK(frame_function(second->frames[0]) == frame_function(inlined->frames[0]));
	CHECK(frame_function(step->frames[1]) == step->frames[1]->symbol);
	CHECK_INT(inlined_of(other, resolver_ip(other, &w.task, CPUMODE_USER, 0x4000f0), false)->count, 0);
	CHECK_INT(inlined_of(other, resolver_ip(other, &w.task, CPUMODE_USER, 0x500000), false)->count, 0);
	/* behind a call: the call's line, also where nothing was inlined; not where another function begins */
	const struct frame *back = resolver_ip(other, &w.task, CPUMODE_USER, 0x400148);
	CHECK_INT(inlined_of(other, back, false)->count, 0);
	step = inlined_of(other, back, true);
	CHECK_STR(text_of(&w, step->frames, step->count), "step*@prog.c:23 outer@prog.c:28");
	CHECK_INT(inlined_of(other, back, false)->count, 0);
	CHECK(inlined_of(other, back, true) == step);
	step = inlined_of(other, resolver_ip(other, &w.task, CPUMODE_USER, 0x400175), true);
	CHECK_STR(text_of(&w, step->frames, step->count), "_start@prog.c:35");
	CHECK_INT(inlined_of(other, resolver_ip(other, &w.task, CPUMODE_USER, 0x4000f0), true)->count, 0);
	resolver_free(other);
	world_done(&w);
}

TEST(chains)
{
	uint64_t ips[] = { CONTEXT_USER, 0x400110, 0x400148, 0x400175 };
	struct sample sample = { .present = SAMPLE_CALLCHAIN, .callchain = ips, .nr_callchain = ARRAY_SIZE(ips) };
	struct chain chain = { 0 };
	static const struct {
		enum frame_inlines inlines;
		bool caller_first;
		unsigned max_stack;
		const char *want;
	} rows[] = {
		{ FRAME_INLINES_ALL, false, 0,
		  "mix*@prog.c:8 twice*@prog.c:12 leaf@prog.c:18 step*@prog.c:23 outer@prog.c:28 _start@prog.c:35" },
		{ FRAME_INLINES_ALL, true, 0,
		  "_start@prog.c:35 outer@prog.c:28 step*@prog.c:23 leaf@prog.c:18 twice*@prog.c:12 mix*@prog.c:8" },
		{ FRAME_INLINES_ALL, false, 2,
		  "mix*@prog.c:8 twice*@prog.c:12 leaf@prog.c:18 step*@prog.c:23 outer@prog.c:28" },
		/* only unwound stacks are expanded, and this chain was recorded */
		{ FRAME_INLINES_UNWOUND, false, 0, "leaf@prog.c:8 outer@prog.c:28 _start@prog.c:36" },
		{ FRAME_INLINES_NONE, true, 0, "_start@prog.c:36 outer@prog.c:28 leaf@prog.c:8" },
	};
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct world w;
		world_init(&w, rows[i].inlines);
		struct callchain_options options = { .max_stack = rows[i].max_stack,
						     .caller_first = rows[i].caller_first };
		CHECK_INT(callchain_resolve(w.resolver, &w.task, &sample, &options, &chain), 0);
		CHECK_STR(text_of(&w, chain.frames, chain.count), rows[i].want);
		world_done(&w);
	}
	chain_done(&chain);
}

/* The memo must agree with resolving anew, and tell truly which frames stayed, also when kernel frames come and go on
 * the inner side. */
TEST(memo_agrees_with_resolving)
{
	static const uint64_t places[] = { 0x400110, 0x400133, 0x40013a, 0x400148,
					   0x400155, 0x400175, 0x4000f0, 0x500000 };
	struct world w;
	struct chain chain = { 0 };
	struct chain_memo memo = { 0 };
	const struct frame *before[256];
	size_t nr_before = 0, nr_same = 0;
	uint64_t ips[80], state = 7;
	world_init(&w, FRAME_INLINES_ALL);
	for (int round = 0; round < 20000; round++) {
		unsigned dice[4];
		for (size_t i = 0; i < 4; i++) {
			state = state * 6364136223846793005u + 1442695040888963407u;
			dice[i] = (unsigned)(state >> 33);
		}
		size_t count = 0, nr_kernel = dice[0] % 3 ? 0 : dice[1] % 40, length = dice[2] % 30,
		       changed = dice[3] % 6;
		if (nr_kernel) ips[count++] = CONTEXT_KERNEL;
		for (size_t i = 0; i < nr_kernel; i++) ips[count++] = 0xffffffff81000000 + (dice[1] >> 8) % 3 + i;
		ips[count++] = CONTEXT_USER;
		for (size_t i = 0; i < length; i++)
			ips[count++] = places[i < changed ? (dice[3] >> 8) % 8 : (length - i) % 8];
		struct sample sample = { .present = SAMPLE_CALLCHAIN, .callchain = ips, .nr_callchain = count };
		struct callchain_options options = { .max_stack = 127, .caller_first = true };
		CHECK_INT(callchain_resolve(w.resolver, &w.task, &sample, &options, &chain), 0);
		size_t same = callchain_update(w.resolver, &w.task, &sample, &options, &memo);
		CHECK_INT(memo.count, chain.count);
		CHECK(!memo.count || !memcmp(memo.frames, chain.frames, chain.count * sizeof(*chain.frames)));
		CHECK(same <= nr_before && same <= memo.count);
		CHECK(!same || !memcmp(memo.frames, before, same * sizeof(*before)));
		nr_before = memo.count;
		nr_same += same;
		CHECK(nr_before <= ARRAY_SIZE(before));
		if (nr_before) memcpy(before, memo.frames, nr_before * sizeof(*before));
	}
	CHECK(nr_same > 20000);
	chain_done(&chain);
	chain_memo_done(&memo);
	world_done(&w);
}

TEST_MAIN
