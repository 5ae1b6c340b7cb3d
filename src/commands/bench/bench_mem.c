/* mem memcpy, memset and mmap: how much memory is copied, filled and mapped in a second, or a cycle of the CPU. */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <unistd.h>
#include "base/clock.h"
#include "commands/bench/bench_crew.h"
#include "commands/bench/bench_mem_routine.h"
#include "commands/bench/bench_result.h"
#include "kernel/event_open.h"

#define GIB 1073741824.0
#ifndef MAP_HUGE_SHIFT
#define MAP_HUGE_SHIFT 26
#endif

struct values {
	const char *size_text, *function, *page_text, *chunk_text;
	unsigned nr_loops, nr_threads;
	int seed;
	bool cycles, randomize;
	/* Of the texts. */
	uint64_t size, chunk, page_bytes;
};

struct measured {
	const struct bench_run *run;
	const struct values *values;
	int cycles_fd;
	void *to, *from;
};

/* "12KB": a number and a unit, in either case. 0: neither. */
static uint64_t size_of(const char *text)
{
	static const char *const units[] = { "B", "KB", "MB", "GB", "TB" };
	char *end;
	if (*text < '0' || *text > '9') return 0;
	errno = 0;
	uint64_t number = strtoull(text, &end, 10);
	if (errno) return 0;
	for (unsigned i = 0; i < ARRAY_SIZE(units); i++) {
		if (strcasecmp(end, units[i]) != 0 && !(i == 0 && !*end)) continue;
		return number > UINT64_MAX >> (10 * i) ? 0 : number << (10 * i);
	}
	return 0;
}

/* Pages of that size, zeroed; NULL with errno. */
static void *map_pages(const struct values *values, int further_flags)
{
	int flags = MAP_PRIVATE | MAP_ANONYMOUS | further_flags;
	if (values->page_bytes > 4096) flags |= MAP_HUGETLB | (__builtin_ctzll(values->page_bytes) << MAP_HUGE_SHIFT);
	void *memory = mmap(NULL, values->size, PROT_READ | PROT_WRITE, flags, -1, 0);
	return memory == MAP_FAILED ? NULL : memory;
}

/* Cycles so far, or nanoseconds. */
static uint64_t now(const struct measured *measured)
{
	uint64_t count = 0;
	if (measured->cycles_fd < 0) return clock_now_ns();
	return read(measured->cycles_fd, &count, sizeof(count)) == sizeof(count) ? count : 0;
}

/* Of this thread, or of those that it starts, too. */
static int open_cycles(struct measured *measured, bool inherit)
{
	struct event_attr attr = { .type = PERF_TYPE_HARDWARE, .config = PERF_COUNT_HW_CPU_CYCLES };
	const struct event_place self = { .pid = 0, .cpu = -1, .group_fd = -1 };
	if (inherit) attr.flags |= ATTR_INHERIT;
	measured->cycles_fd = -1;
	if (!measured->values->cycles) return 0;
	measured->cycles_fd = event_open_exact(&attr, &self, true);
	if (measured->cycles_fd >= 0) return 0;
	return bench_fail(measured->cycles_fd, "Failed to open cycles counter",
			  "This CPU, or virtual machine, may have none: leave -c out; or run as root");
}

static void show(const struct measured *measured, double amount, double bytes)
{
	struct outbuf *out = measured->run->out;
	const char *per_thread = measured->values->nr_threads > 1 ? "/thread" : "";
	if (!bench_is_default(measured->run))
		out_printf(out, "%f\n", measured->cycles_fd < 0 ? bytes * 1e9 / amount : amount / bytes);
	else if (measured->cycles_fd < 0) out_printf(out, " %14f GB/sec%s", bytes * 1e9 / amount / GIB, per_thread);
	else out_printf(out, " %14f cycles/byte%s", amount / bytes, per_thread);
}

static void title(const struct measured *measured, const char *name, const char *summary)
{
	out_printf(measured->run->out, "# function '%s' (%s)\n", name, summary);
	if (bench_is_default(measured->run))
		out_printf(measured->run->out, "# Copying %s bytes ...\n\n", measured->values->size_text);
	(void)out_flush(measured->run->out);
}

