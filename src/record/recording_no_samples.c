/* Why a recording has no samples, as far as its events can tell: they were never on, all was lost, the event did not
 * happen (its count is 0), or it happened too rarely for its period. The counts are read from the events, which are
 * still open. */
#include "record/recording_private.h"

#include <inttypes.h>

/* At most so many events are explained. */
enum { REASONS_MAX = 8, NS_A_MS = 1000000 };

static bool is_clock(const struct event_attr *attr)
{
	return attr->type == ATTR_TYPE_SOFTWARE && attr->config <= ATTR_SOFTWARE_TASK_CLOCK;
}

/* Of the CPU's counters, which there are few of. */
static bool is_hardware(const struct event_attr *attr)
{
	return attr->type == ATTR_TYPE_HARDWARE || attr->type == ATTR_TYPE_HW_CACHE || attr->type == ATTR_TYPE_RAW;
}

/* The event's count on all CPUs and threads; for clocks in ns. */
static uint64_t count_of(const struct recording *rec, size_t event)
{
	const struct event_attr *attr = &event_list_get(rec->events, event)->attr;
	uint64_t sum = 0;
	for (size_t cpu = 0; cpu < rec->target.cpus.count; cpu++) {
		for (size_t thread = 0; thread < rec->target.tids.count; thread++) {
			int fd = evset_fd(&rec->evset, event, cpu, thread);
			uint64_t count;
			if (fd >= 0 && event_count(fd, attr, &count) >= 0) sum += count;
		}
	}
	return sum;
}

/* Why its count is 0. */
static void add_uncounted(const struct event_spec *spec, struct strbuf *text)
{
	if (spec->cgroup) strbuf_printf(text, "did not happen in control group %s", spec->cgroup);
	else if (spec->filter) strbuf_printf(text, "did not happen where its filter lets it pass: %s", spec->filter);
	else if (is_clock(&spec->attr)) strbuf_printf(text, "nothing of what is recorded ran");
	else if (is_hardware(&spec->attr))
		strbuf_printf(text,
			      "was not counted: it did not happen, or other events have all counters of the CPU (perf "
			      "stat -e %s tells)",
			      spec->name);
	else strbuf_printf(text, "did not happen");
}

/* A clock ran, but there is no sample: less than two periods, or all of the time on the excluded side. */
static void add_clock(const struct event_spec *spec, uint64_t count_ns, struct strbuf *text)
{
	const struct event_attr *attr = &spec->attr;
	uint64_t step_ns = attr->flags & ATTR_FREQ ? 1000 * (uint64_t)NS_A_MS / MAX(attr->sample_period, 1u)
						   : attr->sample_period;
	strbuf_printf(text, "ran for %.3f ms", (double)count_ns / NS_A_MS);
	if (count_ns < 2 * step_ns)
		strbuf_printf(text, ", with a sample every %.3f ms (-F, -c)", (double)step_ns / NS_A_MS);
	else if (attr->flags & ATTR_EXCLUDE_KERNEL) strbuf_printf(text, ", none of it in user space");
	else if (attr->flags & ATTR_EXCLUDE_USER) strbuf_printf(text, ", none of it in the kernel");
}

static void add_reason(const struct event_spec *spec, uint64_t count, struct strbuf *text)
{
	const struct event_attr *attr = &spec->attr;
	strbuf_printf(text, "\n%s: ", spec->name);
	if (!count) {
		add_uncounted(spec, text);
	} else if (is_clock(attr)) {
		add_clock(spec, count, text);
	} else {
		strbuf_printf(text, "happened %" PRIu64 " times", count);
		if (!(attr->flags & ATTR_FREQ) && count < attr->sample_period)
			strbuf_printf(text, ", with a sample every %" PRIu64 " times (-c)", attr->sample_period);
		else if (attr->flags & ATTR_FREQ) strbuf_printf(text, ", too few for a sample (-c 1 takes each)");
	}
}

static uint64_t nr_lost(const struct recording *rec)
{
	uint64_t lost = 0;
	for (size_t i = 0; i < rec->rings.count; i++) lost += ring_tally_lost(&rec->rings.buffers[i]->tally);
	return lost;
}

/* A trace is in areas of its own, not in samples. */
static bool takes_samples(const struct event_spec *spec)
{
	return spec->attr.sample_period && !event_spec_is_dummy(spec) && !spec->is_trace;
}

static bool wants_samples(const struct recording *rec)
{
	const struct event_list *events = rec->events;
	if (rec->sampling.no_samples) return false;
	for (size_t i = 0; i < event_list_count(events); i++)
		if (takes_samples(event_list_get(events, i))) return true;
	return false;
}

static void add_never_on(const struct recording *rec, struct strbuf *text)
{
	const struct recording_options *options = rec->options;
	if (!options->nr_windows)
		strbuf_printf(text, "\nThe events were never on: -D -1 leaves that to \"enable\" through --control.");
	else
		strbuf_printf(text, "\nThe events were never on: %s ended before the %" PRId64 " ms of -D had passed.",
			      rec->workload.pid ? "the command" : "the recording", options->windows[0].start_ms);
}

char *recording_no_samples(const struct recording *rec)
{
	struct strbuf text = STRBUF_INIT;
	uint64_t lost = nr_lost(rec);
	for (size_t i = 0; i < rec->rings.count; i++)
		if (rec->rings.buffers[i]->tally.nr_samples || rec->rings.buffers[i]->backward)
			return NULL; /* backward: known to who looks back */
	if (!wants_samples(rec)) {
		if (!rec->aux.kind || rec->aux.nr_bytes || !rec->was_on) return NULL;
		return xasprintf("No trace was recorded: %s wrote nothing.", rec->aux.spec->name);
	}
	strbuf_printf(&text, "No samples were recorded");
	if (rec->ran_ns >= NS_A_MS) strbuf_printf(&text, " in %.3f s", (double)rec->ran_ns / 1e9);
	strbuf_printf(&text, ".");
	if (!rec->was_on) add_never_on(rec, &text);
	else if (lost)
		strbuf_printf(&text, "\nAll of them, %" PRIu64 ", were lost: larger buffers (-m) lose less.", lost);
	unsigned nr = 0;
	for (size_t i = 0; rec->was_on && !lost && i < event_list_count(rec->events); i++) {
		const struct event_spec *spec = event_list_get(rec->events, i);
		if (!takes_samples(spec)) continue;
		if (++nr <= REASONS_MAX) add_reason(spec, count_of(rec, i), &text);
	}
	if (nr > REASONS_MAX) strbuf_printf(&text, "\nand %u events more", nr - REASONS_MAX);
	char *result = xstrdup(strbuf_text(&text));
	strbuf_done(&text);
	return result;
}
