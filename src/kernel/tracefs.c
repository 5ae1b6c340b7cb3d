/* Each tracepoint is a directory events/SYSTEM/EVENT with the files id and format. Events asked for by name or glob
 * are visited one by one (tracefs_visit); whole lists are read in parallel (tracefs_list); tracefs_tracing_data
 * writes the files that describe formats one behind the other. */
#include "kernel/tracefs.h"

#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "base/threads.h"
#include "kernel/mounts.h"
#include "kernel/remedy.h"

/* Where somebody mounted it at a place of his own. */
static char *find_mounted(const struct kernelfs *fs)
{
	struct mounts mounts;
	char *found = NULL;
	mounts_read(fs, &mounts);
	for (size_t i = 0; i < mounts.items.count && !found; i++) {
		const struct mount *mount = &mounts.items.items[i];
		bool is_debugfs = strcmp(mount->type, "debugfs") == 0;
		if (!is_debugfs && strcmp(mount->type, "tracefs") != 0) continue;
		_free_ char *directory = xasprintf("%s%s", mount->directory, is_debugfs ? "/tracing" : "");
		if (kernelfs_exists(fs, "%s/events", directory)) found = xstrdup(directory);
	}
	mounts_done(&mounts);
	return found;
}

char *tracefs_find(const struct kernelfs *fs, const char *debugfs_dir)
{
	if (debugfs_dir) {
		char *path = xasprintf("%s/tracing", debugfs_dir);
		if (kernelfs_exists(fs, "%s/events", path)) return path;
		free(path);
	}
	static const char *const places[] = { "sys/kernel/tracing", "sys/kernel/debug/tracing" };
	for (size_t i = 0; i < ARRAY_SIZE(places); i++)
		if (kernelfs_exists(fs, "%s/events", places[i])) return xstrdup(places[i]);
	char *elsewhere = find_mounted(fs);
	if (elsewhere) return elsewhere;
	/* mounted but not to be entered by this user: the error should name it all the same. An empty directory is
	 * where it could be mounted. */
	errno = 0;
	return !kernelfs_exists(fs, "%s/events", places[0]) && errno == EACCES ? xstrdup(places[0]) : NULL;
}

static int no_access(const struct kernelfs *fs, const char *tracefs, const char *system, const char *event,
		     struct err *err)
{
	/* the double slash is in upstream's message, too */
	err_set(err, -EACCES, "No permissions to read %s/%s//events/%s/%s", fs->root, tracefs, system, event);
	_free_ char *remedy = remedy_tracefs_rights(fs, tracefs);
	err_hint(err, "%s", remedy);
	return -EACCES;
}

/* Globs are matched by fnmatch(3); without one no directory has to be listed. */
static bool is_glob(const char *text) { return strpbrk(text, "*?[") != NULL; }

/* One tracepoint: 1, 0 when there is none, -EACCES. */
static int visit_one(const struct kernelfs *fs, const char *tracefs, const char *system, const char *event,
		     void (*fn)(void *arg, const char *system, const char *event, uint64_t id), void *arg)
{
	uint64_t id;
	errno = 0;
	if (kernelfs_read_u64(fs, &id, "%s/events/%s/%s/id", tracefs, system, event)) {
		fn(arg, system, event, id);
		return 1;
	}
	return errno == EACCES ? -EACCES : 0;
}

/* The matching events of one system: how many, or -EACCES. */
static int visit_system(const struct kernelfs *fs, const char *tracefs, const char *system, const char *event_glob,
			void (*fn)(void *arg, const char *system, const char *event, uint64_t id), void *arg)
{
	if (!is_glob(event_glob)) return visit_one(fs, tracefs, system, event_glob, fn, arg);
	struct kernelfs_names events;
	_free_ char *dir = xasprintf("%s/events/%s", tracefs, system);
	int n = kernelfs_list(fs, dir, KERNELFS_AS_LISTED, &events);
	/* a system that is not there has no events */
	if (n < 0) return n == -EACCES ? n : 0;
	for (size_t i = 0; n >= 0 && i < events.names.count; i++) {
		if (fnmatch(event_glob, events.names.items[i], 0) != 0) continue;
		int r = visit_one(fs, tracefs, system, events.names.items[i], fn, arg);
		n = r < 0 ? r : n + r;
	}
	kernelfs_names_done(&events);
	return n;
}

/* What one system has, in order of name. */
struct system_events {
	const char *system;
	struct {
		char *name;
		uint64_t id;
	} * items;
	size_t count, capacity;
};
/* Input and output of read_system; each worker fills systems of its own. */
struct listing_work {
	const struct kernelfs *fs;
	const char *tracefs, *event_glob;
	bool with_ids;
	VEC(struct system_events) systems;
};

static int by_event_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b); /* the name comes first */
}

/* dir: that of the system. */
static bool has_id(DIR *dir, const char *event)
{
	_free_ char *path = xasprintf("%s/id", event);
	return faccessat(dirfd(dir), path, F_OK, 0) == 0;
}

