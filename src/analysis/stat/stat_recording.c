/* Goes through the records of a file in its order. They are not the kernel's: `perf stat record` writes them.
 *
 *     THREAD_MAP, CPU_MAP, STAT_CONFIG      read_maps: what the setup is made of
 *     STAT ... STAT                         one event, CPU and thread each: into counts
 *     STAT_ROUND                            the counts so far are a round
 *     STAT ... STAT_ROUND                   the next one
 *
 * Numbers in maps may be damaged or hostile: they are checked before memory is taken for them (max_cells). */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "analysis/stat/stat_recording.h"

/* Bounds of the matrix of counts: of any recording, and of one that has no counts for its maps (max_cells). */
enum { MAX_CELLS = 1 << 22, MAX_EMPTY_CELLS = 1 << 16 };
enum { MAX_CACHE_LEVEL = 4 }; /* upstream records one more for "the last" */
enum { CONFIG_AGGR, CONFIG_INTERVAL_MS, CONFIG_SCALE, CONFIG_CACHE_LEVEL }; /* tags of STAT_CONFIG */

/* The setup points into the vectors, which do not change once it was made. */
struct stat_recording {
	struct perfdata *pd;
	struct arena arena;
	struct stat_setup setup;
	VEC(struct stat_event) events;
	VEC(struct stat_cpu) cpus;
	VEC(struct stat_thread) threads;
	struct counts counts;
	unsigned cache_level;
	uint64_t interval_ms;
	struct record pending; /* read, not yet used; type 0: none */
	bool has_counts;       /* other ones than at the last round */
	bool has_rounds, ended, is_cut;
};

static void add_cpu(void *ctx, int32_t cpu)
{
	struct stat_recording *recording = ctx;
	struct stat_cpu item = { cpu, -1, -1, -1, -1, -1, 0, -1 };
	vec_push(&recording->cpus, item);
}

/* A later map replaces an earlier one. */
static void take_threads(struct stat_recording *recording, const struct record *r)
{
	struct record_thread_map map;
	char comm[17];
	if (record_decode_thread_map(r, &map) < 0) return;
	vec_clear(&recording->threads);
	for (uint64_t i = 0; i < map.count && cursor_ok(&map.entries); i++) {
		struct stat_thread thread = { .tid = (int32_t)cursor_u64(&map.entries) };
		const uint8_t *name = cursor_bytes(&map.entries, 16);
		if (!name) break;
		snprintf(comm, sizeof(comm), "%.16s", (const char *)name);
		thread.comm = arena_strdup(&recording->arena, comm);
		vec_push(&recording->threads, thread);
	}
}

static void take_config(struct stat_recording *recording, const struct record *r)
{
	struct record_stat_config config;
	if (record_decode_stat_config(r, &config) < 0) return;
	for (uint64_t i = 0; i < config.count && cursor_ok(&config.entries); i++) {
		uint64_t tag = cursor_u64(&config.entries), value = cursor_u64(&config.entries);
		if (!cursor_ok(&config.entries)) break;
		if (tag == CONFIG_AGGR && value <= STAT_AGGR_NODE && value != STAT_AGGR_UNSET)
			recording->setup.aggr = (enum stat_aggr)value;
		else if (tag == CONFIG_INTERVAL_MS) recording->interval_ms = MIN(value, UINT32_MAX);
		else if (tag == CONFIG_SCALE) recording->setup.scale = value != 0;
		else if (tag == CONFIG_CACHE_LEVEL)
			recording->cache_level = value <= MAX_CACHE_LEVEL ? (unsigned)value : 0;
	}
}

/* Whether a list such as "0-3,8" has the CPU. */
static bool list_has_cpu(const char *list, int32_t cpu)
{
	while (list && *list) {
		char *end;
		long first = strtol(list, &end, 10), last = first;
		if (end == list) return false;
		if (*end == '-') last = strtol(end + 1, &end, 10);
		if (cpu >= first && cpu <= last) return true;
		list = *end == ',' ? end + 1 : NULL;
	}
	return false;
}

/* A cache's number is the lowest CPU of its list. */
static void find_cache(const struct perf_header *h, struct stat_cpu *cpu)
{
	for (uint32_t i = 0; i < h->nr_caches; i++) {
		if ((int32_t)h->caches[i].level != cpu->cache_level || !list_has_cpu(h->caches[i].map, cpu->cpu))
			continue;
		cpu->cache = (int32_t)strtol(h->caches[i].map, NULL, 10);
		return;
	}
}

