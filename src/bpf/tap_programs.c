/* The programs of a tap. Instructions are made by tap_code.c (sums), tap_records_code.c (records) and tap_emit.c
 * (both); here they are loaded. Those that read memory are made and loaded on all cores, as there are a few dozen. */
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include "base/descriptor.h"
#include "base/threads.h"
#include "bpf/bpf_map.h"
#include "bpf/tap_private.h"
#include "kernel/btf_file.h"
#include "kernel/facts.h"
#include "kernel/tracefs.h"

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
		const struct syscall *syscall = tap_call_of(tap, machine, number);
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
int tap_programs_load(struct tap *tap, const char *machine, struct err *err)
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