static void run_routine(const struct measured *measured, const struct bench_mem_routine *routine)
{
	const struct values *values = measured->values;
	uint64_t chunk = values->chunk ? MIN(values->chunk, values->size) : values->size;
	for (uint64_t at = 0; at < values->size; at += chunk) {
		size_t size = MIN(chunk, values->size - at);
		if (routine->copy) routine->copy((char *)measured->to + at, (char *)measured->from + at, size);
		else routine->fill((char *)measured->to + at, (int)at & 0xff, size);
	}
}

static void measure_routine(const struct measured *measured, const struct bench_mem_routine *routine)
{
	title(measured, routine->name, routine->summary);
	run_routine(measured, routine); /* has the pages there, and the code in the cache */
	uint64_t began = now(measured);
	for (unsigned i = 0; i < measured->values->nr_loops; i++) run_routine(measured, routine);
	uint64_t amount = now(measured) - began;
	show(measured, (double)MAX(amount, 1u), (double)measured->values->size * measured->values->nr_loops);
	if (bench_is_default(measured->run)) out_char(measured->run->out, '\n');
}

static int list_routines(const struct bench_run *run, const struct bench_mem_routine *routines, const char *unknown)
{
	if (unknown) fprintf(stderr, "Unknown function: %s\n", unknown);
	out_str(run->out, "Available functions:\n");
	for (; routines->name; routines++) out_printf(run->out, "\t%s ... %s\n", routines->name, routines->summary);
	return 1;
}

static int measure_routines(struct measured *measured, const struct bench_mem_routine *routines)
{
	const char *name = measured->values->function;
	const struct bench_mem_routine *only = routines;
	while (only->name && strcmp(only->name, name) != 0) only++;
	if (strcmp(name, "all") != 0 && !only->name)
		return list_routines(measured->run, routines, strcmp(name, "help") != 0 ? name : NULL);
	measured->to = map_pages(measured->values, 0);
	measured->from = measured->to ? map_pages(measured->values, 0) : NULL;
	if (!measured->from)
		return bench_fail(errno, "Memory for the buffers",
				  "Ask for less (-s), or have huge pages for -p: /proc/sys/vm/nr_hugepages");
	memset(measured->from, 1, measured->values->size); /* else all of it is the one page of zeros */
	for (; routines->name; routines++)
		if (!only->name || only == routines) measure_routine(measured, routines);
	return 0;
}

/* The options' texts. 0, or the exit status. */
static int read_sizes(const struct option_table *table, struct values *values)
{
	values->size = size_of(values->size_text);
	values->page_bytes = size_of(values->page_text);
	values->chunk = values->chunk_text ? size_of(values->chunk_text) : 0;
	if (!values->size || values->size > SIZE_MAX / 4) {
		fprintf(stderr, "Invalid size:%s\n", values->size_text);
		return 1;
	}
	if (values->chunk_text && !values->chunk && strcmp(values->chunk_text, "0") != 0) {
		fprintf(stderr, "Invalid chunk-size:%s\n", values->chunk_text);
		return 1;
	}
	if (values->page_bytes != 4096 && values->page_bytes != 2u << 20 && values->page_bytes != 1u << 30) {
		fprintf(stderr, "Invalid page-size:%s: it is 4KB, 2MB or 1GB\n", values->page_text);
		return 1;
	}
	if (!values->nr_loops) return option_table_usage_error(table, "At least one loop is needed (-l)");
	if (!values->nr_threads || values->nr_threads > BENCH_THREADS_MAX)
		return option_table_usage_error(table, "There are 1 to %u threads", BENCH_THREADS_MAX);
	return 0;
}

#define ROW_CYCLES                                        \
	OPTION_BOOL('c', "cycles", struct values, cycles, \
		    "Use a cycles event instead of gettimeofday() to measure performance")
#define ROW_FUNCTION                                                   \
	OPTION_STRING('f', "function", struct values, function, "all", \
		      "Specify the function to run, \"all\" runs all available functions, \"help\" lists them")
#define ROW_CHUNK                                                                                                \
	OPTION_STRING('k', "chunk", struct values, chunk_text, "0",                                              \
		      "Specify the chunk-size for each invocation. Available units: B, KB, MB, GB and TB (case " \
		      "insensitive)")