/* Each event is a directory. All have an id but some of ftrace's own, which perf cannot use: looking costs as much as
 * all the rest. */
static void read_system(void *ctx, unsigned worker, size_t item)
{
	const struct listing_work *work = ctx;
	struct system_events *events = &work->systems.items[item];
	const struct kernelfs *fs = work->fs;
	_free_ char *dir_path = xasprintf("%s/%s/events/%s", fs->root, work->tracefs, events->system);
	DIR *dir = opendir(dir_path);
	if (!dir) return;
	bool look = strcmp(events->system, "ftrace") == 0, matches_all = strcmp(work->event_glob, "*") == 0;
	for (struct dirent *entry; (entry = readdir(dir));) {
		uint64_t id = 0;
		if (entry->d_name[0] == '.' || (entry->d_type != DT_DIR && entry->d_type != DT_UNKNOWN)) continue;
		if (!matches_all && fnmatch(work->event_glob, entry->d_name, 0) != 0) continue;
		if ((look || entry->d_type == DT_UNKNOWN) && !has_id(dir, entry->d_name)) continue;
		if (work->with_ids &&
		    !kernelfs_read_u64(fs, &id, "%s/events/%s/%s/id", work->tracefs, events->system, entry->d_name))
			continue;
		vec_add(events)->name = xstrdup(entry->d_name);
		vec_last(events)->id = id;
	}
	closedir(dir);
	if (events->count) qsort(events->items, events->count, sizeof(events->items[0]), by_event_name);
}

/* Names are owned by the list while fn runs, and freed behind each call. */
int tracefs_list(const struct kernelfs *fs, const char *tracefs, const struct tracepoint_query *query,
		 void (*fn)(void *arg, const char *system, const char *event, uint64_t id), void *arg, struct err *err)
{
	struct kernelfs_names systems;
	const char *root = tracefs ? tracefs : "sys/kernel/tracing";
	_free_ char *dir = xasprintf("%s/events", root);
	int r = kernelfs_list(fs, dir, KERNELFS_BY_NAME, &systems);
	if (r < 0)
		return err_set(err, r, "failed to open tracing events directory\n%s/%s: %s", fs->root, dir,
			       strerror(-r));
	struct listing_work work = {
		.fs = fs, .tracefs = root, .event_glob = query->event, .with_ids = query->with_ids, .systems = VEC_INIT
	};
	for (size_t i = 0; i < systems.names.count; i++)
		if (fnmatch(query->system, systems.names.items[i], 0) == 0)
			vec_push(&work.systems, ((struct system_events){ .system = systems.names.items[i] }));
	threads_for(threads_default(), work.systems.count, read_system, &work);
	for (size_t i = 0; i < work.systems.count; i++) {
		struct system_events *events = &work.systems.items[i];
		for (size_t k = 0; k < events->count; k++) {
			fn(arg, events->system, events->items[k].name, events->items[k].id);
			free(events->items[k].name);
		}
		vec_done(events);
	}
	vec_done(&work.systems);
	kernelfs_names_done(&systems);
	return 0;
}

static void note_event(void *found, const char *system, const char *event, uint64_t id)
{
	(void)system;
	(void)event;
	(void)id;
	*(bool *)found = true;
}

bool tracefs_has(const struct kernelfs *fs, const char *tracefs, const char *system, const char *event)
{
	_err_done_ struct err err = ERR_INIT;
	const struct tracepoint_query query = { system, event, .with_ids = false };
	bool found = false;
	return tracefs && tracefs_list(fs, tracefs, &query, note_event, &found, &err) >= 0 && found;
}

/* An event that may not be read is an error also when others were found. */
int tracefs_visit(const struct kernelfs *fs, const char *tracefs, const struct tracepoint_query *query,
		  void (*fn)(void *arg, const char *system, const char *event, uint64_t id), void *arg, struct err *err)
{
	const char *system_glob = query->system, *event_glob = query->event;
	int n = 0;
	if (!tracefs) {
		err_set(err, -ENOENT, "tracefs is not mounted");
		_free_ char *remedy = remedy_tracefs_mount();
		err_hint(err, "%s", remedy);
		return -ENOENT;
	}
	if (!is_glob(system_glob)) {
		n = visit_system(fs, tracefs, system_glob, event_glob, fn, arg);
	} else {
		struct kernelfs_names systems;
		_free_ char *dir = xasprintf("%s/events", tracefs);
		n = kernelfs_list(fs, dir, KERNELFS_AS_LISTED, &systems);
		for (size_t i = 0; n >= 0 && i < systems.names.count; i++) {
			if (fnmatch(system_glob, systems.names.items[i], 0) != 0) continue;
			int r = visit_system(fs, tracefs, systems.names.items[i], event_glob, fn, arg);
			n = r < 0 ? r : n + r;
		}
		kernelfs_names_done(&systems);
	}
	if (n == -EACCES) return no_access(fs, tracefs, system_glob, event_glob, err);
	if (n > 0) return n;
	err_set(err, -ENOENT, "File %s/%s//events/%s/%s not found.", fs->root, tracefs, system_glob, event_glob);
	err_hint(err, "Perhaps this kernel misses some CONFIG_ setting to enable this feature?.");
	return -ENOENT;
}

