/* Pictures of a profile: each output is a row of `outputs`, with the option that asks for it and the function that
 * writes it. A picture is of one event: the first that has samples, or that of --flame-event. */
#include "commands/report/report_picture.h"
#include "commands/report/report_page.h"
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include "analysis/profile/answers/hist_flame.h"
#include "analysis/profile/answers/wall_flame.h"
#include "cli/console.h"
#include "cli/textout.h"
#include "render/flame/flame_folded.h"
#include "render/flame/flame_svg.h"
#include "commands/report/report_baseline.h"

bool report_wants_pictures(const struct report_values *values)
{
	return values->folded || values->flamegraph || values->html;
}

void report_prepare_pictures(struct report *report)
{
	struct hist_options *options = &report->hist_options;
	/* also without call chains, so that names of places are known */
	options->use_chains = true;
	options->chains_for_graphs = false;
	report->report_options.graphs = false;
	options->keep_samples = (report->values->html && !options->branch_history) || report->values->wall_clock;
}

/* Whether a path names the same file as another, both there. */
static bool is_same_file(const char *path, const char *other)
{
	struct stat a, b;
	return stat(path, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/* Opens a picture's file; "-" is standard output. A recording that is read is not written over. */
static int open_output(const struct report *report, const char *path, struct outbuf *out, struct err *err)
{
	if (strcmp(path, "-") == 0) return textout_stdout(out), 0;
	if (is_same_file(path, perfdata_path(session_perfdata(report->session))))
		return err_set(err, -EINVAL, "%s is the recording itself: name another file for the output.", path);
	int r = textout_create(path, false, out);
	return r < 0 ? err_set_errno(err, r, "%s", path) : 0;
}

static int close_output(const char *path, struct outbuf *out)
{
	return textout_close(out, strcmp(path, "-") == 0 ? NULL : path);
}

/* The event that pictures of one event show; NULL with err set where --flame-event names none. Others that have samples
 * are told. */
static struct hist_event *event_of(const struct report *report, struct err *err)
{
	const char *name = report->values->flame_event;
	struct hist_event *found = NULL;
	size_t nr_others = 0;
	for (size_t i = 0; i < hist_nr_events(report->hist); i++) {
		struct hist_event *event = hist_event_at(report->hist, i);
		const struct hist_totals *totals = hist_totals(event);
		bool wanted = name ? strcmp(totals->event->name, name) == 0 : totals->nr_samples > 0;
		/* its samples say when threads ceased to run, not what ran */
		if (!name && report->values->wall_clock && strcmp(totals->event->name, "sched:sched_switch") == 0)
			continue;
		if (!found && wanted) found = event;
		else if (totals->nr_samples) nr_others++;
	}
	if (!found && !name && !session_totals(report->session)->nr_by_type[RECORD_SAMPLE]) {
		err_set(err, -ENODATA, "The recording has no samples.");
		err_hint(err, "perf report --stats counts what it has; perf record -a samples whatever runs.");
		return NULL;
	}
	if (!found && !name) {
		err_set(err, -EINVAL, "The recording has no samples of what ran, only context switches.");
		err_hint(err, "Record cpu-clock beside it: perf record -a -g -e cpu-clock,sched:sched_switch");
		return NULL;
	}
	if (!found) {
		err_set(err, -EINVAL, "The recording has no event '%s'; perf evlist shows those it has.", name);
		return NULL;
	}
	if (nr_others && !name && !console.quiet)
		fprintf(stderr, "# Of event %s; %zu more with samples: --flame-event NAME chooses another.\n",
			hist_totals(found)->event->name, nr_others);
	return found;
}

/* The tree of the event that pictures of one event show; with --baseline compared with it. NULL with err set. */
static struct flame *make_flame(struct report *report, struct err *err)
{
	struct hist_event *event = event_of(report, err);
	struct flame *before = NULL;
	if (!event) return NULL;
	struct flame *flame = NULL;
	if (report->values->wall_clock) {
		if (wall_flame(report->hist, event, report->session, NULL, &flame, err) < 0) return NULL;
		return flame;
	}
	flame = hist_flame(report->hist, event, NULL, NULL);
	if (!report->values->baseline) return flame;
	int r = report_baseline(report, flame->event, &before, err);
	struct flame *both = r < 0 ? NULL : flame_compare(flame, before, NULL, 0);
	flame_free(flame);
	flame_free(before);
	return both;
}

static int write_folded(struct report *report, const char *path, struct err *err)
{
	struct outbuf out;
	struct flame *flame = make_flame(report, err);
	int r = flame ? open_output(report, path, &out, err) : err->code;
	if (r == 0) {
		r = flame_folded(flame, &out);
		int closed = close_output(path, &out);
		if (r == 0) r = closed;
	}
	flame_free(flame);
	return r;
}

static int write_svg(struct report *report, const char *path, struct err *err)
{
	const struct report_values *v = report->values;
	struct flame_svg_options options = { .title = v->title, .colours = v->flame_colours, .icicle = v->icicle };
	struct outbuf out;
	struct flame *flame = make_flame(report, err);
	int r = flame ? open_output(report, path, &out, err) : err->code;
	if (r == 0) {
		flame_svg(flame, &options, &out);
		r = close_output(path, &out);
	}
	flame_free(flame);
	return r;
}

static bool ends_with(const char *text, const char *ending)
{
	size_t length = strlen(text), size = strlen(ending);
	return length >= size && strcmp(text + length - size, ending) == 0;
}

/* The file is opened once there is something to write: what fails leaves a page of before as it is. */
static int write_page(struct report *report, const char *path, bool flames_only, struct err *err)
{
	struct outbuf page, out;
	struct hist_event *wall = report->values->wall_clock ? event_of(report, err) : NULL;
	if (report->values->wall_clock && !wall) return err->code;
	out_init(&page, -1);
	int r = report_page(report, wall, flames_only, &page, err);
	if (r == 0) r = open_output(report, path, &out, err);
	if (r == 0) {
		out_mem(&out, page.data, page.size);
		r = close_output(path, &out);
	}
	out_done(&page);
	return r;
}

static int write_flamegraph(struct report *report, const char *path, struct err *err)
{
	if (ends_with(path, ".html") || ends_with(path, ".htm")) return write_page(report, path, true, err);
	if (ends_with(path, ".svg")) return write_svg(report, path, err);
	return err_set(err, -EINVAL, "--flamegraph %s: the file's name has to end in .svg or .html.", path);
}

int report_write_pictures(struct report *report, struct err *err)
{
	const struct report_values *v = report->values;
	int r = 0;
	if (!report->nr_samples) {
		console_error("The %s data has no samples!", perfdata_path(session_perfdata(report->session)));
		return 0;
	}
	report->shown = true;
	if (v->folded) r = write_folded(report, v->folded, err);
	if (r == 0 && v->flamegraph) r = write_flamegraph(report, v->flamegraph, err);
	if (r == 0 && v->html) r = write_page(report, v->html, false, err);
	return r;
}
