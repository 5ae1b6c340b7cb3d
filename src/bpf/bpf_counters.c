/* For each event a program at the switch of tasks, which reads the event's counter of the CPU and adds the difference
 * to the task that leaves; two more keep the map of tasks up to date when children are to be counted.
 *
 *   sched_switch, CPU 3: counter 1000 -> 1600 since the last switch; task 77 leaves: counts[index of 77] += 600
 *
 * Readings are brought up to date (settle) before they are read and before an event is switched, by running the program
 * once on each CPU: otherwise what ran since the last switch would be missing or counted wrongly. */
#include "bpf/bpf_counters.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/descriptor.h"
#include "bpf/bpf_counter_code.h"
#include "bpf/bpf_map.h"
#include "bpf/bpf_shared_counter.h"
#include "kernel/cpu_list.h"
#include "kernel/tracefs.h"

#define DEFAULT_LIST "/sys/fs/bpf/perf_attr_map"
/* Children come in while it runs, so that the map of tasks has room for many more than are named. */
enum { TASKS_MIN = 16384, FIRST_PID_NAMESPACE = 0xEFFFFFFC /* the kernel's PROC_PID_INIT_INO */ };

static bool has_place(const struct bpf_counters *counters, size_t event, size_t cpu)
{
	return target_has_place(counters->target, event_list_get(counters->events, event), cpu);
}

/* -- opening -- */

/* A map with 32-bit keys; err says what rights it takes where these are missing. As bpf_map_make, with the sizes of
 * these maps. */
static int new_map(const char *name, uint32_t type, uint32_t value_bytes, size_t nr_entries, int *ret_fd,
		   struct err *err)
{
	struct bpf_map_shape shape = { .type = type,
				       .key_bytes = sizeof(uint32_t),
				       .value_bytes = value_bytes,
				       .nr_entries = (uint32_t)nr_entries };
	int fd = bpf_map_new(name, &shape);
	if (fd < 0) return bpf_refused(err_set_errno(err, fd, "BPF map %s", name), err);
	*ret_fd = fd;
	return 0;
}

/* The event within each of the BPF programs of --bpf-prog. */
static int open_probes(struct bpf_counters *counters, const struct bpf_counters_options *options, size_t event,
		       struct err *err)
{
	struct bpf_program_probe *probes = counters->probes + event * counters->nr_programs;
	int r = 0;
	for (size_t i = 0; i < options->nr_programs && r >= 0; i++) {
		struct bpf_target target;
		r = bpf_target_open(&target, options->programs[i], err);
		if (r < 0) break;
		r = bpf_program_probe_open(&probes[i], &target, counters->items[event].counters, counters->switches,
					   (int32_t)event, err);
		bpf_target_close(&target);
	}
	return r < 0 ? bpf_refused(r, err) : 0;
}

/* An event whose counters this machine has not is left out, as it is among ordinary counters. Counters first, shared or
 * new; then either probes in BPF programs, or a map of counts and the program at sched_switch. */
static int open_event(struct bpf_counters *counters, const struct bpf_counters_options *options, size_t event, int list,
		      struct err *err)
{
	struct bpf_counter *item = &counters->items[event];
	const struct event_spec *spec = event_list_get(counters->events, event);
	_cleanup_(bpf_code_done) struct bpf_code code = { .insns = VEC_INIT };
	int fd = bpf_shared_counter_open(counters->fs, list, &spec->attr);
	/* what event_open says of a machine without such a counter */
	if (fd == -ENOENT || fd == -ENODEV || fd == -EOPNOTSUPP || fd == -ENXIO) {
		item->missing = fd;
		return 0;
	}
	if (fd < 0) return bpf_refused(err_set_errno(err, fd, "Counters of all CPUs for %s", spec->name), err);
	item->counters = fd;
	if (counters->probes) return open_probes(counters, options, event, err);
	/* index 0 is the last reading */
	size_t nr_counts = counters->target->tids.count + 1;
	int r = new_map("perf_counts", BPF_MAP_TYPE_PERCPU_ARRAY, sizeof(struct count), nr_counts, &item->counts, err);
	if (r < 0) return r;
	struct bpf_counter_maps maps = { .counters = item->counters,
					 .counts = item->counts,
					 .switches = counters->switches,
					 .tasks = counters->tasks };
	bpf_counter_code_switch(&code, &maps, (int32_t)event);
	r = item->program = bpf_code_load_program(&code, "perf_counter", BPF_PROG_TYPE_RAW_TRACEPOINT, err);
	if (r < 0) return bpf_refused(r, err);
	r = item->link = bpf_attach_raw(item->program, "sched_switch");
	return r < 0 ? bpf_refused(err_set_errno(err, r, "BPF program at sched_switch"), err) : 0;
}

