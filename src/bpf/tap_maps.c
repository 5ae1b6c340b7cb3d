/* The maps of a tap: their shapes, and what is in them before any program runs. Sums and records have maps of their own
 * under the same names where they are for the same. */
#include <errno.h>
#include "bpf/bpf_map.h"
#include "bpf/tap_private.h"

/* Entries of maps. MOST_*: where the kernel allocates entries as they are needed; SOME_*: where it allocates all at
 * once. FAR: tallies that find no room with their thread; ERRNOS: counts by thread, call and error. */
enum {
	MOST_TASKS = 65536,
	MOST_FAR = 131072,
	MOST_ERRNOS = 131072,
	SOME_ERRNOS = 16384,
	SOME_TASKS = 8192,
	SOME_FAR = 32768,
	MOST_OF_CGROUPS = 65536,
	SOME_OF_CGROUPS = 4096 /* by control group and call, or error: of each CPU */
};
enum { FEWEST_CALLS = 4096 };

/* A hash map by task or the like: its most entries where the kernel allocates them one by one, else some. */
struct hash_shape {
	const char *name;
	uint32_t key_bytes, value_bytes;
	unsigned most, some;
	bool of_each_cpu; /* a value for each */
};

/* Before kernel 6.1 (tap->allocates) entries are allocated in advance, so fewer are asked for. */
static int new_hash(const struct tap *tap, const struct hash_shape *wanted, int *ret_fd, struct err *err)
{
	const struct bpf_map_shape shape = { .type = wanted->of_each_cpu ? BPF_MAP_TYPE_PERCPU_HASH : BPF_MAP_TYPE_HASH,
					     .key_bytes = wanted->key_bytes,
					     .value_bytes = wanted->value_bytes,
					     .nr_entries = tap->allocates ? wanted->most : wanted->some,
					     .flags = tap->allocates ? BPF_F_NO_PREALLOC : 0 };
	return bpf_map_make(wanted->name, &shape, ret_fd, err);
}

static int new_array(const char *name, size_t value_bytes, size_t count, int *ret_fd, struct err *err)
{
	const struct bpf_map_shape shape = { .type = BPF_MAP_TYPE_ARRAY,
					     .key_bytes = 4,
					     .value_bytes = (uint32_t)value_bytes,
					     .nr_entries = (uint32_t)count };
	return bpf_map_make(name, &shape, ret_fd, err);
}

/* Maps of a tap that gives records; new_maps makes those of one that adds up. Programs that read memory are found by
 * call number in two maps of programs (tail calls). */
static int new_record_maps(struct tap *tap, struct err *err)
{
	struct tap_maps *maps = &tap->code.maps;
	const struct bpf_map_shape rings = {
		.type = BPF_MAP_TYPE_PERF_EVENT_ARRAY, .key_bytes = 4, .value_bytes = 4, .nr_entries = TAP_MOST_CPUS
	};
	const struct bpf_map_shape readers = {
		.type = BPF_MAP_TYPE_PROG_ARRAY, .key_bytes = 4, .value_bytes = 4, .nr_entries = TAP_SPILL_NUMBERS
	};
	const struct bpf_map_shape readers_at_exit = {
		.type = BPF_MAP_TYPE_PROG_ARRAY, .key_bytes = 4, .value_bytes = 4, .nr_entries = TAP_SPILL_NUMBERS
	};
	static const struct hash_shape tasks = { "perf_tasks", 4, sizeof(struct tap_call), MOST_TASKS, FEWEST_CALLS };
	int r = new_hash(tap, &tasks, &maps->tasks, err);
	if (r >= 0) r = new_array("perf_blank", sizeof(struct tap_call), 1, &maps->blank, err);
	if (r >= 0) r = new_array("perf_lost", 8, 1, &maps->lost, err);
	if (r >= 0) r = bpf_map_make("perf_rings", &rings, &tap->records.rings, err);
	if (r >= 0 && tap->options->memory) r = bpf_map_make("perf_readers", &readers, &tap->records.readers, err);
	if (r >= 0 && tap->options->memory)
		r = bpf_map_make("perf_readers_2", &readers_at_exit, &tap->records.readers_at_exit, err);
	return r;
}

