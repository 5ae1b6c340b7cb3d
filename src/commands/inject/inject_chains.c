#include "commands/inject/inject_chains.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "frame/resolver.h"
#include "frame/unwind/unwind.h"

/* The longest chain that a record of 64 KiB has room for. */
enum { MOST_IPS = 65528 / 8 };

static bool has_stack(const struct event_attr *attr) { return attr->sample_type & SAMPLE_STACK_USER; }

/* Without stack and registers, with a chain of both sides. */
static struct event_attr converted(const struct event_attr *attr)
{
	struct event_attr ret = *attr;
	if (!has_stack(attr)) return ret;
	ret.sample_type &= ~(uint64_t)(SAMPLE_STACK_USER | SAMPLE_REGS_USER);
	ret.sample_type |= SAMPLE_CALLCHAIN;
	ret.sample_stack_user = 0;
	ret.sample_regs_user = 0;
	ret.flags &= ~(uint64_t)ATTR_EXCLUDE_CALLCHAIN_USER;
	return ret;
}

/* The events as they are written, in the same order. */
static void describe(const struct perf_events *events, struct perf_events *ret)
{
	events_init(ret);
	for (size_t i = 0; i < events->count; i++) {
		const struct perf_event *from = events->items[i];
		const struct event_attr attr = converted(&from->attr);
		struct perf_event *event = events_add(ret, &attr, from->name);
		events_add_ids(ret, event, from->ids, from->nr_ids);
		event->name_recorded = from->name_recorded;
		event->nr_members = from->nr_members;
		event->scale = from->scale;
		event->has_scale = from->has_scale;
		if (from->unit) event->unit = xstrdup(from->unit);
		if (from->own_cpus) event->own_cpus = xstrdup(from->own_cpus);
		if (from->group_name) event->group_name = xstrdup(from->group_name);
	}
	for (size_t i = 0; i < events->count; i++) ret->items[i]->leader = ret->items[events->items[i]->leader->idx];
}

int inject_chains_init(struct inject_chains *chains, struct session *session, struct err *err)
{
	const struct perf_events *events = session_events(session);
	bool any = false;
	for (size_t i = 0; i < events->count; i++) any |= has_stack(&events->items[i]->attr);
	if (!any)
		return err_set(err, -ENODATA,
			       "No event of the recording has copies of stacks: there is nothing to convert\n"
			       "Hint: they are recorded with --call-graph dwarf");
	if (session_totals(session)->in_file_order)
		return err_set(err, -ENODATA,
			       "The samples have no times: it is not known what was mapped when they were taken\n"
			       "Hint: record with -T");
	chains->session = session;
	chains->resolver = resolver_new(session_frames(session));
	chains->ips = xcalloc(MOST_IPS, sizeof(*chains->ips));
	describe(events, &chains->written);
	return 0;
}

/* Puts what was recorded of the chain, and behind it what the stack unwinds to, into chains->ips. */
static void unwind(struct inject_chains *chains, struct sample *sample, uint16_t max_stack)
{
	struct sample_task task;
	size_t recorded = MIN(sample->nr_callchain, (uint64_t)MOST_IPS / 2), count = 0,
	       most = MIN(max_stack ? (size_t)max_stack : UNWIND_USUAL_FRAMES, (size_t)MOST_IPS / 2 - 1);
	resolver_task(chains->resolver, sample, &task);
	if (recorded) memcpy(chains->ips, sample->callchain, recorded * sizeof(*chains->ips));
	(void)unwinder_run(resolver_unwinder(chains->resolver), &task, sample, most, chains->ips + recorded + 1,
			   &count);
	if (count) chains->ips[recorded] = CONTEXT_USER;
	sample->callchain = chains->ips;
	sample->nr_callchain = recorded + (count ? count + 1 : 0);
	chains->nr_unwound += count > 0;
}

enum rewrite inject_chains_sample(struct inject_chains *chains, const struct record *r, struct outbuf *out)
{
	const struct perf_event *event = events_of_record(session_events(chains->session), r);
	struct sample sample;
	if (!event || !has_stack(&event->attr)) return REWRITE_KEEP;
	if (sample_decode(event, r, &chains->scratch, &sample) < 0) {
		chains->nr_unwritten++;
		return REWRITE_DROP;
	}
	unwind(chains, &sample, event->attr.sample_max_stack);
	if (sample_encode(out, chains->written.items[event->idx], &sample) < 0) {
		chains->nr_unwritten++;
		return REWRITE_DROP;
	}
	chains->count++;
	return REWRITE_REPLACE;
}

void inject_chains_done(struct inject_chains *chains)
{
	resolver_free(chains->resolver);
	free(chains->ips);
	sample_scratch_done(&chains->scratch);
	events_done(&chains->written);
}
