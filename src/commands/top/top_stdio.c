/* perf top --stdio: the screen is cleared and written anew at each refresh. The layout is upstream's: a line of
 * numbers, a line of dashes, rows cut to the width of the terminal. */
#include <inttypes.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include "cli/textout.h"
#include "commands/top/top_keys.h"

/* Lines around the rows; what a terminal has where there is none. */
enum { OTHER_LINES = 5, USUAL_LINES = 25, USUAL_COLUMNS = 80 };

struct window {
	unsigned lines, columns;
};

static unsigned number_of(const char *variable, unsigned otherwise)
{
	const char *text = getenv(variable);
	unsigned long number = text ? strtoul(text, NULL, 10) : 0;
	return number && number < 10000 ? (unsigned)number : otherwise;
}

/* LINES and COLUMNS come first, as for upstream. */
static struct window window_of(void)
{
	struct winsize size = { 0 };
	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) < 0) size = (struct winsize){ 0 };
	return (struct window){ .lines = number_of("LINES", size.ws_row ? size.ws_row : USUAL_LINES),
				.columns = number_of("COLUMNS", size.ws_col ? size.ws_col : USUAL_COLUMNS) };
}

/* -- the line of numbers -- */

/* 0 of nothing. */
static double percent(uint64_t part, uint64_t all) { return all ? 100.0 * (double)part / (double)all : 0; }

/* "[4000Hz cycles:P], ": the rate where there is one event. */
static void put_event(const struct top *top, const struct perf_event *event, size_t nr_shown, struct outbuf *out)
{
	const struct event_attr *attr = &event->attr;
	out_lit(out, " [");
	if (nr_shown == 1) out_printf(out, "%" PRIu64 "%s ", attr->sample_period, attr->flags & ATTR_FREQ ? "Hz" : "");
	out_printf(out, "%s],  ", event->name);
	(void)top;
}

static void put_target(const struct top *top, struct outbuf *out)
{
	const struct target_options *target = &top->option->setup.recording.target;
	const char *cpus = target->cpus;
	long nr_cpus = sysconf(_SC_NPROCESSORS_ONLN);
	out_char(out, '(');
	if (target->pids) out_printf(out, "target_pid: %s", target->pids);
	else if (target->tids) out_printf(out, "target_tid: %s", target->tids);
	else if (target->uid) out_printf(out, "uid: %s", target->uid);
	else out_lit(out, "all");
	if (cpus) out_printf(out, ", CPU%s: %s", cpus[strcspn(cpus, ",-")] ? "s" : "", cpus);
	else if (target->uid) out_lit(out, ", 1 CPU");
	else if (!target->pids && !target->tids) out_printf(out, ", %ld CPU%s", nr_cpus, nr_cpus > 1 ? "s" : "");
	out_char(out, ')');
}

static size_t nr_shown_events(const struct top *top, struct hist_event **members)
{
	size_t count = 0;
	while (top_members(top, count, members)) count++;
	return count;
}

static void put_numbers(const struct top *top, const struct perf_event *event, size_t nr_shown, unsigned columns,
			struct outbuf *out)
{
	const struct live_profile_counts *now = &top->stats.now, *all = &top->stats.all;
	double seconds = top->seconds > 0 ? top->seconds : 1;
	out_printf(out, "\n   PerfTop:%8.0f irqs/sec", (double)now->nr_samples / seconds);
	out_printf(out, "  kernel:%4.1f%%", percent(now->nr_kernel, now->nr_samples));
	if (now->nr_guest_kernel || now->nr_guest_user)
		out_printf(out, " us:%4.1f%% guest kernel:%4.1f%% guest us:%4.1f%%",
			   percent(now->nr_user, now->nr_samples), percent(now->nr_guest_kernel, now->nr_samples),
			   percent(now->nr_guest_user, now->nr_samples));
	out_printf(out, "  exact: %4.1f%% lost: %" PRIu64 "/%" PRIu64 " drop: %" PRIu64 "/%" PRIu64,
		   percent(now->nr_exact, now->nr_samples), now->nr_lost, all->nr_lost, now->nr_dropped,
		   all->nr_dropped);
	put_event(top, event, nr_shown, out);
	put_target(top, out);
	out_char(out, '\n');
	for (unsigned i = 0; i + 1 < columns; i++) out_char(out, '-');
	out_lit(out, "\n\n");
}

/* -- rows -- */

/* The text line by line, each cut to the width; at most so many lines. Columns are counted as bytes that begin a
 * character. */