/* A program that keeps the map of tasks up to date, at a tracepoint of the scheduler. */
struct follower {
	const char *tracepoint, *field; /* which of its fields is the task */
	void (*make)(struct bpf_code *code, int tasks, int16_t pid_offset);
};
static const struct follower at_fork = { "sched_process_fork", "child_pid", bpf_counter_code_fork },
			     at_free = { "sched_process_free", "pid", bpf_counter_code_free };

/* Where the field lies is read from the tracepoint's format file, as kernels differ. */
static int attach_follower(const struct bpf_counters *counters, const struct follower *follower, int *ret_program,
			   int *ret_link, struct err *err)
{
	const char *tracepoint = follower->tracepoint;
	_cleanup_(bpf_code_done) struct bpf_code code = { .insns = VEC_INIT };
	_free_ char *tracefs = tracefs_find(counters->fs, NULL);
	if (!tracefs)
		return err_set(err, -ENOENT,
			       "Counting children with BPF programs needs tracefs, which is not mounted (or -i: "
			       "without them)");
	_free_ char *format = kernelfs_read(counters->fs, "%s/events/sched/%s/format", tracefs, tracepoint);
	int16_t offset = tracefs_field_offset(format, follower->field);
	uint64_t id;
	if (!offset || !kernelfs_read_u64(counters->fs, &id, "%s/events/sched/%s/id", tracefs, tracepoint))
		return err_set(err, -ENOENT,
			       "The tracepoint sched:%s is not as it should be: BPF programs cannot count children "
			       "(-i: without them)",
			       tracepoint);
	follower->make(&code, counters->tasks, offset);
	int r = *ret_program = bpf_code_load_program(&code, tracepoint, BPF_PROG_TYPE_TRACEPOINT, err);
	if (r < 0) return bpf_refused(r, err);
	r = *ret_link = bpf_attach_tracepoint(*ret_program, id);
	return r < 0 ? bpf_refused(err_set_errno(err, r, "BPF program at %s", tracepoint), err) : 0;
}

/* The map from tid to index of counts, and the programs that keep it up to date with inherit. */
static int open_tasks(struct bpf_counters *counters, bool inherit, struct err *err)
{
	const struct target *target = counters->target;
	/* Programs see thread ids of the first PID namespace, whose inode number is fixed. */
	struct stat namespace;
	if (stat("/proc/self/ns/pid", &namespace) == 0 && namespace.st_ino != (ino_t)FIRST_PID_NAMESPACE)
		return err_set(err, -EOPNOTSUPP,
			       "BPF programs see other process numbers than this container: they can count CPUs only "
			       "(-a, -C)");
	size_t nr_tasks = MAX((size_t)TASKS_MIN, target->tids.count * 2);
	int r = new_map("perf_tasks", BPF_MAP_TYPE_HASH, sizeof(uint32_t), nr_tasks, &counters->tasks, err);
	for (uint32_t i = 0; r >= 0 && i < target->tids.count; i++) {
		uint32_t tid = (uint32_t)target->tids.items[i], index = 1 + i;
		r = bpf_map_store(counters->tasks, &tid, &index);
		if (r < 0) err_set_errno(err, r, "BPF map perf_tasks");
	}
	if (r >= 0 && inherit)
		r = attach_follower(counters, &at_fork, &counters->fork_program, &counters->fork_link, err);
	if (r >= 0 && inherit)
		r = attach_follower(counters, &at_free, &counters->free_program, &counters->free_link, err);
	return r;
}

/* Opens the list of shared counters. *ret_list -1: counters are not shared, which is an error only where the user
 * named a list. */
