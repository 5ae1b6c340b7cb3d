/* Debug information from servers: asked for before a pass that will need it, with all objects of a recording at
 * once, within one budget of time. `record` keeps what comes in the build-id cache; for `report` and `script` it is
 * in the client library's own cache.
 *
 *     hot objects (report), or the header's build-ids (record) -> what each lacks -> wishes -> debuginfod_fetch
 *       -> each wish has its result: sum_up tells what came too late or failed
 *
 * A wish (symbol/source/debuginfod.h) is one file of one object; its result is 0 or a code of errno after the fetch. */
#include "commands/option/debuginfod_option.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "analysis/profile/collect/hot_objects.h"
#include "base/strbuf.h"
#include "cli/config.h"
#include "cli/console.h"
#include "cli/progress.h"
#include "commands/option/build_id_dir.h"
#include "record/build_id/build_id_cache.h"
#include "symbol/source/debuginfod.h"
#include "symbol/file/target_file.h"

/* The progress bar and the text in front of it, which names the file that is being waited for. */
struct bar {
	struct progress progress;
	char title[64];
};

/* What is asked for, in one request. */
struct wish_list {
	VEC(struct debuginfod_wish) wishes;
};

/* Borrows the object's strings: the list must not outlive the session. */
static void wish(struct wish_list *list, const struct object *object, enum debuginfod_kind kind)
{
	const struct object_identity *identity = object_identity(object);
	struct debuginfod_wish added = { .name = identity->path,
					 .build_id = identity->build_id,
					 .build_id_size = identity->build_id_size,
					 .kind = kind };
	vec_push(&list->wishes, added);
}

/* The bar's total is the budget in ms: it fills with time, since nobody knows the sizes of what will come. */
static void debuginfod_option_progress(void *ctx, const char *name, uint64_t waited_ms, unsigned budget_ms)
{
	struct bar *bar = ctx;
	const char *slash = strrchr(name, '/');
	snprintf(bar->title, sizeof(bar->title), "debuginfod: %.40s", slash ? slash + 1 : name);
	bar->progress.title = bar->title;
	progress_update(&bar->progress, MIN(waited_ms, (uint64_t)budget_ms));
}

/* What came of one wish, for -v. */
static void tell(const struct debuginfod_wish *wish)
{
	const char *what = wish->kind == DEBUGINFOD_PROGRAM ? "the file itself" : "debug information";
	switch (wish->result) {
	case 0: console_verbose(1, "debuginfod: fetched %s of %s", what, wish->name); break;
	case -ENOENT: console_verbose(1, "debuginfod: the servers have not %s of %s", what, wish->name); break;
	case -EAGAIN:
		console_verbose(
			1,
			"debuginfod: not asked for %s of %s, which was not to be had lately (--debuginfod asks again)",
			what, wish->name);
		break;
	case -ETIME: console_verbose(1, "debuginfod: no time left for %s of %s", what, wish->name); break;
	default: console_verbose(1, "debuginfod: %s of %s: %s", what, wish->name, strerror(-wish->result)); break;
	}
}

/* Tells what came of all wishes. A warning names what came too late (up to three files) and what failed. That a
 * server does not have a file, or did not have it lately, is ordinary and told under -v only. */
static void sum_up(const struct wish_list *list, double budget_s, struct warnings *warnings)
{
	_strbuf_done_ struct strbuf late = STRBUF_INIT;
	size_t nr_late = 0;
	int trouble = 0;
	for (size_t i = 0; i < list->wishes.count; i++) {
		const struct debuginfod_wish *w = &list->wishes.items[i];
		tell(w);
		if (w->result == -ETIME && nr_late++ < 3) strbuf_printf(&late, "%s%s", late.size ? ", " : "", w->name);
		else if (w->result < 0 && w->result != -ENOENT && w->result != -EAGAIN && w->result != -ETIME)
			trouble = w->result;
	}
	if (nr_late)
		warnings_add(warnings, "debuginfod",
			     "%zu file%s did not come in %g seconds: %s%s. \"perf config debuginfod.budget=SECONDS\" "
			     "gives more time, "
			     "--no-debuginfod does not ask",
			     nr_late, nr_late == 1 ? "" : "s", budget_s, strbuf_text(&late),
			     nr_late > 3 ? ", ..." : "");
	if (trouble)
		warnings_add(warnings, "debuginfod", "%s: %s (--no-debuginfod does not ask)", getenv("DEBUGINFOD_URLS"),
			     strerror(-trouble));
}

/* Asks for all wishes and says what came of them. A budget that makes no sense is the usual one: 5 s. */
static void fetch(const struct debuginfod_option_values *values, struct wish_list *list, struct warnings *warnings)
{
	_err_done_ struct err err = ERR_INIT;
	struct bar bar;
	double budget_s = 5;
	(void)config_float(config_get(), "debuginfod.budget", &budget_s);
	if (!(budget_s >= 0 && budget_s <= 86400)) budget_s = 5;
	struct debuginfod_options options = { .urls = getenv("DEBUGINFOD_URLS"),
					      .budget_ms = (unsigned)(budget_s * 1000),
					      .ignore_notes = values->was_set,
					      .on_progress = debuginfod_option_progress,
					      .on_progress_ctx = &bar };
	progress_start(&bar.progress, "debuginfod", MAX(options.budget_ms, 1u));
	int r = debuginfod_fetch(list->wishes.items, list->wishes.count, &options, &err);
	progress_finish(&bar.progress);
	if (r < 0) warnings_add(warnings, "debuginfod", "%s", err.message ? err.message : strerror(-r));
	else sum_up(list, budget_s, warnings);
}

