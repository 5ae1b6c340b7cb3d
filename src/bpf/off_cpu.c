/* Loading off_cpu.bpf.c, filling its maps and reading them. */
#include "bpf/off_cpu.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/clock.h"
#include "base/descriptor.h"
#include "bpf/bpf_call.h"
#include "bpf/bpf_library.h"
#include "bpf/bpf_map.h"

/* `ask` of off_cpu.bpf.c. */
struct ask {
	uint64_t direct_ns;
	bool everyone, of_cpus, inherit, kernel_stack, user_stack, runnable, wakers, has_prev_state;
	uint32_t nr_cgroups;
};

struct off_cpu {
	struct bpf_object *object;
	bool everyone, inherit, wall, attached;
	uint32_t stretch;
	uint64_t on_ns, was_on_ns; /* since when it is on, 0: it is off; and how long it was before */
};

static int load(struct off_cpu *off_cpu, const struct off_cpu_options *options, bool has_prev_state, struct err *err)
{
	const struct ask ask = { .direct_ns = options->direct_ns,
				 .everyone = options->everyone,
				 .of_cpus = options->of_cpus,
				 .inherit = options->inherit,
				 .kernel_stack = !options->no_kernel_stacks,
				 .user_stack = !options->no_user_stacks,
				 .runnable = options->wall,
				 .wakers = options->wall,
				 .has_prev_state = has_prev_state,
				 .nr_cgroups = options->nr_cgroups };
	int r = bpf_object_open(&bpf_embedded_off_cpu, &off_cpu->object, err);
	if (r < 0) return r;
	r = bpf_object_data(off_cpu->object, &ask, sizeof(ask));
	if (r >= 0 && !options->wall) r = bpf_object_leave_out(off_cpu->object, "on_wakeup");
	if (r >= 0 && (options->everyone || !options->inherit)) r = bpf_object_leave_out(off_cpu->object, "on_fork");
	if (r >= 0 && options->everyone) r = bpf_object_leave_out(off_cpu->object, "on_exit");
	if (r < 0) return err_set_errno(err, r, "The BPF program off_cpu is not as it should be");
	return bpf_object_load(off_cpu->object, err);
}

/* Kernels before 5.18 do not give the state to the tracepoint, and refuse a program that reads it. */
int off_cpu_new(const struct off_cpu_options *options, struct off_cpu **ret, struct err *err)
{
	struct off_cpu *off_cpu = xcalloc(1, sizeof(*off_cpu));
	off_cpu->everyone = options->everyone;
	off_cpu->inherit = options->inherit;
	off_cpu->wall = options->wall;
	_err_done_ struct err first = ERR_INIT;
	int r = load(off_cpu, options, true, &first);
	if (r == -EACCES || r == -EINVAL) {
		bpf_object_close(off_cpu->object);
		off_cpu->object = NULL;
		r = load(off_cpu, options, false, err);
	} else if (r < 0) {
		err_set(err, r, "%s", first.message ? first.message : strerror(-r));
		if (first.hint) err_hint(err, "%s", first.hint);
	}
	if (r < 0) {
		off_cpu_free(off_cpu);
		return r;
	}
	*ret = off_cpu;
	return 0;
}

void off_cpu_free(struct off_cpu *off_cpu)
{
	if (!off_cpu) return;
	bpf_object_close(off_cpu->object);
	free(off_cpu);
}

/* ---- whom to watch */

static int store(const struct off_cpu *off_cpu, const char *map, uint32_t key, const void *value)
{
	return bpf_map_store(bpf_object_map(off_cpu->object, map), &key, value);
}

int off_cpu_watch(struct off_cpu *off_cpu, int32_t tid)
{
	return store(off_cpu, "watched", (uint32_t)tid, &(uint8_t){ 1 });
}

int off_cpu_watch_cpu(struct off_cpu *off_cpu, int32_t cpu)
{
	return store(off_cpu, "cpus", (uint32_t)cpu, &(uint8_t){ 1 });
}

int off_cpu_watch_cgroup(struct off_cpu *off_cpu, unsigned index, int fd)
{
	return store(off_cpu, "cgroups", index, &(uint32_t){ (uint32_t)fd });
}

int off_cpu_output(struct off_cpu *off_cpu, int32_t cpu, int event_fd)
{
	return store(off_cpu, "events", (uint32_t)cpu, &(uint32_t){ (uint32_t)event_fd });
}

