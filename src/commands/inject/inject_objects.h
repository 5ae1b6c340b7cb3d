/* The objects of a recording for perf inject: which of them samples are in, where, and their build-ids. Two steps: hits
 * are collected in a pass over the samples on all cores, which reads no object; build-ids are then looked for, of the
 * objects that are asked about only. */
#ifndef COMMANDS_INJECT_INJECT_OBJECTS_H
#define COMMANDS_INJECT_INJECT_OBJECTS_H

#include "base/vec.h"
#include "record/objects/roots.h"
#include "session/session.h"

/* --known-build-ids: what stands in place of anything else that is known of a path. */
struct known_build_id {
	char *path;
	struct build_id id;
};
typedef VEC(struct known_build_id) known_build_id_vec;
/* "BUILDID PATH,BUILDID PATH..." or "file://FILE" with a pair a line, as perf buildid-list prints them. Adds to *ret,
 * which known_build_ids_done frees. 0, or -errno with err set: -EINVAL names the pair that is none. */
int known_build_ids_parse(known_build_id_vec *ret, const char *text, struct err *err) _warn_unused_;
void known_build_ids_done(known_build_id_vec *known);

/* Where in an object samples are: a mapping that was hit. name is the model's. */
struct hit_range {
	const char *name;
	uint64_t start, end;
};

struct inject_objects {
	struct session *session;         /* borrowed */
	const known_build_id_vec *known; /* borrowed */
	const char *symfs, *vmlinux;     /* borrowed; NULL: none */
	/* By dso id: samples are in it; its build-id was looked for, and is in ids (size 0: there is none). */
	uint8_t *hit, *looked;
	struct build_id *ids;
	size_t count;
	VEC(struct hit_range) ranges; /* by name and start */
	struct roots roots;
};
/* session is borrowed until inject_objects_done. */
void inject_objects_init(struct inject_objects *objects, struct session *session);
void inject_objects_done(struct inject_objects *objects);
/* Marks what samples are in, with their callers and the data they access. 0, or -errno with err set. */
int inject_objects_collect(struct inject_objects *objects, struct err *err) _warn_unused_;
/* Whether a mapping of that name has samples between start and end. */
bool inject_objects_is_hit(const struct inject_objects *objects, const char *name, uint64_t start, uint64_t end);
/* The build-id: as --known-build-ids says, as recorded, or that of the file which was mapped, where it is still the
 * same file; of the kernel and its modules where the recording is of the kernel that runs. size 0: there is none. The
 * result lives as long as the objects. One thread. */
const struct build_id *inject_objects_build_id(struct inject_objects *objects, const struct dso *dso);
/* Whether the object has a file that could have a build-id: no generated code or memory without a file. */
bool inject_objects_may_have_build_id(const struct dso *dso);

#endif
