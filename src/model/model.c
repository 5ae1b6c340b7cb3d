/* Applying the side band: each record type has one row in model_apply's switch. */
#include "base/text.h"
#include "model/dso.h"
#include "model/model.h"
#include "model/task.h"

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
	struct dso_table dsos;
	struct task_table tasks;
	struct space *kernel, *guest_kernel;
	struct u64map cgroups;            /* id -> path */
	struct model_kernel kernel_facts; /* of the first kernel mapping that names a symbol; no build-id */
	VEC(struct code_source) codes;
	bool keep_exited;
	struct warnings *warnings;
};

struct model *model_new(const struct model_options *options)
{
	struct model *model = xcalloc(1, sizeof(*model));
	arena_init(&model->arena);
	intern_init(&model->names);
	space_pool_init(&model->spaces, &model->arena);
	dso_table_init(&model->dsos, &model->names, &model->arena);
	task_table_init(&model->tasks, &model->arena, &model->names, &model->spaces);
	model->kernel = space_new(&model->spaces);
	model->guest_kernel = space_new(&model->spaces);
	model->warnings = options ? options->warnings : NULL;
	model->keep_exited = options && options->keep_exited;
	task_set_name(&model->tasks, task_get(&model->tasks, 0, 0, 0), 0, intern_string(&model->names, "swapper"),
		      false);
	return model;
}

void model_free(struct model *model)
{
	if (!model) return;
	vec_done(&model->codes);
	u64map_done(&model->cgroups);
	task_table_done(&model->tasks);
	dso_table_done(&model->dsos);
	intern_done(&model->names);
	arena_done(&model->arena);
	free(model);
}

void model_add_build_id(struct model *model, uint16_t misc, int32_t pid, const char *filename,
			const struct build_id *id)
{
	(void)pid;
	enum cpumode mode = (enum cpumode)(misc & MISC_CPUMODE_MASK);
	bool kernel = mode == CPUMODE_KERNEL || mode == CPUMODE_GUEST_KERNEL;
	/* old recorders did not say the mode of the kernel's own entry */
	if (mode == CPUMODE_UNKNOWN &&
	    (text_starts_with(filename, "[kernel.kallsyms]") || text_starts_with(filename, "[guest.kernel.kallsyms")))
		kernel = true;
	dso_table_add_build_id(&model->dsos, kernel, filename, id);
	if (mode == CPUMODE_KERNEL && id->size) dso_table_add_kernel_name(&model->dsos, filename);
}

void model_add_file_build_id(struct model *model, const char *filename, uint32_t maj, uint32_t min, uint64_t ino,
			     const struct build_id *id)
{
	dso_table_add_file_build_id(&model->dsos, filename, maj, min, ino, id);
}

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
static void apply_kernel_mmap(struct model *model, const struct record_mmap *mmap, bool guest, uint64_t time_ns)
{
	struct space *space = guest ? model->guest_kernel : model->kernel;
	const char *kernel_name = guest ? "[guest.kernel.kallsyms" : "[kernel";
	if (text_starts_with(mmap->filename, kernel_name)) {
		struct dso *dso = dso_of_kernel(&model->dsos, guest);
		if (!dso->build_id.size && mmap->has_build_id) dso->build_id = mmap->build_id;
		struct map *map = map_new(model, mmap, dso);
		map->identity = true;
		if (!mmap->start && !mmap->len) map->end = UINT64_MAX;
		const char *symbol = strrchr(mmap->filename, ']');
		struct model_kernel *facts = &model->kernel_facts;
		if (!guest && !facts->ref_name && symbol && symbol[1] && mmap->pgoff) {
			facts->ref_name = intern_string(&model->names, symbol + 1);
			facts->ref_vaddr = mmap->pgoff;
			facts->text_end_vaddr = mmap->start == mmap->pgoff && map->end < NO_TEXT_END ? map->end : 0;
		}
		space_set_base(&model->spaces, space, time_ns, map);
		return;
	}
	if (!guest && !model->kernel_facts.module_release)
		model->kernel_facts.module_release = module_release(model, mmap->filename);
	struct dso *dso = dso_of_module(&model->dsos, mmap->filename, mmap, guest);
	if (!dso->text_vaddr) dso->text_vaddr = mmap->start;
	struct map *map = map_new(model, mmap, dso);
	space_insert(&model->spaces, space, time_ns, map);
}

