/* Resolving addresses and chains, with symbols of a perf map. */
#include <errno.h>
#include <unistd.h>
#include "frame/callchain.h"
#include "tests/unit/model/record_builder.h"
#include "tests/unit/test.h"

#define PID 3999999 /* above any pid_max: nobody else's perf map */

struct world {
	struct model *model;
	struct symbol_store *symbols;
	struct frame_space *frames;
	struct resolver *resolver;
	char path[64];
};

static void world_init(struct world *w)
{
	struct built b;
	w->model = model_new(NULL);
	struct record r = build_comm(&b, 0, PID, PID, "jit");
	CHECK_INT(model_apply(w->model, &r, 0), 0);
	r = build_mmap2(&b, CPUMODE_USER, PID, PID, 0x500000, 0x10000, 0, 5, "//anon");
	CHECK_INT(model_apply(w->model, &r, 0), 0);
	r = build_ksymbol(&b, 0xffffffffc0100000, 0x1000, 1, 0, "bpf_prog_1");
	CHECK_INT(model_apply(w->model, &r, 0), 0);
	r = build_comm(&b, 0, PID, PID, "later");
	CHECK_INT(model_apply(w->model, &r, 100), 0);
	r = build_mmap2(&b, CPUMODE_USER, PID, PID, 0x600000, 0x10000, 0, 5, "/nowhere/lib.so");
	CHECK_INT(model_apply(w->model, &r, 200), 0);
	snprintf(w->path, sizeof(w->path), "/tmp/perf-%d.map", PID);
	FILE *f = fopen(w->path, "w");
	CHECK(f != NULL);
	if (f) {
		fputs("500000 100 f1\n500100 100 f2\n500200 100 f3\n", f);
		fclose(f);
	}
	static const struct symbol_options options;
	w->symbols = symbol_store_new(&options);
	w->frames = frame_space_new(w->model, w->symbols);
	w->resolver = resolver_new(w->frames);
}

static void world_done(struct world *w)
{
	resolver_free(w->resolver);
	frame_space_free(w->frames);
	symbol_store_free(w->symbols);
	model_free(w->model);
	unlink(w->path);
}

/* "f2 f3 [bpf] -": names of the frames */
static const char *text_of(const struct frame *const *frames, size_t count)
{
	static char text[4096];
	size_t at = 0;
	text[0] = 0;
	for (size_t i = 0; i < count; i++)
		at += (size_t)snprintf(text + at, sizeof(text) - at, "%s%s", i ? " " : "",
				       frames[i]->symbol ? frames[i]->symbol->name
				       : frames[i]->map  ? "map"
							 : "-");
	return text;
}

static const uint64_t bpf = 0xffffffffc0100010;

TEST(addresses)
{
	struct world w;
	struct sample_task task;
	world_init(&w);
	resolver_task_at(w.resolver, PID, PID, 50, &task);
	CHECK_STR(task.comm, "jit");
	const struct frame *f = resolver_ip(w.resolver, &task, CPUMODE_USER, 0x500110);
	CHECK(f->level == '.' && f->map && f->map->dso->kind == DSO_ANON);
	CHECK_STR(text_of(&f, 1), "f2");
	CHECK(f == resolver_ip(w.resolver, &task, CPUMODE_USER, 0x500110));
	const struct frame *k = resolver_ip(w.resolver, &task, CPUMODE_KERNEL, bpf);
	CHECK(k->level == 'k');
	CHECK_STR(text_of(&k, 1), "bpf_prog_1");
	CHECK(resolver_ip(w.resolver, &task, CPUMODE_USER, bpf)->map == NULL);
	CHECK(resolver_ip(w.resolver, &task, CPUMODE_KERNEL, 0x500110)->map == NULL);
	CHECK(resolver_ip(w.resolver, &task, CPUMODE_HYPERVISOR, 0x500110)->level == 'H');
	CHECK(resolver_ip(w.resolver, &task, CPUMODE_UNKNOWN, 0x500110)->map == NULL);
	CHECK(resolver_ip(w.resolver, &task, CPUMODE_USER, 0x600110)->map == NULL);
	resolver_task_at(w.resolver, PID, PID, 250, &task);
	CHECK_STR(task.comm, "later");
	const struct frame *lib = resolver_ip(w.resolver, &task, CPUMODE_USER, 0x600110);
	CHECK(lib->map != NULL && lib->object_addr == 0x110);
	resolver_task_at(w.resolver, PID, PID, 150, &task); /* back in time */
	CHECK_STR(task.comm, "later");
	CHECK(resolver_ip(w.resolver, &task, CPUMODE_USER, 0x600110)->map == NULL);
	uint32_t thread = task.thread;
	resolver_task_at(w.resolver, 77, 78, 150, &task);
	CHECK_STR(task.comm, ":78");
	CHECK(task.task == NULL && task.user_space != NULL && task.thread != thread);
	resolver_task_at(w.resolver, PID, PID + 1, 150, &task); /* an unknown thread of a known process */
	CHECK_STR(text_of((const struct frame *[]){ resolver_ip(w.resolver, &task, CPUMODE_USER, 0x500010) }, 1), "f1");
	world_done(&w);
}

