/* The machine under test as a history: which tasks lived when, under which names, in which address spaces; what was
 * mapped where.
 *
 * A recording of a host may be of its guests too. Each of them is a `struct machine` with a kernel, processes and
 * objects of its own: thread 77 of a guest is not thread 77 of the host. Whose sample it is follows from its mode; of
 * several guests, the event's id tells where the recording says which virtual CPUs ids count (PERF_RECORD_ID_INDEX with
 * machine_pid), else the process does:
 *
 *     machine = model_machine_of(model, cpumode, id, pid);
 *     task    = machine_task(machine, tid, time_ns, &until);
 *     kernel  = machine_kernel_space(machine, time_ns, &until);
 *
 * Resolvers do that for each sample (`sample_task.machine`). Whoever makes samples himself, as a decoder of a hardware
 * trace does, sets mode and id, or asks for the guest (model_guest, model_vcpu) and gives the machine to
 * resolver_task_of.
 *
 * Side-band records are applied once, in time order, by one thread; afterwards everything is a query on immutable data,
 * safe from any thread: "who was thread 4711 at time t, what was mapped at this address there and then". Nothing here
 * knows symbols.
 *
 * Times are the recording's nanoseconds; in recordings without times, the caller uses record ordinals instead. All that
 * queries return is the model's, and lives as long as it. */
#ifndef MODEL_MODEL_H
#define MODEL_MODEL_H

#include "base/warnings.h"
#include "model/map.h"
#include "perfdata/record/record.h"

struct model;
struct perf_events;
struct machine; /* the host or one of its guests */
struct task;    /* one life of a tid on a machine: from fork or first sight to exit */

struct model_options {
	/* to read from guests' records whose they are; kept by pointer; NULL: only their pids tell */
	const struct perf_events *events;
	/* An exit changes nothing: what is heard of a tid before its next fork belongs to the life that ended. */
	bool keep_exited;
	/* What reports call the host's kernel; kept by pointer. NULL: as its object, "[kernel.kallsyms]". */
	const char *kernel_name;
	struct warnings *warnings;
};
/* options NULL: all defaults. Never NULL; freed by model_free. */
struct model *model_new(const struct model_options *options);
void model_free(struct model *model);

/* A guest whose kernel's files are at hand: its addresses are looked for in these where the recording has no map of
 * that kernel. pid: of the process that runs it; -1: guests without a number. Before the first record. */
void model_add_guest_kernel(struct model *model, int32_t pid);
/* A module of it, behind its kernel: "e1000", where it is loaded and how large it is. The name is copied. */
void model_add_guest_module(struct model *model, int32_t pid, const char *name, uint64_t start, uint64_t size_bytes);
/* What is known before the first record: build-ids of the header's table, by file name. For objects that are mapped
 * later and do not bring their own. misc: whose mode; of guests, pid says which. */
void model_add_build_id(struct model *model, uint16_t misc, int32_t pid, const char *filename,
			const struct build_id *id);
/* The same for the one of several files of that name that has this device and inode. */
void model_add_file_build_id(struct model *model, const char *filename, uint32_t maj, uint32_t min, uint64_t ino,
			     const struct build_id *id);
/* Takes from a PERF_RECORD_ID_INDEX which events are of which guests, and so the guests. Before their records. Returns
 * 0 or -EBADMSG. */
int model_add_guest_ids(struct model *model, const struct record *r);
/* Whether model_apply does something with records of that type. */
bool model_wants(uint32_t type);
/* Applies one side-band record (MMAP, MMAP2, COMM, FORK, EXIT, NAMESPACES, KSYMBOL, CGROUP; others are ignored) that
 * happened at time_ns. Records must come in time order. The record's bytes may go afterwards. Returns 0, or -EBADMSG
 * for one that does not decode, of which model_options.warnings is told. */
int model_apply(struct model *model, const struct record *r, uint64_t time_ns);
/* For a model that is asked while it grows, in turns: answers given so far stay true of their address spaces, whatever
 * is applied next (only their ends, `ret_until`, may come sooner). */
void model_seal(struct model *model);
/* How much memory its arena holds, in bytes: most of it. Grows only; see model_present. */
size_t model_size_bytes(const struct model *model);
/* A model of what is there at time_ns, when all records up to then were applied: running tasks with their names and
 * maps, without their past (with keep_exited, too). Its dsos and maps are its own. The caller frees. */
struct model *model_present(const struct model *model, uint64_t time_ns);
/* The object that is in this model what dso is in another one; made where it is not known. With its names, as interned
 * here. Not while others ask. */
const struct dso *model_dso_like(struct model *model, const struct dso *dso);
/* The pointer that stands for this name in the model. Not while others ask. */
const char *model_name_like(struct model *model, const char *name);

/* Code that process pid generates from now on, described in the file `filename`: [start, end) of its memory holds what
 * is at pgoff of the file, from time_ns on. In order of time; copied. Generated code lies over what is mapped, until a
 * file is mapped there. The same file a second time is ignored. */
struct model_code {
	uint64_t time_ns, start, end, pgoff;
};
void model_add_code(struct model *model, uint32_t pid, const char *filename, uint64_t now_ns,
		    const struct model_code *code, size_t count);
