/* Workers resolve both ends of each branch; the stacks are then followed on one thread, branch by branch. Which
 * functions match is asked once for each. */
#include "analysis/latency/latency_calls.h"

#include <errno.h>
#include <fnmatch.h>
#include <string.h>
#include "base/suggest.h"
#include "base/u64map.h"
#include "frame/flow/call_flow.h"
#include "perfdata/record/events.h"

/* What calls can be grouped by. */
enum of_call { OF_FUNCTION, OF_CALLER, OF_OBJECT, OF_COMM, OF_PID, OF_TID, OF_CPU, NR_OF_CALL };
static const char *const of_call_names[NR_OF_CALL] = { "function", "caller", "object", "comm", "pid", "tid", "cpu" };

enum { MOST_CALLS = 1 << 16, MAX_KEYS = 16 }; /* of a thread at a time; of --by */

/* A branch, or an error of the trace. */
struct branch_event {
	TRACEPOINT_EVENT;
	bool is_error, is_timeless, hidden;
	uint8_t insn_size_bytes;
	uint32_t pid, flow;
	uint64_t ip, addr;
	const char *comm;
	struct call_place from, to;
};

/* A function that was met. */
struct function {
	const char *name;
	bool matches;
};

struct calls {
	const struct latency_spec *spec;
	const struct latency_visitor *visitor;
	struct call_flow *flow;
	VEC(struct function) functions;
	struct u64map by_symbol; /* -> index in functions */
	struct suggest near;
	uint8_t by[MAX_KEYS]; /* enum of_call */
	struct strbuf label;
	bool filters_tasks;
	uint64_t nr_branches, nr_calls;
	struct latency_calls_span span;
	const struct branch_event *event; /* at hand */
	int status;                       /* what the visitor stopped with */
	struct err *err;
};

/* ---- in workers */

static bool is_hidden(const struct calls *calls, const struct sample *sample, const struct sample_task *task)
{
	const struct sample_filter *filter = calls->visitor->filter;
	return filter && ((calls->filters_tasks && sample_filter_hides_task(filter, sample, task)) ||
			  (filter->by_cpu && !number_list_has(&filter->cpus, (int32_t)sample->cpu)));
}

static struct call_place place_of(struct resolver *resolver, const struct sample_task *task, uint64_t ip)
{
	return call_place_of(resolver_ip(resolver, task, ip >> 63 ? CPUMODE_KERNEL : CPUMODE_USER, ip));
}

static unsigned latency_calls_read(void *ctx, struct tracepoint_worker *worker, const struct sample *sample, void *item)
{
	const uint32_t of_branches = SAMPLE_FLOW_BRANCH | SAMPLE_FLOW_BEGIN | SAMPLE_FLOW_END;
	const struct calls *calls = ctx;
	struct resolver *resolver = worker->session->resolver;
	struct branch_event *event = item;
	struct sample_task task;
	if (!(sample->flow & of_branches) || sample->event->attr.type != ATTR_TYPE_HARDWARE) return 0;
	resolver_task(resolver, sample, &task);
	*event = (struct branch_event){ .time_ns = sample->time_ns,
					.cpu = sample->cpu,
					.tid = sample->tid,
					.pid = sample->pid,
					.is_timeless = !(sample->present & SAMPLE_TIME),
					.hidden = is_hidden(calls, sample, &task),
					.insn_size_bytes = sample->insn_size_bytes,
					.flow = sample->flow,
					.ip = sample->ip,
					.addr = sample->addr,
					.comm = task.comm };
	if (sample->ip) event->from = place_of(resolver, &task, sample->ip);
	if (sample->addr) event->to = place_of(resolver, &task, sample->addr);
	return 1;
}

static bool latency_calls_error(void *ctx, struct tracepoint_worker *worker, const struct record *r,
				const struct sample_id *id, void *item)
{
	struct branch_event *event = item;
	struct record_auxtrace_error error;
	(void)ctx;
	(void)worker;
	(void)id;
	if (r->type != RECORD_AUXTRACE_ERROR || record_decode_auxtrace_error(r, &error) < 0) return false;
	event->is_error = true;
	event->pid = error.pid;
	event->tid = error.tid;
	event->cpu = (uint32_t)-1;
	return true;
}

/* ---- one after the other */

