#include "commands/debuginfod_option.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "analysis/hot_objects.h"
#include "base/strbuf.h"
#include "cli/config.h"
#include "cli/console.h"
#include "cli/progress.h"
#include "symbol/debuginfod.h"

struct debuginfod_option_values debuginfod_option_values = { .wanted = true };

struct wish_list { VEC(struct debuginfod_wish) wishes; };

static void wish(struct wish_list *list, const struct object *object, enum debuginfod_kind kind)
{
	const struct object_identity *identity = object_identity(object);
	struct debuginfod_wish added = { .name = identity->path, .build_id = identity->build_id, .build_id_size = identity->build_id_size, .kind = kind };
	vec_push(&list->wishes, added);
}

static void show_progress(void *ctx, const char *name, uint64_t waited_ms, unsigned budget_ms)
{
	struct progress *progress = ctx;
	const char *slash = strrchr(name, '/');
	static char title[64]; /* the bar keeps it */
	snprintf(title, sizeof(title), "debuginfod: %.40s", slash ? slash + 1 : name);
	progress->title = title;
	progress_update(progress, MIN(waited_ms, (uint64_t)budget_ms));
}

static void tell(const struct debuginfod_wish *wish)
{
	const char *what = wish->kind == DEBUGINFOD_PROGRAM ? "the file itself" : "debug information";
	switch (wish->result) {
	case 0: console_verbose(1, "debuginfod: fetched %s of %s", what, wish->name); break;
	case -ENOENT: console_verbose(1, "debuginfod: the servers have not %s of %s", what, wish->name); break;
	case -EAGAIN: console_verbose(1, "debuginfod: not asked for %s of %s, which was not to be had lately (--debuginfod asks again)", what, wish->name); break;
	case -ETIME: console_verbose(1, "debuginfod: no time left for %s of %s", what, wish->name); break;
	default: console_verbose(1, "debuginfod: %s of %s: %s", what, wish->name, strerror(-wish->result)); break;
	}
}

static void sum_up(const struct wish_list *list, double budget_s, struct warnings *warnings)
{
	_strbuf_done_ struct strbuf late = STRBUF_INIT;
	size_t nr_late = 0;
	int trouble = 0;
	for (size_t i = 0; i < list->wishes.count; i++) {
		const struct debuginfod_wish *w = &list->wishes.items[i];
		tell(w);
		if (w->result == -ETIME && nr_late++ < 3) strbuf_printf(&late, "%s%s", late.size ? ", " : "", w->name);
		else if (w->result < 0 && w->result != -ENOENT && w->result != -EAGAIN && w->result != -ETIME) trouble = w->result;
	}
	if (nr_late)
		warnings_add(warnings, "debuginfod", "%zu files did not come in %g seconds: %s%s. \"perf config debuginfod.budget=SECONDS\" gives more time, "
			     "--no-debuginfod does not ask", nr_late, budget_s, strbuf_text(&late), nr_late > 3 ? ", ..." : "");
	if (trouble) warnings_add(warnings, "debuginfod", "%s: %s (--no-debuginfod does not ask)", getenv("DEBUGINFOD_URLS"), strerror(-trouble));
}

static void fetch(struct wish_list *list, struct warnings *warnings)
{
	_err_done_ struct err err = ERR_INIT;
	struct progress progress;
	double budget_s = 5;
	(void)config_float(config_get(), "debuginfod.budget", &budget_s);
	if (!(budget_s >= 0 && budget_s <= 86400)) budget_s = 5;
	struct debuginfod_options options = { .budget_ms = (unsigned)(budget_s * 1000), .ignore_notes = debuginfod_option_values.was_set,
					      .on_progress = show_progress, .on_progress_ctx = &progress };
	progress_start(&progress, "debuginfod", MAX(options.budget_ms, 1u));
	int r = debuginfod_fetch(list->wishes.items, list->wishes.count, &options, &err);
	progress_finish(&progress);
	if (r < 0) warnings_add(warnings, "debuginfod", "%s", err.message ? err.message : strerror(-r));
	else sum_up(list, budget_s, warnings);
}

void debuginfod_option_fetch(struct session *session, bool lines, struct warnings *warnings)
{
	const char *urls = NULL;
	double share_percent = 0.5;
	struct hot_objects hot;
	struct wish_list list = { VEC_INIT };

	if (!debuginfod_option_values.wanted) return;
	if (config_string(config_get(), "buildid-cache.debuginfod", &urls) > 0 && urls && *urls) setenv("DEBUGINFOD_URLS", urls, 1);
	if (!debuginfod_is_wanted()) return;
	(void)config_float(config_get(), "debuginfod.share", &share_percent);
	if (hot_objects_collect(&hot, session, share_percent, NULL) < 0) return; /* the real pass is going to say why */
	for (size_t i = 0; i < hot.count; i++) {
		const struct object *object = frame_space_object(session_frames(session), hot.items[i].dso);
		unsigned lacks = object_lacks(object);
		if (lacks & OBJECT_LACKS_SYMBOLS || (lines && lacks & OBJECT_LACKS_DEBUG_INFO)) wish(&list, object, DEBUGINFOD_DEBUG_INFO);
		if (lacks & OBJECT_LACKS_PROGRAM) wish(&list, object, DEBUGINFOD_PROGRAM);
	}
	if (list.wishes.count) fetch(&list, warnings);
	vec_done(&list.wishes);
	hot_objects_done(&hot);
}