static int apply_mmap(struct model *model, const struct record *r, uint64_t time_ns)
{
	struct record_mmap mmap;
	int rc = record_decode_mmap(r, &mmap);
	if (rc < 0) return rc;
	if (r->type == RECORD_MMAP) mmap.prot = r->misc & MISC_MMAP_DATA ? 0 : 4 /* PROT_EXEC */;
	enum cpumode mode = record_cpumode(r);
	if (mode == CPUMODE_KERNEL || mode == CPUMODE_GUEST_KERNEL) {
		apply_kernel_mmap(model, &mmap, mode == CPUMODE_GUEST_KERNEL, time_ns);
		return 0;
	}
	struct task *task = task_get(&model->tasks, mmap.pid, mmap.tid, time_ns);
	bool identity;
	struct map *map = map_new(model, &mmap, dso_of_user(&model->dsos, &mmap, (int32_t)mmap.pid, &identity));
	map->identity = identity;
	space_insert(&model->spaces, task->space, time_ns, map);
	/* compilers map one piece of shared memory twice, to write and to run, and do so again as code is added */
	if (!identity && !text_starts_with(mmap.filename, "/memfd:"))
		space_remove_code(&model->spaces, task->space, time_ns, map->start, map->end);
	return 0;
}

static int apply_comm(struct model *model, const struct record *r, uint64_t time_ns)
{
	struct record_comm comm;
	int rc = record_decode_comm(r, &comm);
	if (rc < 0) return rc;
	/* An exec does not empty the address space: what is mapped next lies over it, and old and new addresses hardly
	 * ever meet. Upstream does the same, and addresses out of nowhere (broken frame pointers) show it. */
	task_set_name(&model->tasks, task_get(&model->tasks, comm.pid, comm.tid, time_ns), time_ns,
		      intern_string(&model->names, comm.comm), comm.exec);
	return 0;
}

static int apply_task(struct model *model, const struct record *r, uint64_t time_ns)
{
	struct record_task task;
	int rc = record_decode_task(r, &task);
	if (rc < 0) return rc;
	if (r->type == RECORD_FORK) task_fork(&model->tasks, &task, !(r->misc & MISC_FORK_EXEC), time_ns);
	else if (model->keep_exited) task_note_exit(&model->tasks, task.tid, time_ns);
	else task_exit(&model->tasks, task.tid, time_ns);
	return 0;
}

static int apply_namespaces(struct model *model, const struct record *r, uint64_t time_ns)
{
	struct record_namespaces namespaces;
	int rc = record_decode_namespaces(r, &namespaces);
	if (rc < 0) return rc;
	struct task *task = task_get(&model->tasks, namespaces.pid, namespaces.tid, time_ns);
	task_set_namespaces(&model->tasks, task, time_ns, arena_memdup(&model->arena, &namespaces, sizeof(namespaces)));
	return 0;
}

