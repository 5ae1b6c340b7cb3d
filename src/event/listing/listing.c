/* What the words of `perf list` mean.
 *
 * A word is a kind of events ("hw": `words`), a glob of tracepoints ("sched:*"), or a part of a name: then all kinds
 * are looked through for what matches. Functions called add_* append rows of one kind, in the order in which they are
 * printed. A word's events are one part of the listing, in front of its metrics. */
#include "event/listing/listing_private.h"

#include <fnmatch.h>
#include <string.h>

void listing_init(struct listing *listing)
{
	*listing = (struct listing){ .events = VEC_INIT };
	arena_init(&listing->arena);
}

void listing_done(struct listing *listing)
{
	vec_done(&listing->events);
	vec_done(&listing->metrics);
	vec_done(&listing->parts);
	arena_done(&listing->arena);
}

bool listing_matches(const struct listing_pass *pass, const char *a, const char *b, const char *c)
{
	if (!pass->glob) return true;
	return (a && fnmatch(pass->glob, a, 0) == 0) || (b && fnmatch(pass->glob, b, 0) == 0) ||
	       (c && fnmatch(pass->glob, c, 0) == 0);
}

void listing_add_event(struct listing_pass *pass, const struct listed_event *event)
{
	if (event->pmu && pass->options->unit && strcmp(event->pmu, pass->options->unit) != 0) return;
	if (!listing_matches(pass, event->name, event->alias, event->topic)) return;
	vec_push(&pass->listing->events, *event);
}

/* Upstream lists only what the kernel opens. Without somebody to ask (tests, other machines) everything is. */
static bool is_supported(const struct listing_pass *pass, uint32_t type, uint64_t config)
{
	const struct event_attr attr = { .type = type, .config = config };
	return !pass->catalogue->is_supported || pass->catalogue->is_supported(pass->catalogue->ctx, &attr);
}

/* By name, as upstream sorts them. config: kernel UAPI linux/perf_event.h, enum perf_hw_id and perf_sw_ids. */
static const struct {
	const char *name, *alias;
	uint64_t config;
} hardware[] = {
	{ "branch-instructions", "branches", 4 },
	{ "branch-misses", NULL, 5 },
	{ "bus-cycles", NULL, 6 },
	{ "cache-misses", NULL, 3 },
	{ "cache-references", NULL, 2 },
	{ "cpu-cycles", "cycles", 0 },
	{ "instructions", NULL, 1 },
	{ "ref-cycles", NULL, 9 },
	{ "stalled-cycles-backend", "idle-cycles-backend", 8 },
	{ "stalled-cycles-frontend", "idle-cycles-frontend", 7 },
}, software[] = {
	{ "alignment-faults", NULL, 7 },
	{ "bpf-output", NULL, 10 },
	{ "cgroup-switches", NULL, 11 },
	{ "context-switches", "cs", 3 },
	{ "cpu-clock", NULL, 0 },
	{ "cpu-migrations", "migrations", 4 },
	{ "dummy", NULL, 9 },
	{ "emulation-faults", NULL, 8 },
	{ "major-faults", NULL, 6 },
	{ "minor-faults", NULL, 5 },
	{ "page-faults", "faults", 2 },
	{ "task-clock", NULL, 1 },
};

static void add_hardware(struct listing_pass *pass)
{
	for (size_t i = 0; i < ARRAY_SIZE(hardware); i++)
		if (is_supported(pass, ATTR_TYPE_HARDWARE, hardware[i].config))
			listing_add_event(pass, &(struct listed_event){ .name = hardware[i].name,
									.alias = hardware[i].alias,
									.type = "Hardware event" });
}

static void add_software(struct listing_pass *pass)
{
	for (size_t i = 0; i < ARRAY_SIZE(software); i++)
		if (is_supported(pass, ATTR_TYPE_SOFTWARE, software[i].config))
			listing_add_event(pass, &(struct listed_event){ .name = software[i].name,
									.alias = software[i].alias,
									.type = "Software event" });
}