#define ROW_LOOPS \
	OPTION_UINT('l', "nr_loops", struct values, nr_loops, "Specify the number of loops to run. (default: 1)")
#define ROW_PAGE                                              \
	OPTION_STRING(                                        \
		'p', "page", struct values, page_text, "4KB", \
		"Specify page-size for mapping memory buffers. Available sizes: 4KB, 2MB, 1GB (case insensitive)")
#define ROW_SIZE                                              \
	OPTION_STRING(                                        \
		's', "size", struct values, size_text, "1MB", \
		"Specify the size of the memory buffers. Available units: B, KB, MB, GB and TB (case insensitive)")
#define VALUES_INIT                                                                                       \
	{                                                                                                 \
		.size_text = "1MB", .function = "all", .page_text = "4KB", .nr_loops = 1, .nr_threads = 1 \
	}

static int run_routines(struct bench_run *run, const struct option_table *table,
			const struct bench_mem_routine *routines, int argc, const char **argv)
{
	struct values values = VALUES_INIT;
	struct measured measured = { .run = run, .values = &values };
	int status;

	if (!option_table_parse(table, &argc, argv, &values, &status)) return status;
	if (argc) return option_table_unexpected(table, argv[0]);
	status = read_sizes(table, &values);
	if (!status) status = open_cycles(&measured, false);
	if (status) return status;
	status = measure_routines(&measured, routines);
	if (measured.cycles_fd >= 0) close(measured.cycles_fd);
	if (measured.to) munmap(measured.to, values.size);
	if (measured.from) munmap(measured.from, values.size);
	return status;
}

int bench_mem_memcpy(struct bench_run *run, int argc, const char **argv)
{
	static const char *const usage[] = { "perf bench mem memcpy <options>", NULL };
	static const struct option options[] = { ROW_CYCLES, ROW_FUNCTION, ROW_CHUNK, ROW_LOOPS,
						 ROW_PAGE,   ROW_SIZE,     OPTION_END };
	return run_routines(run, &(struct option_table){ .rows = options, .usage = usage }, bench_mem_copies, argc,
			    argv);
}

int bench_mem_memset(struct bench_run *run, int argc, const char **argv)
{
	static const char *const usage[] = { "perf bench mem memset <options>", NULL };
	static const struct option options[] = { ROW_CYCLES, ROW_FUNCTION, ROW_CHUNK, ROW_LOOPS,
						 ROW_PAGE,   ROW_SIZE,     OPTION_END };
	return run_routines(run, &(struct option_table){ .rows = options, .usage = usage }, bench_mem_fills, argc,
			    argv);
}

/* A way to have pages. */
static const struct {
	const char *name, *summary;
	int flags;
} ways[] = {
	{ "demand", "Demand loaded mmap()", 0 },
	{ "populate", "Eagerly populated mmap()", MAP_POPULATE },
};

/* What a thread took. */
struct part {
	uint64_t amount;
	uint32_t seed;
	int error;
} _apart_;
struct mapping {
	const struct measured *measured;
	struct part *parts;
	int flags;
};

/* Each page once, or as many at random, so that all are there at the end of either. */
static void touch_pages(const struct values *values, char *memory, uint32_t *seed)
{
	uint64_t count = (values->size + values->page_bytes - 1) / values->page_bytes;
	for (uint64_t i = 0; i < count; i++) {
		uint64_t page = i;
		if (values->randomize) {
			*seed = *seed * 1664525u + 1013904223u;
			page = (uint64_t)*seed * count >> 32;
		}
		*(volatile char *)(memory + page * values->page_bytes) = 1;
	}
}

static void map_in_thread(struct bench_worker *worker, void *data)
{
	const struct mapping *mapping = data;
	const struct values *values = mapping->measured->values;
	struct part *part = &mapping->parts[worker->index];
	part->seed = (uint32_t)values->seed + worker->index;
	for (unsigned i = 0; i < values->nr_loops; i++) {
		uint64_t began = now(mapping->measured);
		char *memory = map_pages(values, mapping->flags);
		if (!memory) part->error = errno;
		if (!memory) return;
		touch_pages(values, memory, &part->seed);
		part->amount += now(mapping->measured) - began;
		munmap(memory, values->size);
	}
}

