/* -v and -vv for opening events: attrs that differ from the one before, each attempt with its place and its result.
 *
 *     perf_event_attr: ...
 *     sys_perf_event_open: pid 4711  cpu -1  group_fd -1  flags 0x8 = 3 */
#include "commands/option/open_trace.h"

#include <string.h>
#include "cli/console.h"

#define RULER "------------------------------------------------------------"

static void open_trace_note(const struct event_open_trace *trace, const char *text)
{
	(void)trace;
	console_verbose(1, "%s", text);
}

/* One call of perf_event_open(2), told under -vv. The attr is printed only when it is not that of the attempt before
 * (trace->ctx), since an event is opened for each CPU and thread. dropped: the attr was weakened before it, and this
 * is what was switched off. The flags are those that the place implies: PERF_FLAG_FD_CLOEXEC, and
 * PERF_FLAG_PID_CGROUP for a control group. */
static void open_trace_attempt(const struct event_open_trace *trace, const struct event_attr *attr,
			       const struct event_place *place, int result, const char *dropped)
{
	struct event_attr *shown = trace->ctx;
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	struct attr_names names = { .tracepoint = attr->type == ATTR_TYPE_TRACEPOINT ? trace->name : NULL };
	if (dropped) console_verbose(2, "switching off %s", dropped);
	if (attr->type == shown->type && attr_precise(attr) + 1 == attr_precise(shown))
		console_verbose(2, "decreasing precise_ip by one (%u)", attr_precise(attr));
	if (memcmp(shown, attr, sizeof(*shown)) != 0) {
		*shown = *attr;
		attr_format_dump(attr, &names, &text);
		console_verbose(2, RULER "\nperf_event_attr:\n%s" RULER, strbuf_text(&text));
	}
	_free_ char *line = xasprintf("sys_perf_event_open: pid %d  cpu %d  group_fd %d  flags %s", place->pid,
				      place->cpu, place->group_fd, place->pid_is_cgroup ? "0xc" : "0x8");
	if (result >= 0) console_verbose(2, "%s = %d", line, result);
	else console_verbose(2, "%s\nsys_perf_event_open failed, error %d", line, result);
}

void open_trace_begin(struct event_open_trace *trace, struct event_attr *shown)
{
	trace->ctx = shown;
	if (console.verbosity >= 1) trace->note = open_trace_note;
	if (console.verbosity >= 2) trace->attempt = open_trace_attempt;
}
