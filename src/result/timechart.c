/* Charts and their levels of detail. Merging is repeatable: MIXED spans carry how much of what they consist of, so
 * that they can be merged again with others when the resolution doubles. */
#include "result/timechart.h"

#include <stdio.h>
#include <string.h>

void timechart_init(struct timechart *chart)
{
	*chart = (struct timechart){ .highlight_ns = UINT64_MAX, .hostname = "", .cpudesc = "" };
	intern_init(&chart->texts);
	intern_init(&chart->chains);
}

void timechart_done(struct timechart *chart)
{
	for (size_t i = 0; i < chart->cpus.count; i++) {
		vec_done(&chart->cpus.items[i].runs.all);
		vec_done(&chart->cpus.items[i].idle.all);
		vec_done(&chart->cpus.items[i].frequencies);
	}
	for (size_t i = 0; i < chart->tasks.count; i++) {
		vec_done(&chart->tasks.items[i].states.all);
		vec_done(&chart->tasks.items[i].io.all);
	}
	vec_done(&chart->cpus);
	vec_done(&chart->tasks);
	vec_done(&chart->wakeups);
	vec_done(&chart->ios);
	intern_done(&chart->texts);
	intern_done(&chart->chains);
}

/* ---- levels of detail */

/* Which part of a MIXED span a kind counts for (timechart_share). */
static unsigned share_of(uint8_t kind)
{
	switch (kind) {
	case TIMECHART_RUNNING:
	case TIMECHART_READ:
	case TIMECHART_RECEIVE:
	case TIMECHART_IDLE: return 0;
	case TIMECHART_WAITING:
	case TIMECHART_WRITE:
	case TIMECHART_SEND: return 1;
	default: return 2;
	}
}

/* Spans being merged; gaps between them count for no share. */
struct mix {
	uint64_t start_ns, end_ns, shares_ns[3];
	uint32_t count;
};

static void mix_add(struct mix *mix, const struct timechart_span *span)
{
	uint64_t length_ns = span->end_ns - span->start_ns;
	if (!mix->count) mix->start_ns = span->start_ns;
	mix->end_ns = span->end_ns;
	if (span->kind == TIMECHART_MIXED) {
		for (unsigned i = 0; i < 3; i++)
			mix->shares_ns[i] += (uint64_t)((double)length_ns * timechart_share(span, i) / 255);
		mix->count += span->detail;
	} else {
		mix->shares_ns[share_of(span->kind)] += length_ns;
		mix->count++;
	}
}

static struct timechart_span mixed_span(const struct mix *mix)
{
	struct timechart_span span = {
		.start_ns = mix->start_ns, .end_ns = mix->end_ns, .detail = mix->count, .kind = TIMECHART_MIXED
	};
	double length_ns = (double)(mix->end_ns - mix->start_ns);
	unsigned shares[3];
	for (unsigned i = 0; i < 3; i++) {
		double share = length_ns > 0 ? (double)mix->shares_ns[i] / length_ns * 255 : 0;
		shares[i] = share > 255 ? 255 : (unsigned)(share + 0.5);
		if (mix->shares_ns[i] && share < 1) shares[i] = 1; /* nothing that was there is lost from sight */
	}
	span.chain = timechart_shares(shares[0], shares[1], shares[2]);
	return span;
}

/* Merges the spans of a row that begin and end in the same cell of resolution_ns. Spans that reach over the end of a
 * cell stay as they are: they can be seen. */
static void coarsen_spans(struct timechart_spans *spans, uint64_t resolution_ns)
{
	struct timechart_span *items = spans->all.items;
	size_t kept = 0;
	for (size_t i = 0; i < spans->all.count;) {
		uint64_t cell = items[i].start_ns / resolution_ns;
		struct mix mix = { 0 };
		size_t next = i;
		while (next < spans->all.count && items[next].end_ns / resolution_ns == cell)
			mix_add(&mix, &items[next++]);
		if (next <= i + 1) {
			items[kept++] = items[i];
			i = next > i ? next : i + 1;
		} else {
			items[kept++] = mixed_span(&mix);
			i = next;
		}
	}
	spans->all.count = kept;
}

/* Coarsens all rows and returns how many spans are left. */
static size_t coarsen_all(struct timechart *chart, uint64_t resolution_ns)
{
	size_t count = 0;
	for (size_t i = 0; i < chart->cpus.count; i++) {
		coarsen_spans(&chart->cpus.items[i].runs, resolution_ns);
		coarsen_spans(&chart->cpus.items[i].idle, resolution_ns);
		count += chart->cpus.items[i].runs.all.count + chart->cpus.items[i].idle.all.count;
	}
	for (size_t i = 0; i < chart->tasks.count; i++) {
		coarsen_spans(&chart->tasks.items[i].states, resolution_ns);
		coarsen_spans(&chart->tasks.items[i].io, resolution_ns);
		count += chart->tasks.items[i].states.all.count + chart->tasks.items[i].io.all.count;
	}
	return count;
}

void timechart_coarsen(struct timechart *chart, size_t max_spans)
{
	uint64_t largest_ns = (chart->last_ns - chart->first_ns) / 1000;
	if (largest_ns < 256) largest_ns = 256;
	while (chart->nr_spans > max_spans && chart->resolution_ns < largest_ns) {
		chart->resolution_ns = chart->resolution_ns ? chart->resolution_ns * 2 : 256;
		chart->nr_spans = coarsen_all(chart, chart->resolution_ns);
	}
}

void timechart_thin_wakeups(struct timechart *chart, size_t max_wakeups)
{
	/* they are in order of time: of those in the same cell and to the same task the first stays */
	uint64_t resolution_ns = chart->resolution_ns ? chart->resolution_ns : 256,
		 largest_ns = (chart->last_ns - chart->first_ns) / 100;
	uint64_t *seen = chart->wakeups.count > max_wakeups ? xcalloc(chart->tasks.count + 1, sizeof(*seen)) : NULL;
	while (chart->wakeups.count > max_wakeups && resolution_ns <= largest_ns) {
		size_t kept = 0;
		memset(seen, 0, chart->tasks.count * sizeof(*seen));
		for (size_t i = 0; i < chart->wakeups.count; i++) {
			const struct timechart_wakeup *wakeup = &chart->wakeups.items[i];
			uint64_t cell = (wakeup->time_ns - chart->first_ns) / resolution_ns + 1;
			if (wakeup->to >= chart->tasks.count || seen[wakeup->to] == cell) continue;
			seen[wakeup->to] = cell;
			chart->wakeups.items[kept++] = *wakeup;
		}
		chart->wakeups.count = kept;
		resolution_ns *= 2;
	}
	free(seen);
	if (chart->wakeups.count > max_wakeups) chart->wakeups.count = max_wakeups;
}

int timechart_label(const struct timechart_task *task, bool of_io, char *text, size_t size_bytes)
{
	if (!of_io)
		return snprintf(text, size_bytes, "%s:%u (%.1fms)", task->comm, task->tid, (double)task->run_ns / 1e6);
	double bytes = (double)task->nr_bytes;
	if (bytes > 1024 * 1024)
		return snprintf(text, size_bytes, "%s:%u (%.1f Mbytes)", task->comm, task->tid, bytes / 1024 / 1024);
	if (bytes > 1024) return snprintf(text, size_bytes, "%s:%u (%.1f Kbytes)", task->comm, task->tid, bytes / 1024);
	return snprintf(text, size_bytes, "%s:%u (%.1f bytes)", task->comm, task->tid, bytes);
}