/* Counted by perf stat itself. */
static void add_tool(struct listing_pass *pass)
{
	static const char *const names[] = { "duration_time", "user_time", "system_time" };
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		listing_add_event(pass,
				  &(struct listed_event){ .topic = "tool", .name = names[i], .type = "Tool event" });
}

/* What each generic cache can do (perf_event_open(2), PERF_TYPE_HW_CACHE): a bit for load, store, prefetch. */
static const struct {
	const char *name;
	unsigned ops;
} caches[] = {
	{ "L1-dcache", 7 }, { "L1-icache", 5 }, { "LLC", 7 },  { "dTLB", 7 },
	{ "iTLB", 1 },      { "branch", 1 },    { "node", 7 },
};
static const struct {
	const char *hits, *misses;
} cache_ops[] = {
	{ "loads", "load-misses" },
	{ "stores", "store-misses" },
	{ "prefetches", "prefetch-misses" },
};

/* On machines with several kinds of cores the kernel wants the PMU's number in the upper half of config, but for the
 * PMU that has the number of raw events. */
static void add_cache_of(struct listing_pass *pass, const struct event_pmu *pmu)
{
	struct arena *arena = &pass->listing->arena;
	for (uint64_t cache = 0; cache < ARRAY_SIZE(caches); cache++)
		/* i counts pairs of operation and result: loads, load-misses, stores, ... */
		for (uint64_t i = 0; i < 2 * ARRAY_SIZE(cache_ops); i++) {
			uint64_t op = i / 2, result = i % 2, type = pmu->type == ATTR_TYPE_RAW ? 0 : pmu->type;
			if (!(caches[cache].ops & 1u << op) ||
			    !is_supported(pass, ATTR_TYPE_HW_CACHE, type << 32 | cache | op << 8 | result << 16))
				continue;
			const char *name = arena_printf(arena, "%s-%s", caches[cache].name,
							result ? cache_ops[op].misses : cache_ops[op].hits);
			listing_add_event(pass, &(struct listed_event){
							.pmu = pmu->name,
							.topic = "cache",
							.name = name,
							.type = "Hardware cache event",
							.alias = arena_printf(arena, "%s/%s/", pmu->name, name) });
		}
}

/* The same events on each kind of core. */
static void add_cache(struct listing_pass *pass)
{
	size_t count;
	const struct event_pmu *const *pmus = pass->catalogue->all_pmus(pass->catalogue->ctx, &count);
	for (size_t i = 0; i < count; i++)
		if (pmus[i]->is_core) add_cache_of(pass, pmus[i]);
}

/* "SYSTEM:EVENT", without a format to read: thousands of them are most of a listing. */
static const char *tracepoint_name(struct arena *arena, const char *system, const char *event)
{
	size_t system_size = strlen(system), event_size = strlen(event);
	char *name = arena_alloc(arena, system_size + event_size + 2);

	memcpy(name, system, system_size);
	name[system_size] = ':';
	memcpy(name + system_size + 1, event, event_size + 1);
	return name;
}

static void add_tracepoint(void *arg, const char *system, const char *event, uint64_t id)
{
	struct listing_pass *pass = arg;
	struct arena *arena = &pass->listing->arena;
	struct listed_event row = { .name = tracepoint_name(arena, system, event), .type = "Tracepoint event" };
	if (pass->options->encodings)
		row.encoding = arena_printf(arena, "tracepoint/config=0x%llx/", (unsigned long long)id);
	listing_add_event(pass, &row);
}

/* system and event are globs. */
static void add_tracepoints(struct listing_pass *pass, const char *system, const char *event)
{
	const struct event_catalogue *c = pass->catalogue;
	_err_done_ struct err err = ERR_INIT;
	const struct tracepoint_query query = { system, event, .with_ids = pass->options->encodings };
	if (c->list_tracepoints && c->list_tracepoints(c->ctx, &query, add_tracepoint, pass, &err) < 0)
		warnings_add(pass->options->warnings, "tracepoints", "%s", err.message);
}

/* Probes that programs have built in (SDT), as far as the build-id cache knows them. */
static void add_sdt(struct listing_pass *pass)
{
	const char *const *name = pass->options->sdt_events ? pass->options->sdt_events(pass->options->ctx) : NULL;
	for (; name && *name; name++)
		listing_add_event(pass, &(struct listed_event){ .name = *name, .type = "SDT event" });
}

