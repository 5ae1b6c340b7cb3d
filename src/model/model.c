/* Applying the side band: each record type has one row in model_apply's switch, and must be in model_wants, too. To add
 * one: decode it in perfdata/record, write apply_X, which finds the machine (machine_of_record) and changes its tasks,
 * spaces or objects, and add it to both switches.
 *
 *     MMAP, MMAP2         a map in the task's space; of the kernel's mode: its text (base) or a module
 *     COMM                a name of the task
 *     FORK, EXIT          begin and end of a life
 *     NAMESPACES          of the task
 *     KSYMBOL             a BPF program or trampoline in the kernel's space
 *     CGROUP              id -> path
 *
 * Generated code waits in `codes` until its time (model_advance). model_present makes a second model of what is there
 * at one time. */
#include "base/text.h"
#include "model/machine.h"
#include "perfdata/record/events.h"

/* Generated code of one process, of which the first `next` pieces are in place. */
struct code_source {
	uint32_t pid;
	const struct dso *dso;
	struct space *space;
	struct map *maps;
	uint64_t *times_ns;
	size_t count, next;
};

struct model {
	struct arena arena;
	struct intern names;
	struct space_pool spaces;
	struct dso_set dsos;
	struct machine_set machines;
	struct machine *host;
	/* id -> path (interned) */
	struct u64map cgroups;
	const struct perf_events *events;
	VEC(struct code_source) codes;
	bool keep_exited;
	const char *kernel_name; /* model_options */
	struct warnings *warnings;
};

struct model *model_new(const struct model_options *options)
{
	struct model *model = xcalloc(1, sizeof(*model));
	arena_init(&model->arena);
	intern_init(&model->names);
	space_pool_init(&model->spaces, &model->arena);
	dso_set_init(&model->dsos, &model->names, &model->arena);
	machine_set_init(&model->machines,
			 &(struct machine_shared){ &model->arena, &model->names, &model->spaces, &model->dsos });
	model->host = model->machines.all.items[0];
	if (!options) return model;
	model->events = options->events;
	model->warnings = options->warnings;
	model->keep_exited = options->keep_exited;
	model->kernel_name = options->kernel_name;
	if (options->kernel_name)
		model->host->dsos.kernel_short_name = intern_string(&model->names, options->kernel_name);
	return model;
}

void model_free(struct model *model)
{
	if (!model) return;
	vec_done(&model->codes);
	u64map_done(&model->cgroups);
	machine_set_done(&model->machines);
	dso_set_done(&model->dsos);
	intern_done(&model->names);
	arena_done(&model->arena);
	free(model);
}

/* ---- whose it is */

/* The guest of that process, made on first use. */
static struct machine *guest_of(struct model *model, int64_t pid)
{
	bool was_full = model->machines.is_full;
	struct machine *machine = machine_set_guest(&model->machines, pid);
	if (model->machines.is_full && !was_full)
		warnings_add(model->warnings, "too many guests",
			     "more than %d guests are named: the others are shown as one, without a number",
			     MACHINES_MOST - 2);
	return machine;
}

static bool is_guest_mode(enum cpumode mode) { return mode == CPUMODE_GUEST_KERNEL || mode == CPUMODE_GUEST_USER; }

/* The machine of a side-band record: only the mode says that it is a guest's. Which one, the event's id says where
 * PERF_RECORD_ID_INDEX names guests, else `pid`, which is the number of the guest in what a recorder on the host made
 * up of it. is_named: the recorder means a guest by that number, whether it was heard of or not. */
static struct machine *machine_of_record(struct model *model, const struct record *r, int64_t pid, bool is_named)
{
	struct sample_id id;
	if (likely(!is_guest_mode(record_cpumode(r)))) return model->host;
	if (model->machines.guest_ids.count && model->events && events_sample_id(model->events, r, &id) >= 0 &&
	    id.present & (SAMPLE_ID | SAMPLE_IDENTIFIER)) {
		const struct guest_id *told = machine_set_find_id(&model->machines, id.id);
		if (told) return told->machine;
	}
	return is_named ? guest_of(model, pid) : machine_set_find(&model->machines, pid);
}

static void warn_damaged(struct model *model, const struct record *r)
{
	warnings_add(model->warnings, "damaged record", "at offset %#llx: the %s (%u) record does not decode",
		     (unsigned long long)r->file_off, record_type_name(r->type), (unsigned)r->type);
}