/* The same of code that is there from time_ns on, for who is asked while the compiler writes: it is in place at once,
 * and there may be more of the same file later. */
void model_place_code(struct model *model, uint32_t pid, const char *filename, uint64_t time_ns,
		      const struct model_code *code, size_t count);
/* Nothing will be applied that happened before time_ns: generated code of until then is in place, and may be asked for.
 */
void model_advance(struct model *model, uint64_t time_ns);
/* ---- queries, const and thread safe once everything up to time_ns has been applied */

/* Machines. 0 is the host, 1 the guest that nobody gives a number; the others follow in the order in which they were
 * met, and stay where they are. model_guest: by the number of the process that runs it; NULL: it was not met. */
size_t model_nr_machines(const struct model *model);
const struct machine *model_machine(const struct model *model, size_t i);
const struct machine *model_host(const struct model *model);
const struct machine *model_guest(const struct model *model, int32_t pid);
/* Whose sample or record it is: of one with that mode, of the event with that id, in process pid. Never NULL: of guests
 * that nobody names it is number 1. id 0: not known. */
const struct machine *model_machine_of(const struct model *model, enum cpumode cpumode, uint64_t id, uint32_t pid);
/* The recording says which events are of which guests. */
bool model_names_guests(const struct model *model);
/* The virtual CPU that an event's id counts; false: it is none of a guest's. */
struct model_vcpu {
	const struct machine *machine;
	uint32_t vcpu;
};
bool model_vcpu(const struct model *model, uint64_t id, struct model_vcpu *ret);
uint32_t machine_index(const struct machine *machine); /* as model_machine counts */
bool machine_is_host(const struct machine *machine);
/* Of a guest: the host's process that runs it, -1 when that is not known; 0 of the host. */
int32_t machine_pid(const struct machine *machine);
/* The life of tid at time_ns; NULL when it was not heard of by then, or has exited (reports then show ":TID"). Thread 0
 * is always there: "swapper". *ret_until (may be NULL): the answer holds before this time. */
const struct task *machine_task(const struct machine *machine, uint32_t tid, uint64_t time_ns, uint64_t *ret_until);
/* The same on the host. */
const struct task *model_task(const struct model *model, uint32_t tid, uint64_t time_ns, uint64_t *ret_until);
uint32_t task_pid(const struct task *task);
uint32_t task_tid(const struct task *task);
uint32_t task_ppid(
	const struct task *task); /* the thread that started it, as upstream has it; (uint32_t)-1 when unknown */
/* Interned: equal names have equal pointers. ":TID" when no COMM was seen (children have their parent's name until
 * then). *ret_until (may be NULL): valid before this time. */
const char *task_comm(const struct task *task, uint64_t time_ns, uint64_t *ret_until);
bool task_comm_exec(const struct task *task, uint64_t time_ns); /* that name came with an exec */
/* The address space as it was when the task's last exec began; NULL when none was seen. Its maps are gone since, also
 * those that task_space still has because nothing new was mapped there. */
const struct space_version *task_exec_space(const struct task *task, uint64_t time_ns);
/* The address space of the task's process at time_ns; *ret_until: valid before this time. Never NULL (may be empty). */
const struct space_version *task_space(const struct task *task, uint64_t time_ns, uint64_t *ret_until);
/* The same for a thread that machine_task does not know, by its process; pid (uint32_t)-1: empty. */
const struct space_version *machine_process_space(const struct machine *machine, uint32_t pid, uint64_t time_ns,
						  uint64_t *ret_until);
/* Kernel text, modules, BPF programs and trampolines. */
const struct space_version *machine_kernel_space(const struct machine *machine, uint64_t time_ns, uint64_t *ret_until);
/* Path of a cgroup id, or NULL. */
const char *model_cgroup(const struct model *model, uint64_t cgroup_id);
/* When this life began (first sight) and ended; UINT64_MAX when no exit was seen. With keep_exited too, although more
 * may be heard of it then. */
uint64_t task_start_ns(const struct task *task);
uint64_t task_exit_ns(const struct task *task);
/* The (dev, inode) of the namespaces of a task: up to 16, NULL when none was recorded. */
const struct record_namespaces *task_namespaces(const struct task *task, uint64_t time_ns);

/* All tasks of the host in order of first sight, all dsos of all machines by id. */
size_t model_nr_tasks(const struct model *model);
const struct task *model_task_at(const struct model *model, size_t i);
size_t model_nr_dsos(const struct model *model);
const struct dso *model_dso(const struct model *model, uint32_t id);
/* How many versions of address spaces there are (for tests and statistics). */
uint32_t model_nr_versions(const struct model *model);
/* What was recorded of the kernel that ran there; NULL, 0 and size 0: nothing. Strings are the model's. */
struct model_kernel {
	/* the symbol its text map was recorded with ("_text", "_stext") and its address: how far it was relocated */
	const char *ref_name;
	uint64_t ref_vaddr;
	/* the end of that map, unless old recorders had none and wrote that of the address space or where modules begin
	 */
	uint64_t text_end_vaddr;
	const char *module_release; /* "6.1.0" of the first "/lib/modules/6.1.0/..." */
	struct build_id build_id;
};
void machine_kernel(const struct machine *machine, struct model_kernel *ret);

#endif
