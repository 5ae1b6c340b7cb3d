/* The objects of a session: made on demand, found again by identity, freed together. Looking for an object is
 * linear; callers (maps of processes) remember what they got. Files of guests are apart from the host's (files_of),
 * so that nothing of this machine is taken for theirs. */
#include <string.h>
#include "symbol/jit/jitdump.h"
#include "symbol/bpf_jited.h"
#include "base/host.h"
#include "symbol/object_kept.h"
#include "symbol/object_private.h"

static char *copy(const char *text) { return text ? xstrdup(text) : NULL; }

/* A symfs other than "/" is another machine's files, so the running kernel is not asked then. */
struct symbol_store *symbol_store_new(const struct symbol_options *options)
{
	struct symbol_store *store = xcalloc(1, sizeof(*store));
	struct symbol_options *o = &store->options;

	*o = *options;
	if (o->bundle) o->shared = NULL;
	store->root = o->shared ? o->shared : store;
	target_files_init(&store->files, options->symfs, options->build_id_dir);
	store->files.bundle = o->bundle;
	o->symfs = store->files.symfs;
	if (o->symfs[strspn(o->symfs, "/")]) o->use_running_kernel = false; /* the files are another machine's */
	o->build_id_dir = store->files.build_id_dir;
	o->kallsyms = copy(options->kallsyms);
	o->vmlinux = copy(options->vmlinux);
	o->running_root = xstrdup(options->running_root ? options->running_root : "");
	o->guest_mount = copy(options->guest_mount);
	o->guest_kallsyms = copy(options->guest_kallsyms);
	o->guest_vmlinux = copy(options->guest_vmlinux);
	store->cache = options->cache;
	store->kept_maker = store->cache ? object_kept_maker() : 0;
	pthread_mutex_init(&store->lock, NULL);
	debug_names_init(&store->file_names);
	return store;
}

static void kernel_done(struct recorded_kernel *kernel)
{
	free((void *)kernel->release);
	free((void *)kernel->machine);
	free((void *)kernel->module_release);
	free((void *)kernel->ref_name);
}

static bool same_text(const char *a, const char *b) { return a == b || (a && b && strcmp(a, b) == 0); }

static bool same_kernel(const struct symbol_store *a, const struct symbol_store *b)
{
	const struct recorded_kernel *l = &a->kernel, *r = &b->kernel;
	return same_text(l->release, r->release) && same_text(l->machine, r->machine) &&
	       same_text(l->module_release, r->module_release) && same_text(l->ref_name, r->ref_name) &&
	       l->ref_vaddr == r->ref_vaddr && l->text_end_vaddr == r->text_end_vaddr &&
	       l->build_id_size == r->build_id_size &&
	       (!l->build_id_size || memcmp(l->build_id, r->build_id, l->build_id_size) == 0) &&
	       same_text(a->options.kallsyms, b->options.kallsyms);
}

/* The store among the shared one's that has the kernel of this one: a kernel, its modules and its vdso have symbols at
 * the addresses of one boot. */
static struct symbol_store *kernel_store_of(struct symbol_store *store)
{
	struct symbol_store *shared = store->options.shared, *found = NULL;
	struct symbol_options options = shared->options;
	pthread_mutex_lock(&shared->lock);
	for (size_t i = 0; i < shared->kernels.count && !found; i++)
		if (same_kernel(shared->kernels.items[i], store)) found = shared->kernels.items[i];
	if (!found) {
		options.kallsyms = store->options.kallsyms;
		found = symbol_store_new(&options);
		found->root = shared;
		symbol_store_set_kernel(found, &store->kernel);
		vec_push(&shared->kernels, found);
	}
	pthread_mutex_unlock(&shared->lock);
	return found;
}

/* What is generated or of a guest may be something else in each recording. Processes that run are asked by whoever
 * watches them. */
struct symbol_store *symbol_store_of(struct symbol_store *store, const struct object_identity *identity)
{
	if (!store->options.shared || identity->guest || identity->mapped.is_live) return store;
	switch (identity->kind) {
	case OBJECT_BPF: return store;
	case OBJECT_KERNEL:
	case OBJECT_MODULE:
	case OBJECT_VDSO: return store->kernel_store ? store->kernel_store : store;
	default: return store->options.shared;
	}
}

void symbol_store_set_kernel(struct symbol_store *store, const struct recorded_kernel *kernel)
{
	struct recorded_kernel *own = &store->kernel;

	kernel_done(own);
	*own = *kernel;
	own->release = copy(kernel->release);
	own->machine = copy(kernel->machine);
	own->module_release = copy(kernel->module_release);
	own->ref_name = copy(kernel->ref_name);
	own->build_id = store->kernel_build_id;
	own->build_id_size = MIN(kernel->build_id_size, sizeof(store->kernel_build_id));
	if (own->build_id_size) memcpy(store->kernel_build_id, kernel->build_id, own->build_id_size);
	if (store->options.shared) store->kernel_store = kernel_store_of(store);
}

void symbol_store_set_bpf_jited(struct symbol_store *store, struct bpf_jited *code)
{
	bpf_jited_free(store->bpf_jited);
	store->bpf_jited = code;
}

static void object_free(struct object *object)
{
	symbol_table_done(&object->table);
	arena_done(&object->arena);
	object_types_free(object->types);
	object_lines_free(object->lines);
	pthread_mutex_destroy(&object->lines_lock);
	pthread_mutex_destroy(&object->lock);
	free((void *)object->identity.path);
	free((void *)object->identity.ref_name);
	free(object->made);
	object_code_free(object->code);
	object_names_free(object->names);
	object_twins_free(object->twins);
	jitdump_free(object->jitdump);
	for (int i = 0; i < NR_CFI_SOURCES; i++) cfi_free(object->cfi[i]);
	for (size_t i = 0; i < object->grown.count; i++) cfi_free(object->grown.items[i].cfi);
	vec_done(&object->grown);
	free(object->segments);
	free(object->source_path);
	object_kept_done(object->kept);
	free(object->kept);
	free(object);
}