int model_add_guest_ids(struct model *model, const struct record *r)
{
	struct record_id_index index;
	struct record_id_entry entry;
	int rc = record_decode_id_index(r, &index);
	if (rc < 0) return warn_damaged(model, r), rc;
	while (record_id_index_next(&index, &entry)) {
		if (!entry.has_guest || !entry.machine_pid) continue;
		int64_t pid = entry.machine_pid > INT32_MAX ? -1 : (int64_t)entry.machine_pid;
		machine_set_add_id(&model->machines, entry.id, guest_of(model, pid), (uint32_t)entry.vcpu);
	}
	return 0;
}

void model_add_build_id(struct model *model, uint16_t misc, int32_t pid, const char *filename,
			const struct build_id *id)
{
	enum cpumode mode = (enum cpumode)(misc & MISC_CPUMODE_MASK);
	struct machine *machine = is_guest_mode(mode) ? guest_of(model, pid) : model->host;
	bool kernel = mode == CPUMODE_KERNEL || mode == CPUMODE_GUEST_KERNEL;
	/* old recorders did not say the mode of the kernel's own entry */
	if (mode == CPUMODE_UNKNOWN &&
	    (text_starts_with(filename, "[kernel.kallsyms]") || text_starts_with(filename, "[guest.kernel.kallsyms")))
		kernel = true;
	dso_table_add_build_id(&machine->dsos, kernel, filename, id);
	if (mode == CPUMODE_KERNEL && id->size) dso_table_add_kernel_name(&machine->dsos, filename);
}

void model_add_file_build_id(struct model *model, const char *filename, uint32_t maj, uint32_t min, uint64_t ino,
			     const struct build_id *id)
{
	dso_table_add_file_build_id(&model->host->dsos, filename, maj, min, ino, id);
}

/* A map of the arena with what the record says. */
static struct map *map_new(struct model *model, const struct record_mmap *mmap, const struct dso *dso)
{
	struct map *map = arena_alloc(&model->arena, sizeof(*map));
	*map = (struct map){ .start = mmap->start,
			     .end = mmap->start + mmap->len,
			     .pgoff = mmap->pgoff,
			     .dso = dso,
			     .prot = mmap->prot,
			     .flags = mmap->flags };
	if (dso->kind == DSO_VDSO) map->pgoff = 0;        /* old kernels tell its address there */
	if (map->end < map->start) map->end = UINT64_MAX; /* up to the end of the address space and beyond */
	return map;
}

/* "6.1.0" of "/lib/modules/6.1.0/kernel/fs/ext4.ko"; NULL where the name says nothing of it. */
static const char *module_release(struct model *model, const char *filename)
{
	static const char directory[] = "/lib/modules/";
	const char *release = strstr(filename, directory);
	if (!release) return NULL;
	release += sizeof(directory) - 1;
	size_t size_bytes = strcspn(release, "/");
	return size_bytes && release[size_bytes]
		       ? intern_text(&model->names, intern_id_n(&model->names, release, size_bytes))
		       : NULL;
}

/* Ends in the last page of the address space are none: the recorder knew of no end. */
#define NO_TEXT_END (UINT64_MAX - 0xffff)

/* The kernel's text and its modules. The text map lies under all others: its recorded end may reach over the modules.
 */
static void apply_kernel_mmap(struct model *model, struct machine *machine, const struct record_mmap *mmap,
			      uint64_t time_ns)
{
	struct model_kernel *facts = &machine->kernel_facts;
	const char *kernel_name = machine == model->host ? "[kernel" : "[guest.kernel.kallsyms";
	if (text_starts_with(mmap->filename, kernel_name)) {
		struct dso *dso = dso_of_kernel(&machine->dsos);
		if (!dso->build_id.size && mmap->has_build_id) dso->build_id = mmap->build_id;
		struct map *map = map_new(model, mmap, dso);
		map->identity = true;
		if (!mmap->start && !mmap->len) map->end = UINT64_MAX;
		const char *symbol = strrchr(mmap->filename, ']');
		if (!facts->ref_name && symbol && symbol[1] && mmap->pgoff) {
			facts->ref_name = intern_string(&model->names, symbol + 1);
			facts->ref_vaddr = mmap->pgoff;
			facts->text_end_vaddr = mmap->start == mmap->pgoff && map->end < NO_TEXT_END ? map->end : 0;
		}
		space_set_base(&model->spaces, machine->kernel, time_ns, map);
		return;
	}
	if (!facts->module_release) facts->module_release = module_release(model, mmap->filename);
	struct dso *dso = dso_of_module(&machine->dsos, mmap->filename, mmap);
	if (!dso->text_vaddr) dso->text_vaddr = mmap->start;
	space_insert(&model->spaces, machine->kernel, time_ns, map_new(model, mmap, dso));
}

