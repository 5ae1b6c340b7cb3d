#include "commands/inject/inject_maps.h"

#include <string.h>
#include <sys/mman.h>
#include "base/hash.h"

static uint64_t hash_of(const char *name) { return hash_bytes(name, strlen(name)); }

/* Stacks that were copied and hardware traces are in more than samples tell: all mappings stay. */
static bool needs_all(struct session *session)
{
	const struct perf_events *events = session_events(session);
	if (session_totals(session)->trace_type) return true;
	for (size_t i = 0; i < events->count; i++)
		if (events->items[i]->attr.sample_type & SAMPLE_STACK_USER) return true;
	return false;
}

void inject_maps_init(struct inject_maps *maps, struct inject_objects *objects, bool drop_unused)
{
	const struct model *model = session_model(objects->session);
	*maps = (struct inject_maps){ .objects = objects,
				      .events = session_events(objects->session),
				      .drop_unused = drop_unused && !needs_all(objects->session) };
	for (size_t i = 0; i < objects->count; i++) {
		bool is_new;
		uint64_t *slot = u64map_put(&maps->by_name, hash_of(model_dso(model, (uint32_t)i)->long_name), &is_new);
		if (is_new) *slot = i + 1;
	}
}

void inject_maps_done(struct inject_maps *maps) { u64map_done(&maps->by_name); }

/* The kernel's own text is mapped as "[kernel.kallsyms]_text", its object has no such end. */
static const struct dso *kernel_object(const struct model *model)
{
	for (size_t i = 0; i < model_nr_dsos(model); i++) {
		const struct dso *dso = model_dso(model, (uint32_t)i);
		if (dso->kind == DSO_KERNEL && machine_is_host(dso->machine)) return dso;
	}
	return NULL;
}

/* Whether the object is the file that was mapped: several may have had that name, one after the other. */
static bool is_that_file(const struct dso *dso, const struct record_mmap *mmap)
{
	return !mmap->has_inode || (dso->maj == mmap->maj && dso->min == mmap->min && dso->ino == mmap->ino);
}

/* The object that a record maps; NULL: it is not known. Objects of one name stand one behind the other in no order, so
 * that all are looked at where the first is another file. */
static const struct dso *object_of(const struct inject_maps *maps, const struct record_mmap *mmap)
{
	const struct model *model = session_model(maps->objects->session);
	if (strncmp(mmap->filename, "[kernel.kallsyms]", 17) == 0) return kernel_object(model);
	const uint64_t *first = u64map_find(&maps->by_name, hash_of(mmap->filename));
	for (size_t i = first ? *first - 1 : maps->objects->count; i < maps->objects->count; i++) {
		const struct dso *dso = model_dso(model, (uint32_t)i);
		if (strcmp(dso->long_name, mmap->filename) == 0 && is_that_file(dso, mmap)) return dso;
	}
	return NULL;
}

/* Mappings of the kernel and its modules are of no process. They stay: each is one record a recording. */
static bool is_of_kernel(const struct record_mmap *mmap) { return mmap->pid == (uint32_t)-1; }

/* Generated code and memory without a file: "//anon", "[heap]". Its object has another name than its mapping. */
static bool is_of_file(const struct record_mmap *mmap) { return mmap->filename[0] == '/' && mmap->filename[1] != '/'; }

static bool is_unused(const struct inject_maps *maps, const struct record_mmap *mmap)
{
	if (!maps->drop_unused || is_of_kernel(mmap) || !is_of_file(mmap)) return false;
	return !inject_objects_is_hit(maps->objects, mmap->filename, mmap->start, mmap->start + mmap->len);
}

enum rewrite inject_maps_record(struct inject_maps *maps, const struct record *r, struct outbuf *out)
{
	struct record_mmap mmap;
	struct sample_id id;
	if (record_decode_mmap(r, &mmap) < 0) return REWRITE_KEEP;
	if (is_unused(maps, &mmap)) {
		maps->nr_dropped++;
		return REWRITE_DROP;
	}
	if (mmap.has_build_id) return REWRITE_KEEP;
	const struct dso *dso = object_of(maps, &mmap);
	if (!dso || !inject_objects_may_have_build_id(dso)) return REWRITE_KEEP;
	const struct build_id *build_id = inject_objects_build_id(maps->objects, dso);
	if (!build_id->size) return REWRITE_KEEP;
	if (r->type == RECORD_MMAP) {
		/* the older record says only whether it is code */
		mmap.prot = r->misc & MISC_MMAP_DATA ? PROT_READ : PROT_READ | PROT_EXEC;
		mmap.flags = MAP_PRIVATE;
	}
	mmap.has_inode = false;
	mmap.has_build_id = true;
	mmap.build_id = *build_id;
	bool has_id = events_sample_id(maps->events, r, &id) == 0 && id.present;
	const struct record_envelope envelope = { .type = RECORD_MMAP2, .misc = r->misc, .id = has_id ? &id : NULL };
	return record_encode_mmap(out, envelope, &mmap) < 0 ? REWRITE_KEEP : REWRITE_REPLACE;
}
