#include "session/trace/trace_events.h"

/* Numbers of PERF_COUNT_HW_* (kernel UAPI). */
enum { HARDWARE_CYCLES, HARDWARE_INSTRUCTIONS, HARDWARE_BRANCHES = 4 };
/* Ids of made events are those of the trace's event, this much higher. */
#define FIRST_MADE_ID 1000000000ull

static const struct trace_event_row {
	const char *name; /* NULL: as the attr says */
	uint32_t type, config;
	uint64_t fields; /* beside those of all */
} rows[TRACE_EVENT_NR] = {
	[TRACE_EVENT_BRANCHES] = { NULL, ATTR_TYPE_HARDWARE, HARDWARE_BRANCHES, SAMPLE_ADDR },
	[TRACE_EVENT_INSTRUCTIONS] = { NULL, ATTR_TYPE_HARDWARE, HARDWARE_INSTRUCTIONS, 0 },
	[TRACE_EVENT_CYCLES] = { NULL, ATTR_TYPE_HARDWARE, HARDWARE_CYCLES, 0 },
	[TRACE_EVENT_TRANSACTIONS] = { "transactions", ATTR_TYPE_HARDWARE, HARDWARE_INSTRUCTIONS, 0 },
	[TRACE_EVENT_PTWRITE] = { "ptwrite", ATTR_TYPE_SYNTH, SYNTH_PTWRITE, SAMPLE_RAW },
	[TRACE_EVENT_CBR] = { "cbr", ATTR_TYPE_SYNTH, SYNTH_CBR, SAMPLE_RAW },
	[TRACE_EVENT_PSB] = { "psb", ATTR_TYPE_SYNTH, SYNTH_PSB, SAMPLE_RAW },
	[TRACE_EVENT_MWAIT] = { "mwait", ATTR_TYPE_SYNTH, SYNTH_MWAIT, SAMPLE_RAW },
	[TRACE_EVENT_PWRE] = { "pwre", ATTR_TYPE_SYNTH, SYNTH_PWRE, SAMPLE_RAW },
	[TRACE_EVENT_EXSTOP] = { "exstop", ATTR_TYPE_SYNTH, SYNTH_EXSTOP, SAMPLE_RAW },
	[TRACE_EVENT_PWRX] = { "pwrx", ATTR_TYPE_SYNTH, SYNTH_PWRX, SAMPLE_RAW },
	[TRACE_EVENT_EVT] = { "evt", ATTR_TYPE_SYNTH, SYNTH_EVT, SAMPLE_RAW },
	[TRACE_EVENT_IFLAG] = { "iflag", ATTR_TYPE_SYNTH, SYNTH_IFLAG, SAMPLE_RAW },
	[TRACE_EVENT_L1D_MISS] = { "l1d-miss", ATTR_TYPE_HARDWARE, HARDWARE_CYCLES, 0 },
	[TRACE_EVENT_L1D_ACCESS] = { "l1d-access", ATTR_TYPE_HARDWARE, HARDWARE_CYCLES, 0 },
	[TRACE_EVENT_LLC_MISS] = { "llc-miss", ATTR_TYPE_HARDWARE, HARDWARE_CYCLES, 0 },
	[TRACE_EVENT_LLC_ACCESS] = { "llc-access", ATTR_TYPE_HARDWARE, HARDWARE_CYCLES, 0 },
	[TRACE_EVENT_TLB_MISS] = { "tlb-miss", ATTR_TYPE_HARDWARE, HARDWARE_CYCLES, 0 },
	[TRACE_EVENT_TLB_ACCESS] = { "tlb-access", ATTR_TYPE_HARDWARE, HARDWARE_CYCLES, 0 },
	[TRACE_EVENT_BRANCH_MISS] = { "branch-miss", ATTR_TYPE_HARDWARE, HARDWARE_CYCLES, 0 },
	[TRACE_EVENT_REMOTE_ACCESS] = { "remote-access", ATTR_TYPE_HARDWARE, HARDWARE_CYCLES, 0 },
	[TRACE_EVENT_MEMORY] = { "memory", ATTR_TYPE_HARDWARE, HARDWARE_CYCLES, 0 },
	[TRACE_EVENT_OPERATIONS] = { "instructions", ATTR_TYPE_HARDWARE, HARDWARE_INSTRUCTIONS, 0 },
};

const struct perf_event *trace_event_add(struct session *session, const struct perf_event *of, enum trace_event which,
					 uint64_t period, uint64_t fields)
{
	const struct trace_event_row *row = &rows[which];
	struct event_attr attr = { .type = row->type, .size = of->attr.size, .config = row->config };
	attr.sample_type = SAMPLE_IP | SAMPLE_TID | SAMPLE_PERIOD | SAMPLE_IDENTIFIER | row->fields | fields;
	attr.sample_period = period;
	attr.flags = of->attr.flags & (ATTR_EXCLUDE_USER | ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV | ATTR_EXCLUDE_HOST |
				       ATTR_EXCLUDE_GUEST | (3ull << ATTR_PRECISE_SHIFT) | ATTR_SAMPLE_ID_ALL);
	uint64_t id = (of->nr_ids ? of->ids[0] : 0) + FIRST_MADE_ID + which;
	return perfdata_add_event(session->perfdata, &attr, row->name, &id, 1);
}
