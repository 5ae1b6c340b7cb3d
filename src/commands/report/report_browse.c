/* The profile's browser, with what only a command may do: files are written and looked for here. */
#include "commands/report/report_browse.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "analysis/profile/answers/hist_source.h"
#include "base/regular_file.h"
#include "cli/console.h"
#include "commands/option/numbered_file.h"
#include "commands/option/tui_option.h"
#include "commands/report/report_facts.h"
#include "commands/report/report_picture.h"
#include "commands/report/report_resort.h"
#include "commands/report/report_script.h"
#include "tui/view/code_view.h"
#include "tui/view/profile_view.h"

enum { FILES_MAX = 200 }; /* more names are no menu any more */

struct browsing {
	struct report *report;
	char *other_file;
	struct hist_source *sources; /* one a profile */
	struct report_resort resort;
	struct screen *screen;
	_Atomic int percent; /* of a pass that runs; -1: none does */
	struct profile_view_event *events;
	struct annotate *annotate; /* samples by instruction, when code was asked for */
	struct report_scripts scripts;
};

bool report_is_browsed(const struct report_values *v, const char *file)
{
	bool shows_profile = !v->dump && !v->header && !v->header_only && !v->stats && !v->tasks && !v->mmaps &&
			     !v->json && !v->coverage && !v->lcov && !v->thread_counters && !report_wants_pictures(v);
	bool reads_stdin = strcmp(session_option_input(v->session.input, file), "-") == 0;
	return shows_profile && tui_option_is_wanted(v->use_tui, v->use_stdio, reads_stdin, "report");
}

void report_prepare_browsing(struct report *report)
{
	struct hist_options *options = &report->hist_options;
	/* graphs of any row may be asked for, and samples are selected by their time or thread */
	options->chains_for_graphs = false;
	options->keep_samples = !options->branches;
}

/* session_options.on_progress: of the passes before the browser a bar, of others what the view asks for. */
static void browse_progress(void *ctx, uint64_t done, uint64_t total)
{
	struct report *report = ctx;
	struct browsing *b = report->browsing;
	if (!b) {
		report->bar(report->bar_ctx, done, total);
		return;
	}
	int percent = done < total ? (int)(100 * (double)done / (double)total) : -1;
	if (atomic_exchange(&b->percent, percent) != percent) screen_wake(b->screen);
}

void report_browse_progress(struct report *report, struct session_options *options)
{
	report->bar = options->on_progress;
	report->bar_ctx = options->on_progress_ctx;
	options->on_progress = browse_progress;
	options->on_progress_ctx = report;
}

static int browse_percent(void *ctx)
{
	struct browsing *b = ctx;
	return atomic_load(&b->percent);
}

static char *browse_header(void *ctx)
{
	struct browsing *b = ctx;
	struct outbuf out;
	out_init(&out, -1);
	if (report_facts_header(b->report->session, true, &out, NULL) < 0) out.size = 0;
	char *text = xstrndup(out.data ? out.data : "", out.size);
	out_done(&out);
	return text;
}

/* Whether it begins as recordings do. */
static bool is_recording(const char *name)
{
	char magic[8];
	int fd = regular_file_open(name);
	if (fd < 0) return false;
	bool is = read(fd, magic, sizeof(magic)) == sizeof(magic) &&
		  (memcmp(magic, "PERFILE2", sizeof(magic)) == 0 || memcmp(magic, "2ELIFREP", sizeof(magic)) == 0);
	close(fd);
	return is;
}

static char *browse_files(void *ctx)
{
	(void)ctx;
	struct strbuf names = STRBUF_INIT;
	DIR *dir = opendir(".");
	unsigned count = 0;
	for (struct dirent *entry; dir && count < FILES_MAX && (entry = readdir(dir));) {
		if (strchr(entry->d_name, '\n') || !is_recording(entry->d_name)) continue;
		strbuf_printf(&names, "%s\n", entry->d_name);
		count++;
	}
	if (dir) closedir(dir);
	return strbuf_take(&names);
}