/* Wherever an address of the kernel is: addresses are those of its symbols. 0 is where a branch has no end. */
void model_add_guest_kernel(struct model *model, int32_t pid)
{
	struct machine *machine = guest_of(model, pid);
	struct map *map = arena_alloc(&model->arena, sizeof(*map));
	*map = (struct map){
		.start = 1,
		.end = UINT64_MAX,
		.dso = dso_of_kernel(&machine->dsos),
		.prot = 4 /* PROT_EXEC */,
		.identity = true,
	};
	space_set_base(&model->spaces, machine->kernel, 0, map);
}

void model_add_guest_module(struct model *model, int32_t pid, const char *name, uint64_t start, uint64_t size_bytes)
{
	_free_ char *filename = xasprintf("[%s]", name);
	const struct record_mmap mmap = {
		.start = start, .len = size_bytes, .prot = 4 /* PROT_EXEC */, .filename = filename
	};
	apply_kernel_mmap(model, guest_of(model, pid), &mmap, 0);
}

static int apply_mmap(struct model *model, const struct record *r, uint64_t time_ns)
{
	struct record_mmap mmap;
	int rc = record_decode_mmap(r, &mmap);
	if (rc < 0) return rc;
	/* a plain MMAP has no protection: the kernel marks what is not executable */
	if (r->type == RECORD_MMAP) mmap.prot = r->misc & MISC_MMAP_DATA ? 0 : 4 /* PROT_EXEC */;
	enum cpumode mode = record_cpumode(r);
	bool is_kernel = mode == CPUMODE_KERNEL || mode == CPUMODE_GUEST_KERNEL;
	struct machine *machine = machine_of_record(model, r, (int32_t)mmap.pid, is_kernel);
	/* kernel maps have a pid of -1 or of a guest: no task has them */
	if (is_kernel) {
		apply_kernel_mmap(model, machine, &mmap, time_ns);
		return 0;
	}
	struct task *task = task_get(&machine->tasks, mmap.pid, mmap.tid, time_ns);
	bool identity;
	struct map *map = map_new(model, &mmap, dso_of_user(&machine->dsos, &mmap, (int32_t)mmap.pid, &identity));
	map->identity = identity;
	space_insert(&model->spaces, task->space, time_ns, map);
	/* compilers map one piece of shared memory twice, to write and to run, and do so again as code is added */
	if (!identity && !text_starts_with(mmap.filename, "/memfd:"))
		space_remove_code(&model->spaces, task->space, time_ns, map->start, map->end);
	return 0;
}

/* COMM: a task's name, and, with MISC_COMM_EXEC, the beginning of another program. */
static int apply_comm(struct model *model, const struct record *r, uint64_t time_ns)
{
	struct record_comm comm;
	int rc = record_decode_comm(r, &comm);
	if (rc < 0) return rc;
	/* An exec does not empty the address space: what is mapped next lies over it, and old and new addresses hardly
	 * ever meet. Upstream does the same, and addresses out of nowhere (broken frame pointers) show it. */
	struct task_table *tasks = &machine_of_record(model, r, (int32_t)comm.pid, false)->tasks;
	task_set_name(tasks, task_get(tasks, comm.pid, comm.tid, time_ns), time_ns,
		      intern_string(&model->names, comm.comm), comm.exec);
	return 0;
}

/* FORK and EXIT, which have one layout. A fork with MISC_FORK_EXEC takes no maps along. */
static int apply_task(struct model *model, const struct record *r, uint64_t time_ns)
{
	struct record_task task;
	int rc = record_decode_task(r, &task);
	if (rc < 0) return rc;
	struct task_table *tasks = &machine_of_record(model, r, (int32_t)task.pid, false)->tasks;
	if (r->type == RECORD_FORK) task_fork(tasks, &task, !(r->misc & MISC_FORK_EXEC), time_ns);
	else if (model->keep_exited) task_note_exit(tasks, task.tid, time_ns);
	else task_exit(tasks, task.tid, time_ns);
	return 0;
}

static int apply_namespaces(struct model *model, const struct record *r, uint64_t time_ns)
{
	struct record_namespaces namespaces;
	int rc = record_decode_namespaces(r, &namespaces);
	if (rc < 0) return rc;
	struct task_table *tasks = &machine_of_record(model, r, (int32_t)namespaces.pid, false)->tasks;
	struct task *task = task_get(tasks, namespaces.pid, namespaces.tid, time_ns);
	task_set_namespaces(tasks, task, time_ns, arena_memdup(&model->arena, &namespaces, sizeof(namespaces)));
	return 0;
}

