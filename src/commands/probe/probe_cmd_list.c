/* perf probe -l: the dynamic events that there are, whoever made them.
 *
 *     kprobe_events, uprobe_events of tracefs -> lines -> probe_event_parse -> probe_places: function and source line
 *       -> "  probe:vfs_read       (on vfs_read@fs/read_write.c with count)"
 *
 * With --cache: the definitions that the build-id cache remembers. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/printable.h"
#include "base/outbuf.h"
#include "cli/console.h"
#include "cli/textout.h"
#include "cli/pager.h"
#include "commands/option/build_id_dir.h"
#include "commands/probe/probe_cmd.h"
#include "kernel/machine_root.h"
#include "kernel/probe_files.h"
#include "probe/probe_adding.h"
#include "probe/probe_cache_files.h"
#include "probe/probe_store.h"
#include "probe/search/probe_places.h"

/* For qsort of lines. */
static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* Prints an event that -l chooses: "  probe:vfs_read       (on vfs_read@fs/read_write.c with count)". Arguments are
 * shown by their names, or as the kernel fetches them where they have none. */
static void list_event(const struct probe_cmd_values *values, struct probe_places *places,
		       const struct probe_event *event, struct outbuf *out)
{
	_strbuf_done_ struct strbuf line = STRBUF_INIT, place = STRBUF_INIT, names = STRBUF_INIT;
	_free_ char *full = xasprintf("%s:%s", event->group ? event->group : "", event->name ? event->name : "");
	if (!probe_cmd_selects(values, full)) return;
	probe_places_format(places, event, &place);
	for (size_t i = 0; i < event->args.count; i++)
		strbuf_printf(&names, " %s",
			      event->args.items[i].name ? event->args.items[i].name : event->args.items[i].fetch);
	strbuf_str(&line, "  ");
	probe_adding_format(event, strbuf_text(&place), strbuf_text(&names), &line);
	strbuf_char(&line, '\n');
	out_lines(out, strbuf_text(&line), line.size);
}

/* text is cut into lines in place. They are listed in the order of their texts, as upstream has them: "r:..." of
 * returns comes behind "p:...". A kind of event that perf probe does not make (-ENOTSUP) is passed over; a line that
 * cannot be read is told of, and the others follow. */
static void list_lines(const struct probe_cmd_values *values, struct probe_places *places, char *text,
		       struct outbuf *out)
{
	VEC(char *) lines = VEC_INIT;
	for (char *line = text; *line;) {
		char *end = strchr(line, '\n');
		if (end) *end = '\0';
		if (*line) vec_push(&lines, line);
		if (!end) break;
		line = end + 1;
	}
	if (lines.count) qsort(lines.items, lines.count, sizeof(char *), by_text);
	for (size_t i = 0; i < lines.count; i++) {
		_probe_event_done_ struct probe_event event = PROBE_EVENT_INIT;
		_err_done_ struct err err = ERR_INIT;
		console_verbose(1, "Parsing probe_events: %s\n", lines.items[i]);
		int r = probe_event_parse(lines.items[i], strlen(lines.items[i]), &event, &err);
		if (r == 0) list_event(values, places, &event, out);
		else if (r != -ENOTSUP) console_err(&err);
	}
	vec_done(&lines);
}

/* Lines of both files, kprobe_events and uprobe_events. It fails only when neither can be read. */
static int list_live(const struct probe_cmd_values *values, struct probe_places *places, struct outbuf *out,
		     struct err *err)
{
	_probe_files_done_ struct probe_files files;
	probe_files_init(&files, machine_root(), getenv("PERF_DEBUGFS_DIR"));
	/* a kernel may lack one of them, a user the right to read it */
	int nr_read = 0, r = 0;
	for (int file = 0; file < NR_PROBE_FILES; file++) {
		_free_ char *text = NULL;
		_err_done_ struct err own = ERR_INIT;
		int failed = probe_files_read(&files, file, &text, nr_read || r ? &own : err);
		if (failed < 0) {
			r = r ? r : failed;
			continue;
		}
		list_lines(values, places, text, out);
		nr_read++;
	}
	return nr_read ? 0 : r;
}

/* --cache: what the build-id cache has of files that are still the same. */
static void list_cached(const struct probe_cmd_values *values, struct outbuf *out)
{
	_probe_cache_files_done_ struct probe_cache_files files;
	if (!build_id_dir()) return;
	probe_store_read_all(build_id_dir(), &files);
	for (size_t i = 0; i < files.items.count; i++) {
		const struct probe_cache_file *file = &files.items.items[i];
		bool has_title = false;
		for (size_t k = 0; k < file->cache.items.count; k++) {
			const struct probe_cache_entry *entry = &file->cache.items.items[k];
			if (!probe_cmd_selects_cached(values, entry)) continue;
			if (!has_title) out_printf(out, "%s (%s):\n", file->path, file->build_id);
			has_title = true;
			out_printf(out, "%s\n", entry->spec);
		}
	}
}

/* Offline: what is listed may be of files and kernels that are not there any more. */
int probe_cmd_list(const struct probe_cmd_values *values, struct err *err)
{
	struct probe_target target = probe_cmd_target(values);
	struct outbuf out;
	target.offline = true;
	pager_start();
	textout_stdout(&out);
	int r = 0;
	if (values->cache) {
		list_cached(values, &out);
	} else {
		struct probe_places *places = probe_places_new(machine_root(), &target);
		r = list_live(values, places, &out, err);
		probe_places_free(places);
	}
	int closed = textout_close(&out, NULL);
	return r < 0 ? r : closed;
}