void symbol_store_unmark(struct symbol_store *store)
{
	for (size_t i = 0; i < store->objects.count; i++) store->objects.items[i]->asked_for = false;
}

size_t symbol_store_sweep(struct symbol_store *store)
{
	size_t count = store->objects.count, nr_kept = 0;
	for (size_t i = 0; i < count; i++) {
		struct object *object = store->objects.items[i];
		if (object->asked_for) store->objects.items[nr_kept++] = object;
		else object_free(object);
	}
	store->objects.count = nr_kept;
	return count - nr_kept;
}

struct cache *symbol_store_cache(const struct symbol_store *store) { return store->cache; }

void symbol_store_free(struct symbol_store *store)
{
	if (!store) return;
	for (size_t i = 0; i < store->objects.count; i++) object_free(store->objects.items[i]);
	vec_done(&store->objects);
	for (size_t i = 0; i < store->kernels.count; i++) symbol_store_free(store->kernels.items[i]);
	vec_done(&store->kernels);
	for (size_t i = 0; i < store->guests.count; i++) {
		target_files_done(&store->guests.items[i]->files);
		free(store->guests.items[i]);
	}
	vec_done(&store->guests);
	target_files_done(&store->files);
	free((void *)store->options.kallsyms);
	free((void *)store->options.vmlinux);
	free((void *)store->options.running_root);
	kernel_done(&store->kernel);
	bpf_jited_free(store->bpf_jited);
	free((void *)store->options.guest_mount);
	free((void *)store->options.guest_kallsyms);
	free((void *)store->options.guest_vmlinux);
	debug_names_done(&store->file_names);
	pthread_mutex_destroy(&store->lock);
	free(store);
}

/* All members: objects that differ in one of them may have other symbols. */
static bool same_identity(const struct object_identity *a, const struct object_identity *b)
{
	return a->kind == b->kind && a->pid == b->pid && a->guest == b->guest && a->guest_pid == b->guest_pid &&
	       a->ref_vaddr == b->ref_vaddr && a->mapped.inode == b->mapped.inode && a->mapped.maj == b->mapped.maj &&
	       a->mapped.min == b->mapped.min && a->build_id_size == b->build_id_size &&
	       (!a->build_id_size || memcmp(a->build_id, b->build_id, a->build_id_size) == 0) &&
	       same_text(a->path, b->path) && same_text(a->ref_name, b->ref_name);
}

/* No process has that number: nothing is ever found there. */
#define NO_ROOT "/proc/0/root"

/* The files of an object's machine: nothing that is on this one may be taken for a guest's. What is kept by build-id
 * is the same for all. Under the store's lock, as it may add a guest. */
static const struct target_files *files_of(struct symbol_store *store, const struct object_identity *identity)
{
	const char *mount = store->options.guest_mount;
	if (!identity->guest) return &store->files;
	for (size_t i = 0; i < store->guests.count; i++)
		if (store->guests.items[i]->pid == identity->guest_pid) return &store->guests.items[i]->files;
	struct guest_files *guest = xcalloc(1, sizeof(*guest));
	_free_ char *root = mount && identity->guest_pid > 0 ? xasprintf("%s/%d", mount, identity->guest_pid)
							     : xstrdup(NO_ROOT);
	guest->pid = identity->guest_pid;
	target_files_init(&guest->files, root, store->options.build_id_dir);
	vec_push(&store->guests, guest);
	return &guest->files;
}

/* An object of this store. demangle is decided here, by kind: it is part of what symbols are kept under. */
static struct object *own_object(struct symbol_store *store, const struct object_identity *identity)
{
	struct object_identity wanted = *identity;
	struct object *object = NULL;

	if (!wanted.path) wanted.path = "";
	wanted.build_id_size = MIN(wanted.build_id_size, sizeof(object->build_id));
	pthread_mutex_lock(&store->lock);
	/* callers keep the result: there are a few hundred of these calls in a session */
	for (size_t i = 0; i < store->objects.count && !object; i++)
		if (same_identity(&store->objects.items[i]->identity, &wanted)) object = store->objects.items[i];
	if (!object) {
		object = xcalloc(1, sizeof(*object));
		object->store = store;
		object->kept = xcalloc(1, sizeof(*object->kept));
		object->files = files_of(store, &wanted);
		object->identity = wanted;
		object->identity.path = xstrdup(wanted.path);
		object->identity.ref_name = copy(wanted.ref_name);
		if (wanted.build_id_size) memcpy(object->build_id, wanted.build_id, wanted.build_id_size);
		object->identity.build_id = object->build_id;
		object->demangle = store->options.demangle &&
				   wanted.kind != OBJECT_PERF_MAP; /* compilers write readable names there */
		if (wanted.kind == OBJECT_KERNEL || wanted.kind == OBJECT_MODULE)
			object->demangle &= store->options.demangle_kernel;
		object->other_host = store->options.other_host;
		object->recorded_until = store->options.recorded_until;
		pthread_mutex_init(&object->lock, NULL);
		pthread_mutex_init(&object->lines_lock, NULL);
		arena_init(&object->arena);
		vec_push(&store->objects, object);
	}
	object->asked_for = true;
	pthread_mutex_unlock(&store->lock);
	return object;
}

struct object *symbol_store_object(struct symbol_store *store, const struct object_identity *identity)
{
	struct symbol_store *owner = symbol_store_of(store, identity);
	struct object *object = own_object(owner, identity);
	if (owner != store) object_recorded_too(object, &store->options);
	return object;
}