static int open_list(const struct bpf_counters_options *options, int *ret_list, struct err *err)
{
	_err_done_ struct err why = ERR_INIT;
	*ret_list = bpf_shared_list_open(options->list_path ? options->list_path : DEFAULT_LIST,
					 options->list_path ? err : &why);
	if (*ret_list >= 0) return 0;
	if (options->list_path) return *ret_list;
	if (options->note && why.message) options->note(options->note_ctx, why.message);
	*ret_list = -1;
	return 0;
}

/* Refuses what such counters cannot do; *ret_any: there are events to be counted so. */
static int check_events(const struct event_list *events, bool recorded, bool *ret_any, struct err *err)
{
	*ret_any = false;
	for (size_t i = 0; i < event_list_count(events); i++) {
		const struct event_spec *spec = event_list_get(events, i);
		if (!spec->bpf_counter) continue;
		*ret_any = true;
		if (recorded)
			return err_set(
				err, -EOPNOTSUPP,
				"%s: perf stat record writes counts by ids, which those of BPF programs have not",
				spec->name);
		if (spec->cgroup)
			return err_set(err, -EOPNOTSUPP, "%s: control groups are not counted with BPF programs",
				       spec->name);
		if (spec->filter)
			return err_set(err, -EOPNOTSUPP,
				       "%s: filters are not known to counters that BPF programs share", spec->name);
	}
	return 0;
}

/* As if tasks were switched now on all CPUs: the counts are up to date after it. */
static void settle(const struct bpf_counters *counters, size_t event)
{
	struct cpu_list online;
	if (counters->items[event].program < 0) return; /* of BPF programs they always are */
	cpu_list_online(counters->fs, &online);
	for (size_t i = 0; i < online.cpus.count; i++)
		(void)bpf_run_on(counters->items[event].program, online.cpus.items[i]);
	vec_done(&online.cpus);
}

/* All descriptors are -1 before anything is opened, so that closing is right after any failure. */
int bpf_counters_open(struct bpf_counters *counters, const struct bpf_counters_options *options,
		      const struct event_list *events, const struct target *target, struct err *err)
{
	bool any;
	*counters = (struct bpf_counters){ .fs = options->fs,
					   .target = target,
					   .tasks = -1,
					   .switches = -1,
					   .fork_program = -1,
					   .free_program = -1,
					   .fork_link = -1,
					   .free_link = -1 };
	int r = check_events(events, options->recorded, &any, err);
	if (r < 0 || !any) return r;
	counters->events = events;
	counters->nr_possible_cpus = cpu_list_possible(options->fs);
	counters->items = xcalloc(event_list_count(events) + 1, sizeof(*counters->items));
	for (size_t i = 0; i < event_list_count(events); i++)
		counters->items[i] = (struct bpf_counter){ .counters = -1, .counts = -1, .program = -1, .link = -1 };
	counters->nr_programs = options->nr_programs;
	if (options->nr_programs) {
		counters->probes = xcalloc(event_list_count(events) * options->nr_programs + 1,
					   sizeof(*counters->probes));
		for (size_t i = 0; i < event_list_count(events) * options->nr_programs; i++)
			counters->probes[i] =
				(struct bpf_program_probe){ .counts = -1, .programs = { -1, -1 }, .links = { -1, -1 } };
	}
	r = new_map("perf_switches", BPF_MAP_TYPE_ARRAY, sizeof(uint32_t), event_list_count(events),
		    &counters->switches, err);
	if (r >= 0 && !target->has_cpu) r = open_tasks(counters, options->inherit, err);
	_close_ int list = -1;
	if (r >= 0) r = open_list(options, &list, err);
	for (size_t i = 0; r >= 0 && i < event_list_count(events); i++) {
		if (!event_list_get(events, i)->bpf_counter) continue;
		r = open_event(counters, options, i, list, err);
		if (r >= 0 && !counters->items[i].missing) settle(counters, i);
	}
	return r;
}

void bpf_counters_close(struct bpf_counters *counters)
{
	if (!counters->events) return;
	for (size_t i = 0; i < event_list_count(counters->events); i++) {
		struct bpf_counter *item = &counters->items[i];
		descriptor_close(&item->link);
		descriptor_close(&item->program);
		descriptor_close(&item->counts);
		descriptor_close(&item->counters);
	}
	descriptor_close(&counters->fork_link);
	descriptor_close(&counters->free_link);
	descriptor_close(&counters->fork_program);
	descriptor_close(&counters->free_program);
	descriptor_close(&counters->tasks);
	descriptor_close(&counters->switches);
	for (size_t i = 0; counters->probes && i < event_list_count(counters->events) * counters->nr_programs; i++)
		bpf_program_probe_close(&counters->probes[i]);
	free(counters->probes);
	free(counters->items);
	*counters = (struct bpf_counters){ 0 };
}

