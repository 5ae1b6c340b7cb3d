/* The way that branches tell of: order, loops, what is added up. */
#include "analysis/branches/branch_history.h"
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

static void world_init(struct world *w)
{
	static const struct symbol_options options;
	struct built b;
	w->model = model_new(NULL);
	struct record r = build_mmap2(&b, CPUMODE_USER, PID, PID, 0x1000, 0x10000, 0, 5, "/nonexistent/prog");
	CHECK_INT(model_apply(w->model, &r, 0), 0);
	w->symbols = symbol_store_new(&options);
	w->frames = frame_space_new(w->model, w->symbols);
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

/* Letters: a branch from 0x1000 + letter to the same + 0x100; oldest first, as time goes. "a>b>b+2": the b was gone
 * through twice more. */
static const char *history_of(struct world *w, const char *letters)
{
	static char text[4096];
	struct branch_entry branches[256];
	struct branch_history history = { 0 };
	size_t count = strlen(letters), at = 0;
	for (size_t i = 0; i < count; i++) {
		uint64_t from = 0x1000 + (uint8_t)letters[i];
		branches[count - 1 - i] = (struct branch_entry){ .from = from, .to = from + 0x100, .flags = 2 };
	}
	struct sample sample = { .branches = branches, .nr_branches = count };
	const struct frame *outer = resolver_ip(w->resolver, &w->task, CPUMODE_USER, 0x2000);
	branch_history_make(&history, w->resolver, &w->task, &sample, &outer, 1);
	CHECK(history.steps.count >= 1 && history.steps.items[0].frame == outer && !history.steps.items[0].branch);
	text[0] = 0;
	for (size_t i = 1; i + 1 < history.steps.count; i += 2) {
		const struct branch_step *from = &history.steps.items[i], *to = &history.steps.items[i + 1];
		CHECK(!from->is_target && to->is_target && from->branch == to->branch &&
		      to->frame->ip == from->frame->ip + 0x100);
		at += (size_t)snprintf(text + at, sizeof(text) - at, "%c", (int)(from->frame->ip - 0x1000));
		if (from->iterations) at += (size_t)snprintf(text + at, sizeof(text) - at, "+%u", from->iterations);
	}
	branch_history_done(&history);
	return text;
}

TEST(loops_are_walked_once)
{
	static const struct {
		const char *letters, *want;
	} rows[] = {
		{ "", "" },          { "a", "a" },         { "abc", "abc" },         { "aa", "a+1" },
		{ "aaaa", "a+3" },   { "abab", "ab+1" },   { "abcabcabc", "abc+2" }, { "xababy", "xab+1y" },
		{ "abba", "ab+1a" }, { "abcab", "abcab" }, { "aabaab", "a+1ba+1b" }, { "xyaaazaaa", "xya+2za+2" },
	};
	struct world w;
	world_init(&w);
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) CHECK_STR(history_of(&w, rows[i].letters), rows[i].want);
	world_done(&w);
}

static const char *label_of(const struct branch_step *steps, size_t count)
{
	static char text[256];
	uint64_t sums[BRANCH_SUMS] = { 0 };
	struct outbuf out;
	out_init(&out, -1);
	for (size_t i = 0; i < count; i++) branch_sums_add(sums, &steps[i]);
	branch_sums_format(sums, &out);
	snprintf(text, sizeof(text), "%.*s", (int)out.size, out.data ? out.data : "");
	out_done(&out);
	return text;
}

TEST(labels)
{
	const struct branch_entry predicted = { .flags = 2 | 6 << 4 }, mispredicted = { .flags = 1 | 3 << 4 },
				  aborted = { .flags = 8 }, unknown = { 0 };
	CHECK_STR(label_of((struct branch_step[]){ { 0 } }, 1), " (calltrace)");
	CHECK_STR(label_of((struct branch_step[]){ { .branch = &unknown } }, 1), "");
	CHECK_STR(label_of((struct branch_step[]){ { .branch = &predicted }, { .branch = &mispredicted } }, 2),
		  " (cycles:4)");
	CHECK_STR(label_of((struct branch_step[]){ { .branch = &predicted, .is_target = true } }, 1), "");
	CHECK_STR(label_of((struct branch_step[]){ { .branch = &predicted, .is_target = true },
						   { .branch = &mispredicted, .is_target = true },
						   { .branch = &unknown, .is_target = true } },
			   3),
		  " (predicted:50.0%)");
	CHECK_STR(label_of((struct branch_step[]){ { .branch = &aborted, .iterations = 2 } }, 1), " (abort:1 iter:2)");
}

TEST_MAIN
