/* What all samples of an Intel PT trace have: flags, time, instructions a cycle, thread. */
#include "session/trace/trace_pt_sampler.h"

uint64_t pt_sampler_time(struct sampler *s, const struct pt_when *when)
{
	s->in_guest = when->guest;
	/* without times they are of the end, where times order what was recorded */
	if (!s->trace->has_time)
		return s->trace->session->totals.in_file_order ? UINT64_MAX : trace_where_end(&s->where);
	uint64_t time_ns = when->tsc ? trace_clock_ns(&s->trace->clock, when->tsc) : 0;
	time_ns = MAX(time_ns, s->error_ns);
	if (s->sink) return time_ns;
	s->found.min_ns = MIN(s->found.min_ns, time_ns);
	s->found.max_ns = MAX(s->found.max_ns, time_ns);
	return time_ns;
}

void pt_sampler_add_interrupts(const struct sampler *s, const struct pt_when *when, struct sample *sample)
{
	if (!s->trace->config.event_trace) return;
	if (when->interrupts_off) sample->flow |= SAMPLE_FLOW_INTERRUPTS_OFF;
	if (when->interrupts_toggle) sample->flow |= SAMPLE_FLOW_INTERRUPTS_TOGGLE;
}

void pt_sampler_ipc(const struct sampler *s, struct ipc_mark *mark, const struct pt_when *when, bool is_exact,
		    uint64_t insns, struct sample *sample)
{
	uint64_t cycles = when->cycles_past;
	if (s->trace->wants.approximate_ipc ? cycles == mark->cycles
					    : !is_exact || !when->has_new_cycles || cycles == mark->cycles)
		return;
	sample->nr_insns = insns - mark->insns;
	sample->nr_cycles = cycles - mark->cycles;
	*mark = (struct ipc_mark){ insns, cycles };
}

/* Whether the sample is one of those at the beginning that nobody wants. A CBR does not count as one, but is of no use
 * far in front of those that are wanted. */
static bool is_skipped(struct sampler *s, enum trace_event which, struct sample *sample)
{
	enum { NEAR = 4 };
	bool of_insns = which == TRACE_EVENT_INSTRUCTIONS;
	if (which == TRACE_EVENT_CBR) return s->nr_to_skip > NEAR;
	if (s->nr_to_skip) {
		s->nr_to_skip--;
		if (of_insns) s->skipped_insns += sample->period;
		return true;
	}
	if (of_insns) {
		sample->period += s->skipped_insns;
		s->skipped_insns = 0;
	}
	return false;
}

/* Guest and virtual CPU follow from the id of an event that is theirs. */
static void place_in_guest(struct sampler *s, struct sample *sample)
{
	const struct trace_guest *guest = trace_where_guest(&s->where, sample->time_ns);
	/* a branch into the guest has one address there */
	uint64_t place = sample->ip ? sample->ip : sample->addr;
	sample->cpumode = place >> 63 ? CPUMODE_GUEST_KERNEL : CPUMODE_GUEST_USER;
	if (!guest->has_vcpu) return;
	sample->id = sample->stream_id = guest->id;
	sample->pid = guest->pid;
	sample->tid = guest->tid;
}

void pt_sampler_place(struct sampler *s, struct sample *sample)
{
	const struct perf_event *event = sample->event;
	sample->present = event->attr.sample_type;
	sample->id = sample->stream_id = event->nr_ids ? event->ids[0] : 0;
	trace_where_move(&s->where, sample->time_ns);
	sample->pid = s->where.pid;
	sample->tid = s->where.tid;
	sample->cpu = s->where.queue->cpu;
	sample->cpumode = sample->ip >> 63 ? CPUMODE_KERNEL : CPUMODE_USER;
	if (unlikely(s->in_guest)) place_in_guest(s, sample);
	sample->misc |= sample->cpumode;
	if (s->trace->wants_stacks) sample->calls = trace_stacks_top(&s->stacks, pt_sampler_stack(s));
}

void pt_sampler_hand_on(struct sampler *s, struct sample *sample)
{
	if (!is_skipped(s, TRACE_EVENT_NR, sample)) s->sink->sample(s->sink, sample);
}

/* Hands a sample on, with what is the same for all of an event. */
void pt_sampler_give(struct sampler *s, enum trace_event which, struct sample *sample)
{
	sample->event = s->trace->events[which];
	if (is_skipped(s, which, sample)) return;
	pt_sampler_place(s, sample);
	if (sample->present & SAMPLE_CALLCHAIN) pt_sampler_add_chain(s, sample);
	if (sample->present & SAMPLE_BRANCH_STACK) pt_sampler_add_last_branches(s, sample);
	s->sink->sample(s->sink, sample);
}
