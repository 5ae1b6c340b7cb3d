/* Microbenchmarks of single look-ups: side band applied, map by address, symbol by address, cached frame.
 *
 *     micro_model            prints ns per operation, best of five runs */
#include <stdio.h>
#include <time.h>
#include <unistd.h>
#include "frame/callchain.h"
#include "tests/unit/model/record_builder.h"

static double now_ns(void) /* CPU time: the machine may be shared */
{
	struct timespec ts;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
	return (double)ts.tv_sec * 1e9 + (double)ts.tv_nsec;
}

static uint64_t state = 1;
static uint32_t dice(uint32_t n)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(state >> 33) % n;
}

static uint64_t sink;
enum { N = 1 << 20 };
static uint64_t ips[N];

#define MEASURE(name, count, ...)                                             \
	do {                                                                  \
		double best_ = 1e18;                                          \
		for (int round_ = 0; round_ < 5; round_++) {                  \
			double start_ = now_ns();                             \
			__VA_ARGS__;                                          \
			double took_ = (now_ns() - start_) / (double)(count); \
			if (took_ < best_) best_ = took_;                     \
		}                                                             \
		printf("%-52s %8.1f ns\n", name, best_);                      \
	} while (0)

static struct model *model_of_maps(unsigned nr_maps, bool one_moment)
{
	struct model *model = model_new(NULL);
	struct built b;
	for (unsigned i = 0; i < nr_maps; i++) {
		char name[32];
		snprintf(name, sizeof(name), "/usr/lib/lib%u.so", i % 60);
		struct record r = build_mmap2(&b, CPUMODE_USER, 100, 100, 0x7f0000000000 + dice(1u << 20) * 0x10000ull,
					      0x10000, 0, 5, name);
		(void)!model_apply(model, &r, one_moment ? 0 : i);
	}
	return model;
}

static void bench_apply(unsigned nr_maps, bool one_moment, const char *name)
{
	MEASURE(name, nr_maps, model_free(model_of_maps(nr_maps, one_moment)));
}

static void bench_fork(void)
{
	enum { FORKS = 100000 };
	MEASURE("fork, exec name, exit of a process", FORKS, {
		struct model *model = model_of_maps(50, true);
		struct built b;
		for (uint32_t i = 0; i < FORKS; i++) {
			struct record r = build_task(&b, RECORD_FORK, 0, 1000 + i % 30000, 100, 1000 + i % 30000, 100,
						     i);
			(void)!model_apply(model, &r, i * 10);
			r = build_comm(&b, MISC_COMM_EXEC, 1000 + i % 30000, 1000 + i % 30000, "child");
			(void)!model_apply(model, &r, i * 10 + 1);
			r = build_task(&b, RECORD_EXIT, 0, 1000 + i % 30000, 100, 1000 + i % 30000, 100, i);
			(void)!model_apply(model, &r, i * 10 + 2);
		}
		model_free(model);
	});
}

static void bench_find(unsigned nr_maps)
{
	char name[64];
	struct model *model = model_of_maps(nr_maps, true);
	const struct space_version *space = task_space(model_task(model, 100, 0, NULL), 0, NULL);
	for (size_t i = 0; i < N; i++) ips[i] = 0x7f0000000000 + dice(1u << 20) * 0x10000ull;
	snprintf(name, sizeof(name), "map by address, %u maps", nr_maps);
	MEASURE(name, N, for (size_t i = 0; i < N; i++) sink += (uintptr_t)space_find(space, ips[i]));
	MEASURE("thread by id and time", N,
		for (size_t i = 0; i < N; i++) sink += (uintptr_t)model_task(model, 100, i, NULL));
	model_free(model);
}

static void bench_symbols(struct symbol_store *store, const char *title, const struct object_identity *identity)
{
	struct object *object = symbol_store_object(store, identity);
	double start = now_ns();
	sink += (uintptr_t)object_find(object, 0);
	size_t count = object_nr_symbols(object);
	if (!count) return;
	printf("%-52s %8.2f ms, %zu symbols\n", title, (now_ns() - start) / 1e6, count);
	for (size_t i = 0; i < N; i++) ips[i] = object_symbol(object, dice((uint32_t)count))->start;
	MEASURE("  symbol by address, anywhere", N,
		for (size_t i = 0; i < N; i++) sink += (uintptr_t)object_find(object, ips[i]));
	MEASURE("  symbol by address, 64 hot ones", N,
		for (size_t i = 0; i < N; i++) sink += (uintptr_t)object_find(object, ips[i & 63]));
}

static void bench_resolver(struct symbol_store *store, uint32_t distinct)
{
	char name[80];
	struct model *model = model_of_maps(60, true);
	struct frame_space *frames = frame_space_new(model, store);
	struct resolver *resolver = resolver_new(frames);
	struct sample_task task;
	resolver_task_at(resolver, 100, 100, 5, &task);
	for (size_t i = 0; i < N; i++) ips[i] = 0x7f0000000000 + dice(distinct) * 16;
	snprintf(name, sizeof(name), "frame by address, cached, %u distinct", distinct);
	MEASURE(name, N,
		for (size_t i = 0; i < N; i++)
			sink += (uintptr_t)resolver_ip(resolver, &task, CPUMODE_USER, ips[i])->symbol);
	struct sample sample = { .callchain = ips, .nr_callchain = 16 };
	struct chain chain = { 0 };
	struct chain_memo memo = { 0 };
	enum { CHAINS = N / 16 };
	snprintf(name, sizeof(name), "a frame of a chain of 16, %u distinct", distinct);
	MEASURE(
		name, N, for (size_t i = 0; i < CHAINS; i++) {
			sample.callchain = ips + i * 16;
			sink += (uint64_t)callchain_resolve(resolver, &task, &sample, NULL, &chain);
		});
	MEASURE("  the same chain again, with a memo", N,
		for (size_t i = 0; i < CHAINS; i++) sink += callchain_update(resolver, &task, &sample, NULL, &memo));
	MEASURE("thread of a sample, cached", N,
		for (size_t i = 0; i < N; i++) resolver_task_at(resolver, 100, 100, 5 + i, &task));
	chain_done(&chain);
	chain_memo_done(&memo);
	resolver_free(resolver);
	frame_space_free(frames);
	model_free(model);
}

int main(void)
{
	bench_apply(100, true, "mmap of 100, at one moment");
	bench_apply(100000, true, "mmap of 100000, at one moment");
	bench_apply(1000, false, "mmap of 1000, each at its own");
	bench_apply(100000, false, "mmap of 100000, each at its own");
	bench_fork();
	bench_find(50);
	bench_find(1000);
	struct symbol_options options = { .demangle = true, .use_running_kernel = true };
	struct symbol_store *store = symbol_store_new(&options);
	bench_symbols(store, "loading the kernel's symbols",
		      &(struct object_identity){ .kind = OBJECT_KERNEL, .path = "[kernel.kallsyms]", .pid = -1 });
	bench_symbols(
		store, "loading libc's symbols",
		&(struct object_identity){ .kind = OBJECT_USER, .path = "/lib/x86_64-linux-gnu/libc.so.6", .pid = -1 });
	bench_resolver(store, 1000);
	bench_resolver(store, 100000);
	bench_resolver(store, 1000000);
	symbol_store_free(store);
	return sink == 42;
}
