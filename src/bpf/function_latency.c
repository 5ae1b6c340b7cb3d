/* Loading function_latency.bpf.c, attaching it to a kprobe and its return or to two tracepoints, and adding up what the
 * CPUs counted. Raw tracepoints are the cheapest; events of single system calls are not of that kind. */
#include "bpf/function_latency.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/descriptor.h"
#include "bpf/bpf_code.h"
#include "bpf/bpf_library.h"
#include "bpf/bpf_map.h"
#include "kernel/cpu_list.h"
#include "kernel/tracefs.h"

/* One end of what is measured: the program, and where it runs. */
struct end {
	const char *program;
	struct event_attr attr; /* type 0: a raw tracepoint */
	const char *raw;        /* its name */
	int link;
};

struct function_latency {
	const struct kernelfs *fs;
	struct bpf_object *object;
	char *function, *events[2];
	struct end ends[2];
};

static const char *const programs[] = { "at_entry", "at_return", "raw_begin", "raw_end", "typed_begin", "typed_end" };

/* Both ends of a function: kprobe events, with the bit of their format that means the return. */
static int find_function(struct function_latency *latency, struct err *err)
{
	size_t size;
	_free_ char *type = kernelfs_read_raw(latency->fs, "sys/bus/event_source/devices/kprobe/type", 64, &size);
	if (!type) {
		err_set(err, -EOPNOTSUPP,
			"This kernel has no kprobes (CONFIG_KPROBE_EVENTS), at which BPF programs run");
		err_hint(err, "Without -b the function_graph tracer measures.");
		return -EOPNOTSUPP;
	}
	for (unsigned i = 0; i < 2; i++)
		latency->ends[i] = (struct end){ .program = programs[i],
						 .attr = { .type = (uint32_t)strtoul(type, NULL, 10),
							   .config = i,
							   .config1 = (uint64_t)(uintptr_t)latency->function },
						 .link = -1 };
	return 0;
}

/* "system:name". Events of system calls have no raw tracepoints of their own. */
static int find_event(struct function_latency *latency, const char *tracefs, unsigned i, struct err *err)
{
	char *name = strchr(latency->events[i], ':');
	uint64_t id = 0;
	if (name && tracefs) {
		*name = 0;
		if (!kernelfs_read_u64(latency->fs, &id, "%s/events/%s/%s/id", tracefs, latency->events[i], name + 1))
			id = 0;
		*name = ':';
	}
	if (name && tracefs && !id && (errno == EACCES || errno == EPERM))
		return bpf_refused(err_set_errno(err, -EPERM, "The tracepoint %s", latency->events[i]), err);
	if (!id) {
		err_set(err, -ENOENT, "There is no tracepoint %s", latency->events[i]);
		err_hint(err, "perf list tracepoint shows them; tracefs has to be mounted.");
		return -ENOENT;
	}
	bool raw = strncmp(latency->events[i], "syscalls:", 9) != 0;
	latency->ends[i] =
		(struct end){ .program = programs[raw ? 2 + i : 4 + i], .raw = raw ? name + 1 : NULL, .link = -1 };
	if (!raw) latency->ends[i].attr = (struct event_attr){ .type = ATTR_TYPE_TRACEPOINT, .config = id };
	return 0;
}

static int find_ends(struct function_latency *latency, const struct function_latency_options *options, struct err *err)
{
	if (options->function) {
		latency->function = xstrdup(options->function);
		return find_function(latency, err);
	}
	_free_ char *tracefs = tracefs_find(options->fs, options->debugfs_dir);
	latency->events[0] = xstrdup(options->begins);
	latency->events[1] = xstrdup(options->ends);
	int r = find_event(latency, tracefs, 0, err);
	return r < 0 ? r : find_event(latency, tracefs, 1, err);
}

static int load(struct function_latency *latency, const struct function_latency_ask *ask, struct err *err)
{
	int r = bpf_object_open(&bpf_embedded_function_latency, &latency->object, err);
	if (r < 0) return r;
	r = bpf_object_data(latency->object, ask, sizeof(*ask));
	for (size_t i = 0; r >= 0 && i < ARRAY_SIZE(programs); i++)
		if (strcmp(programs[i], latency->ends[0].program) != 0 &&
		    strcmp(programs[i], latency->ends[1].program) != 0)
			r = bpf_object_leave_out(latency->object, programs[i]);
	if (r < 0) return err_set_errno(err, r, "The BPF program function_latency is not as it should be");
	return bpf_object_load(latency->object, err);
}

int function_latency_new(const struct function_latency_options *options, struct function_latency **ret, struct err *err)
{
	struct function_latency *latency = xcalloc(1, sizeof(*latency));
	latency->fs = options->fs;
	latency->ends[0].link = latency->ends[1].link = -1;
	int r = find_ends(latency, options, err);
	if (r >= 0) r = load(latency, &options->ask, err);
	if (r < 0) {
		function_latency_free(latency);
		return r;
	}
	*ret = latency;
	return 0;
}

void function_latency_free(struct function_latency *latency)
{
	if (!latency) return;
	function_latency_stop(latency);
	bpf_object_close(latency->object);
	free(latency->function);
	for (unsigned i = 0; i < 2; i++) free(latency->events[i]);
	free(latency);
}

int function_latency_watch(struct function_latency *latency, enum function_latency_of what, int32_t number)
{
	static const char *const maps[] = { "processes", "threads", "cpus" };
	return bpf_map_store(bpf_object_map(latency->object, maps[what]), &number, &(uint8_t){ 1 });
}

/* The ends first: no beginning is seen whose end would be missed. */
int function_latency_start(struct function_latency *latency, struct err *err)
{
	for (unsigned i = 2; i-- > 0;) {
		struct end *end = &latency->ends[i];
		int program = bpf_object_program(latency->object, end->program);
		end->link = end->raw ? bpf_attach_raw(program, end->raw) : bpf_attach_event(program, &end->attr);
		if (end->link >= 0) continue;
		const char *name = latency->function ? latency->function : latency->events[i];
		return bpf_refused(err_set_errno(err, end->link, "BPF programs cannot be attached to %s", name), err);
	}
	return 0;
}

void function_latency_stop(struct function_latency *latency)
{
	for (unsigned i = 0; i < 2; i++) descriptor_close(&latency->ends[i].link);
}

int function_latency_read(const struct function_latency *latency, struct function_latency_sums *ret)
{
	const uint32_t zero = 0;
	size_t nr_cpus = cpu_list_possible(latency->fs);
	_free_ struct function_latency_sums *of_cpus = xcalloc(nr_cpus + 1, sizeof(*of_cpus));
	*ret = (struct function_latency_sums){ .nr = 0 };
	int r = bpf_map_find(bpf_object_map(latency->object, "sums"), &zero, of_cpus);
	for (size_t i = 0; r >= 0 && i < nr_cpus; i++) {
		const struct function_latency_sums *part = &of_cpus[i];
		for (unsigned k = 0; k < FUNCTION_LATENCY_ROWS; k++) ret->count[k] += part->count[k];
		if (part->nr && (!ret->nr || part->min_ns < ret->min_ns)) ret->min_ns = part->min_ns;
		ret->max_ns = MAX(ret->max_ns, part->max_ns);
		ret->total_ns += part->total_ns;
		ret->nr += part->nr;
		ret->nr_lost += part->nr_lost;
	}
	return r;
}
