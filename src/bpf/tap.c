/* Maps and programs of tap.h, and reading what they found. The instructions are made by tap_code.c (sums),
 * tap_records_code.c (records) and tap_emit.c (both). */
#include "bpf/tap.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/host.h"
#include "base/threads.h"
#include "base/descriptor.h"
#include "bpf/bpf_map.h"
#include "kernel/btf.h"
#include "kernel/facts.h"
#include "kernel/tracefs.h"
#include "bpf/tap_records_code.h"

/* Life of a tap: tap_new makes the maps and loads the programs (those that add up, tap_code.h, or those that give
 * records, tap_records_code.h); tap_open puts the threads and rings into the maps and follows forks and ends;
 * tap_switch attaches what sees calls; tap_harvest and tap_read take the sums out. */
enum { FIRST_PID_NAMESPACE = 0xEFFFFFFC /* the kernel's PROC_PID_INIT_INO */, MOST_CPUS = 8192 };
/* Entries of maps. MOST_*: where the kernel allocates entries as they are needed; SOME_*: where it allocates all at
 * once. FAR: tallies that find no room with their thread; ERRNOS: counts by thread, call and error. */
enum {
	MOST_TASKS = 65536,
	MOST_FAR = 131072,
	MOST_ERRNOS = 131072,
	SOME_ERRNOS = 16384,
	SOME_TASKS = 8192,
	SOME_FAR = 32768
};
enum { SW_BPF_OUTPUT = 10, FEWEST_CALLS = 4096 };
enum tap_program { PROGRAM_ENTER, PROGRAM_EXIT, PROGRAM_EXEC, PROGRAM_GONE, PROGRAM_SLEEP, PROGRAM_FORK, NR_PROGRAMS };

/* A program that reads the memory of one list of reads. Calls with the same list share it: some hundred calls need a
 * few dozen programs. */
struct reader {
	struct syscall_read reads[SYSCALL_MAX_READS];
	size_t count;
	bool at_exit;
	int fd;
	struct err err;
};

struct tap {
	const struct tap_options *options;
	enum syscall_machine arch;
	struct tap_code_options code;
	struct tap_records_options records; /* its code is the above, when maps are there */
	VEC(struct reader) readers;
	uint64_t fork_id;
	int programs[NR_PROGRAMS], links[NR_PROGRAMS];
	bool allocates; /* the kernel allocates entries of maps one by one */
	struct syscall_tallies ended;
	union {
		struct tap_task sums;
		struct tap_call calls;
	} * task; /* to read into */
};

/* -- maps -- */

/* A hash map by task or the like: its most entries where the kernel allocates them one by one, else some. */
struct hash_shape {
	const char *name;
	uint32_t key_bytes, value_bytes;
	unsigned most, some;
};

