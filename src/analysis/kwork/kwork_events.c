#include "analysis/kwork/kwork_events.h"

#define WORK FIELD(struct kwork_event, id, "work", .is_key = true), FIELD(struct kwork_event, function, "function")
static const struct tracepoint_row rows[] = {
	{ "irq:irq_handler_entry", KWORK_ENTRY,
	  FIELDS(FIELD(struct kwork_event, id, "irq", .is_key = true), TEXT(struct kwork_event, name, "name")),
	  KWORK_IRQ },
	{ "irq:irq_handler_exit", KWORK_EXIT, FIELDS(FIELD(struct kwork_event, id, "irq", .is_key = true)), KWORK_IRQ },
	{ "irq:softirq_raise", KWORK_RAISE, FIELDS(FIELD(struct kwork_event, id, "vec", .is_key = true)),
	  KWORK_SOFTIRQ },
	{ "irq:softirq_entry", KWORK_ENTRY, FIELDS(FIELD(struct kwork_event, id, "vec", .is_key = true)),
	  KWORK_SOFTIRQ },
	{ "irq:softirq_exit", KWORK_EXIT, FIELDS(FIELD(struct kwork_event, id, "vec", .is_key = true)), KWORK_SOFTIRQ },
	{ "workqueue:workqueue_activate_work", KWORK_RAISE, FIELDS(WORK), KWORK_WORKQUEUE },
	{ "workqueue:workqueue_execute_start", KWORK_ENTRY, FIELDS(WORK), KWORK_WORKQUEUE },
	{ "workqueue:workqueue_execute_end", KWORK_EXIT, FIELDS(WORK), KWORK_WORKQUEUE },
	{ "sched:sched_switch", KWORK_SWITCH,
	  FIELDS(FIELD(struct kwork_event, prev_tid, "prev_pid", .is_key = true),
		 FIELD(struct kwork_event, next_tid, "next_pid", .is_key = true),
		 TEXT(struct kwork_event, prev_comm, "prev_comm")),
	  KWORK_SCHED },
};
static const struct tracepoint_table table = { rows, ARRAY_SIZE(rows) };

const char *kwork_events_name(enum kwork_class class, size_t index)
{
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		if (rows[i].detail == class && !index--) return rows[i].event;
	return NULL;
}

const char *kwork_class_name(enum kwork_class class)
{
	static const char *const names[] = { "irq", "softirq", "workqueue", "sched" };
	return names[class];
}

/* In the order of the kernel's vectors, which softirq_entry's format lists. */
const char *kwork_softirq_name(uint64_t vector)
{
	static const char *const names[] = { "HI",       "TIMER",   "NET_TX", "NET_RX",  "BLOCK",
					     "IRQ_POLL", "TASKLET", "SCHED",  "HRTIMER", "RCU" };
	return vector < ARRAY_SIZE(names) ? names[vector] : NULL;
}

/* The function of a work; NULL: there is no symbol. */
static const char *function_name(struct tracepoint_worker *worker, const struct sample *sample, uint64_t function)
{
	struct sample_task task;
	struct resolver *resolver = worker->session->resolver;
	resolver_task(resolver, sample, &task);
	const struct frame *frame = resolver_ip(resolver, &task, CPUMODE_KERNEL, function);
	return frame->symbol ? frame->symbol->name : NULL;
}

/* In the worker: what rows cannot say, and what is not wanted. */
static bool kwork_events_more(void *ctx, struct tracepoint_worker *worker, const struct sample *sample, void *item)
{
	const struct kwork_visitor *visitor = ctx;
	struct kwork_event *event = item;
	if (!(visitor->classes >> event->detail & 1)) return false;
	if (event->detail == KWORK_IRQ && event->name)
		event->name = *event->name ? intern_string(&worker->same_texts, event->name) : NULL;
	if (event->function) event->name = function_name(worker, sample, event->function);
	if (visitor->max_stack && event->kind == KWORK_ENTRY && sample_has_chain(sample)) {
		const struct chain_limits limits = { .max_stack = visitor->max_stack };
		event->chain = chain_names_of(worker, sample, &limits);
	}
	return true;
}

int kwork_events_visit(struct session *session, struct kwork_visitor *visitor, struct err *err)
{
	struct tracepoint_pass pass = { .ctx = visitor->ctx,
					.worker_ctx = visitor,
					.event_size_bytes = sizeof(struct kwork_event),
					.event = visitor->event,
					.batch = visitor->batch,
					.tables = { &table },
					.kinds = visitor->phases,
					.more = kwork_events_more,
					.filter = visitor->filter };
	int r = tracepoint_pass_run(&pass, session, err);
	visitor->nr_damaged = pass.nr_damaged;
	return r;
}