/* KSYMBOL: text of the kernel that is registered or unregistered while it runs. One without a length still takes its
 * first byte away. */
static int apply_ksymbol(struct model *model, const struct record *r, uint64_t time_ns)
{
	struct record_ksymbol ksymbol;
	int rc = record_decode_ksymbol(r, &ksymbol);
	if (rc < 0) return rc;
	struct machine *machine = machine_of_record(model, r, -1, false);
	if (ksymbol.flags & 1 /* PERF_RECORD_KSYMBOL_FLAGS_UNREGISTER */) {
		uint64_t end = ksymbol.addr + MAX(ksymbol.len, 1u);
		space_remove(&model->spaces, machine->kernel, time_ns, ksymbol.addr,
			     end < ksymbol.addr ? UINT64_MAX : end);
		return 0;
	}
	struct record_mmap mmap = { .start = ksymbol.addr, .len = ksymbol.len };
	struct dso *dso = dso_of_ksymbol(&machine->dsos, ksymbol.name,
					 ksymbol.ksym_type == 1 /* PERF_RECORD_KSYMBOL_TYPE_BPF */);
	struct map *map = map_new(model, &mmap, dso);
	map->identity = true;
	map->ksymbol = dso->name;
	space_insert(&model->spaces, machine->kernel, time_ns, map);
	return 0;
}

static int apply_cgroup(struct model *model, const struct record *r)
{
	struct record_cgroup cgroup;
	int rc = record_decode_cgroup(r, &cgroup);
	if (rc < 0) return rc;
	*u64map_put(&model->cgroups, cgroup.id, NULL) = (uintptr_t)intern_string(&model->names, cgroup.path);
	return 0;
}

bool model_wants(uint32_t type)
{
	switch (type) {
	case RECORD_MMAP:
	case RECORD_MMAP2:
	case RECORD_COMM:
	case RECORD_FORK:
	case RECORD_EXIT:
	case RECORD_NAMESPACES:
	case RECORD_KSYMBOL:
	case RECORD_CGROUP: return true;
	default: return false;
	}
}

/* Code that was described before its mapping was seen counts from the mapping on (now_ns): the address space is not
 * older. */
void model_add_code(struct model *model, uint32_t pid, const char *filename, uint64_t now_ns,
		    const struct model_code *code, size_t count)
{
	const struct dso *dso = dso_of_jitdump(&model->host->dsos, filename, (int32_t)pid);
	struct space *space = task_get(&model->host->tasks, pid, pid, now_ns)->space;
	for (size_t i = 0; i < model->codes.count; i++)
		if (model->codes.items[i].space == space && model->codes.items[i].dso == dso) return;
	struct code_source source = { .pid = pid, .dso = dso, .space = space, .count = count };
	source.maps = arena_alloc(&model->arena, count * sizeof(*source.maps));
	source.times_ns = arena_alloc(&model->arena, count * sizeof(*source.times_ns));
	for (size_t i = 0; i < count; i++) {
		source.times_ns[i] = MAX(code[i].time_ns, now_ns);
		source.maps[i] = (struct map){ .start = code[i].start,
					       .end = code[i].end,
					       .pgoff = code[i].pgoff,
					       .dso = dso,
					       .prot = 5 /* PROT_READ | PROT_EXEC */ };
	}
	vec_push(&model->codes, source);
}

void model_place_code(struct model *model, uint32_t pid, const char *filename, uint64_t time_ns,
		      const struct model_code *code, size_t count)
{
	const struct dso *dso = dso_of_jitdump(&model->host->dsos, filename, (int32_t)pid);
	struct space *space = task_get(&model->host->tasks, pid, pid, time_ns)->space;
	struct map *maps = arena_alloc(&model->arena, count * sizeof(*maps));
	for (size_t i = 0; i < count; i++) {
		maps[i] = (struct map){ .start = code[i].start,
					.end = code[i].end,
					.pgoff = code[i].pgoff,
					.dso = dso,
					.prot = 5 /* PROT_READ | PROT_EXEC */ };
		space_insert_code(&model->spaces, space, time_ns, &maps[i]);
	}
}

