/* Words that this machine has: its events, metrics and system calls. Each set lists them when it is visited, which
 * takes milliseconds: completion and suggestions may, parsing does not. */
#include "commands/option/machine_set.h"

#include <string.h>
#include "commands/option/event_tables.h"
#include "kernel/machine_root.h"
#include "event/listing/listing.h"
#include "syscall/syscall.h"

/* What takes a word (struct option_set). */
typedef void add_fn(void *ctx, const char *name);

/* An event's alias is a name of its own to who types it. */
static void visit_listing(const struct listing *listing, add_fn *add, void *ctx)
{
	for (size_t i = 0; i < listing->events.count; i++) {
		const struct listed_event *event = &listing->events.items[i];
		add(ctx, event->name);
		if (event->alias) add(ctx, event->alias);
	}
	for (size_t i = 0; i < listing->metrics.count; i++) {
		const struct listed_metric *metric = &listing->metrics.items[i];
		if (metric->metric) add(ctx, metric->metric->name);
		if (metric->group) add(ctx, metric->group);
	}
}

/* words: what `perf list` would be asked for, NULL-terminated. */
static void visit_kinds(const char *const *words, add_fn *add, void *ctx)
{
	static const struct listing_options options = { .unit = NULL };
	struct pmus *pmus = pmus_new(machine_root(), getenv("PERF_DEBUGFS_DIR"));
	const struct event_catalogue catalogue = pmus_catalogue(pmus);
	struct vendor_tables *tables = event_tables_load();
	struct listing listing;
	listing_init(&listing);
	for (; *words; words++) listing_add(&listing, *words, &catalogue, tables, &options);
	visit_listing(&listing, add, ctx);
	listing_done(&listing);
	vendor_tables_free(tables);
	pmus_free(pmus);
}

/* Kinds as in `perf list KIND`; "sdt" and "pfm" are left out, which read other files. */
static void visit_events(add_fn *add, void *ctx)
{
	static const char *const kinds[] = { "hw", "sw", "tool", "cache", "pmu", "tracepoint", NULL };
	visit_kinds(kinds, add, ctx);
}

static void visit_metrics(add_fn *add, void *ctx)
{
	static const char *const kinds[] = { "metric", "metricgroup", NULL };
	visit_kinds(kinds, add, ctx);
}

/* Groups of calls stand in front: they are short, and completion shows them first. */
static void visit_calls(add_fn *add, void *ctx)
{
	static const char *const groups[] = { "file", "desc", "network", "process", "signal", "memory", "ipc" };
	for (size_t i = 0; i < ARRAY_SIZE(groups); i++) add(ctx, groups[i]);
	for (size_t i = 0; i < syscall_count(); i++) add(ctx, syscall_at(i)->name);
}

static void visit_events_and_calls(add_fn *add, void *ctx)
{
	visit_calls(add, ctx);
	visit_events(add, ctx);
}

const struct option_set machine_set_events = {
	.what = "event", .visit = visit_events, .is_list = true, .is_open = true
};
const struct option_set machine_set_events_and_calls = {
	.what = "system call or event", .visit = visit_events_and_calls, .is_list = true, .is_open = true
};
const struct option_set machine_set_calls = {
	.what = "system call", .visit = visit_calls, .is_list = true, .is_open = true
};
const struct option_set machine_set_metrics = {
	.what = "metric or group", .visit = visit_metrics, .is_list = true, .is_open = true
};
