/* Takes over what another build-id cache has, as it came in an archive. Nothing of it is trusted: only regular files at
 * places that are named as this cache names them, of the build-id that is written over them, and no link is followed.
 */
#ifndef RECORD_BUILD_ID_BUILD_ID_IMPORT_H
#define RECORD_BUILD_ID_BUILD_ID_IMPORT_H

#include "record/build_id/build_id_cache.h"

/* What became of the other cache's objects. */
struct build_id_imported {
	unsigned nr_objects; /* that are in the cache now, or were before */
	unsigned nr_refused; /* files that are not of their build-id, or of no build-id */
	int code;            /* why an object could not be written: the first -errno; 0 */
};
/* dir: the cache; from: the other one. */
void build_id_import(const char *dir, const char *from, struct build_id_imported *ret);

#endif