void model_advance(struct model *model, uint64_t time_ns)
{
	for (size_t i = 0; i < model->codes.count; i++) {
		struct code_source *source = &model->codes.items[i];
		for (; source->next < source->count && source->times_ns[source->next] <= time_ns; source->next++)
			space_insert_code(&model->spaces, source->space, source->times_ns[source->next],
					  &source->maps[source->next]);
	}
}

int model_apply(struct model *model, const struct record *r, uint64_t time_ns)
{
	int rc = 0;
	/* code that was generated before this record is in place before what the record maps */
	if (unlikely(model->codes.count)) model_advance(model, time_ns);
	switch (r->type) {
	case RECORD_MMAP:
	case RECORD_MMAP2: rc = apply_mmap(model, r, time_ns); break;
	case RECORD_COMM: rc = apply_comm(model, r, time_ns); break;
	case RECORD_FORK:
	case RECORD_EXIT: rc = apply_task(model, r, time_ns); break;
	case RECORD_NAMESPACES: rc = apply_namespaces(model, r, time_ns); break;
	case RECORD_KSYMBOL: rc = apply_ksymbol(model, r, time_ns); break;
	case RECORD_CGROUP: rc = apply_cgroup(model, r); break;
	default: break;
	}
	if (rc < 0) warn_damaged(model, r);
	return rc;
}

void model_seal(struct model *model) { model->spaces.nr_sealed = model->spaces.nr_versions; }
size_t model_size_bytes(const struct model *model) { return model->arena.size_bytes; }

/* What of a machine's history is there at time_ns, on its way into the same machine of another model. In the new model
 * all of it is from time 0 on. */
struct moving {
	const struct machine *from;
	struct machine *to;
	struct model *model; /* of `to` */
	uint64_t time_ns;
	struct space *space;
	const struct space_version *gone; /* what is in it is left behind; NULL: nothing */
};

/* The same dso, the same map. */
static struct map *copy_map(const struct moving *moving, const struct map *map)
{
	struct map *copy = arena_memdup(&moving->model->arena, map, sizeof(*map));
	copy->dso = dso_copy(&moving->to->dsos, map->dso);
	if (map->ksymbol) copy->ksymbol = copy->dso->name;
	return copy;
}

/* space_visit's callback: one map into the space that is being made. */
static void model_move_map(void *ctx, const struct map *map)
{
	struct moving *moving = ctx;
	/* mapped before the last exec and not since: it is in the tree still, but not in the process */
	if (moving->gone && space_find(moving->gone, map->start) == map) return;
	space_insert(&moving->model->spaces, moving->space, 0, copy_map(moving, map));
}

/* All of a version, with its base, into an empty space. */
static void move_space(struct moving *moving, struct space *space, const struct space_version *from)
{
	struct space_version without_base = *from;
	moving->space = space;
	without_base.base = NULL;
	space_visit(&without_base, model_move_map, moving);
	if (from->base) space_set_base(&moving->model->spaces, space, 0, copy_map(moving, from->base));
}

/* A running task with its name, namespaces and maps; threads share their leader's space, whose maps are copied once. */
static void move_task(struct moving *moving, const struct task *task)
{
	struct model *model = moving->model;
	struct task_table *tasks = &moving->to->tasks;
	uint64_t time_ns = moving->time_ns;
	struct task *copy = task_get(tasks, task->pid, task->tid, 0);
	copy->ppid = task->ppid;
	const char *name = task_comm(task, time_ns, NULL);
	if (name != task->unnamed) task_set_name(tasks, copy, 0, intern_string(&model->names, name), false);
	const struct record_namespaces *namespaces = task_namespaces(task, time_ns);
	if (namespaces)
		task_set_namespaces(tasks, copy, 0, arena_memdup(&model->arena, namespaces, sizeof(*namespaces)));
	if (copy->space->count) return; /* its leader's */
	moving->gone = task_exec_space(task, time_ns);
	move_space(moving, copy->space, space_at(task->space, time_ns, NULL));
}

/* Kernel space, facts of the kernel, and all tasks that run at that time. */
static void move_machine(struct moving *moving)
{
	struct intern *names = &moving->model->names;
	const struct model_kernel *facts = &moving->from->kernel_facts;
	struct model_kernel *copy = &moving->to->kernel_facts;
	uint64_t time_ns = moving->time_ns;
	moving->gone = NULL;
	move_space(moving, moving->to->kernel, space_at(moving->from->kernel, time_ns, NULL));
	*copy = *facts;
	if (facts->ref_name) copy->ref_name = intern_string(names, facts->ref_name);
	if (facts->module_release) copy->module_release = intern_string(names, facts->module_release);
	for (size_t i = 0; i < moving->from->tasks.all.count; i++) {
		const struct task *task = moving->from->tasks.all.items[i];
		/* the idle task (tid 0) is in the new model already */
		if (task->told_exit_ns > time_ns && task->start_ns <= time_ns && task->tid) move_task(moving, task);
	}
}