static int new_maps(struct tap *tap, struct err *err)
{
	struct tap_maps *maps = &tap->code.maps;
	if (tap->options->records) return new_record_maps(tap, err);
	const size_t key_bytes = sizeof(struct tap_task_key);
	const struct hash_shape tasks = { "perf_tasks", 4, sizeof(struct tap_task), MOST_TASKS, SOME_TASKS },
				ended = { "perf_ended", key_bytes, sizeof(struct tap_task), MOST_TASKS, SOME_TASKS };
	struct hash_shape far = { "perf_far", key_bytes, sizeof(struct syscall_tally), MOST_FAR, SOME_FAR },
			  errnos = { "perf_errnos", sizeof(struct tap_errno_key), 8, MOST_ERRNOS, SOME_ERRNOS };
	if (tap->options->by_cgroup) {
		far.of_each_cpu = errnos.of_each_cpu = true;
		far.most = errnos.most = MOST_OF_CGROUPS;
		far.some = errnos.some = SOME_OF_CGROUPS;
	}
	int r = new_hash(tap, &tasks, &maps->tasks, err);
	if (r >= 0 && !tap->options->by_cgroup) r = new_hash(tap, &ended, &maps->ended, err);
	if (r >= 0) r = new_hash(tap, &far, &maps->far, err);
	if (r >= 0 && tap->options->errnos) r = new_hash(tap, &errnos, &maps->errnos, err);
	if (r >= 0) r = new_array("perf_blank", sizeof(struct tap_task), 1, &maps->blank, err);
	if (r >= 0) r = new_array("perf_lost", 8, 1, &maps->lost, err);
	return r;
}

/* The map that says which calls are asked about; none where all are. */
static int fill_numbers(struct tap *tap, const char *machine, struct err *err)
{
	const struct syscall_set *set = tap->options->selection;
	if (!set || !set->has) return 0;
	int r = new_array("perf_numbers", 1, TAP_SPILL_NUMBERS, &tap->code.maps.numbers, err);
	tap->code.unknown_numbers = syscall_set_has(set, NULL);
	for (uint32_t number = 0; r >= 0 && number < TAP_SPILL_NUMBERS; number++) {
		uint8_t has = syscall_set_has(set, tap_call_of(tap, machine, number));
		r = bpf_map_store(tap->code.maps.numbers, &number, &has);
		if (r < 0) err_set_errno(err, r, "BPF perf_numbers");
	}
	return r;
}

/* Threads that are not watched although everyone is. */
static int fill_hidden(struct tap *tap, struct err *err)
{
	const struct tap_options *options = tap->options;
	const uint8_t one = 1;
	if (!options->everyone || !options->nr_hidden_tids) return 0;
	const struct bpf_map_shape shape = { .type = BPF_MAP_TYPE_HASH,
					     .key_bytes = 4,
					     .value_bytes = 1,
					     .nr_entries = (uint32_t)options->nr_hidden_tids };
	int r = bpf_map_make("perf_hidden", &shape, &tap->code.maps.hidden, err);
	for (size_t i = 0; r >= 0 && i < options->nr_hidden_tids; i++) {
		uint32_t tid = (uint32_t)options->hidden_tids[i];
		r = bpf_map_store(tap->code.maps.hidden, &tid, &one);
		if (r < 0) err_set_errno(err, r, "BPF perf_hidden");
	}
	return r;
}

int tap_maps_fill_cpus(struct tap *tap, const struct target *target, struct err *err)
{
	const uint8_t one = 1;
	int r = 0;
	for (size_t i = 0; r >= 0 && i < target->cpus.count; i++)
		if (target->cpus.items[i] >= 0) r = bpf_map_store(tap->code.maps.cpus, &target->cpus.items[i], &one);
	return r < 0 ? err_set_errno(err, r, "BPF perf_cpus") : 0;
}

const struct syscall *tap_call_of(const struct tap *tap, const char *machine, uint32_t number)
{
	if (number < TAP_NUMBERS) return syscall_by_number(machine, number);
	return tap->code.machine->name_32 ? syscall_by_number(tap->code.machine->name_32, number - TAP_NUMBERS_32)
					  : NULL;
}

int tap_maps_new(struct tap *tap, const char *machine, struct err *err)
{
	int r = new_maps(tap, err);
	if (r >= 0) r = fill_numbers(tap, machine, err);
	if (r >= 0) r = fill_hidden(tap, err);
	if (r >= 0 && tap->options->of_cpus) r = new_array("perf_cpus", 1, TAP_MOST_CPUS, &tap->code.maps.cpus, err);
	return r < 0 ? r : 0;
}
