/* dso id -> object, filled on demand. The model knows what was mapped; the symbol store wants to be told what to look
 * for: kind, path, build-id, and for user objects which processes had it mapped where.
 *
 * objects[] is written by several threads without a lock: the store returns the same pointer to whoever asks, so that
 * it does not matter who writes first. All else that is shared and changes (symbols of kernel functions without a file,
 * extents of kernels) is under the lock. */
#include "frame/space/frame_space_private.h"

#include <stdatomic.h>
#include <stdlib.h>

/* Whether a registered symbol is the wanted one (registry_init's comparison). */
static bool is_symbol(const void *entry, const void *wanted)
{
	const struct inlined_symbol *a = entry, *b = wanted;
	return a->base == b->base && a->function == b->function;
}

struct frame_space *frame_space_new(const struct model *model, struct symbol_store *symbols)
{
	struct frame_space *space = xcalloc(1, sizeof(*space));
	space->model = model;
	space->symbols = symbols;
	space->nr_objects = model_nr_dsos(model);
	space->objects = xcalloc(space->nr_objects + 1, sizeof(*space->objects));
	pthread_mutex_init(&space->lock, NULL);
	arena_init(&space->arena);
	registry_init(&space->inlined_symbols, sizeof(struct inlined_symbol), is_symbol, NULL);
	return space;
}

void frame_space_free(struct frame_space *space)
{
	if (!space) return;
	pthread_mutex_destroy(&space->lock);
	u64map_done(&space->ksymbols);
	u64map_done(&space->kernels);
	vec_done(&space->kernel_extents);
	arena_done(&space->arena);
	registry_done(&space->inlined_symbols);
	free(space->objects);
	free(space);
}

void frame_space_set_live(struct frame_space *space) { space->live = true; }

void frame_space_set_guest_code(struct frame_space *space) { space->guest_code = true; }

void frame_space_grow(struct frame_space *space)
{
	size_t count = model_nr_dsos(space->model);
	if (count <= space->nr_objects) return;
	size_t capacity = MAX(count, space->nr_objects * 2);
	space->objects = xreallocarray(space->objects, capacity + 1, sizeof(*space->objects));
	for (size_t i = space->nr_objects; i <= capacity; i++) atomic_init(&space->objects[i], NULL);
	space->nr_objects = capacity;
}

const struct model *frame_space_model(const struct frame_space *space) { return space->model; }

void frame_space_set_machine(struct frame_space *space, const char *arch, bool swap)
{
	space->arch = arch;
	space->swap = swap;
}

void frame_space_set_inlines(struct frame_space *space, enum frame_inlines inlines) { space->inlines = inlines; }

/* Of what is identified by its build-id, inodes say nothing more, unless several files of one path are looked at as
 * they are now. */
static struct object_mapped mapped_of(const struct frame_space *space, const struct dso *dso)
{
	const struct dso_mapping *const mappings[] = { &dso->mapped_last, &dso->mapped_first };
	bool of_host = machine_is_host(dso->machine); /* a guest's processes cannot be asked */
	struct object_mapped mapped = { .is_live = space->live && of_host && dso->kind == DSO_USER &&
						   dso->mapped_last.pid > 0 };
	if (mapped.is_live || !dso->build_id.size) {
		mapped.maj = dso->maj;
		mapped.min = dso->min;
		mapped.inode = dso->ino;
	}
	for (size_t i = 0; i < ARRAY_SIZE(mappings) && of_host && dso->kind == DSO_USER; i++)
		mapped.by[i] = (struct object_mapper){ mappings[i]->pid, mappings[i]->start, mappings[i]->end };
	return mapped;
}

static struct object *object_of(struct frame_space *space, const struct dso *dso)
{
	struct object_identity identity = { .path = dso->long_name,
					    .build_id = dso->build_id.size ? dso->build_id.bytes : NULL,
					    .build_id_size = dso->build_id.size,
					    .pid = -1,
					    .guest = !machine_is_host(dso->machine),
					    .guest_pid = machine_pid(dso->machine) };
	struct model_kernel kernel;

	switch (dso->kind) {
	case DSO_GUEST_KERNEL:
	case DSO_KERNEL:
		identity.kind = OBJECT_KERNEL;
		machine_kernel(dso->machine, &kernel);
		identity.ref_name = kernel.ref_name;
		identity.ref_vaddr = kernel.ref_vaddr;
		break;
	case DSO_GUEST_MODULE:
	case DSO_MODULE:
		identity.kind = OBJECT_MODULE;
		identity.ref_vaddr = dso->text_vaddr;
		break;
	case DSO_VDSO: identity.kind = OBJECT_VDSO; break;
	case DSO_JITDUMP: identity.kind = OBJECT_JITDUMP; break;
	case DSO_BPF: identity.kind = OBJECT_BPF; break;
	default:
		identity.kind = OBJECT_USER;
		identity.mapped = mapped_of(space, dso);
		break;
	}
	/* symbols come from what the process wrote of itself: /tmp/perf-PID.map or jit-PID.dump */
	if (dso->jit_pid >= 0) {
		if (dso->kind != DSO_JITDUMP) identity.kind = OBJECT_PERF_MAP;
		identity.pid = dso->jit_pid;
	}
	return symbol_store_object(space->symbols, &identity);
}

struct object *frame_space_object(struct frame_space *space, const struct dso *dso)
{
	/* the model has grown and nobody told: slower, but right */
	if (unlikely(dso->id >= space->nr_objects)) return object_of(space, dso);
	struct object *object = atomic_load_explicit(&space->objects[dso->id], memory_order_acquire);
	if (!object) {
		/* two askers get the same object from the store */
		object = object_of(space, dso);
		atomic_store_explicit(&space->objects[dso->id], object, memory_order_release);
	}
	return object;
}