static void add_u32(struct strbuf *out, uint32_t value) { strbuf_add(out, &value, sizeof(value)); }
static void add_u64(struct strbuf *out, uint64_t value) { strbuf_add(out, &value, sizeof(value)); }

/* A file of tracefs with a 64-bit size in front. */
static int add_file(const struct kernelfs *fs, struct strbuf *out, const char *path, struct err *err)
{
	size_t size;
	_free_ char *text = kernelfs_read_raw(fs, path, 16u << 20, &size);
	if (!text) return err_set_errno(err, -errno, "reading %s/%s", fs->root, path);
	add_u64(out, size);
	strbuf_add(out, text, size);
	return 0;
}

/* A name with its NUL, then the file: header_page and header_event describe ring buffer pages. */
static int add_header_file(const struct kernelfs *fs, const char *tracefs, struct strbuf *out, const char *name,
			   struct err *err)
{
	_free_ char *path = xasprintf("%s/events/%s", tracefs, name);
	strbuf_add(out, name, strlen(name) + 1);
	return add_file(fs, out, path, err);
}

/* Number of systems; for each its name, the number of its events and their format files. Quadratic, for the few
 * events of a recording. */
static int add_systems(const struct kernelfs *fs, const char *tracefs, const struct tracefs_event *events, size_t count,
		       struct strbuf *out, struct err *err)
{
	VEC(const char *) systems = VEC_INIT;
	for (size_t i = 0; i < count; i++) {
		size_t k = 0;
		while (k < systems.count && strcmp(systems.items[k], events[i].system) != 0) k++;
		if (k == systems.count) vec_push(&systems, events[i].system);
	}
	add_u32(out, (uint32_t)systems.count);
	int r = 0;
	for (size_t k = 0; r >= 0 && k < systems.count; k++) {
		uint32_t n = 0;
		for (size_t i = 0; i < count; i++) n += strcmp(events[i].system, systems.items[k]) == 0;
		strbuf_add(out, systems.items[k], strlen(systems.items[k]) + 1);
		add_u32(out, n);
		for (size_t i = 0; r >= 0 && i < count; i++) {
			if (strcmp(events[i].system, systems.items[k]) != 0) continue;
			_free_ char *path = xasprintf("%s/events/%s/%s/format", tracefs, events[i].system,
						      events[i].name);
			r = add_file(fs, out, path, err);
		}
	}
	vec_done(&systems);
	return r;
}

/* Files that a kernel lacks (printk_formats, saved_cmdlines) are written as empty. */
int tracefs_tracing_data(const struct kernelfs *fs, const char *tracefs, const struct tracefs_event *events,
			 size_t count, struct strbuf *out, struct err *err)
{
	/* magic, "tracing", version; sizeof includes the NUL that ends it */
	static const char magic[] = "\x17\x08"
				    "Dtracing"
				    "0.6";
	strbuf_add(out, magic, sizeof(magic));
	/* byte order, size of long, size of a page */
	strbuf_char(out, __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
	strbuf_char(out, (char)sizeof(long));
	add_u32(out, (uint32_t)sysconf(_SC_PAGESIZE));
	int r = add_header_file(fs, tracefs, out, "header_page", err);
	if (r >= 0) r = add_header_file(fs, tracefs, out, "header_event", err);
	if (r < 0) return r;
	add_u32(out, 0); /* ftrace's own events */
	r = add_systems(fs, tracefs, events, count, out, err);
	if (r < 0) return r;
	add_u32(out, 0); /* kallsyms: addresses are in the samples of this file, names in its kernel map */
	size_t size = 0;
	_free_ char *path = xasprintf("%s/printk_formats", tracefs);
	_free_ char *formats = kernelfs_read_raw(fs, path, 16u << 20, &size);
	add_u32(out, formats ? (uint32_t)size : 0);
	if (formats) strbuf_add(out, formats, size);
	_free_ char *cmdlines_path = xasprintf("%s/saved_cmdlines", tracefs);
	_free_ char *cmdlines = kernelfs_read_raw(fs, cmdlines_path, 16u << 20, &size);
	add_u64(out, cmdlines ? size : 0);
	if (cmdlines) strbuf_add(out, cmdlines, size);
	return 0;
}

/* 0 for a field within the first 8 bytes, which are common to all tracepoints and not to be read by programs. */
int16_t tracefs_field_offset(const char *format, const char *field)
{
	_free_ char *wanted = xasprintf(" %s;\toffset:", field);
	const char *found = format ? strstr(format, wanted) : NULL;
	int offset = 0;
	if (!found || sscanf(found + strlen(wanted), "%d", &offset) != 1) return 0;
	return offset >= 8 && offset < 4096 && offset % 4 == 0 ? (int16_t)offset : 0;
}