static const struct function *function_of(struct calls *calls, const struct frame *frame)
{
	bool is_new;
	if (!frame->symbol) return NULL;
	uint64_t *slot = u64map_put(&calls->by_symbol, (uintptr_t)frame->symbol, &is_new);
	if (is_new) {
		const char *name = frame->symbol->name;
		*slot = calls->functions.count;
		vec_push(&calls->functions,
			 ((struct function){ name, fnmatch(calls->spec->function, name, 0) == 0 ||
							   strcmp(calls->spec->function, name) == 0 }));
		suggest_add(&calls->near, name);
	}
	return &calls->functions.items[*slot];
}

static const char *caller_name(const struct calls *calls, const struct call_slice *caller)
{
	if (!caller) return "[unknown]";
	if (!caller->function) return "[not traced]";
	const uint64_t *slot = u64map_find(&calls->by_symbol, (uintptr_t)caller->function);
	return slot ? calls->functions.items[*slot].name : "[unknown]";
}

static const char *label_of(struct calls *calls, const struct frame *frame, const struct call_slice *caller)
{
	const struct branch_event *event = calls->event;
	strbuf_clear(&calls->label);
	for (size_t i = 0; i < calls->spec->by.count; i++) {
		if (i) strbuf_str(&calls->label, " ");
		switch ((enum of_call)calls->by[i]) {
		case OF_FUNCTION: strbuf_str(&calls->label, frame->symbol->name); break;
		case OF_CALLER: strbuf_str(&calls->label, caller_name(calls, caller)); break;
		case OF_OBJECT:
			strbuf_str(&calls->label, frame->map ? frame->map->dso->short_name : "[unknown]");
			break;
		case OF_COMM: strbuf_str(&calls->label, event->comm); break;
		case OF_PID: strbuf_printf(&calls->label, "%d", (int32_t)event->pid); break;
		case OF_TID: strbuf_printf(&calls->label, "%d", (int32_t)event->tid); break;
		default: strbuf_printf(&calls->label, "%d", (int32_t)event->cpu); break;
		}
	}
	return strbuf_text(&calls->label);
}

static struct call_place locate(void *ctx, bool is_target)
{
	const struct branch_event *event = ((const struct calls *)ctx)->event;
	return is_target ? event->to : event->from;
}

static void give(struct calls *calls, const struct latency_event *event)
{
	if (calls->status == 0) calls->status = calls->visitor->event(calls->visitor->ctx, event);
}

/* A slice of a function that is asked for has tag 1. */
static void begin_call(void *ctx, struct call_slice *slice, const struct call_place *place, const char *why,
		       const struct call_slice *caller)
{
	struct calls *calls = ctx;
	const struct branch_event *event = calls->event;
	(void)why;
	const struct function *function = place ? function_of(calls, place->detail) : NULL;
	if (!function || !function->matches) return;
	slice->tag = 1;
	calls->nr_calls++;
	if (!slice->is_begin_exact) return;
	give(calls,
	     &(struct latency_event){ .kind = LATENCY_BEGIN,
				      .time_ns = event->time_ns,
				      .cpu = event->cpu,
				      .tid = event->tid,
				      .pid = event->pid,
				      .hidden = event->hidden,
				      .key = slice->id,
				      .comm = event->comm,
				      .label = calls->spec->by.count ? label_of(calls, place->detail, caller) : NULL });
}

/* Of a call whose begin was not seen nobody knows whether it is hidden but by its end. */
static void end_call(void *ctx, const struct call_slice *slice, uint64_t time_ns, bool is_exact)
{
	struct calls *calls = ctx;
	const struct branch_event *event = calls->event;
	if (!slice->tag || (!slice->is_begin_exact && event->hidden)) return;
	give(calls, &(struct latency_event){ .kind = LATENCY_END,
					     .time_ns = time_ns,
					     .cpu = event->cpu,
					     .tid = event->tid,
					     .pid = event->pid,
					     .key = slice->id,
					     .inner_ns = slice->inner_ns,
					     .is_cut = !is_exact });
}