/* Finding hot objects is a pass over the samples, so it is made only when there are servers to ask. What an object
 * lacks is known by looking at the files that are at hand (object_lacks), which costs no network. */
void debuginfod_values_fetch(const struct debuginfod_option_values *values, struct session *session, bool lines,
			     struct warnings *warnings)
{
	const char *urls = NULL;
	double share_percent = 0.5;
	struct hot_objects hot;
	struct wish_list list = { VEC_INIT };

	if (!values->wanted) return;
	if (config_string(config_get(), "buildid-cache.debuginfod", &urls) > 0 && urls && *urls)
		setenv("DEBUGINFOD_URLS", urls, 1);
	if (!debuginfod_names_servers(getenv("DEBUGINFOD_URLS"))) return;
	(void)config_float(config_get(), "debuginfod.share", &share_percent);
	/* A recording that cannot be read is the real pass's to complain about. */
	if (hot_objects_collect(&hot, session, share_percent, NULL) < 0) return;
	for (size_t i = 0; i < hot.count; i++) {
		const struct object *object = frame_space_object(session_frames(session), hot.items[i].dso);
		unsigned lacks = object_lacks(object);
		if (lacks & OBJECT_LACKS_SYMBOLS || (lines && lacks & OBJECT_LACKS_DEBUG_INFO))
			wish(&list, object, DEBUGINFOD_DEBUG_INFO);
		if (lacks & OBJECT_LACKS_PROGRAM) wish(&list, object, DEBUGINFOD_PROGRAM);
	}
	if (list.wishes.count) fetch(values, &list, warnings);
	vec_done(&list.wishes);
	hot_objects_done(&hot);
}

/* Puts one fetched file into the build-id cache, beside the object's own entry. */
static void keep(const struct debuginfod_wish *wish, const struct target_files *files)
{
	struct build_id id = { .size = (uint8_t)MIN(wish->build_id_size, (size_t)BUILD_ID_MAX) };
	memcpy(id.bytes, wish->build_id, id.size);
	_free_ char *path = wish->result == 0 ? target_file_fetched(files, id.bytes, id.size, "debuginfo") : NULL;
	int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
	if (fd < 0) return;
	int r = build_id_cache_put(build_id_dir(), wish->name, fd, &id, "debug", BUILD_ID_DECIDED);
	if (r < 0) console_warning("%s: %s", build_id_dir(), strerror(-r));
	close(fd);
}

/* Three steps: wishes from the header's build-ids, the fetch, and copies of what came into the build-id cache. Only
 * programs and libraries of user space are asked for. */
void debuginfod_option_keep(const char *recording, const char *urls)
{
	const struct debuginfod_option_values asked = DEBUGINFOD_OPTION_VALUES_INIT;
	struct session *session = NULL;
	struct warnings *warnings = warnings_new();
	struct session_options how = { .input = recording,
				       .force = true,
				       /* The header's table of build-ids is all that is read: it names the objects
					* that have samples. */
				       .header_only = true,
				       .warnings = warnings,
				       .symbols = { .build_id_dir = build_id_dir() } };
	struct wish_list list = { VEC_INIT };

	if (*urls && strcmp(urls, "system") != 0) setenv("DEBUGINFOD_URLS", urls, 1);
	if (debuginfod_names_servers(getenv("DEBUGINFOD_URLS")) && build_id_dir() &&
	    session_open(&how, &session, NULL) >= 0) {
		const struct perf_header *h = session_header(session);
		for (uint32_t i = 0; i < h->nr_build_ids; i++) {
			const struct header_build_id *b = &h->build_ids[i];
			struct object_identity identity = { .kind = OBJECT_USER,
							    .path = b->filename,
							    .build_id = b->id.bytes,
							    .build_id_size = b->id.size,
							    .pid = -1 };
			if (b->filename[0] != '/' || (b->misc & MISC_CPUMODE_MASK) != CPUMODE_USER) continue;
			const struct object *object = symbol_store_object(session_symbols(session), &identity);
			if (object_lacks(object) & (OBJECT_LACKS_SYMBOLS | OBJECT_LACKS_DEBUG_INFO))
				wish(&list, object, DEBUGINFOD_DEBUG_INFO);
		}
		if (list.wishes.count) fetch(&asked, &list, warnings);
		struct target_files files;
		target_files_init(&files, NULL, build_id_dir());
		for (size_t i = 0; i < list.wishes.count; i++) keep(&list.wishes.items[i], &files);
		target_files_done(&files);
		console_warnings(warnings);
	}
	vec_done(&list.wishes);
	session_close(session);
	warnings_free(warnings);
}
