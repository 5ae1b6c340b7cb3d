/* A CPU's time is that between its switches; what interrupts and softirqs took of it is taken off the task that was on.
 *
 *     switch to a    irq entry  irq exit    switch to b       a ran  (end - begin) - (exit - entry)
 */
#include "analysis/kwork/kwork_top.h"

#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "base/u64map.h"

#define NONE UINT64_MAX
enum { WHOLE = 10000 }; /* 100 % in hundredths of a percent */

/* A task on one CPU. */
struct part {
	uint32_t tid, cpu;
	const char *comm;
	uint64_t run_ns;
};
struct top_cpu {
	struct kwork_cpu shown;
	bool is_known; /* there was a switch: tid is on since then */
	uint32_t tid;
	uint64_t since_ns, stolen_ns;
	uint64_t entered_ns[KWORK_SCHED]; /* interrupts and softirqs, by class; NONE: none is at work */
};

struct kwork_top {
	const struct kwork_top_options *options;
	VEC(struct top_cpu) cpus;
	VEC(struct part) parts;
	struct u64map cpu_places, part_places; /* number, hash of task and CPU -> place + 1 */
	struct intern names;
	VEC(struct kwork_task) tasks;
	VEC(struct kwork_cpu) shown_cpus;
	struct kwork_top_result result;
};

static struct top_cpu *find_cpu(struct kwork_top *top, uint32_t number)
{
	uint64_t *place = u64map_put(&top->cpu_places, number, NULL);
	if (!*place) {
		struct top_cpu *cpu = vec_add(&top->cpus);
		*cpu = (struct top_cpu){ .shown.cpu = number };
		for (unsigned class = 0; class < KWORK_SCHED; class ++) cpu->entered_ns[class] = NONE;
		*place = top->cpus.count;
	}
	return &top->cpus.items[*place - 1];
}

static struct part *find_part(struct kwork_top *top, uint32_t tid, uint32_t cpu)
{
	uint64_t *place = u64map_put(&top->part_places, (uint64_t)tid << 32 | cpu, NULL);
	if (!*place) {
		vec_push(&top->parts, ((struct part){ .tid = tid, .cpu = cpu }));
		*place = top->parts.count;
	}
	return &top->parts.items[*place - 1];
}

static uint64_t between(uint64_t from_ns, uint64_t to_ns) { return to_ns > from_ns ? to_ns - from_ns : 0; }

static void take_switch(struct kwork_top *top, struct top_cpu *cpu, const struct kwork_event *event)
{
	/* another one than who came: a switch is missing, and whose the time was is not known */
	if (cpu->is_known && cpu->tid == event->prev_tid) {
		struct part *part = find_part(top, event->prev_tid, event->cpu);
		uint64_t all_ns = between(cpu->since_ns, event->time_ns);
		cpu->shown.total_ns += all_ns;
		part->run_ns += between(cpu->stolen_ns, all_ns);
		part->comm = intern_string(&top->names, event->prev_comm ? event->prev_comm : "");
	} else {
		top->result.nr_missing += cpu->is_known;
	}
	cpu->is_known = true;
	cpu->tid = event->next_tid;
	cpu->since_ns = event->time_ns;
	cpu->stolen_ns = 0;
}

static void take_exit(struct kwork_top *top, struct top_cpu *cpu, const struct kwork_event *event)
{
	uint64_t *entered_ns = &cpu->entered_ns[event->detail];
	if (*entered_ns == NONE) return;
	uint64_t ns = between(*entered_ns, event->time_ns);
	if (event->detail == KWORK_IRQ) top->result.irq_ns += ns;
	else if (event->detail == KWORK_SOFTIRQ) top->result.softirq_ns += ns;
	cpu->stolen_ns += ns;
	*entered_ns = NONE;
}

/* In order of time, one at a time. */
static int kwork_top_on_event(void *ctx, const void *item)
{
	struct kwork_top *top = ctx;
	const struct kwork_event *event = item;
	struct top_cpu *cpu = find_cpu(top, event->cpu);
	if (event->kind == KWORK_SWITCH) take_switch(top, cpu, event);
	else if (event->kind == KWORK_ENTRY) cpu->entered_ns[event->detail] = event->time_ns;
	else if (event->kind == KWORK_EXIT) take_exit(top, cpu, event);
	return 0;
}

/* ---- the result */