static int show_mapping(const struct mapping *mapping)
{
	const struct values *values = mapping->measured->values;
	struct bench_stats amounts = { 0 };
	for (unsigned i = 0; i < values->nr_threads; i++) {
		if (mapping->parts[i].error)
			return bench_fail(mapping->parts[i].error, "Memory cannot be mapped",
					  "Ask for less (-s), or have huge pages for -p: /proc/sys/vm/nr_hugepages");
		bench_stats_add(&amounts, (double)mapping->parts[i].amount);
	}
	show(mapping->measured, MAX(amounts.mean, 1), (double)values->size * values->nr_loops);
	if (bench_is_default(mapping->measured->run) && values->nr_threads > 1)
		out_printf(mapping->measured->run->out, "\t( +- %6.2f%% )", bench_stats_percent(&amounts));
	if (bench_is_default(mapping->measured->run)) out_char(mapping->measured->run->out, '\n');
	return 0;
}

static int measure_way(const struct measured *measured, size_t way)
{
	unsigned nr_threads = measured->values->nr_threads;
	struct mapping mapping = { .measured = measured, .flags = ways[way].flags };
	struct bench_crew crew;
	int status;
	title(measured, ways[way].name, ways[way].summary);
	mapping.parts = xcalloc_apart(nr_threads, sizeof(*mapping.parts));
	int error = bench_crew_start(&crew, &(struct bench_job){ map_in_thread, &mapping, nr_threads, true });
	if (error) {
		status = bench_fail(error, "Threads cannot be started", "Ask for fewer (-t), or raise ulimit -u");
	} else {
		(void)bench_crew_open(&crew);
		bench_crew_join(&crew);
		status = show_mapping(&mapping);
	}
	free(mapping.parts);
	return status;
}

static int measure_ways(const struct measured *measured)
{
	const char *name = measured->values->function;
	int status = 0, nr_run = 0;
	for (size_t i = 0; i < ARRAY_SIZE(ways) && !status; i++) {
		if (strcmp(name, "all") != 0 && strcmp(name, ways[i].name) != 0) continue;
		status = measure_way(measured, i);
		nr_run++;
	}
	if (nr_run) return status;
	if (strcmp(name, "help") != 0) fprintf(stderr, "Unknown function: %s\n", name);
	out_str(measured->run->out, "Available functions:\n");
	for (size_t i = 0; i < ARRAY_SIZE(ways); i++)
		out_printf(measured->run->out, "\t%s ... %s\n", ways[i].name, ways[i].summary);
	return 1;
}

int bench_mem_mmap(struct bench_run *run, int argc, const char **argv)
{
	static const char *const usage[] = { "perf bench mem mmap <options>", NULL };
	static const struct option options[] = {
		ROW_CYCLES,
		ROW_FUNCTION,
		ROW_LOOPS,
		ROW_PAGE,
		{ OPTION_ROW(OPTION_KIND_INT, 'r', "randomize", "Seed to randomize page access offset."),
		  .member = OPTION_MEMBER(int, struct values, seed), .arg_name = "n",
		  .given = OPTION_MEMBER(bool, struct values, randomize) },
		ROW_SIZE,
		OPTION_UINT('t', "threads", struct values, nr_threads,
			    "Number of threads to run concurrently (default: 1)."),
		OPTION_END,
	};
	const struct option_table table = { .rows = options, .usage = usage };
	struct values values = VALUES_INIT;
	struct measured measured = { .run = run, .values = &values };
	int status;

	if (!option_table_parse(&table, &argc, argv, &values, &status)) return status;
	if (argc) return option_table_unexpected(&table, argv[0]);
	status = read_sizes(&table, &values);
	if (!status && values.cycles && values.nr_threads > 1)
		status = option_table_usage_error(&table, "Cycles (-c) are counted of one thread");
	if (!status) status = open_cycles(&measured, true);
	if (status) return status;
	status = measure_ways(&measured);
	if (measured.cycles_fd >= 0) close(measured.cycles_fd);
	return status;
}