/* By the names of libpfm4; thousands that may mean nothing to -e, so only when asked for. */
static void add_pfm(struct listing_pass *pass)
{
	const char *const *name = pass->options->pfm_events ? pass->options->pfm_events(pass->options->ctx) : NULL;
	for (; name && *name; name += 2)
		listing_add_event(pass, &(struct listed_event){ .topic = "libpfm4",
								.name = name[0],
								.type = "PFM event",
								.desc = name[1],
								.long_desc = name[1] });
}

/* In upstream's order. With a glob what matches of it, and no raw descriptors: these are forms, not events. */
static void add_everything(struct listing_pass *pass)
{
	add_hardware(pass);
	add_software(pass);
	add_tool(pass);
	add_cache(pass);
	listing_add_pmu_events(pass);
	if (!pass->glob) {
		listing_add_raw_descriptors(pass);
		listing_add_event(pass, &(struct listed_event){ .name = "mem:<addr>[/len][:access]",
								.type = "Hardware breakpoint" });
	}
	add_tracepoints(pass, "*", "*");
	add_sdt(pass);
	listing_add_metrics(pass, LISTING_GROUPED_METRICS);
}

/* Rows of words need functions without further arguments. */
static void add_software_and_tool(struct listing_pass *pass)
{
	add_software(pass);
	add_tool(pass);
}
static void add_all_tracepoints(struct listing_pass *pass) { add_tracepoints(pass, "*", "*"); }
static void add_metrics(struct listing_pass *pass) { listing_add_metrics(pass, LISTING_METRICS); }
static void add_metric_groups(struct listing_pass *pass) { listing_add_metrics(pass, LISTING_METRIC_GROUPS); }

/* Words that stand for a kind. All other words are parts of names. */
static const struct {
	const char *word;
	void (*add)(struct listing_pass *);
} words[] = {
	{ "hw", add_hardware },
	{ "hardware", add_hardware },
	{ "sw", add_software_and_tool },
	{ "software", add_software_and_tool },
	{ "tool", add_tool },
	{ "cache", add_cache },
	{ "hwcache", add_cache },
	{ "tracepoint", add_all_tracepoints },
	{ "pmu", listing_add_pmu_events },
	{ "sdt", add_sdt },
	{ "pfm", add_pfm },
	{ "metric", add_metrics },
	{ "metrics", add_metrics },
	{ "metricgroup", add_metric_groups },
	{ "metricgroups", add_metric_groups },
};

void listing_add(struct listing *listing, const char *word, const struct event_catalogue *catalogue,
		 const struct vendor_tables *tables, const struct listing_options *options)
{
	struct listing_pass pass = { .listing = listing, .catalogue = catalogue, .tables = tables, .options = options };
	/* where the rows and parts of this word begin */
	size_t first = listing->events.count, metric_parts = listing->parts.count;
	const char *colon;
	if (!word) {
		add_everything(&pass);
	} else {
		size_t i = 0;
		while (i < ARRAY_SIZE(words) && strcmp(words[i].word, word) != 0) i++;
		if (i < ARRAY_SIZE(words)) {
			words[i].add(&pass);
		} else if ((colon = strchr(word, ':'))) {
			add_tracepoints(&pass, arena_strndup(&listing->arena, word, (size_t)(colon - word)), colon + 1);
			/* SDT events have a colon in their names, too. */
			pass.glob = word;
			add_sdt(&pass);
		} else {
			/* a part of a name is enough */
			pass.glob = arena_printf(&listing->arena, "*%s*", word);
			add_everything(&pass);
		}
	}
	/* events come before the metrics of the same word */
	struct listing_part events = { LISTING_EVENTS, first, listing->events.count - first }, metrics;
	if (!events.count) return;
	if (listing->parts.count == metric_parts) {
		vec_push(&listing->parts, events);
		return;
	}
	metrics = listing->parts.items[metric_parts];
	listing->parts.items[metric_parts] = events;
	vec_push(&listing->parts, metrics);
}
