/* The events of samples that are made of a trace: "instructions", "branches" and the like, which are added to those of
 * the recording. */
#ifndef SESSION_TRACE_TRACE_EVENTS_H
#define SESSION_TRACE_TRACE_EVENTS_H

#include "session/session_private.h"

/* What of a trace becomes an event of its own. */
enum trace_event {
	TRACE_EVENT_BRANCHES,
	TRACE_EVENT_INSTRUCTIONS,
	TRACE_EVENT_CYCLES,
	TRACE_EVENT_TRANSACTIONS,
	TRACE_EVENT_PTWRITE,
	TRACE_EVENT_CBR,
	TRACE_EVENT_PSB,
	TRACE_EVENT_MWAIT,
	TRACE_EVENT_PWRE,
	TRACE_EVENT_EXSTOP,
	TRACE_EVENT_PWRX,
	TRACE_EVENT_EVT,
	TRACE_EVENT_IFLAG,
	/* of sampled operations, in the order of one operation's samples */
	TRACE_EVENT_L1D_MISS,
	TRACE_EVENT_L1D_ACCESS,
	TRACE_EVENT_LLC_MISS,
	TRACE_EVENT_LLC_ACCESS,
	TRACE_EVENT_TLB_MISS,
	TRACE_EVENT_TLB_ACCESS,
	TRACE_EVENT_BRANCH_MISS,
	TRACE_EVENT_REMOTE_ACCESS,
	TRACE_EVENT_MEMORY,
	TRACE_EVENT_OPERATIONS,
	TRACE_EVENT_NR,
};
/* attr.config of those that are no events of the kernel (ATTR_TYPE_SYNTH): perf's own numbers. */
enum trace_synth {
	SYNTH_PTWRITE,
	SYNTH_MWAIT,
	SYNTH_PWRE,
	SYNTH_EXSTOP,
	SYNTH_PWRX,
	SYNTH_CBR,
	SYNTH_PSB,
	SYNTH_EVT,
	SYNTH_IFLAG
};

/* Adds the event to the recording's, as one of the modes that the trace's own event `of` has. period: of its attr;
 * fields: SAMPLE_* beside those that each has. */
const struct perf_event *trace_event_add(struct session *session, const struct perf_event *of, enum trace_event which,
					 uint64_t period, uint64_t fields);

#endif