/* -- counting -- */

/* False for events that are not counted this way, and for missing ones. */
static bool is_open(const struct bpf_counters *counters, size_t event) { return counters->items[event].counters >= 0; }

/* What came before the switch is settled with the old state. */
void bpf_counters_switch_event(const struct bpf_counters *counters, size_t event, bool on)
{
	uint32_t key = (uint32_t)event, value = on;
	if (!counters->events || !is_open(counters, event)) return;
	settle(counters, event);
	(void)bpf_map_store(counters->switches, &key, &value);
}

void bpf_counters_switch(const struct bpf_counters *counters, bool on)
{
	for (size_t i = 0; counters->events && i < event_list_count(counters->events); i++)
		bpf_counters_switch_event(counters, i, on);
}

void bpf_counters_describe(const struct bpf_counters *counters, struct counts *counts)
{
	for (size_t event = 0; counters->events && event < counts->nr_events; event++) {
		if (!event_list_get(counters->events, event)->bpf_counter) continue;
		bool open = is_open(counters, event);
		for (size_t cpu = 0; cpu < counts->nr_cpus; cpu++)
			counts_set_open(counts, event, cpu, open && has_place(counters, event, cpu));
		counts->state[event] = open ? COUNTS_SUPPORTED : COUNTS_NOT_SUPPORTED;
	}
}

static void add(struct count *to, const struct count *from)
{
	to->value += from->value;
	to->enabled_ns += from->enabled_ns;
	to->running_ns += from->running_ns;
}

/* What was counted in each program; on CPUs that are counted. A BPF program has no thread of its own: all is thread 0
 * of the counts. */
static void read_probes(const struct bpf_counters *counters, struct counts *counts, size_t event, struct count *per_cpu)
{
	/* [0] is the reading at the program's entry */
	const uint32_t key = 1;
	for (size_t cpu = 0; cpu < counts->nr_cpus; cpu++) {
		size_t number = (size_t)counters->target->cpus.items[cpu];
		if (!has_place(counters, event, cpu) || number >= counters->nr_possible_cpus) continue;
		struct count sum = { 0 };
		for (size_t i = 0; i < counters->nr_programs; i++)
			if (bpf_map_find(counters->probes[event * counters->nr_programs + i].counts, &key, per_cpu) >=
			    0)
				add(&sum, &per_cpu[number]);
		*counts_at(counts, event, cpu, 0) = sum;
	}
}

/* Of threads, wherever they ran; of CPUs, each by itself. */
static void read_event(const struct bpf_counters *counters, struct counts *counts, size_t event, struct count *per_cpu)
{
	for (uint32_t thread = 0; thread < counts->nr_threads; thread++) {
		uint32_t key = 1 + thread;
		if (bpf_map_find(counters->items[event].counts, &key, per_cpu) < 0) continue;
		for (size_t cpu = 0; cpu < counts->nr_cpus; cpu++) {
			int32_t number = counters->target->cpus.items[cpu];
			if (!has_place(counters, event, cpu)) continue;
			struct count sum = { 0 };
			for (size_t i = 0; i < counters->nr_possible_cpus; i++)
				if (number < 0 || (size_t)number == i) add(&sum, &per_cpu[i]);
			*counts_at(counts, event, cpu, thread) = sum;
		}
	}
}

void bpf_counters_read(const struct bpf_counters *counters, struct counts *counts)
{
	if (!counters->events) return;
	struct count *per_cpu = xcalloc(counters->nr_possible_cpus, sizeof(*per_cpu));
	for (size_t event = 0; event < counts->nr_events; event++) {
		if (!is_open(counters, event)) continue;
		settle(counters, event);
		if (counters->probes) read_probes(counters, counts, event, per_cpu);
		else read_event(counters, counts, event, per_cpu);
	}
	free(per_cpu);
}
