/* perf probe -a, -D: definitions become events, which are given to the kernel or shown.
 *
 *     definition ("vfs_read count") -> find_all: addresses and arguments, one event a place -> probe_adding_write:
 *     names, and a line each for tracefs' kprobe_events or uprobe_events -> remember_all (--cache) -> show_added */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "base/printable.h"
#include "cli/console.h"
#include "cli/textout.h"
#include "commands/option/build_id_dir.h"
#include "commands/probe/probe_cmd.h"
#include "kernel/machine_root.h"
#include "probe/probe_store.h"
#include "probe/search/kernel_functions.h"
#include "probe/probe_adding.h"
#include "probe/probe_cache_files.h"

/* The events of each definition, in the order of the definitions. */
struct results {
	VEC(struct probe_events) items;
};

/* For _cleanup_: also of results that are only partly filled. */
static void results_done(struct results *results)
{
	for (size_t i = 0; i < results->items.count; i++) probe_events_done(&results->items.items[i]);
	vec_done(&results->items);
}

/* A marker that nothing knows. Without -x only files that the cache has seen are known: the hint says how to make
 * them known. */
static int refuse_marker(const struct probe_target *target, const struct probe_definition *definition, struct err *err)
{
	const char *group = definition->group ? definition->group : "", *colon = definition->group ? ":" : "";
	err_set(err, -ENOENT, "Failed to find event %%%s%s%s in %s.", group, colon, definition->event,
		target->exec ? target->exec : "the cache");
	if (!target->exec)
		err_hint(err, "Markers (SDT) of a file are known after 'perf buildid-cache --add FILE', or by 'perf "
			      "probe -x FILE %%sdt_PROVIDER:NAME'.");
	return -ENOENT;
}

/* Appends the events of %[GROUP:]EVENT: the markers (SDT notes) of the file of -x, and what is remembered of it
 * under that name; without -x, what is remembered of any file. -ENOENT when there is none. */
static int find_marker(const struct probe_target *target, const struct probe_definition *definition,
		       struct probe_events *events, struct err *err)
{
	size_t count = 0;
	if (target->exec) {
		_probe_store_close_ struct probe_store store;
		int r = probe_store_open(build_id_dir(), target->exec, target->namespace_pid, &store);
		if (r < 0) return err_set_errno(err, r, "Failed to open %s", target->exec);
		if (probe_store_add_markers(&store)) (void)probe_store_write(&store, true);
		count = probe_cache_collect(&store.cache, definition->group, definition->event, events);
	} else if (build_id_dir()) {
		_probe_cache_files_done_ struct probe_cache_files files;
		probe_store_read_all(build_id_dir(), &files);
		for (size_t i = 0; i < files.items.count; i++)
			count += probe_cache_collect(&files.items.items[i].cache, definition->group, definition->event,
						     events);
	}
	return count ? 0 : refuse_marker(target, definition, err);
}

/* Appends an event for each place of the definition. *source (debug information and symbols) is opened for the first
 * definition of a file and kept for its others. For the running kernel, places where it permits no probe are taken
 * away again; none left is an error. */
static int find_places(const struct probe_target *target, struct probe_source **source,
		       const struct probe_definition *definition, struct probe_events *events, struct err *err)
{
	_kernel_functions_close_ struct kernel_functions *functions = NULL;
	int r = *source ? 0 : probe_source_open(target, source, err);
	if (r >= 0) r = probe_find_events(*source, definition, events, err);
	if (r < 0 || target->exec || target->offline) return r;
	r = kernel_functions_open(machine_root(), &functions, err);
	return r < 0 ? r : kernel_functions_check(functions, target, events, 0, err);
}

/* Fills results, an entry for each definition. All places are looked for before the first event is made: a mistake
 * in the last definition leaves nothing behind. */
static int find_all(const struct probe_cmd_values *values, struct results *results, struct err *err)
{
	struct probe_target target;
	struct probe_source *source = NULL;
	int r = 0;
	for (size_t i = 0; r >= 0 && i < values->definitions.items.count; i++) {
		const struct probe_definition *definition = &values->definitions.items.items[i];
		struct probe_events events = PROBE_EVENTS_INIT;
		if (i == 0 || values->file_of.items[i] != values->file_of.items[i - 1]) {
			probe_source_close(take(source));
			target = probe_cmd_target_of(values, i);
		}
		r = definition->is_marker ? find_marker(&target, definition, &events, err)
					  : find_places(&target, &source, definition, &events, err);
		vec_push(&results->items, events);
	}
	probe_source_close(source);
	return r < 0 ? r : 0;
}

/* --cache: what was found for definitions [first, end), which are of one file, is remembered with that file in the
 * build-id cache. Markers are found again without that. A cache that cannot be written is told and is no failure:
 * the events exist. */