/* Where each CPU is in the machine, by the header, which tells of the machine that was recorded on. */
static void find_topology(struct stat_recording *recording, const struct perf_header *h)
{
	unsigned level = recording->cache_level;
	for (uint32_t i = 0; !recording->cache_level && i < h->nr_caches; i++) level = MAX(level, h->caches[i].level);
	for (size_t i = 0; i < recording->cpus.count; i++) {
		struct stat_cpu *cpu = &recording->cpus.items[i];
		if (cpu->cpu >= 0 && (uint32_t)cpu->cpu < h->nr_cores) {
			const struct header_core *core = &h->cores[cpu->cpu];
			cpu->socket = core->socket, cpu->core = core->core, cpu->die = core->die;
			cpu->cluster = 0; /* recordings have none */
		}
		cpu->cache_level = cpu->cpu >= 0 ? (int32_t)level : -1;
		if (cpu->cpu >= 0) find_cache(h, cpu);
		for (uint32_t n = 0; n < h->nr_nodes; n++)
			if (list_has_cpu(h->nodes[n].cpus, cpu->cpu)) cpu->node = (int32_t)h->nodes[n].node;
	}
}

static const char *pmu_name(const struct perf_header *h, uint32_t type)
{
	/* generic and cache events are the CPU's, as raw ones are */
	if (type == ATTR_TYPE_HARDWARE || type == ATTR_TYPE_HW_CACHE) type = ATTR_TYPE_RAW;
	for (uint32_t i = 0; i < h->nr_pmus; i++)
		if (h->pmus[i].type == type) return h->pmus[i].name;
	return type == ATTR_TYPE_SOFTWARE ? "software" : NULL;
}

static void add_events(struct stat_recording *recording)
{
	const struct perf_events *events = perfdata_events(recording->pd);
	const struct perf_header *h = perfdata_header(recording->pd);
	/* upstream's recorder puts the PMU behind the names of what it does not merge, its report never does */
	bool show_pmus = recording->setup.aggr == STAT_AGGR_NONE;
	for (size_t i = 0; i < events->count; i++) {
		const struct perf_event *from = events->items[i];
		/* copies: later records may still rename events */
		struct stat_event event = { .name = arena_strdup(&recording->arena, from->name),
					    .attr = from->attr,
					    .scale = from->has_scale ? from->scale : 0,
					    .leader = from->leader ? from->leader->idx : i,
					    .merged_into = i };
		if (from->unit) event.unit = arena_strdup(&recording->arena, from->unit);
		if (show_pmus) event.pmu = pmu_name(h, from->attr.type);
		event.tool = event_tool_of(from->name);
		vec_push(&recording->events, event);
	}
}

/* Reads until the first counts, which stay pending. */
static int read_maps(struct stat_recording *recording, struct err *err)
{
	struct record r;
	int got;
	while ((got = perfdata_next(recording->pd, &r)) > 0) {
		if (r.type == RECORD_THREAD_MAP) {
			take_threads(recording, &r);
		} else if (r.type == RECORD_CPU_MAP) {
			vec_clear(&recording->cpus);
			if (record_cpu_map_visit(record_cursor(&r), add_cpu, recording) < 0) continue;
		} else if (r.type == RECORD_STAT_CONFIG) {
			take_config(recording, &r);
		} else if (r.type == RECORD_STAT || r.type == RECORD_STAT_ROUND) {
			recording->pending = r;
			return 0;
		}
	}
	return got < 0 ? err_set_errno(err, got, "%s", perfdata_path(recording->pd))
		       : err_set(err, -ENODATA, "%s has no counts: it is no recording of perf stat",
				 perfdata_path(recording->pd));
}

/* How many counts there may be. Maps may claim what they like, but a recording whose every event was counted
 * somewhere has 48 bytes for each count; a pipe has no size. */
static size_t max_cells(const struct perfdata *pd)
{
	struct perfdata_info info;
	perfdata_info(pd, &info);
	return perfdata_pipe_records(pd) ? MAX_CELLS : (size_t)MIN(MAX_EMPTY_CELLS + 4 * info.file_size, MAX_CELLS);
}

/* Which events can have counts where. */
static int make_counts(struct stat_recording *recording, struct err *err)
{
	size_t nr_events = recording->events.count, nr_cpus = recording->cpus.count,
	       nr_threads = recording->threads.count;
	const struct perf_events *events = perfdata_events(recording->pd);
	if (nr_events && nr_cpus * nr_threads > max_cells(recording->pd) / nr_events)
		return err_set(err, -E2BIG, "%s: %zu events, %zu CPUs and %zu threads are more than can be counted",
			       perfdata_path(recording->pd), nr_events, nr_cpus, nr_threads);
	counts_init(&recording->counts, nr_events, nr_cpus, nr_threads);
	for (size_t e = 0; e < nr_events; e++) {
		const struct perf_event *event = events->items[e];
		recording->counts.state[e] = COUNTS_NOT_SUPPORTED; /* until it has counts */
		for (size_t c = 0; c < nr_cpus; c++)
			counts_set_open(&recording->counts, e, c,
					!event->own_cpus ||
						list_has_cpu(event->own_cpus, recording->cpus.items[c].cpu));
	}
	return 0;
}