/* The idle task of a CPU is one of its own; others are the same on all. Parts are in order of threads and CPUs. */
static void add_part(struct kwork_top *top, const struct part *part)
{
	struct kwork_cpu *cpu = &find_cpu(top, part->cpu)->shown;
	struct kwork_task *last = top->tasks.count ? &top->tasks.items[top->tasks.count - 1] : NULL;
	const char *name = top->options->name;
	if (part->tid == 0) {
		cpu->idle_ns += part->run_ns;
		top->result.idle_ns += part->run_ns;
	}
	if (name && strcmp(name, part->comm ? part->comm : "") != 0) return;
	if (part->tid) cpu->shown_ns += part->run_ns;
	if (!part->tid || !last || last->tid != part->tid) {
		last = vec_add(&top->tasks);
		*last = (struct kwork_task){ .tid = part->tid, .cpu = part->cpu, .comm = part->comm };
	}
	last->run_ns += part->run_ns;
	if (cpu->total_ns) last->share += (uint64_t)((double)part->run_ns / (double)cpu->total_ns * WHOLE + 1e-9);
}

static int compare_parts(const void *a, const void *b)
{
	const struct part *x = a, *y = b;
	if (x->tid != y->tid) return x->tid < y->tid ? -1 : 1;
	return x->cpu < y->cpu ? -1 : x->cpu > y->cpu;
}

static int compare_cpus(const void *a, const void *b)
{
	const struct kwork_cpu *x = a, *y = b;
	return x->cpu < y->cpu ? -1 : x->cpu > y->cpu;
}

static int compare_numbers(uint64_t x, uint64_t y) { return x > y ? -1 : x < y; }

static int compare_tasks(const void *a, const void *b, void *ctx)
{
	const struct kwork_task *x = a, *y = b;
	const struct kwork_top_options *options = ctx;
	for (size_t i = 0; i < options->nr_keys; i++) {
		int r = 0;
		if (options->keys[i] == KWORK_TOP_RATE) r = compare_numbers(x->share, y->share);
		else if (options->keys[i] == KWORK_TOP_RUNTIME) r = compare_numbers(x->run_ns, y->run_ns);
		else r = compare_numbers(y->tid, x->tid);
		if (r) return r;
	}
	if (x->tid != y->tid) return compare_numbers(x->tid, y->tid);
	return x->cpu < y->cpu ? -1 : x->cpu > y->cpu;
}

static void make_result(struct kwork_top *top)
{
	struct kwork_top_result *result = &top->result;
	if (top->parts.count) qsort(top->parts.items, top->parts.count, sizeof(*top->parts.items), compare_parts);
	for (size_t i = 0; i < top->parts.count; i++) add_part(top, &top->parts.items[i]);
	for (size_t i = 0; i < top->cpus.count; i++) {
		const struct kwork_cpu *cpu = &top->cpus.items[i].shown;
		if (!cpu->total_ns) continue;
		result->total_ns += cpu->total_ns;
		vec_push(&top->shown_cpus, *cpu);
	}
	if (top->shown_cpus.count)
		qsort(top->shown_cpus.items, top->shown_cpus.count, sizeof(*top->shown_cpus.items), compare_cpus);
	if (top->tasks.count)
		qsort_r(top->tasks.items, top->tasks.count, sizeof(*top->tasks.items), compare_tasks,
			(void *)(uintptr_t)top->options);
	result->tasks = top->tasks.items;
	result->nr_tasks = top->tasks.count;
	result->cpus = top->shown_cpus.items;
	result->nr_cpus = top->shown_cpus.count;
}

int kwork_top_run(struct session *session, const struct kwork_top_options *options, struct kwork_top **ret,
		  const struct kwork_top_result **ret_result, struct err *err)
{
	const uint32_t steals = 1u << KWORK_IRQ | 1u << KWORK_SOFTIRQ;
	struct kwork_top *top = xcalloc(1, sizeof(*top));
	top->options = options;
	intern_init(&top->names);
	struct kwork_visitor visitor = { .ctx = top,
					 .event = kwork_top_on_event,
					 .classes = options->classes & (steals | 1u << KWORK_SCHED),
					 .phases = 1u << KWORK_ENTRY | 1u << KWORK_EXIT | 1u << KWORK_SWITCH,
					 .filter = options->filter };
	int r = kwork_events_visit(session, &visitor, err);
	if (r != 0) {
		kwork_top_free(top);
		return r;
	}
	make_result(top);
	top->result.nr_damaged = visitor.nr_damaged;
	*ret_result = &top->result;
	*ret = top;
	return 0;
}

void kwork_top_free(struct kwork_top *top)
{
	if (!top) return;
	vec_done(&top->cpus);
	vec_done(&top->parts);
	vec_done(&top->tasks);
	vec_done(&top->shown_cpus);
	u64map_done(&top->cpu_places);
	u64map_done(&top->part_places);
	intern_done(&top->names);
	free(top);
}
