#include "commands/report/report_facts.h"
#include <errno.h>
#include <unistd.h>
#include "analysis/stat/thread_counters.h"
#include "cli/textout.h"
#include "perfdata/header_text.h"
#include "perfdata/record/record.h"
#include "session/session_dump.h"
#include "session/session_unwinding.h"

int report_facts_header(struct session *session, bool full, struct outbuf *out, struct err *err)
{
	int r = header_text_read_all(session_perfdata(session));
	if (r < 0) return err_set_errno(err, r, "failed to read the header");
	header_text_format(session_perfdata(session), full, out);
	return 0;
}

/* ---- --stats */

struct event_stats {
	uint64_t samples, lost, lost_bpf;
};
struct counter {
	struct event_stats *events;
	const struct perf_events *known;
	bool branches;
};

static void add(uint64_t *to, uint64_t count) { __atomic_fetch_add(to, count, __ATOMIC_RELAXED); }

static void count_sample(void *ctx, struct session_worker *worker, const struct sample *sample)
{
	struct counter *counter = ctx;
	if (sample->event)
		add(&counter->events[sample->event->idx].samples, counter->branches ? sample->nr_branches : 1);
}

static void count_lost(void *ctx, struct session_worker *worker, const struct record *r, const struct sample_id *id,
		       uint64_t time_ns)
{
	struct counter *counter = ctx;
	struct record_lost_samples lost;
	if (r->type != RECORD_LOST_SAMPLES || record_decode_lost_samples(r, &lost) < 0) return;
	const struct perf_event *event = events_of_record(counter->known, r);
	if (!event) return;
	struct event_stats *stats = &counter->events[event->idx];
	add(r->misc & MISC_LOST_SAMPLES_BPF ? &stats->lost_bpf : &stats->lost, lost.lost);
}

static void put_count(struct outbuf *out, const char *what, uint64_t count)
{
	if (count) out_printf(out, "%20s events: %10llu\n", what, (unsigned long long)count);
}

/* Of all types, those without a record are shown when they are known to upstream 6.12. */
static void put_types(const struct session_totals *totals, bool skip_empty, struct outbuf *out)
{
	for (uint32_t type = 1; type < ARRAY_SIZE(totals->nr_by_type); type++) {
		const char *name = record_type_name(type);
		uint64_t count = totals->nr_by_type[type];
		bool is_newer = type == RECORD_CALLCHAIN_DEFERRED || type == RECORD_COMPRESSED2;
		if (!count && (skip_empty || is_newer || strcmp(name, "UNKNOWN") == 0)) continue;
		double percent = totals->nr_records ? 100.0 * (double)count / (double)totals->nr_records : 0;
		out_printf(out, "%20s events: %10llu  (%4.1f%%)\n", name, (unsigned long long)count, percent);
	}
}

static bool has_branch_stacks(const struct perf_events *events)
{
	for (size_t i = 0; i < events->count; i++) {
		const struct event_attr *attr = &events->items[i]->attr;
		if (!(attr->sample_type & SAMPLE_BRANCH_STACK) || attr->branch_sample_type & BRANCH_CALL_STACK)
			return false;
	}
	return events->count > 0;
}

/* dumped: below a dump, where each branch of a stack counts, as in its profile, and losses have been shown. */
static int add_stats(struct session *session, bool skip_empty, bool dumped, struct outbuf *out, struct err *err)
{
	const struct session_totals *totals = session_totals(session);
	const struct perf_events *events = session_events(session);
	_free_ struct event_stats *stats = xcalloc(events->count + 1, sizeof(*stats));
	struct counter counter = { stats, events, dumped && has_branch_stacks(events) };
	struct sample_visitor visitor = { .ctx = &counter, .sample = count_sample, .skip_resolver = true };
	if (totals->nr_by_type[RECORD_LOST_SAMPLES] && !dumped) visitor.other = count_lost;
	int r = session_samples(session, &visitor, err);
	if (r < 0) return r;
	bool traces = header_has(session_header(session), FEATURE_AUXTRACE);
	out_printf(out, "\nAggregated stats:%s\n%20s events: %10llu\n",
		   traces ? " (excludes AUX area (e.g. instruction trace) decoded / synthesized events)" : "", "TOTAL",
		   (unsigned long long)totals->nr_records);
	put_types(totals, skip_empty, out);
	for (size_t i = 0; i < events->count; i++) {
		const struct event_stats *s = &stats[i];
		if (skip_empty && !s->samples && !s->lost && !s->lost_bpf) continue;
		out_printf(out, "%s stats:\n", events->items[i]->name);
		put_count(out, "SAMPLE", s->samples);
		put_count(out, "LOST_SAMPLES", s->lost);
		put_count(out, "LOST_SAMPLES (BPF)", s->lost_bpf);
	}
	return 0;
}