static void move_cgroups(const struct model *model, struct model *to)
{
	uint64_t id, path;
	for (size_t pos = 0; u64map_next(&model->cgroups, &pos, &id, &path);)
		*u64map_put(&to->cgroups, id, NULL) = (uintptr_t)intern_string(&to->names,
									       (const char *)(uintptr_t)path);
}

/* Which guest each event's id is of, and the guests themselves with the same indexes. */
static void move_guests(const struct model *model, struct model *to)
{
	uint64_t id, slot;
	for (size_t i = 0; i < model->machines.all.count; i++)
		machine_set_guest(&to->machines, model->machines.all.items[i]->pid);
	for (size_t pos = 0; u64map_next(&model->machines.by_id, &pos, &id, &slot);) {
		const struct guest_id *told = &model->machines.guest_ids.items[slot];
		machine_set_add_id(&to->machines, id, to->machines.all.items[told->machine->index], told->vcpu);
	}
}

struct model *model_present(const struct model *model, uint64_t time_ns)
{
	struct model *present = model_new(&(struct model_options){ .events = model->events,
								   .warnings = model->warnings,
								   .keep_exited = model->keep_exited,
								   .kernel_name = model->kernel_name });
	move_guests(model, present);
	for (size_t i = 0; i < model->machines.all.count; i++)
		move_machine(&(struct moving){ .from = model->machines.all.items[i],
					       .to = present->machines.all.items[i],
					       .model = present,
					       .time_ns = time_ns });
	move_cgroups(model, present);
	return present;
}

const struct dso *model_dso_like(struct model *model, const struct dso *dso)
{
	size_t index = dso->machine ? machine_index(dso->machine) : 0;
	struct machine *machine = index < model->machines.all.count ? model->machines.all.items[index] : model->host;
	return dso_copy(&machine->dsos, dso);
}

const char *model_name_like(struct model *model, const char *name) { return intern_string(&model->names, name); }

/* ---- queries */

const struct machine *model_host(const struct model *model) { return model->host; }
size_t model_nr_machines(const struct model *model) { return model->machines.all.count; }
const struct machine *model_machine(const struct model *model, size_t i) { return model->machines.all.items[i]; }
bool model_names_guests(const struct model *model) { return model->machines.guest_ids.count; }

const struct machine *model_guest(const struct model *model, int32_t pid)
{
	const struct machine *machine = machine_set_find(&model->machines, pid);
	return machine->pid == pid ? machine : NULL;
}

bool model_vcpu(const struct model *model, uint64_t id, struct model_vcpu *ret)
{
	const struct guest_id *told = machine_set_find_id(&model->machines, id);
	if (told) *ret = (struct model_vcpu){ told->machine, told->vcpu };
	return told;
}

const struct machine *model_machine_of(const struct model *model, enum cpumode cpumode, uint64_t id, uint32_t pid)
{
	if (!is_guest_mode(cpumode)) return model->host;
	const struct guest_id *told = model->machines.guest_ids.count ? machine_set_find_id(&model->machines, id)
								      : NULL;
	return told ? told->machine : machine_set_find(&model->machines, (int32_t)pid);
}

const struct task *model_task(const struct model *model, uint32_t tid, uint64_t time_ns, uint64_t *ret_until)
{
	return machine_task(model->host, tid, time_ns, ret_until);
}

const struct space_version *task_space(const struct task *task, uint64_t time_ns, uint64_t *ret_until)
{
	return space_at(task->space, time_ns, ret_until);
}

const char *model_cgroup(const struct model *model, uint64_t cgroup_id)
{
	const uint64_t *path = u64map_find(&model->cgroups, cgroup_id);
	return path ? (const char *)(uintptr_t)*path : NULL;
}

size_t model_nr_tasks(const struct model *model) { return model->host->tasks.all.count; }
const struct task *model_task_at(const struct model *model, size_t i) { return model->host->tasks.all.items[i]; }
size_t model_nr_dsos(const struct model *model) { return model->dsos.all.count; }
const struct dso *model_dso(const struct model *model, uint32_t id) { return &model->dsos.all.items[id]->dso; }
uint32_t model_nr_versions(const struct model *model) { return model->spaces.nr_versions; }
