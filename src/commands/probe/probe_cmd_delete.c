/* perf probe -d: takes events out of the kernel, by lines "-:GROUP/EVENT" in tracefs' kprobe_events and
 * uprobe_events; with --cache out of the build-id cache. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "commands/option/build_id_dir.h"
#include "commands/probe/probe_cmd.h"
#include "kernel/machine_root.h"
#include "kernel/probe_files.h"
#include "probe/probe_cache_files.h"
#include "probe/probe_naming.h"
#include "probe/probe_store.h"

/* A pattern without a group fits the event's name in any group. */
bool probe_cmd_selects(const struct probe_cmd_values *values, const char *full)
{
	const char *colon = strchr(full, ':');
	if (!values->event_filter) return true;
	return glob_filter_matches(values->event_filter, colon ? colon + 1 : full) ||
	       glob_filter_matches(values->event_filter, full);
}

/* full is "GROUP:EVENT"; the kernel is told "-:GROUP/EVENT" (Documentation/trace/kprobetrace). It answers EBUSY
 * while somebody uses the event. */
static int delete_one(const struct probe_cmd_values *values, struct probe_files *files, enum probe_file file,
		      const char *full, struct err *err)
{
	_free_ char *command = xasprintf("-:%s", full);
	*strchr(command + 2, ':') = '/';
	int r = values->dry_run ? 0 : probe_files_write(files, file, command);
	if (r < 0) {
		err_set_errno(err, r, "Failed to delete event %s", full);
		if (r == -EBUSY) err_hint(err, "It is in use: by a perf that runs, or by tracefs (events/.../enable).");
		return r;
	}
	if (!values->quiet) fprintf(stderr, "Removed event: %s\n", full);
	return 0;
}

/* Those of one file that are meant. Returns how many. */
static int delete_in(const struct probe_cmd_values *values, struct probe_files *files, enum probe_file file,
		     struct err *err)
{
	_probe_names_done_ struct probe_names names = PROBE_NAMES_INIT;
	_free_ char *lines = NULL;
	int count = 0, r = probe_files_read(files, file, &lines, err);
	if (r < 0) return r;
	probe_names_add_lines(&names, lines);
	for (size_t i = 0; i < names.items.count; i++) {
		const char *full = names.items.items[i];
		if ((i && strcmp(full, names.items.items[i - 1]) == 0) || !probe_cmd_selects(values, full))
			continue; /* several places may have one name */
		if ((r = delete_one(values, files, file, full, err)) < 0) return r;
		count++;
	}
	return count;
}

/* The pattern may be for the definition's text ("%sdt_libc:*", "vfs_read") or for the event that it makes. */
bool probe_cmd_selects_cached(const struct probe_cmd_values *values, const struct probe_cache_entry *entry)
{
	_free_ char *name = probe_cache_entry_name(entry);
	return !values->event_filter || glob_filter_matches(values->event_filter, entry->spec) ||
	       (name && probe_cmd_selects(values, name));
}

/* --cache: out of the build-id cache, not of the kernel. Nothing to delete is no failure. */
static int delete_cached(const struct probe_cmd_values *values, struct err *err)
{
	_probe_cache_files_done_ struct probe_cache_files files;
	if (!build_id_dir()) return 0;
	probe_store_read_all(build_id_dir(), &files);
	for (size_t i = 0; i < files.items.count; i++) {
		_probe_store_close_ struct probe_store store;
		bool changed = false;
		if (probe_store_open(build_id_dir(),
				     files.items.items[i].path[0] == '[' ? NULL : files.items.items[i].path, 0,
				     &store) < 0)
			continue;
		for (size_t k = 0; k < store.cache.items.count;) {
			if (!probe_cmd_selects_cached(values, &store.cache.items.items[k])) {
				k++;
				continue;
			}
			if (!values->quiet)
				fprintf(stderr, "Removed cached event: %s\n", store.cache.items.items[k].spec);
			probe_cache_remove(&store.cache, k);
			changed = true;
		}
		int r = changed && !values->dry_run ? probe_store_write(&store, false) : 0;
		if (r < 0) return err_set_errno(err, r, "Failed to write the cache of %s", store.path);
	}
	return 0;
}

/* A kernel may lack one of the two files, or the user the right to write to it: one that can be opened is enough.
 * The first failure to open is kept in err until then. */
int probe_cmd_delete(const struct probe_cmd_values *values, struct err *err)
{
	if (values->cache) return delete_cached(values, err);
	_probe_files_done_ struct probe_files files;
	int count = 0, nr_open = 0, failed = 0;
	probe_files_init(&files, machine_root(), getenv("PERF_DEBUGFS_DIR"));
	for (int file = 0; file < NR_PROBE_FILES; file++) {
		_err_done_ struct err own = ERR_INIT;
		int r = probe_files_need(&files, file, nr_open || failed ? &own : err);
		if (r == 0) nr_open++;
		else failed = failed ? failed : r;
	}
	if (!nr_open) return failed;
	err_done(err);
	for (int file = 0; file < NR_PROBE_FILES; file++) {
		int r = files.fds[file] < 0 ? 0 : delete_in(values, &files, file, err);
		if (r < 0) return r;
		count += r;
	}
	return count ? 0 : err_set(err, -ENOENT, "\"%s\" does not hit any event.", values->event_patterns);
}