static void put_cut(const char *text, size_t size, unsigned columns, size_t lines, struct outbuf *out)
{
	const char *end = text + size;
	while (text < end && lines--) {
		const char *newline = memchr(text, '\n', (size_t)(end - text)), *stop = newline ? newline : end;
		const char *at = text;
		for (unsigned column = 0; at < stop; at++) {
			bool begins = ((unsigned char)*at & 0xc0) != 0x80;
			if (begins && column++ == columns) break;
		}
		out_mem(out, text, (size_t)(at - text));
		out_char(out, '\n');
		text = newline ? newline + 1 : end;
	}
}

static void put_rows(struct top *top, struct hist_event *const *members, size_t nr_members, unsigned columns,
		     size_t lines, struct outbuf *out)
{
	struct table table;
	struct outbuf text;
	unsigned widths[64];
	const struct chain_option *chains = &top->option->chains;
	uint64_t period = hist_totals(members[0])->period;
	struct table_text_options options = {
		.graph = { .style = chains->style,
			   .value = chains->value,
			   .limit = chains->limit,
			   .skip_first = top->layout.symbol_first,
			   .total_period = period,
			   .threshold = (uint64_t)((double)period * top->report_options.graph.threshold) },
		.widths = widths,
	};
	const char *at = top->option->widths;
	for (char *end; at && *at && options.nr_widths < ARRAY_SIZE(widths); at = *end ? end + 1 : end)
		widths[options.nr_widths++] = (unsigned)strtoul(at, &end, 10);
	table_init(&table);
	out_init(&text, -1);
	top_table(top, members, nr_members, lines, &table);
	(void)table_text(&table, &options, &text);
	put_cut(text.data, text.size, columns - 1, lines, out);
	out_done(&text);
	table_done(&table);
}

static void put_code(struct top *top, struct hist_event *const *members, size_t nr_members, unsigned columns,
		     size_t lines, struct outbuf *out)
{
	struct outbuf text;
	out_init(&text, -1);
	out->size -= out->size && out->data[out->size - 1] == '\n'; /* no empty line in front */
	(void)top_put_code(top, members, nr_members, &text);
	put_cut(text.data, text.size, columns - 1, lines, out);
	out_done(&text);
}

static void put_remark(void *ctx, const char *text)
{
	struct outbuf *out = ctx;
	out_printf(out, "# %s\n", text);
}

/* Below the rows, whose lines they take: each on as many lines as it needs. Returns how many. */
static size_t make_remarks(const struct top *top, unsigned columns, struct outbuf *ret)
{
	size_t lines = 0, at = 0;
	top_remarks(top, put_remark, ret);
	for (size_t i = 0; i < ret->size; i++) {
		if (ret->data[i] != '\n') continue;
		lines += 1 + (i - at) / columns;
		at = i + 1;
	}
	return lines;
}

size_t top_entries(const struct top *top)
{
	unsigned lines = window_of().lines;
	return top->option->entries ? (size_t)top->option->entries : MAX(lines, OTHER_LINES + 1u) - OTHER_LINES;
}

static void put_screen(struct top *top, struct outbuf *out)
{
	const struct window window = window_of();
	struct hist_event **members = xcalloc(top->events->count + 1, sizeof(*members));
	size_t lines = top_entries(top);
	struct outbuf remarks;
	out_init(&remarks, -1);
	pthread_mutex_lock(&top->lock);
	top_refresh(top);
	size_t nr_remarks = make_remarks(top, window.columns, &remarks);
	if (nr_remarks < lines) lines -= nr_remarks;
	size_t nr_shown = nr_shown_events(top, members), count = top_members(top, top->shown_event, members);
	out_lit(out, "\33[H\33[2J");
	put_numbers(top, hist_totals(members[0])->event, nr_shown, window.columns, out);
	if (count && top->annotated) put_code(top, members, count, window.columns, lines, out);
	else if (count && hist_totals(members[0])->nr_samples)
		put_rows(top, members, count, window.columns, lines, out);
	out_mem(out, remarks.data, remarks.size);
	pthread_mutex_unlock(&top->lock);
	out_done(&remarks);
	free(members);
}

void *top_stdio(void *ctx)
{
	struct top *top = ctx;
	struct outbuf out;
	struct top_keys keys;
	textout_stdout(&out);
	top_keys_open(&keys);
	for (bool stop = false; !stop && !out.error;) {
		put_screen(top, &out);
		out_flush(&out);
		stop = top_keys_wait(&keys, top);
	}
	top_keys_close(&keys);
	if (out.error) recording_request_end(top->recording);
	top->code = textout_close(&out, NULL);
	return NULL;
}
