/* Address spaces as immutable versions: a persistent balanced tree of maps (AVL, join based) that do not overlap.
 *
 * A change makes a new version by copying the path to the root; changes of one moment are made in place, in the nodes
 * that this version owns. A fork shares the version. All memory comes from the model's arena and lives as long as it.
 *
 * Changes come in order of time, from one thread; space_at and what map.h declares may be asked by any thread of all
 * that was changed before. */
#ifndef MODEL_SPACE_H
#define MODEL_SPACE_H

#include "base/arena.h"
#include "model/map.h"

struct space_node {
	uint64_t start, end; /* as the map's: a look-up touches no map */
	struct space_node *left, *right;
	const struct map *map;
	uint32_t version; /* id of the version that owns this node and may change it */
	uint32_t height;
};

/* What was mapped at one time. Equal pointers mean equal maps. */
struct space_version {
	struct space_node *root;
	struct space_node *code;   /* generated code, which lies over all others; NULL: none */
	const struct map *base;    /* what is under all others: the kernel's text; NULL in user spaces */
	const struct space *owner; /* the space that may still change it, while nobody shares it */
	uint32_t id;
	bool shared;
};

/* From time_ns on the space is that version, until the next epoch. */
struct space_epoch {
	uint64_t time_ns;
	struct space_version *version;
};

/* The versions an address space went through, by time. */
struct space {
	struct space_epoch *epochs;
	size_t count, capacity;
};

/* Where all spaces of a model take their memory and version numbers from. */
struct space_pool {
	struct arena *arena;
	uint32_t nr_versions;
	uint32_t nr_sealed; /* versions below are given away: a change of the same moment makes a new one */
	size_t nr_nodes;    /* made in all */
};
extern const struct space_version space_nothing; /* the empty version, number 0 */

void space_pool_init(struct space_pool *pool, struct arena *arena);
/* An empty space, without any version; never NULL. */
struct space *space_new(struct space_pool *pool);
/* Puts map (owned by the caller's arena) over whatever was there: what it covers goes, what sticks out is cut. Maps
 * without extent are ignored. */
void space_insert(struct space_pool *pool, struct space *space, uint64_t time_ns, const struct map *map);
/* Nothing is mapped in [start, end) any more; maps that stick out are cut. */
void space_remove(struct space_pool *pool, struct space *space, uint64_t time_ns, uint64_t start, uint64_t end);
/* Generated code: map lies over all maps, and over code that was there before. Where there was none, the version of
 * before is added to when nobody shares it: an address that had no code yet was in no sample. So a compiler that adds
 * code makes no new versions, one that reuses addresses does. */
void space_insert_code(struct space_pool *pool, struct space *space, uint64_t time_ns, const struct map *map);
/* There is no generated code there any more. */
void space_remove_code(struct space_pool *pool, struct space *space, uint64_t time_ns, uint64_t start, uint64_t end);
/* The map under all others, from time_ns on; the pointer is kept. */
void space_set_base(struct space_pool *pool, struct space *space, uint64_t time_ns, const struct map *base);
/* space, which has nothing yet, goes on with what `from` has now. */
void space_share(struct space_pool *pool, struct space *space, uint64_t time_ns, const struct space *from);
/* The version at time_ns, never NULL; *ret_until (may be NULL): it holds before this time. */
const struct space_version *space_at(const struct space *space, uint64_t time_ns, uint64_t *ret_until);

#endif