TEST(many_addresses)
{
	struct world w;
	struct sample_task task;
	world_init(&w);
	resolver_task_at(w.resolver, PID, PID, 50, &task);
	enum { N = 100000 };
	const struct frame **frames = xmalloc(N * sizeof(*frames));
	for (size_t i = 0; i < N; i++) frames[i] = resolver_ip(w.resolver, &task, CPUMODE_USER, 0x4f0000 + i * 3);
	CHECK_INT(resolver_nr_frames(w.resolver), N);
	for (size_t i = 0; i < N; i++) {
		CHECK(frames[i] == resolver_ip(w.resolver, &task, CPUMODE_USER, 0x4f0000 + i * 3));
		CHECK_INT(frames[i]->ip, 0x4f0000 + i * 3);
		CHECK_INT(frames[i]->id, i);
	}
	free(frames);
	world_done(&w);
}

TEST(chains)
{
	static const struct {
		uint64_t ips[8];
		size_t count;
		unsigned max_stack;
		bool caller_first;
		int rc;
		const char *want;
	} rows[] = {
		{ { CONTEXT_USER, 0x500110, 0x500010, 0x500210 }, 4, 0, false, 0, "f2 f1 f3" },
		{ { CONTEXT_USER, 0x500110, 0x500010, 0x500210 }, 4, 0, true, 0, "f3 f1 f2" },
		{ { CONTEXT_USER, 0x500110, 0x500010, 0x500210 }, 4, 2, false, 0, "f2 f1" },
		{ { CONTEXT_USER, 0x500110, 0x500010, 0x500210 }, 4, 2, true, 0, "f3 f1" },
		{ { CONTEXT_KERNEL, bpf, bpf + 8, CONTEXT_USER, 0x500110 },
		  5,
		  0,
		  false,
		  0,
		  "bpf_prog_1 bpf_prog_1 f2" },
		{ { CONTEXT_KERNEL, bpf, bpf + 8, CONTEXT_USER, 0x500110 }, 5, 2, true, 0, "f2 bpf_prog_1" },
		{ { CONTEXT_KERNEL, bpf, bpf + 8, CONTEXT_USER, 0x500110 }, 5, 1, true, 0, "f2" },
		{ { 0x500110, bpf }, 2, 0, false, 0, "f2 -" },
		{ { CONTEXT_HV, 0x500110, CONTEXT_USER, 0x500110 }, 4, 0, false, 0, "- f2" },
		{ { CONTEXT_USER, 0x500110, (uint64_t)-4000, 0x500010 }, 4, 0, false, -EBADMSG, "" },
		{ { CONTEXT_USER, 0x500110, 0x500010, (uint64_t)-1 }, 4, 2, false, 0, "f2 f1" }, /* not looked at */
		{ { CONTEXT_USER, 0x500110, 0x500010, (uint64_t)-1 }, 4, 2, true, -EBADMSG, "" },
		{ { CONTEXT_KERNEL, bpf, bpf, CONTEXT_USER, 0x500110, 0x500010 },
		  6,
		  3,
		  false,
		  0,
		  "bpf_prog_1 bpf_prog_1 f2" },
		{ { CONTEXT_GUEST, 0x500110 }, 2, 0, false, -EBADMSG, "" },
		{ { CONTEXT_KERNEL, bpf, CONTEXT_USER_DEFERRED, 77 }, 4, 0, false, 0, "bpf_prog_1" },
		{ { CONTEXT_KERNEL, bpf, CONTEXT_USER_DEFERRED }, 3, 0, false, 0, "bpf_prog_1" },
		{ { CONTEXT_USER }, 1, 0, false, 0, "" },
		{ { 0 }, 0, 0, false, 0, "" },
	};
	struct world w;
	struct sample_task task;
	struct chain chain = { 0 };
	world_init(&w);
	resolver_task_at(w.resolver, PID, PID, 50, &task);
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct sample sample = { .present = SAMPLE_CALLCHAIN,
					 .callchain = rows[i].ips,
					 .nr_callchain = rows[i].count };
		struct callchain_options options = { .max_stack = rows[i].max_stack,
						     .caller_first = rows[i].caller_first };
		CHECK_INT(callchain_resolve(w.resolver, &task, &sample, &options, &chain), rows[i].rc);
		CHECK_STR(text_of(chain.frames, chain.count), rows[i].want);
	}
	chain_done(&chain);
	world_done(&w);
}