static int apply_ksymbol(struct model *model, const struct record *r, uint64_t time_ns)
{
	struct record_ksymbol ksymbol;
	int rc = record_decode_ksymbol(r, &ksymbol);
	if (rc < 0) return rc;
	if (ksymbol.flags & 1 /* PERF_RECORD_KSYMBOL_FLAGS_UNREGISTER */) {
		uint64_t end = ksymbol.addr + MAX(ksymbol.len, 1u);
		space_remove(&model->spaces, model->kernel, time_ns, ksymbol.addr,
			     end < ksymbol.addr ? UINT64_MAX : end);
		return 0;
	}
	struct record_mmap mmap = { .start = ksymbol.addr, .len = ksymbol.len };
	struct dso *dso = dso_of_ksymbol(&model->dsos, ksymbol.name,
					 ksymbol.ksym_type == 1 /* PERF_RECORD_KSYMBOL_TYPE_BPF */);
	struct map *map = map_new(model, &mmap, dso);
	map->identity = true;
	map->ksymbol = dso->name;
	space_insert(&model->spaces, model->kernel, time_ns, map);
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

void model_add_code(struct model *model, uint32_t pid, const char *filename, uint64_t now_ns,
		    const struct model_code *code, size_t count)
{
	const struct dso *dso = dso_of_jitdump(&model->dsos, filename, (int32_t)pid);
	struct space *space = task_get(&model->tasks, pid, pid, now_ns)->space;
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
	const struct dso *dso = dso_of_jitdump(&model->dsos, filename, (int32_t)pid);
	struct space *space = task_get(&model->tasks, pid, pid, time_ns)->space;
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
	if (rc < 0)
		warnings_add(model->warnings, "damaged record", "%s record at %#llx does not decode",
			     record_type_name(r->type), (unsigned long long)r->file_off);
	return rc;
}

void model_seal(struct model *model) { model->spaces.nr_sealed = model->spaces.nr_versions; }
size_t model_size_bytes(const struct model *model) { return model->arena.size_bytes; }

struct moving {
	struct model *to;
	struct space *space;
	const struct space_version *gone;
};

/* Into the new model: the same dso, the same map. */
static void move_map(void *ctx, const struct map *map)
{
	struct moving *moving = ctx;
	if (moving->gone && space_find(moving->gone, map->start) == map) return;
	struct map *copy = arena_memdup(&moving->to->arena, map, sizeof(*map));
	copy->dso = dso_copy(&moving->to->dsos, map->dso);
	if (map->ksymbol) copy->ksymbol = copy->dso->name;
	space_insert(&moving->to->spaces, moving->space, 0, copy);
}

static void move_space(struct model *to, struct space *space, const struct space_version *from,
		       const struct space_version *gone)
{
	struct moving moving = { to, space, gone };
	struct space_version without_base = *from;
	without_base.base = NULL;
	space_visit(&without_base, move_map, &moving);
	if (!from->base) return;
	struct map *base = arena_memdup(&to->arena, from->base, sizeof(*base));
	base->dso = dso_copy(&to->dsos, from->base->dso);
	space_set_base(&to->spaces, space, 0, base);
}

struct model *model_present(const struct model *model, uint64_t time_ns)
{
	struct model *present = model_new(
		&(struct model_options){ .warnings = model->warnings, .keep_exited = model->keep_exited });
	move_space(present, present->kernel, space_at(model->kernel, time_ns, NULL), NULL);
	move_space(present, present->guest_kernel, space_at(model->guest_kernel, time_ns, NULL), NULL);
	const struct model_kernel *facts = &model->kernel_facts;
	present->kernel_facts = *facts;
	if (facts->ref_name) present->kernel_facts.ref_name = intern_string(&present->names, facts->ref_name);
	if (facts->module_release)
		present->kernel_facts.module_release = intern_string(&present->names, facts->module_release);
	for (size_t i = 0; i < model->tasks.all.count; i++) {
		const struct task *task = model->tasks.all.items[i];
		if (task->told_exit_ns <= time_ns || task->start_ns > time_ns || !task->tid) continue;
		struct task *copy = task_get(&present->tasks, task->pid, task->tid, 0);
		copy->ppid = task->ppid;
		uint64_t until;
		const char *name = task_comm(task, time_ns, &until);
		if (name != task->unnamed)
			task_set_name(&present->tasks, copy, 0, intern_string(&present->names, name), false);
		if (copy->space->count) continue; /* its leader's */
		move_space(present, copy->space, space_at(task->space, time_ns, NULL), task_exec_space(task, time_ns));
	}
	return present;
}

/* ---- queries */

const struct task *model_task(const struct model *model, uint32_t tid, uint64_t time_ns, uint64_t *ret_until)
{
	return task_at(&model->tasks, tid, time_ns, ret_until);
}

const struct space_version *task_space(const struct task *task, uint64_t time_ns, uint64_t *ret_until)
{
	return space_at(task->space, time_ns, ret_until);
}

const struct space_version *model_process_space(const struct model *model, uint32_t pid, uint64_t time_ns,
						uint64_t *ret_until)
{
	uint64_t until = UINT64_MAX, space_until = UINT64_MAX;
	const struct task *leader = pid == (uint32_t)-1 ? NULL : task_at(&model->tasks, pid, time_ns, &until);
	const struct space_version *version = leader ? space_at(leader->space, time_ns, &space_until) : &space_nothing;
	if (ret_until) *ret_until = MIN(until, space_until);
	return version;
}

const struct space_version *model_kernel_space(const struct model *model, bool guest, uint64_t time_ns,
					       uint64_t *ret_until)
{
	return space_at(guest ? model->guest_kernel : model->kernel, time_ns, ret_until);
}

const char *model_cgroup(const struct model *model, uint64_t cgroup_id)
{
	const uint64_t *path = u64map_find(&model->cgroups, cgroup_id);
	return path ? (const char *)(uintptr_t)*path : NULL;
}

size_t model_nr_tasks(const struct model *model) { return model->tasks.all.count; }
const struct task *model_task_at(const struct model *model, size_t i) { return model->tasks.all.items[i]; }
size_t model_nr_dsos(const struct model *model) { return model->dsos.all.count; }
const struct dso *model_dso(const struct model *model, uint32_t id) { return &model->dsos.all.items[id]->dso; }
uint32_t model_nr_versions(const struct model *model) { return model->spaces.nr_versions; }

void model_kernel(const struct model *model, struct model_kernel *ret)
{
	uint64_t end = model->kernel_facts.text_end_vaddr;

	*ret = model->kernel_facts;
	for (size_t i = 0; i < model->dsos.all.count; i++) {
		const struct dso *dso = model_dso(model, (uint32_t)i);
		if (dso->kind == DSO_KERNEL) ret->build_id = dso->build_id;
		if (dso->kind == DSO_MODULE && end && dso->text_vaddr >= end && dso->text_vaddr - end <= 1)
			ret->text_end_vaddr = 0;
	}
}