int stat_recording_open(struct perfdata *pd, const struct stat_recording_options *options, struct stat_recording **ret,
			struct err *err)
{
	struct stat_recording *recording = xcalloc(1, sizeof(*recording));
	arena_init(&recording->arena);
	recording->pd = pd;
	recording->setup =
		(struct stat_setup){ .aggr = STAT_AGGR_GLOBAL, .scale = true, .narrow_units = true, .runs = 1 };
	int result = read_maps(recording, err);
	if (result < 0) goto failed;
	if (!recording->cpus.count) add_cpu(recording, -1);
	if (!recording->threads.count) vec_push(&recording->threads, ((struct stat_thread){ -1, "" }));
	add_events(recording);
	if (options->aggr != STAT_AGGR_UNSET) recording->setup.aggr = options->aggr;
	if (options->cache_level) recording->cache_level = options->cache_level;
	find_topology(recording, perfdata_header(pd));
	result = make_counts(recording, err);
	if (result < 0) goto failed;
	struct stat_setup *setup = &recording->setup;
	setup->events = recording->events.items, setup->nr_events = recording->events.count;
	setup->cpus = recording->cpus.items, setup->nr_cpus = recording->cpus.count;
	setup->threads = recording->threads.items, setup->nr_threads = recording->threads.count;
	setup->no_merge = setup->aggr == STAT_AGGR_NONE;
	setup->interval_ns = recording->interval_ms * 1000000;
	*ret = recording;
	return 0;
failed:
	stat_recording_close(recording);
	return result;
}

void stat_recording_close(struct stat_recording *recording)
{
	if (!recording) return;
	counts_done(&recording->counts);
	vec_done(&recording->events);
	vec_done(&recording->cpus);
	vec_done(&recording->threads);
	arena_done(&recording->arena);
	free(recording);
}

const struct stat_setup *stat_recording_setup(const struct stat_recording *recording) { return &recording->setup; }

/* One count into the matrix; what is of no known event, CPU or thread is ignored. */
static void take_count(struct stat_recording *recording, const struct record *r)
{
	struct record_stat stat;
	if (record_decode_stat(r, &stat) < 0) return;
	const struct perf_event *event = events_by_id(perfdata_events(recording->pd), stat.id);
	if (!event || event->idx >= recording->counts.nr_events || stat.thread >= recording->threads.count) return;
	for (size_t c = 0; c < recording->cpus.count; c++) {
		if (recording->cpus.items[c].cpu != (int32_t)stat.cpu ||
		    !counts_is_open(&recording->counts, event->idx, c))
			continue;
		struct count *count = counts_at(&recording->counts, event->idx, c, stat.thread);
		recording->has_counts |= !recording->has_rounds || count->value != stat.value ||
					 count->enabled_ns != stat.enabled_ns || count->running_ns != stat.running_ns;
		*count = (struct count){ stat.value, stat.enabled_ns, stat.running_ns };
		recording->counts.state[event->idx] = COUNTS_SUPPORTED;
		return;
	}
}

int stat_recording_next(struct stat_recording *recording, struct stat_round *ret)
{
	struct record r = recording->pending;
	recording->pending.type = 0;
	while (!recording->ended) {
		int got = r.type ? 1 : perfdata_next(recording->pd, &r);
		if (got < 0) return got;
		struct record_stat_round round;
		if (!got) {
			recording->ended = true;
		} else if (r.type == RECORD_STAT) {
			take_count(recording, &r);
		} else if (r.type == RECORD_STAT_ROUND && record_decode_stat_round(&r, &round) == 0) {
			recording->has_counts = false;
			recording->has_rounds = true;
			*ret = (struct stat_round){ &recording->counts,
						    { .elapsed_ns = round.time_ns },
						    round.round_type != 0 };
			return 1;
		}
		r.type = 0;
	}
	/* at the end upstream's recorder writes the counts of the last interval once more */
	if (!recording->has_counts) return 0;
	recording->has_counts = false;
	recording->is_cut = true;
	if (recording->setup.interval_ns) return 0;
	*ret = (struct stat_round){ .counts = &recording->counts, .is_final = true };
	return 1;
}

bool stat_recording_is_cut(const struct stat_recording *recording) { return recording->is_cut; }
