/* perf probe -a, -D: definitions become events, which are given to the kernel or shown. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "cli/console.h"
#include "commands/probe_cmd.h"
#include "probe/kernel_functions.h"
#include "probe/probe_adding.h"

#define V probe_cmd_values

/* What the definitions come to, in their order. */
struct results { VEC(struct probe_events) items; };

static void results_done(struct results *results)
{
	for (size_t i = 0; i < results->items.count; i++) probe_events_done(&results->items.items[i]);
	vec_done(&results->items);
}

/* All places are looked for before the first event is made. */
static int find_all(const struct probe_target *target, struct results *results, struct err *err)
{
	static const struct kernelfs running = { "" };
	_kernel_functions_close_ struct kernel_functions *functions = NULL;
	struct probe_source *source = NULL;
	int r = probe_source_open(target, &source, err);
	for (size_t i = 0; r >= 0 && i < V.definitions.items.count; i++) {
		struct probe_events events = PROBE_EVENTS_INIT;
		r = probe_find_events(source, &V.definitions.items.items[i], &events, err);
		if (r >= 0 && !target->exec && !target->offline) {
			if (!functions) r = kernel_functions_open(&running, &functions, err);
			if (r >= 0) r = kernel_functions_check(functions, target, &events, 0, err);
		}
		vec_push(&results->items, events);
	}
	probe_source_close(source);
	return r < 0 ? r : 0;
}

static void show_added(const struct results *results)
{
	const struct probe_event *last = NULL;
	size_t count = 0;
	_strbuf_done_ struct strbuf text = STRBUF_INIT, place = STRBUF_INIT, arguments = STRBUF_INIT;
	for (size_t i = 0; i < results->items.count; i++) {
		const struct probe_definition *definition = &V.definitions.items.items[i];
		strbuf_clear(&place);
		strbuf_clear(&arguments);
		probe_point_format(&definition->point, &place);
		probe_adding_format_arguments(definition, &arguments);
		for (size_t k = 0; k < results->items.items[i].items.count; k++, count++) {
			last = &results->items.items[i].items.items[k];
			strbuf_str(&text, "  ");
			probe_adding_format(last, strbuf_text(&place), strbuf_text(&arguments), &text);
			strbuf_char(&text, '\n');
		}
	}
	if (!last || V.quiet) return;
	fprintf(stderr, "Added new event%s\n%s\nYou can now use it in all perf tools, such as:\n\n\tperf record -e %s:%s -aR sleep 1\n\n", count > 1 ? "s:" : ":",
		strbuf_text(&text), last->group, last->name);
}

int probe_cmd_add(struct err *err)
{
	static const struct kernelfs running = { "" };
	_cleanup_(results_done) struct results results = { VEC_INIT };
	_probe_files_done_ struct probe_files files;
	struct probe_target target = probe_cmd_target();
	struct probe_adding adding = { .files = &files, .force = V.force, .dry_run = V.dry_run };
	probe_files_init(&files, &running, getenv("PERF_DEBUGFS_DIR"));
	files.namespace_pid = V.target_ns;
	int r = find_all(&target, &results, err);
	for (size_t i = 0; r >= 0 && i < results.items.count; i++) r = probe_adding_write(&adding, &V.definitions.items.items[i], &results.items.items[i], err);
	if (r >= 0) show_added(&results);
	return r;
}

int probe_cmd_definition(struct err *err)
{
	_cleanup_(results_done) struct results results = { VEC_INIT };
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	struct probe_target target = probe_cmd_target();
	struct probe_adding adding = { .files = NULL };
	int r = find_all(&target, &results, err);
	for (size_t i = 0; r >= 0 && i < results.items.count; i++) {
		struct probe_events *events = &results.items.items[i];
		r = probe_adding_write(&adding, &V.definitions.items.items[i], events, err);
		for (size_t k = 0; r >= 0 && k < events->items.count; k++) {
			probe_event_format(&events->items.items[k], &text);
			strbuf_char(&text, '\n');
		}
	}
	if (r >= 0) fputs(strbuf_text(&text), stdout);
	return r;
}