/* Before kernel 6.1 (tap->allocates) entries are allocated in advance, so fewer are asked for. */
static int new_hash(const struct tap *tap, const struct hash_shape *wanted, int *ret_fd, struct err *err)
{
	const struct bpf_map_shape shape = { .type = BPF_MAP_TYPE_HASH,
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
		.type = BPF_MAP_TYPE_PERF_EVENT_ARRAY, .key_bytes = 4, .value_bytes = 4, .nr_entries = MOST_CPUS
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
				ended = { "perf_ended", key_bytes, sizeof(struct tap_task), MOST_TASKS, SOME_TASKS },
				far = { "perf_far", key_bytes, sizeof(struct syscall_tally), MOST_FAR, SOME_FAR },
				errnos = { "perf_errnos", sizeof(struct tap_errno_key), 8, MOST_ERRNOS, SOME_ERRNOS };
	int r = new_hash(tap, &tasks, &maps->tasks, err);
	if (r >= 0) r = new_hash(tap, &ended, &maps->ended, err);
	if (r >= 0) r = new_hash(tap, &far, &maps->far, err);
	if (r >= 0 && tap->options->errnos) r = new_hash(tap, &errnos, &maps->errnos, err);
	if (r >= 0) r = new_array("perf_blank", sizeof(struct tap_task), 1, &maps->blank, err);
	if (r >= 0) r = new_array("perf_lost", 8, 1, &maps->lost, err);
	return r;
}

/* The call with a number as programs keep it (tap_code.h, TAP_NUMBERS_32); NULL: there is none. */
static const struct syscall *call_of(const struct tap *tap, const char *machine, uint32_t number)
{
	if (number < TAP_NUMBERS) return syscall_by_number(machine, number);
	return tap->code.machine->name_32 ? syscall_by_number(tap->code.machine->name_32, number - TAP_NUMBERS_32)
					  : NULL;
}

/* The map that says which calls are asked about; none where all are. */
static int fill_numbers(struct tap *tap, const char *machine, struct err *err)
{
	const struct syscall_set *set = tap->options->selection;
	if (!set || !set->has) return 0;
	int r = new_array("perf_numbers", 1, TAP_SPILL_NUMBERS, &tap->code.maps.numbers, err);
	tap->code.unknown_numbers = syscall_set_has(set, NULL);
	for (uint32_t number = 0; r >= 0 && number < TAP_SPILL_NUMBERS; number++) {
		uint8_t has = syscall_set_has(set, call_of(tap, machine, number));
		r = bpf_map_store(tap->code.maps.numbers, &number, &has);
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
	}
	return r;
}

/* CPUs below 0 stand for any. */
static int fill_cpus(struct tap *tap, const struct target *target, struct err *err)
{
	const uint8_t one = 1;
	int r = 0;
	for (size_t i = 0; r >= 0 && i < target->cpus.count; i++)
		if (target->cpus.items[i] >= 0) r = bpf_map_store(tap->code.maps.cpus, &target->cpus.items[i], &one);
	return r < 0 ? err_set_errno(err, r, "BPF perf_cpus") : 0;
}

/* -- programs -- */

/* Loads a program and frees its code. The verifier's words are of no use to who lacks rights: those are told of rights.
 */
static int load(struct tap *tap, enum tap_program which, const char *name, enum bpf_prog_type type,
		struct bpf_code *code, struct err *err)
{
	int r = tap->programs[which] = bpf_code_load_program(code, name, type, err);
	bpf_code_done(code);
	return r < 0 && geteuid() != 0 ? bpf_refused(err_set_errno(err, r, "BPF %s", name), err) : r;
}

/* Fork as a raw tracepoint, for which the place of pid in task_struct has to be known; -EOPNOTSUPP where it is not.
 * Preferred, as closing a tracepoint event makes the kernel wait. */
static int load_raw_fork(struct tap *tap, struct err *err)
{
	struct bpf_code code = { .insns = VEC_INIT };
	struct btf btf;
	int offset = btf_open(tap->options->fs, &btf);
	if (offset < 0) return -EOPNOTSUPP;
	offset = btf_member_offset(&btf, "task_struct", "pid");
	btf_close(&btf);
	if (offset < 0) return -EOPNOTSUPP;
	tap_code_raw_fork(&code, &tap->code, offset);
	return load(tap, PROGRAM_FORK, "perf_fork", BPF_PROG_TYPE_RAW_TRACEPOINT, &code, err);
}

/* Raw, else by the tracepoint event with its fields. */
static int load_fork(struct tap *tap, struct err *err)
{
	int r = load_raw_fork(tap, err);
	if (r != -EOPNOTSUPP) return r;
	const struct tap_options *options = tap->options;
	struct bpf_code code = { .insns = VEC_INIT };
	_free_ char *found = tracefs_find(options->fs, NULL);
	const char *tracefs = options->tracefs ? options->tracefs : found;
	if (!tracefs) return err_set(err, -ENOENT, "tracefs is not mounted");
	_free_ char *format = kernelfs_read(options->fs, "%s/events/sched/sched_process_fork/format", tracefs);
	int16_t offset = tracefs_field_offset(format, "child_pid");
	if (!offset || !kernelfs_read_u64(options->fs, &tap->fork_id, "%s/events/sched/sched_process_fork/id", tracefs))
		return err_set(err, -ENOENT, "The tracepoint sched:sched_process_fork cannot be read");
	tap_code_fork(&code, &tap->code, offset);
	return load(tap, PROGRAM_FORK, "perf_fork", BPF_PROG_TYPE_TRACEPOINT, &code, err);
}

/* Whether one program can do both. At the exit, reads that belong to the entry are only passed over. */
static bool same_reads(const struct reader *reader, const struct syscall_read *reads, size_t count, bool at_exit)
{
	if (reader->count != count || reader->at_exit != at_exit) return false;
	for (size_t i = 0; i < count; i++) {
		struct syscall_read ours = reader->reads[i];
		if (at_exit && !ours.at_exit && !reads[i].at_exit) continue;
		ours.kind = reads[i].kind; /* how it is written does not matter here */
		if (memcmp(&ours, &reads[i], sizeof(ours)) != 0) return false;
	}
	return true;
}

/* The index of the program for these reads, which is added where it is new and loaded later. */
static size_t reader_for(struct tap *tap, const struct syscall_read *reads, size_t count, bool at_exit)
{
	for (size_t i = 0; i < tap->readers.count; i++)
		if (same_reads(&tap->readers.items[i], reads, count, at_exit)) return i;
	struct reader reader = { .count = count, .at_exit = at_exit, .fd = -1 };
	memcpy(reader.reads, reads, count * sizeof(*reads));
	vec_push(&tap->readers, reader);
	return tap->readers.count - 1;
}

/* Which program a call needs at its entry or exit: an index into readers. */
struct reader_use {
	uint32_t number;
	bool at_exit;
	size_t reader;
};
struct reader_uses {
	VEC(struct reader_use) items;
};

/* A call may need a program at its entry, one at its exit, both, or none. */
static void find_readers(struct tap *tap, uint32_t number, const struct syscall *syscall, struct reader_uses *uses)
{
	struct syscall_read reads[SYSCALL_MAX_READS];
	memset(reads, 0, sizeof(reads));
	/* Structures differ between 64-bit and 32-bit calls of one machine. */
	unsigned what = SYSCALL_READS_WRITTEN | syscall_reads_of(tap->arch, number >= TAP_NUMBERS_32);
	size_t count = syscall_reads(syscall, what, tap->options->types, reads), nr_before = 0;
	while (nr_before < count && !reads[nr_before].at_exit) nr_before++;
	if (nr_before)
		vec_push(&uses->items,
			 ((struct reader_use){ number, false, reader_for(tap, reads, nr_before, false) }));
	if (count > nr_before)
		vec_push(&uses->items, ((struct reader_use){ number, true, reader_for(tap, reads, count, true) }));
}

/* On a worker: readers do not share anything but tap, which they only read. */
static void load_reader(void *ctx, unsigned worker, size_t index)
{
	struct tap *tap = ctx;
	struct reader *reader = &tap->readers.items[index];
	struct bpf_code code = { .insns = VEC_INIT };
	(reader->at_exit ? tap_records_read_at_exit : tap_records_read)(&code, &tap->records, reader->reads,
									reader->count);
	reader->fd = bpf_code_load_program(&code, reader->at_exit ? "perf_read_exit" : "perf_read",
					   BPF_PROG_TYPE_RAW_TRACEPOINT, &reader->err);
	bpf_code_done(&code);
}

/* Where the kernel does not tell its types, descriptors of sockets and pipes are asked about later. */
static void find_inodes(struct tap *tap)
{
	struct btf btf;
	if (btf_open(tap->options->fs, &btf) < 0) return;
	struct tap_inodes inodes = { .files = btf_member_offset(&btf, "task_struct", "files"),
				     .fdt = btf_member_offset(&btf, "files_struct", "fdt"),
				     .fd = btf_member_offset(&btf, "fdtable", "fd"),
				     .inode = btf_member_offset(&btf, "file", "f_inode"),
				     .number = btf_member_offset(&btf, "inode", "i_ino") };
	btf_close(&btf);
	inodes.are_known = inodes.files >= 0 && inodes.fdt >= 0 && inodes.fd >= 0 && inodes.inode >= 0 &&
			   inodes.number >= 0;
	tap->records.inodes = inodes;
}

/* Three steps: which lists of reads there are, one program for each (in parallel), and the maps from call numbers to
 * programs. */
static int load_readers(struct tap *tap, const char *machine, struct err *err)
{
	const struct syscall_set *set = tap->options->selection;
	/* a file that is there where 32-bit programs can run */
	bool runs_32 = tap->code.machine->name_32 && kernelfs_exists(tap->options->fs, "proc/sys/abi/vsyscall32");
	uint32_t nr_numbers = runs_32 ? TAP_SPILL_NUMBERS : TAP_NUMBERS;
	struct reader_uses uses = { VEC_INIT };
	int r = 0;
	if (tap->records.readers < 0) return 0;
	find_inodes(tap);
	for (uint32_t number = 0; number < nr_numbers; number++) {
		const struct syscall *syscall = call_of(tap, machine, number);
		if (syscall && (!set || syscall_set_has(set, syscall))) find_readers(tap, number, syscall, &uses);
	}
	threads_for(MIN(threads_default(), 4u), tap->readers.count, load_reader,
		    tap); /* the kernel takes its time to verify each */
	for (size_t i = 0; r >= 0 && i < tap->readers.count; i++)
		if (tap->readers.items[i].fd < 0)
			r = err_set(err, tap->readers.items[i].fd, "%s", tap->readers.items[i].err.message);
	for (size_t i = 0; r >= 0 && i < uses.items.count; i++) {
		const struct reader_use *use = &uses.items.items[i];
		r = bpf_map_store(use->at_exit ? tap->records.readers_at_exit : tap->records.readers, &use->number,
				  &tap->readers.items[use->reader].fd);
		if (r < 0) err_set_errno(err, r, "BPF perf_readers");
	}
	vec_done(&uses.items);
	return r;
}

typedef void make_code(struct bpf_code *code, const struct tap_records_options *options);
static void sums_enter(struct bpf_code *code, const struct tap_records_options *options)
{
	tap_code_enter(code, &options->code);
}
static void sums_exit(struct bpf_code *code, const struct tap_records_options *options)
{
	tap_code_exit(code, &options->code);
}
static void sums_gone(struct bpf_code *code, const struct tap_records_options *options)
{
	tap_code_gone(code, &options->code);
}
static void both_exec(struct bpf_code *code, const struct tap_records_options *options)
{
	tap_code_exec(code, &options->code);
}

/* A row without a function for the kind of tap is left out. */
static int load_programs(struct tap *tap, const char *machine, struct err *err)
{
	static const struct {
		const char *name;
		make_code *sums, *records;
	} raw[] = {
		[PROGRAM_ENTER] = { "perf_enter", sums_enter, tap_records_enter },
		[PROGRAM_EXIT] = { "perf_exit", sums_exit, tap_records_exit },
		[PROGRAM_EXEC] = { "perf_exec", both_exec, both_exec },
		[PROGRAM_GONE] = { "perf_gone", sums_gone, tap_records_gone },
		[PROGRAM_SLEEP] = { "perf_sleep", NULL, tap_records_sleep },
	};
	int r = 0;
	/* All maps are there now: programs have their descriptors in their instructions. */
	tap->records.code = tap->code;
	for (unsigned i = 0; r >= 0 && i < ARRAY_SIZE(raw); i++) {
		struct bpf_code code = { .insns = VEC_INIT };
		make_code *make = tap->options->records ? raw[i].records : raw[i].sums;
		if (!make) continue;
		make(&code, &tap->records);
		r = load(tap, (enum tap_program)i, raw[i].name, BPF_PROG_TYPE_RAW_TRACEPOINT, &code, err);
	}
	if (r >= 0) r = load_readers(tap, machine, err);
	if (r >= 0 && !tap->options->everyone && tap->options->inherit) r = load_fork(tap, err);
	return r < 0 ? r : 0;
}

static bool kernel_is_at_least(const struct host *here, int major, int minor)
{
	int is_major = 0, is_minor = 0;
	return sscanf(here->release, "%d.%d", &is_major, &is_minor) == 2 &&
	       (is_major > major || (is_major == major && is_minor >= minor));
}

/* Everything is loaded before anything is attached, so that errors of rights and of the verifier show at once. */
int tap_new(const struct tap_options *options, struct tap **ret, struct err *err)
{
	const struct host here = host_read();
	struct stat namespace;
	const struct tap_machine *machine = tap_machine_find(here.machine);
	if (!machine)
		return err_set(err, -EOPNOTSUPP, "On %s, BPF programs that watch system calls are not written yet",
			       here.machine);
	if (stat("/proc/self/ns/pid", &namespace) == 0 && namespace.st_ino != (ino_t)FIRST_PID_NAMESPACE)
		return err_set(err, -EOPNOTSUPP, "BPF programs see other process numbers than this container");
	struct tap *tap = xcalloc(1, sizeof(*tap));
	tap->options = options;
	tap->arch = syscall_machine_of(here.machine);
	tap->task = xcalloc(1, sizeof(*tap->task));
	tap->allocates = kernel_is_at_least(&here, 6, 1); /* before, that was not safe everywhere */
	tap->code = (struct tap_code_options){ .maps = { -1, -1, -1, -1, -1, -1, -1, -1, -1 },
					       .machine = machine,
					       .everyone = options->everyone,
					       .own_pid = (uint32_t)getpid() };
	tap->records.rings = tap->records.readers = tap->records.readers_at_exit = -1;
	for (unsigned i = 0; i < NR_PROGRAMS; i++) tap->programs[i] = tap->links[i] = -1;
	int r = new_maps(tap, err);
	if (r >= 0) r = fill_numbers(tap, here.machine, err);
	if (r >= 0) r = fill_hidden(tap, err);
	if (r >= 0 && options->of_cpus) r = new_array("perf_cpus", 1, MOST_CPUS, &tap->code.maps.cpus, err);
	if (r >= 0) r = load_programs(tap, here.machine, err);
	if (r < 0) {
		tap_free(tap);
		return r;
	}
	*ret = tap;
	return 0;
}

void tap_free(struct tap *tap)
{
	if (!tap) return;
	struct tap_maps *maps = &tap->code.maps;
	int *fds[] = { &maps->tasks,        &maps->ended,          &maps->far,
		       &maps->errnos,       &maps->blank,          &maps->lost,
		       &maps->numbers,      &maps->hidden,         &maps->cpus,
		       &tap->records.rings, &tap->records.readers, &tap->records.readers_at_exit };
	for (unsigned i = 0; i < NR_PROGRAMS; i++) {
		descriptor_close(&tap->links[i]);
		descriptor_close(&tap->programs[i]);
	}
	for (size_t i = 0; i < ARRAY_SIZE(fds); i++) descriptor_close(fds[i]);
	for (size_t i = 0; i < tap->readers.count; i++) {
		descriptor_close(&tap->readers.items[i].fd);
		err_done(&tap->readers.items[i].err);
	}
	vec_done(&tap->readers);
	syscall_tallies_done(&tap->ended);
	free(tap->task);
	free(tap);
}

/* -- while it runs -- */

static bool is_hidden(const struct tap_options *options, int64_t tid)
{
	for (size_t i = 0; i < options->nr_hidden_tids; i++)
		if (options->hidden_tids[i] == tid) return true;
	return false;
}

/* flags: TAP_*. order takes the place of start_ns, so that threads known from the start come first in their order. Also
 * of taps with records: struct tap_call begins alike. */
static int add_task(struct tap *tap, uint32_t tid, uint32_t flags, uint32_t order)
{
	memset(tap->task, 0, sizeof(*tap->task));
	tap->task->sums.start_ns = order; /* before any that the kernel hears of */
	tap->task->sums.flags = flags;
	return bpf_map_store(tap->code.maps.tasks, &tid, tap->task);
}

/* The rings of the CPUs, where programs give their records to. */
static int fill_rings(struct tap *tap, const struct target *target, const int *ring_fds, struct err *err)
{
	if (!ring_fds) return err_set(err, -EINVAL, "no event for the records of calls");
	for (size_t i = 0; i < target->cpus.count; i++) {
		if (ring_fds[i] < 0) continue;
		int r = bpf_map_store(tap->records.rings, &target->cpus.items[i], &ring_fds[i]);
		if (r < 0) return err_set_errno(err, r, "BPF perf_rings");
	}
	return 0;
}

/* A program that is not loaded, or attached already, is passed over. */
static int attach(struct tap *tap, enum tap_program program, const char *tracepoint, struct err *err)
{
	if (tap->programs[program] < 0 || tap->links[program] >= 0) return 0;
	bool typed = program == PROGRAM_FORK && tap->fork_id;
	int link = tap->links[program] = typed ? bpf_attach_tracepoint(tap->programs[program], tap->fork_id)
					       : bpf_attach_raw(tap->programs[program], tracepoint);
	return link < 0 ? err_set_errno(err, link, "BPF program at %s", tracepoint) : 0;
}

/* Forks and ends are followed from here on, calls from tap_switch on. */
int tap_open(struct tap *tap, const struct target *target, const int *ring_fds, uint32_t workload_pid, struct err *err)
{
	int r = tap->options->records ? fill_rings(tap, target, ring_fds, err) : 0;
	for (size_t i = 0; r >= 0 && !tap->options->everyone && i < target->tids.count; i++) {
		uint32_t tid = (uint32_t)target->tids.items[i];
		uint32_t flags = is_hidden(tap->options, tid) ? TAP_IGNORED : 0;
		if (tid == workload_pid) flags = TAP_WAITING;
		r = add_task(tap, tid, flags, (uint32_t)i + 1);
		if (r < 0) err_set_errno(err, r, "BPF perf_tasks");
	}
	if (r >= 0 && tap->code.maps.cpus >= 0) r = fill_cpus(tap, target, err);
	/* children are followed while it is off, too */
	if (r >= 0) r = attach(tap, PROGRAM_FORK, "sched_process_fork", err);
	return r >= 0 ? attach(tap, PROGRAM_GONE, "sched_process_exit", err) : r;
}

void tap_add_event(struct event_list *events)
{
	struct event_spec *spec = event_list_add(events, "syscalls");
	spec->attr.type = ATTR_TYPE_SOFTWARE;
	spec->attr.config = SW_BPF_OUTPUT;
	spec->of_cpus = true;
	spec->period = 1;
	spec->has_inherit = true;
}

/* Calls that go on while it is off are no more known: their threads may have made others when it is on again. The next
 * key is taken before the entry is changed. An entry that went meanwhile is left alone (bpf_map_replace). */
static void forget_calls(struct tap *tap)
{
	uint32_t tid, next;
	int more = bpf_map_next(tap->code.maps.tasks, NULL, &tid);
	for (; more >= 0; tid = next) {
		more = bpf_map_next(tap->code.maps.tasks, &tid, &next);
		if (bpf_map_find(tap->code.maps.tasks, &tid, tap->task) < 0 || !(tap->task->sums.flags & TAP_INSIDE))
			continue;
		tap->task->sums.flags &= ~(uint32_t)TAP_INSIDE;
		(void)bpf_map_replace(tap->code.maps.tasks, &tid, tap->task);
	}
}

/* Detaching goes the other way round. */
int tap_switch(struct tap *tap, bool on, struct err *err)
{
	/* beginnings last: there is none whose end could be missed */
	static const struct {
		enum tap_program program;
		const char *tracepoint;
	} calls[] = {
		{ PROGRAM_SLEEP, "sched_switch" },
		{ PROGRAM_EXEC, "sched_process_exec" },
		{ PROGRAM_EXIT, "sys_exit" },
		{ PROGRAM_ENTER, "sys_enter" },
	};
	int r = 0;
	for (size_t i = ARRAY_SIZE(calls); !on && i-- > 0;) descriptor_close(&tap->links[calls[i].program]);
	if (!on) forget_calls(tap);
	for (size_t i = 0; on && r >= 0 && i < ARRAY_SIZE(calls); i++)
		r = attach(tap, calls[i].program, calls[i].tracepoint, err);
	return r;
}

/* -- what they found -- */

/* The kernel's number of a call (with SYSCALL_NUMBER_32 for 32-bit programs) from the number that programs keep. */
static uint32_t number_of(uint32_t number)
{
	if (number >= TAP_NUMBERS_32 && number < TAP_NUMBERS_32 + TAP_NUMBERS)
		return (number - TAP_NUMBERS_32) | SYSCALL_NUMBER_32;
	return number >= TAP_NUMBERS_MOVED && number < 2 * TAP_NUMBERS_MOVED ? number - TAP_NUMBERS_MOVED : number;
}

static void take_tally(struct syscall_tally_thread *thread, struct syscall_tally tally)
{
	tally.number_plus_1 = number_of(tally.number_plus_1 - 1) + 1;
	vec_push(&thread->calls, tally);
}

/* Tallies in the map far, found by the bits of task->spilled; removed with is_over. */
static void take_far(struct tap *tap, const struct tap_task *task, struct syscall_tally_thread *thread, bool is_over)
{
	struct tap_task_key key = { .start_ns = task->start_ns, .tid = thread->tid };
	for (key.number = 0; key.number < TAP_SPILL_NUMBERS; key.number++) {
		struct syscall_tally tally;
		if (!(task->spilled[key.number / 64] >> key.number % 64 & 1) ||
		    bpf_map_find(tap->code.maps.far, &key, &tally) < 0)
			continue;
		if (tally.count) take_tally(thread, tally);
		if (is_over) (void)bpf_map_remove(tap->code.maps.far, &key);
	}
}

/* Appends the sums of one thread. is_over: it has ended, so that its name is that of the map. */
static void take_task(struct tap *tap, const struct tap_task *task, bool is_over, struct syscall_tallies *to)
{
	struct syscall_tally_thread thread = { .order = task->start_ns,
					       .pid = (uint32_t)(task->pid_tgid >> 32),
					       .tid = (uint32_t)task->pid_tgid,
					       .nr_events = task->nr_events };
	memcpy(thread.comm, task->comm, SYSCALL_COMM_BYTES);
	if (!is_over) {
		_free_ char *comm = kernelfs_read(tap->options->fs, "proc/%u/task/%u/comm", thread.pid, thread.tid);
		if (comm) memcpy(thread.comm, comm, MIN(strlen(comm), (size_t)SYSCALL_COMM_BYTES));
	}
	for (unsigned i = 0; i < TAP_NEAR_TALLIES; i++)
		if (task->near[i].count) take_tally(&thread, task->near[i]);
	take_far(tap, task, &thread, is_over);
	vec_push(&to->threads, thread);
}

/* Always the first key: each entry is removed after it was read. Stops when one cannot be removed, or it would go on
 * forever. */
void tap_harvest(struct tap *tap)
{
	struct tap_task_key key;
	while (tap->code.maps.ended >= 0 && bpf_map_next(tap->code.maps.ended, NULL, &key) >= 0) {
		int r = bpf_map_find(tap->code.maps.ended, &key, &tap->task->sums);
		if (bpf_map_remove(tap->code.maps.ended, &key) < 0) break;
		if (r >= 0) take_task(tap, &tap->task->sums, true, &tap->ended);
	}
}

static int compare_threads(const void *a, const void *b)
{
	const struct syscall_tally_thread *x = a, *y = b;
	if (x->order != y->order) return x->order < y->order ? -1 : 1;
	return x->tid < y->tid ? -1 : x->tid > y->tid;
}

/* Counts by error, added to the threads they belong to. */
static void read_errnos(const struct tap *tap, struct syscall_tallies *tallies)
{
	int fd = tap->code.maps.errnos;
	struct tap_errno_key key, next;
	uint64_t nr;
	if (!tallies->threads.count) return;
	qsort(tallies->threads.items, tallies->threads.count, sizeof(*tallies->threads.items), compare_threads);
	int more = bpf_map_next(fd, NULL, &key);
	for (; more >= 0; key = next) {
		const struct syscall_tally_thread wanted = { .order = key.start_ns, .tid = key.tid };
		struct syscall_tally_thread *thread = bsearch(&wanted, tallies->threads.items, tallies->threads.count,
							      sizeof(wanted), compare_threads);
		more = bpf_map_next(fd, &key, &next);
		if (thread && bpf_map_find(fd, &key, &nr) >= 0)
			vec_push(&thread->errnos,
				 ((struct syscall_tally_errno){ number_of(key.number), key.error, nr }));
	}
}

/* Threads that still run are read while their programs write: a count may be a call behind its sum. */
void tap_read(struct tap *tap, struct syscall_tallies *ret)
{
	uint32_t tid, next;
	tap_harvest(tap);
	/* Handed over: nothing of it stays here. */
	*ret = tap->ended;
	tap->ended = (struct syscall_tallies){ .threads = VEC_INIT };
	int more = bpf_map_next(tap->code.maps.tasks, NULL, &tid);
	for (; more >= 0; tid = next) {
		more = bpf_map_next(tap->code.maps.tasks, &tid, &next);
		if (bpf_map_find(tap->code.maps.tasks, &tid, &tap->task->sums) < 0 || !tap->task->sums.nr_events)
			continue;
		take_task(tap, &tap->task->sums, false, ret);
	}
	if (tap->code.maps.errnos >= 0) read_errnos(tap, ret);
	ret->nr_lost = tap_lost(tap);
}

uint64_t tap_lost(const struct tap *tap)
{
	const uint32_t first = 0;
	uint64_t lost = 0;
	(void)bpf_map_find(tap->code.maps.lost, &first, &lost);
	return lost;
}
