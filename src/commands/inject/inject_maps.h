/* perf inject -B and --mmap2-buildid-all: mappings that say the build-id of what they map (MMAP2 records with
 * MISC_MMAP_BUILD_ID), and no mappings that nothing was seen in. */
#ifndef COMMANDS_INJECT_INJECT_MAPS_H
#define COMMANDS_INJECT_INJECT_MAPS_H

#include "commands/inject/inject_objects.h"
#include "perfdata/rewriter.h"

/* What to do with mappings. */
struct inject_maps {
	struct inject_objects *objects; /* borrowed */
	const struct perf_events *events;
	bool drop_unused;      /* those without samples are left out */
	struct u64map by_name; /* private: hash of a file's name -> id of an object of that name, + 1 */
	uint64_t nr_dropped;
};
/* objects: with hits where drop_unused. Borrowed until inject_maps_done. */
void inject_maps_init(struct inject_maps *maps, struct inject_objects *objects, bool drop_unused);
void inject_maps_done(struct inject_maps *maps);
/* What becomes of an MMAP or MMAP2 record. */
enum rewrite inject_maps_record(struct inject_maps *maps, const struct record *r, struct outbuf *out);

#endif