/* Not of upstream: how many of the copied stacks unwind, and why the others do not. */
static int add_unwinding(struct session *session, bool skip_empty, struct outbuf *out, struct err *err)
{
	struct unwind_counts counts;
	uint64_t total = 0;
	int r = session_has_stacks(session) ? session_count_unwinding(session, UNWIND_USUAL_FRAMES, &counts, err)
					    : -ENODATA;
	if (r < 0) return r == -ENODATA ? 0 : r;
	for (int end = 0; end < NR_UNWIND_ENDS; end++) total += counts.ends[end];
	out_lit(out, "stack unwinding stats:\n");
	for (int end = 0; end < NR_UNWIND_ENDS; end++) {
		if (skip_empty && !counts.ends[end]) continue;
		double percent = total ? 100.0 * (double)counts.ends[end] / (double)total : 0;
		out_printf(out, "%20s stacks: %10llu  (%4.1f%%)\n", unwind_end_name((enum unwind_end)end),
			   (unsigned long long)counts.ends[end], percent);
	}
	out_printf(out, "%20s frames: %10llu\n", "all", (unsigned long long)counts.nr_frames);
	if (!skip_empty || counts.nr_by_frame_pointer)
		out_printf(out, "%20s frames: %10llu\n", "by frame pointer",
			   (unsigned long long)counts.nr_by_frame_pointer);
	if (!skip_empty || counts.nr_by_scan)
		out_printf(out, "%20s frames: %10llu\n", "by scan", (unsigned long long)counts.nr_by_scan);
	return 0;
}

int report_facts_stats(struct session *session, bool skip_empty, struct outbuf *out, struct err *err)
{
	int r = add_stats(session, skip_empty, false, out, err);
	return r < 0 ? r : add_unwinding(session, skip_empty, out, err);
}

int report_facts_dump(const struct session_options *options, bool quiet, struct err *err)
{
	struct session *session = NULL;
	struct session_dump_options how = {
		.tool = DUMP_REPORT,
		.preamble = quiet ? NULL
				  : "# To display the perf.data header info, please use --header/--header-only "
				    "options.\n#\n",
	};
	struct outbuf out;
	int r = session_open(options, &session, err);
	if (r < 0) return r;
	textout_stdout(&out);
	r = session_dump(session, &how, &out, err);
	if (r >= 0) r = add_stats(session, true, true, &out, err);
	int closed = textout_close(&out, NULL);
	if (r >= 0) r = closed;
	session_close(session);
	return r;
}

/* ---- -T */

static unsigned digits(uint64_t number)
{
	unsigned n = 1;
	while (number >= 10) number /= 10, n++;
	return n;
}

/* Columns as wide as their title and what stands in them. */
struct counter_widths {
	unsigned pid, tid, name, raw, count;
	unsigned *events;
};

static void find_widths(const struct thread_counters *counters, struct counter_widths *w)
{
	*w = (struct counter_widths){ .pid = 3, .tid = 3, .name = 4, .raw = 3, .count = 5 };
	w->events = xcalloc(counters->events.count + 1, sizeof(*w->events));
	for (size_t e = 0; e < counters->events.count; e++) {
		const struct perf_event *event = counters->events.items[e];
		w->events[e] = (unsigned)strlen(event->name);
		w->name = MAX(w->name, w->events[e]);
		w->raw = MAX(w->raw, digits(event->idx));
	}
	for (size_t t = 0; t < counters->threads.count; t++) {
		const struct thread_counters_thread *thread = &counters->threads.items[t];
		w->pid = MAX(w->pid, digits(thread->pid));
		w->tid = MAX(w->tid, digits(thread->tid));
		for (size_t e = 0; e < counters->events.count; e++) {
			unsigned width = digits(thread_counters_value(thread, e));
			w->events[e] = MAX(w->events[e], width);
			w->count = MAX(w->count, width);
		}
	}
}

/* --pretty raw: a line for each value. */
static void put_raw_counters(const struct thread_counters *counters, const struct counter_widths *w, struct outbuf *out)
{
	out_printf(out, "# %*s  %*s  %*s  %*s  %*s\n", w->pid, "PID", w->tid, "TID", w->name, "Name", w->raw, "Raw",
		   w->count, "Count");
	for (size_t t = 0; t < counters->threads.count; t++)
		for (size_t e = 0; e < counters->events.count; e++) {
			const struct thread_counters_thread *thread = &counters->threads.items[t];
			const struct perf_event *event = counters->events.items[e];
			out_printf(out, "  %*u  %*u  %*s  %*u  %*llu\n", w->pid, thread->pid, w->tid, thread->tid,
				   w->name, event->name, w->raw, event->idx, w->count,
				   (unsigned long long)thread_counters_value(thread, e));
			(void)!out_flush_some(out); /* out remembers a failure */
		}
}

static void put_counters(const struct thread_counters *counters, const struct counter_widths *w, struct outbuf *out)
{
	out_printf(out, "# %*s  %*s", w->pid, "PID", w->tid, "TID");
	for (size_t e = 0; e < counters->events.count; e++)
		out_printf(out, "  %*s", w->events[e], counters->events.items[e]->name);
	out_char(out, '\n');
	for (size_t t = 0; t < counters->threads.count; t++) {
		const struct thread_counters_thread *thread = &counters->threads.items[t];
		out_printf(out, "  %*u  %*u", w->pid, thread->pid, w->tid, thread->tid);
		for (size_t e = 0; e < counters->events.count; e++)
			out_printf(out, "  %*llu", w->events[e], (unsigned long long)thread_counters_value(thread, e));
		out_char(out, '\n');
		(void)!out_flush_some(out);
	}
}

int report_facts_thread_counters(struct session *session, bool raw, struct outbuf *out, struct err *err)
{
	struct thread_counters counters;
	struct counter_widths widths;
	int r = thread_counters_collect(&counters, session, err);
	if (r == 0) {
		find_widths(&counters, &widths);
		if (raw) put_raw_counters(&counters, &widths, out);
		else put_counters(&counters, &widths, out);
		free(widths.events);
	}
	thread_counters_done(&counters);
	return r;
}
