/* The host and its guests. Each machine has its own task table, object table and kernel space; arena, interned names
 * and version numbers are shared by all of a model.
 *
 *     index  0     the host                          pid 0
 *            1     the guest that nobody numbers     pid -1
 *            2..   guests by the host's process      in the order in which they were met
 *
 * Machines are never removed or moved, so that pointers and indexes stay valid as long as the model. */
#include "model/machine.h"

#define HOST 0
#define UNNAMED_GUEST 1

/* Every machine has its idle task from the beginning: tid 0 is running on all CPUs and no record tells of it. */
static struct machine *machine_add(struct machine_set *set, int32_t pid, const char *idle_name)
{
	struct machine *machine = arena_zalloc(set->arena, sizeof(*machine));
	machine->index = (uint32_t)set->all.count;
	machine->pid = pid;
	task_table_init(&machine->tasks, set->arena, set->names, set->spaces);
	dso_table_init(&machine->dsos, set->dsos, machine, pid);
	machine->kernel = space_new(set->spaces);
	task_set_name(&machine->tasks, task_get(&machine->tasks, 0, 0, 0), 0, intern_string(set->names, idle_name),
		      false);
	vec_push(&set->all, machine);
	return machine;
}

void machine_set_init(struct machine_set *set, const struct machine_shared *shared)
{
	*set = (struct machine_set){
		.arena = shared->arena, .names = shared->names, .spaces = shared->spaces, .dsos = shared->dsos
	};
	machine_add(set, 0, "swapper");
	machine_add(set, -1, "[guest/0]"); /* as upstream calls its idle task */
}

void machine_set_done(struct machine_set *set)
{
	for (size_t i = 0; i < set->all.count; i++) {
		task_table_done(&set->all.items[i]->tasks);
		dso_table_done(&set->all.items[i]->dsos);
	}
	vec_done(&set->all);
	vec_done(&set->guest_ids);
	u64map_done(&set->by_pid);
	u64map_done(&set->by_id);
}

struct machine *machine_set_find(const struct machine_set *set, int64_t pid)
{
	const uint64_t *index = pid > 0 ? u64map_find(&set->by_pid, (uint64_t)pid) : NULL;
	return set->all.items[index ? *index : UNNAMED_GUEST];
}

/* 0 and negative numbers are no process; those beyond INT32_MAX cannot be one. */
struct machine *machine_set_guest(struct machine_set *set, int64_t pid)
{
	struct machine *known = machine_set_find(set, pid);
	if (known->index != UNNAMED_GUEST || pid <= 0 || pid > INT32_MAX) return known;
	if (set->all.count >= MACHINES_MOST) {
		set->is_full = true;
		return known;
	}
	struct machine *machine = machine_add(set, (int32_t)pid, "swapper");
	*u64map_put(&set->by_pid, (uint64_t)pid, NULL) = machine->index;
	return machine;
}

void machine_set_add_id(struct machine_set *set, uint64_t id, struct machine *machine, uint32_t vcpu)
{
	bool is_new;
	uint64_t *slot = u64map_put(&set->by_id, id, &is_new);
	if (is_new) {
		*slot = set->guest_ids.count;
		vec_push(&set->guest_ids, ((struct guest_id){ 0 }));
	}
	set->guest_ids.items[*slot] = (struct guest_id){ machine, vcpu };
}

const struct guest_id *machine_set_find_id(const struct machine_set *set, uint64_t id)
{
	const uint64_t *slot = u64map_find(&set->by_id, id);
	return slot ? &set->guest_ids.items[*slot] : NULL;
}

/* ---- queries */

uint32_t machine_index(const struct machine *machine) { return machine->index; }
int32_t machine_pid(const struct machine *machine) { return machine->pid; }
bool machine_is_host(const struct machine *machine) { return machine->index == HOST; }

const struct task *machine_task(const struct machine *machine, uint32_t tid, uint64_t time_ns, uint64_t *ret_until)
{
	return task_at(&machine->tasks, tid, time_ns, ret_until);
}

const struct space_version *machine_process_space(const struct machine *machine, uint32_t pid, uint64_t time_ns,
						  uint64_t *ret_until)
{
	uint64_t until = UINT64_MAX, space_until = UINT64_MAX;
	const struct task *leader = pid == (uint32_t)-1 ? NULL : task_at(&machine->tasks, pid, time_ns, &until);
	const struct space_version *version = leader ? space_at(leader->space, time_ns, &space_until) : &space_nothing;
	if (ret_until) *ret_until = MIN(until, space_until);
	return version;
}

const struct space_version *machine_kernel_space(const struct machine *machine, uint64_t time_ns, uint64_t *ret_until)
{
	return space_at(machine->kernel, time_ns, ret_until);
}

void machine_kernel(const struct machine *machine, struct model_kernel *ret)
{
	const struct dso_set *dsos = machine->dsos.set;
	uint64_t end = machine->kernel_facts.text_end_vaddr;

	*ret = machine->kernel_facts;
	for (size_t i = 0; i < dsos->all.count; i++) {
		const struct dso *dso = &dsos->all.items[i]->dso;
		if (dso->machine != machine) continue;
		if (dso->kind == DSO_KERNEL || dso->kind == DSO_GUEST_KERNEL) ret->build_id = dso->build_id;
		bool is_module = dso->kind == DSO_MODULE || dso->kind == DSO_GUEST_MODULE;
		/* old recorders ended the kernel's map where the first module begins: that says nothing about the
		 * kernel's text */
		if (is_module && end && dso->text_vaddr >= end && dso->text_vaddr - end <= 1) ret->text_end_vaddr = 0;
	}
}