/* Attached at the first time, and then switched by a map. */
int off_cpu_switch(struct off_cpu *off_cpu, bool on, struct err *err)
{
	int r = 0;
	if (on && !off_cpu->attached) {
		if (off_cpu->wall) r = bpf_object_attach(off_cpu->object, "on_wakeup", err);
		if (r >= 0 && !off_cpu->everyone && off_cpu->inherit)
			r = bpf_object_attach(off_cpu->object, "on_fork", err);
		if (r >= 0 && !off_cpu->everyone) r = bpf_object_attach(off_cpu->object, "on_exit", err);
		if (r >= 0) r = bpf_object_attach(off_cpu->object, "on_switch", err);
		if (r < 0) return r;
		off_cpu->attached = true;
	}
	uint64_t now_ns = clock_now_ns();
	if (!on && off_cpu->on_ns) off_cpu->was_on_ns += now_ns - off_cpu->on_ns;
	if (on != (off_cpu->on_ns != 0)) off_cpu->on_ns = on ? now_ns : 0;
	if (on) off_cpu->stretch++;
	const struct off_cpu_switch now = { on, off_cpu->stretch };
	r = store(off_cpu, "switches", 0, &now);
	return r < 0 ? err_set_errno(err, r, "BPF off_cpu") : 0;
}

/* ---- what they found */

/* A thread that never left the CPU was off as long as this was on. */
static void add_sleeper(const struct off_cpu *off_cpu, const struct off_cpu_sleeper *sleeper, struct off_cpu_rows *ret)
{
	struct off_cpu_row row = { .key = sleeper->key, .still_off = true };
	if (sleeper->since_ns) {
		if (sleeper->now_ns > sleeper->since_ns) row.ns = sleeper->now_ns - sleeper->since_ns;
	} else {
		row.ns = off_cpu->was_on_ns + (off_cpu->on_ns ? clock_now_ns() - off_cpu->on_ns : 0);
		row.first_ip = ret->ips.count;
		while (row.nr_ips < sleeper->nr_ips && row.nr_ips < OFF_CPU_STACK_DEPTH && sleeper->ips[row.nr_ips])
			vec_push(&ret->ips, sleeper->ips[row.nr_ips++]);
	}
	if (row.ns) vec_push(&ret->rows, row);
}

/* Runs the program `left` over all tasks: it writes a record for each that is off. */
static int read_sleepers(const struct off_cpu *off_cpu, struct off_cpu_rows *ret)
{
	union bpf_attr attr = { .link_create = { .prog_fd = (uint32_t)bpf_object_program(off_cpu->object, "left"),
						 .attach_type = BPF_TRACE_ITER } };
	_close_ int link = bpf_call(BPF_LINK_CREATE, &attr);
	if (link < 0) return link;
	attr = (union bpf_attr){ .iter_create = { .link_fd = (uint32_t)link } };
	_close_ int iter = bpf_call(BPF_ITER_CREATE, &attr);
	if (iter < 0) return iter;
	struct off_cpu_sleeper sleeper;
	size_t have = 0;
	for (;;) {
		ssize_t n = read(iter, (char *)&sleeper + have, sizeof(sleeper) - have);
		if (n < 0 && (errno == EINTR || errno == EAGAIN)) continue;
		if (n <= 0) return n < 0 ? -errno : 0;
		have += (size_t)n;
		if (have < sizeof(sleeper)) continue;
		add_sleeper(off_cpu, &sleeper, ret);
		have = 0;
	}
}

static int compare_rows(const void *a, const void *b)
{
	const struct off_cpu_row *x = a, *y = b;
	int order = memcmp(&x->key, &y->key, sizeof(x->key));
	return order ? order : (x->still_off > y->still_off) - (x->still_off < y->still_off);
}

int off_cpu_read(struct off_cpu *off_cpu, struct off_cpu_rows *ret)
{
	struct off_cpu_row row = { .ns = 0 };
	int sums = bpf_object_map(off_cpu->object, "sums"), losses = bpf_object_map(off_cpu->object, "losses");
	*ret = (struct off_cpu_rows){ VEC_INIT };
	int r = read_sleepers(off_cpu, ret);
	int next = bpf_map_next(sums, NULL, &row.key);
	for (; next >= 0; next = bpf_map_next(sums, &row.key, &row.key))
		if (bpf_map_find(sums, &row.key, &row.ns) >= 0) vec_push(&ret->rows, row);
	for (uint32_t i = 0; i < NR_OFF_CPU_LOSSES; i++) (void)bpf_map_find(losses, &i, &ret->losses[i]);
	if (ret->rows.count) qsort(ret->rows.items, ret->rows.count, sizeof(*ret->rows.items), compare_rows);
	return next == -ENOENT ? r : next;
}

void off_cpu_rows_done(struct off_cpu_rows *rows)
{
	vec_done(&rows->rows);
	vec_done(&rows->ips);
}

size_t off_cpu_stack(const struct off_cpu *off_cpu, int id, uint64_t ips[OFF_CPU_STACK_DEPTH])
{
	size_t n = 0;
	if (id == OFF_CPU_NO_STACK) return 0;
	memset(ips, 0, OFF_CPU_STACK_DEPTH * sizeof(*ips));
	if (bpf_map_find(bpf_object_map(off_cpu->object, "stacks"), &id, ips) < 0) return 0;
	while (n < OFF_CPU_STACK_DEPTH && ips[n]) n++;
	return n;
}