/* Random chains that share outer parts: the memo must agree with resolving anew, and tell truly what stayed. */
TEST(memo_agrees_with_resolving)
{
	struct world w;
	struct sample_task tasks[2];
	struct chain chain = { 0 };
	struct chain_memo memo = { 0 };
	world_init(&w);
	resolver_task_at(w.resolver, PID, PID, 50, &tasks[0]);
	resolver_task_at(w.resolver, PID, PID, 250, &tasks[1]);
	const struct frame *before[64];
	size_t nr_before = 0, nr_same = 0;
	uint64_t ips[64] = { 0 };
	uint64_t state = 5;
	for (int round = 0; round < 20000; round++) {
		unsigned dice[6];
		for (size_t i = 0; i < 6; i++) {
			state = state * 6364136223846793005u + 1442695040888963407u;
			dice[i] = (unsigned)(state >> 33);
		}
		/* change some inner part: [0, n), keep the outer one */
		static uint64_t outer[32];
		size_t kept = dice[0] % 20, inner = dice[1] % 6, count = 0;
		for (size_t i = 0; i < 20 - kept; i++)
			outer[i] = 0x500000 + (dice[2] + i * 7) % 3 * 0x100 + (dice[2] % 5);
		if (dice[3] % 2) {
			ips[count++] = CONTEXT_KERNEL;
			for (size_t i = 0; i < inner; i++) ips[count++] = dice[3] % 3 ? bpf + i : 0x500000 + i;
		}
		if (dice[4] % 9) ips[count++] = dice[4] % 30 == 1 ? CONTEXT_KERNEL : CONTEXT_USER;
		size_t length = dice[4] % 21;
		for (size_t i = 20 - length; i < 20; i++) ips[count++] = outer[i];
		if (dice[5] % 50 == 0) ips[count++] = (uint64_t)-1;
		const struct sample_task *task = &tasks[dice[5] % 40 == 1];
		struct sample sample = { .present = SAMPLE_CALLCHAIN, .callchain = ips, .nr_callchain = count };
		struct callchain_options options = { .max_stack = dice[5] % 4 ? 127 : 1 + dice[5] % 13,
						     .caller_first = true };
		int rc = callchain_resolve(w.resolver, task, &sample, &options, &chain);
		size_t same = callchain_update(w.resolver, task, &sample, &options, &memo);
		CHECK_INT(memo.count, rc < 0 ? 0 : chain.count);
		CHECK(memo.count == 0 || !memcmp(memo.frames, chain.frames, chain.count * sizeof(*chain.frames)));
		CHECK(same <= nr_before && same <= memo.count);
		CHECK(same == 0 || !memcmp(memo.frames, before, same * sizeof(*before)));
		nr_before = memo.count;
		nr_same += same;
		if (nr_before) memcpy(before, memo.frames, nr_before * sizeof(*before));
	}
	CHECK(nr_same > 20000);
	chain_done(&chain);
	chain_memo_done(&memo);
	world_done(&w);
}

TEST_MAIN
