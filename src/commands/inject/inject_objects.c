/* Hits are kept by each worker as the set of mappings it met, and put together when the pass is over. */
#include "commands/inject/inject_objects.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "base/descriptor.h"
#include "base/printable.h"
#include "kernel/elf_note.h"
#include "kernel/kernel_text.h"
#include "kernel/machine_root.h"

void inject_objects_init(struct inject_objects *objects, struct session *session)
{
	size_t count = model_nr_dsos(session_model(session));
	*objects = (struct inject_objects){ .session = session,
					    .count = count,
					    .hit = xcalloc(count + 1, 1),
					    .looked = xcalloc(count + 1, 1),
					    .ids = xcalloc(count + 1, sizeof(*objects->ids)) };
	roots_init(&objects->roots, machine_root());
}

void inject_objects_done(struct inject_objects *objects)
{
	free(objects->hit);
	free(objects->looked);
	free(objects->ids);
	vec_done(&objects->ranges);
	roots_done(&objects->roots);
	*objects = (struct inject_objects){ 0 };
}

/* ---- hits */

/* The mappings that a worker met: address of struct map -> 1. last: the one met last, which most samples are in, too.
 */
struct met {
	struct u64map maps;
	const struct map *last;
};

static void meet(struct met *met, const struct space_version *space, uint64_t vaddr)
{
	const struct map *map = space_find(space, vaddr);
	if (!map || map == met->last) return;
	met->last = map;
	*u64map_put(&met->maps, (uintptr_t)map, NULL) = 1;
}

static void meet_sample(void *ctx, struct session_worker *worker, const struct sample *sample)
{
	struct met *met = &((struct met *)ctx)[worker->index];
	struct sample_task task;
	resolver_task(worker->resolver, sample, &task);
	const struct space_version *const spaces[] = { task.user_space, task.kernel_space };
	bool kernel = sample->cpumode == CPUMODE_KERNEL || sample->cpumode == CPUMODE_GUEST_KERNEL;
	meet(met, spaces[kernel], sample->ip);
	for (uint64_t i = 0; i < sample->nr_callchain; i++) {
		uint64_t ip = sample->callchain[i];
		if (ip >= CONTEXT_MAX) kernel = ip == CONTEXT_KERNEL || ip == CONTEXT_GUEST_KERNEL;
		else meet(met, spaces[kernel], ip);
	}
	if (sample->present & SAMPLE_ADDR) {
		meet(met, task.user_space, sample->addr);
		meet(met, task.kernel_space, sample->addr);
	}
	for (uint64_t i = 0; i < sample->nr_branches; i++) {
		meet(met, task.user_space, sample->branches[i].from);
		meet(met, task.user_space, sample->branches[i].to);
	}
}

static int compare_ranges(const void *a, const void *b)
{
	const struct hit_range *x = a, *y = b;
	int r = strcmp(x->name, y->name);
	return r ? r : (x->start > y->start) - (x->start < y->start);
}

int inject_objects_collect(struct inject_objects *objects, struct err *err)
{
	unsigned threads = session_threads(objects->session);
	struct met *met = xcalloc(threads, sizeof(*met));
	struct sample_visitor visitor = { .ctx = met, .sample = meet_sample };
	int r = session_samples(objects->session, &visitor, err);
	for (unsigned t = 0; t < threads; t++) {
		uint64_t key, value;
		for (size_t pos = 0; u64map_next(&met[t].maps, &pos, &key, &value);) {
			const struct map *map = (const struct map *)(uintptr_t)key;
			objects->hit[map->dso->id] = 1;
			vec_push(&objects->ranges, ((struct hit_range){ map->dso->long_name, map->start, map->end }));
		}
		u64map_done(&met[t].maps);
	}
	free(met);
	if (objects->ranges.count)
		qsort(objects->ranges.items, objects->ranges.count, sizeof(*objects->ranges.items), compare_ranges);
	return r;
}

bool inject_objects_is_hit(const struct inject_objects *objects, const char *name, uint64_t start, uint64_t end)
{
	size_t low = 0, high = objects->ranges.count;
	while (low < high) { /* the first of that name */
		size_t mid = low + (high - low) / 2;
		if (strcmp(objects->ranges.items[mid].name, name) < 0) low = mid + 1;
		else high = mid;
	}
	for (; low < objects->ranges.count; low++) {
		const struct hit_range *range = &objects->ranges.items[low];
		if (strcmp(range->name, name) != 0 || range->start >= end) return false;
		if (range->end > start) return true;
	}
	return false;
}

/* ---- build-ids */

bool inject_objects_may_have_build_id(const struct dso *dso)
{
	switch (dso->kind) {
	case DSO_USER:
	case DSO_KERNEL:
	case DSO_MODULE:
	case DSO_VDSO: return true;
	default: return false;
	}
}

/* Whether the recording is of the kernel that runs here, as far as the header tells. */
static bool is_running_kernel(const struct perf_header *header)
{
	_free_ char *release = machine_release();
	char host[256] = "";
	(void)gethostname(host, sizeof(host) - 1);
	if (!header->osrelease || !release || strcmp(header->osrelease, release) != 0) return false;
	return !header->hostname || strcmp(header->hostname, host) == 0;
}

static bool of_kernel(const struct inject_objects *objects, const struct dso *dso, struct build_id *ret)
{
	if (objects->vmlinux && dso->kind == DSO_KERNEL) return elf_file_build_id(objects->vmlinux, ret);
	if (!is_running_kernel(session_header(objects->session))) return false;
	if (dso->kind == DSO_KERNEL) return kernel_build_id(machine_root(), ret);
	size_t length = strlen(dso->short_name); /* "[e1000]" */
	if (length < 3 || dso->short_name[0] != '[') return false;
	_free_ char *name = xasprintf("%.*s", (int)(length - 2), dso->short_name + 1);
	return kernel_module_build_id(machine_root(), name, ret);
}

static bool of_file(struct inject_objects *objects, const struct dso *dso, struct build_id *ret)
{
	const struct roots_wanted wanted = { .maj = dso->maj, .min = dso->min, .ino = dso->ino };
	if (objects->symfs && *objects->symfs) {
		_free_ char *path = xasprintf("%s%s", objects->symfs, dso->long_name);
		return elf_file_build_id(path, ret);
	}
	if (dso->long_name[0] != '/') return false;
	int fd = roots_open(&objects->roots, dso->mapped_last.pid, dso->long_name, &wanted);
	if (fd < 0) return false;
	bool found = elf_fd_build_id(fd, ret);
	close(fd);
	return found;
}

static bool of_known(const struct inject_objects *objects, const struct dso *dso, struct build_id *ret)
{
	for (size_t i = 0; objects->known && i < objects->known->count; i++) {
		const struct known_build_id *known = &objects->known->items[i];
		if (strcmp(known->path, dso->long_name) != 0 && strcmp(known->path, dso->name) != 0) continue;
		*ret = known->id;
		return true;
	}
	return false;
}

const struct build_id *inject_objects_build_id(struct inject_objects *objects, const struct dso *dso)
{
	struct build_id *id = &objects->ids[dso->id];
	if (objects->looked[dso->id]) return id;
	objects->looked[dso->id] = 1;
	if (of_known(objects, dso, id)) return id;
	bool found = dso->build_id.size > 0;
	if (found) *id = dso->build_id;
	else if (dso->kind == DSO_KERNEL || dso->kind == DSO_MODULE) found = of_kernel(objects, dso, id);
	else if (dso->kind == DSO_USER) found = of_file(objects, dso, id);
	if (!found) *id = (struct build_id){ 0 };
	return id;
}