static int latency_calls_event(void *ctx, const void *item)
{
	struct calls *calls = ctx;
	const struct branch_event *event = item;
	calls->event = event;
	if (event->is_error) {
		call_flow_cut(calls->flow, event->tid, event->time_ns == UINT64_MAX ? 0 : event->time_ns, calls);
		return calls->status;
	}
	if (event->is_timeless) {
		(void)err_set(calls->err, -EINVAL, "The hardware trace has no times: how long calls took is not in it");
		err_hint(calls->err, "'perf script --itrace=cr -F+flags' shows the calls in their order");
		return -EINVAL;
	}
	if (!calls->nr_branches++) calls->span.first_ns = event->time_ns;
	calls->span.last_ns = event->time_ns;
	const struct call_branch branch = { event->time_ns, event->ip, event->addr, event->flow,
					    event->insn_size_bytes };
	call_flow_branch(calls->flow, event->tid, &branch, calls);
	return calls->status;
}

static int latency_calls_batch(void *ctx)
{
	const struct latency_visitor *visitor = ((const struct calls *)ctx)->visitor;
	return visitor->batch ? visitor->batch(visitor->ctx) : 0;
}

/* ---- the whole */

static int parse_by(struct calls *calls, struct err *err)
{
	const struct latency_spec *spec = calls->spec;
	for (size_t i = 0; i < spec->by.count; i++) {
		const struct latency_by *by = &spec->by.items[i];
		static const char *const sides[] = { "", "begin.", "end." };
		uint8_t of = 0;
		while (of < NR_OF_CALL && strcmp(of_call_names[of], by->field) != 0) of++;
		if (of == NR_OF_CALL || by->side >= 0)
			return err_set(err, -EINVAL,
				       "--by '%s%s': calls have function, caller, object, comm, pid, tid and cpu",
				       sides[by->side + 1], by->field);
		calls->by[i] = of;
	}
	return 0;
}

static int say_no_call(struct calls *calls, struct err *err)
{
	if (!calls->nr_branches) {
		(void)err_set(err, -ENODATA, "The hardware trace shows no branches, of which calls are made");
		err_hint(err, "they may be hidden by --itrace (letter b) or --time; 'perf script' shows what there is");
		return -ENODATA;
	}
	_strbuf_done_ struct strbuf near = STRBUF_INIT;
	suggest_format(&calls->near, "call:", &near);
	(void)err_set(err, -ENODATA, "The hardware trace has no call of '%s'", calls->spec->function);
	err_hint(err, "%sA function that was inlined has no calls; 'perf script --call-trace' shows those there are",
		 strbuf_text(&near));
	return -ENODATA;
}

static int visit(struct calls *calls, struct session *session, struct err *err)
{
	const struct sample_filter *filter = calls->visitor->filter;
	struct sample_filter times = { .socket = -1 };
	if (filter) times = (struct sample_filter){ .times = filter->times, .by_time = filter->by_time, .socket = -1 };
	struct tracepoint_pass pass = { .ctx = calls,
					.worker_ctx = calls,
					.event_size_bytes = sizeof(struct branch_event),
					.event = latency_calls_event,
					.batch = latency_calls_batch,
					.read = latency_calls_read,
					.other = latency_calls_error,
					.filter = filter ? &times : NULL };
	calls->filters_tasks = filter && (filter->comms.given || filter->pids.count || filter->tids.count);
	int r = tracepoint_pass_run(&pass, session, err);
	return r == 0 && !calls->nr_calls ? say_no_call(calls, err) : r;
}

int latency_calls_visit(struct session *session, const struct latency_spec *spec, const struct latency_visitor *visitor,
			struct latency_calls_span *ret_span, struct err *err)
{
	struct calls calls = {
		.spec = spec, .visitor = visitor, .near = suggest_for(spec->function), .label = STRBUF_INIT, .err = err
	};
	if (!session_traces_are_decoded(session)) {
		(void)err_set(err, -ENODATA, "--pair call:%s measures the calls of a hardware trace, which is not here",
			      spec->function);
		err_hint(err, "record one: perf record -e intel_pt//u, or without such a processor -e single_step//u");
		return -ENODATA;
	}
	int r = parse_by(&calls, err);
	if (r < 0) return r;
	calls.flow = call_flow_new(&(struct call_flow_visitor){ locate, begin_call, end_call }, MOST_CALLS);
	r = visit(&calls, session, err);
	*ret_span = calls.span;
	call_flow_free(calls.flow);
	vec_done(&calls.functions);
	u64map_done(&calls.by_symbol);
	strbuf_done(&calls.label);
	return r;
}
