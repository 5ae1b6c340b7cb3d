/* A machine: the host or one of its guests, each with a kernel, modules, processes and objects of its own. Thread ids,
 * addresses and paths mean something within one machine only.
 *
 * A model has a set of them. The first is the host, the second the guest of which nobody says which it is; the others
 * are guests by the number of the host's process that runs them, in the order in which they were met. */
#ifndef MODEL_MACHINE_H
#define MODEL_MACHINE_H

#include "model/dso.h"
#include "model/model.h"
#include "model/task.h"

struct machine {
	uint32_t index; /* 0: the host, 1: the guest without a number */
	int32_t pid;    /* as machine_pid gives it */
	struct task_table tasks;
	struct dso_table dsos;
	struct space *kernel;             /* the kernel's text and everything else in the kernel's half */
	struct model_kernel kernel_facts; /* of the first kernel mapping that names a symbol; no build-id */
};

/* Which guest an event's id belongs to, as PERF_RECORD_ID_INDEX says. */
struct guest_id {
	struct machine *machine;
	uint32_t vcpu;
};

struct machine_set {
	struct arena *arena;
	struct intern *names;
	struct space_pool *spaces;
	struct dso_set *dsos;
	VEC(struct machine *) all; /* by index */
	struct u64map by_pid;      /* a guest's pid -> its index */
	struct u64map by_id;       /* an event's id -> index in guest_ids */
	VEC(struct guest_id) guest_ids;
	/* there were more guests than there is room for; set once, for one warning */
	bool is_full;
};

/* Guests beyond this number are not told apart: a recording that names thousands is damaged or made up, and each costs
 * some hundred bytes. */
#define MACHINES_MOST 4096

/* What all machines of a model share. It is the caller's, and must live longer than the set. */
struct machine_shared {
	struct arena *arena;
	struct intern *names;
	struct space_pool *spaces;
	struct dso_set *dsos;
};
/* Makes the host and the guest without a number. */
void machine_set_init(struct machine_set *set, const struct machine_shared *shared);
void machine_set_done(struct machine_set *set);
/* The guest of that process, made on first use; the one without a number where pid is none (not positive), or there are
 * too many of them. Never NULL. */
struct machine *machine_set_guest(struct machine_set *set, int64_t pid);
/* The guest of that process if it was met, else the one without a number. Never NULL. */
struct machine *machine_set_find(const struct machine_set *set, int64_t pid);
/* Notes that event `id` counts virtual CPU `vcpu` of that machine; the last word counts. */
void machine_set_add_id(struct machine_set *set, uint64_t id, struct machine *machine, uint32_t vcpu);
/* Whose event that id is; NULL: nothing is said of it, or it is the host's. */
const struct guest_id *machine_set_find_id(const struct machine_set *set, uint64_t id);

#endif