static void browse_open_file(void *ctx, const char *name)
{
	struct browsing *b = ctx;
	free(b->other_file);
	b->other_file = xstrdup(name);
}

/* hist_source.annotate: a pass of its own, when code is first asked for. */
static const struct annotate *browse_annotate(void *ctx, struct err *err)
{
	struct browsing *b = ctx;
	const struct annotate_options options = { .filter = &b->report->filter };
	if (!b->annotate && annotate_collect(b->report->session, &options, &b->annotate, err) < 0) return NULL;
	return b->annotate;
}

static struct view *browse_code(void *ctx, const struct result_source *source, uint64_t row, struct err *err)
{
	const struct code_view_options options = { .host = { .ctx = ctx, .save = numbered_file_write } };
	return code_view_of_row(source, row, &options, err);
}

static struct view *browse_script(void *ctx, struct ui *ui, size_t index, const struct profile_view_entry *entry,
				  struct err *err)
{
	struct browsing *b = ctx;
	return report_script_view(&b->scripts, b->report, ui, index, entry, err);
}

static void make_events(struct browsing *b)
{
	struct report *report = b->report;
	size_t count = report->profiles.count;
	b->sources = xcalloc(count + 1, sizeof(*b->sources));
	b->events = xcalloc(count + 1, sizeof(*b->events));
	b->resort = (struct report_resort){ .report = report, .sources = b->sources, .shown = report->hist };
	for (size_t i = 0; i < count; i++) {
		const struct report_profile *profile = &report->profiles.items[i];
		b->sources[i] = (struct hist_source){ .hist = report->hist,
						      .events = profile->events,
						      .nr_events = profile->nr_events,
						      .layout = &report->layout,
						      .options = &report->report_options,
						      .on_demand = true,
						      .annotate = browse_annotate,
						      .annotate_ctx = b,
						      .resort = report_resort,
						      .resort_ctx = &b->resort };
		b->sources[i].listing.symfs = report->values->session.symfs;
		code_option_apply(&report->values->code, &b->sources[i].listing);
		b->events[i] = (struct profile_view_event){ .name = report_show_name(profile),
							    .several = profile->nr_events > 1,
							    .source = hist_source_of(&b->sources[i]) };
	}
}

static void browsing_done(struct browsing *b)
{
	for (size_t i = 0; i < b->report->profiles.count; i++) free((char *)b->events[i].name);
	for (size_t i = 0; i < b->report->profiles.count; i++) hist_source_done(&b->sources[i]);
	report_resort_done(&b->resort);
	annotate_free(b->annotate);
	free(b->events);
	free(b->sources);
}

int report_browse(struct report *report, char **ret_other_file, struct err *err)
{
	struct browsing b = { .report = report, .percent = -1 };
	int r = tui_option_open(&b.screen, err);
	if (r < 0) return r;
	make_events(&b);
	report->browsing = &b;
	struct ui *ui = ui_new(b.screen);
	struct profile_view_options options = {
		.events = b.events,
		.nr_events = report->profiles.count,
		.host = { .ctx = &b,
			  .percent = browse_percent,
			  .header = browse_header,
			  .save = numbered_file_write,
			  .files = browse_files,
			  .open_file = browse_open_file,
			  .code = browse_code,
			  .scripts = report_script_titles(),
			  .script = browse_script },
		.verbosity = (unsigned)MAX(console.verbosity, 0),
		.relative = report->report_options.relative,
		.least_percent = report->report_options.percent_limit,
	};
	profile_view_open(ui, &options);
	ui_run(ui);
	ui_free(ui);
	report->browsing = NULL;
	screen_close(b.screen);
	report_scripts_done(&b.scripts);
	browsing_done(&b);
	*ret_other_file = b.other_file;
	return 0;
}