static void remember(const struct probe_cmd_values *values, size_t first, size_t end, const struct results *results)
{
	_probe_store_close_ struct probe_store store;
	struct probe_target target = probe_cmd_target_of(values, first);
	if (probe_store_open(build_id_dir(), target.exec, target.namespace_pid, &store) < 0) return;
	(void)probe_store_add_markers(&store);
	for (size_t i = first; i < end; i++) {
		const struct probe_events *events = &results->items.items[i];
		_strbuf_done_ struct strbuf spec = STRBUF_INIT;
		if (values->definitions.items.items[i].is_marker || !events->items.count) continue;
		probe_cache_spec(&values->definitions.items.items[i], events->items.items[0].group, &spec);
		probe_cache_set(&store.cache, false, strbuf_text(&spec), events);
	}
	int r = probe_store_write(&store, true);
	if (r < 0 && !values->quiet)
		fprintf(stderr, "Failed to add the probes to the cache: %s\n",
			r == -ENODATA ? "no build-id" : strerror(-r));
}

/* Definitions of one file stand together: the file is written once. */
static void remember_all(const struct probe_cmd_values *values, const struct results *results)
{
	for (size_t i = 0, end; i < results->items.count; i = end) {
		end = i + 1;
		while (end < results->items.count && values->file_of.items[end] == values->file_of.items[i]) end++;
		remember(values, i, end, results);
	}
}

/* Names the new events on stderr, in upstream's words: "  probe:vfs_read (on vfs_read with count)". The last one
 * stands for all of them in the example of how to record. */
static void show_added(const struct probe_cmd_values *values, const struct results *results)
{
	const struct probe_event *last = NULL;
	size_t count = 0;
	_strbuf_done_ struct strbuf text = STRBUF_INIT, place = STRBUF_INIT, arguments = STRBUF_INIT;
	for (size_t i = 0; i < results->items.count; i++) {
		const struct probe_definition *definition = &values->definitions.items.items[i];
		strbuf_clear(&place);
		strbuf_clear(&arguments);
		if (definition->is_marker) strbuf_printf(&place, "%%%s", definition->event);
		else probe_point_format(&definition->point, &place);
		probe_adding_format_arguments(definition, &arguments);
		for (size_t k = 0; k < results->items.items[i].items.count; k++, count++) {
			last = &results->items.items[i].items.items[k];
			strbuf_str(&text, "  ");
			probe_adding_format(last, strbuf_text(&place), strbuf_text(&arguments), &text);
			strbuf_char(&text, '\n');
		}
	}
	if (!last || values->quiet) return;
	fprintf(stderr,
		"Added new event%s\n%s\nYou can now use it in all perf tools, such as:\n\n\tperf record -e %s:%s -aR "
		"sleep 1\n\n",
		count > 1 ? "s:" : ":", strbuf_text(&text), last->group, last->name);
}

/* Finds all places, then writes the events one by one. Remarks are printed also after a failure: events before it
 * have been made, and they say which. */
int probe_cmd_add(const struct probe_cmd_values *values, struct err *err)
{
	_cleanup_(results_done) struct results results = { VEC_INIT };
	_probe_files_done_ struct probe_files files;
	_strbuf_done_ struct strbuf remarks = STRBUF_INIT;
	struct probe_adding adding = {
		.files = &files, .force = values->force, .dry_run = values->dry_run, .remarks = &remarks
	};
	probe_files_init(&files, machine_root(), getenv("PERF_DEBUGFS_DIR"));
	files.namespace_pid = values->target_ns;
	int r = find_all(values, &results, err);
	for (size_t i = 0; r >= 0 && i < results.items.count; i++)
		r = probe_adding_write(&adding, &values->definitions.items.items[i], &results.items.items[i], err);
	if (!values->quiet) fputs(strbuf_text(&remarks), stderr);
	if (r < 0) return r;
	if (values->cache) remember_all(values, &results);
	show_added(values, &results);
	return 0;
}

/* -D: the same events as text for tracefs or (--bootconfig) for the kernel's boot configuration; nothing is given to
 * the kernel. Goes to stdout, as it is to be stored. */
int probe_cmd_definition(const struct probe_cmd_values *values, struct err *err)
{
	_cleanup_(results_done) struct results results = { VEC_INIT };
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	struct probe_adding adding = { .files = NULL };
	int r = find_all(values, &results, err);
	for (size_t i = 0; r >= 0 && i < results.items.count; i++) {
		struct probe_events *events = &results.items.items[i];
		r = probe_adding_write(&adding, &values->definitions.items.items[i], events, err);
		for (size_t k = 0; r >= 0 && k < events->items.count; k++) {
			if (values->bootconfig) probe_adding_format_bootconfig(&events->items.items[k], &text);
			else probe_event_format(&events->items.items[k], &text);
			strbuf_char(&text, '\n');
		}
	}
	struct outbuf out;
	textout_stdout(&out);
	if (r >= 0) out_lines(&out, strbuf_text(&text), text.size);
	int closed = textout_close(&out, NULL);
	if (r >= 0) r = closed;
	return r;
}
