/* From (thread, time, address) to a frame: map, object, symbol. Each worker thread has its own resolver with its own cache;
   the objects behind are shared. frame/ is the lowest folder that knows both the model and symbols. */
#ifndef FRAME_RESOLVER_H
#define FRAME_RESOLVER_H

#include "model/model.h"
#include "perfdata/sample.h"
#include "symbol/object.h"

struct frame_space; /* shared by all resolvers of a session: model + symbol store + dso -> object table */

struct frame_space *frame_space_new(const struct model *model, struct symbol_store *symbols);
void frame_space_free(struct frame_space *space);
/* The object behind a dso (made on first use; thread safe). */
struct object *frame_space_object(struct frame_space *space, const struct dso *dso);

/* A resolved address. Pointers to it are stable for the life of the resolver that gave it, and unique in it per
   (map set, ip). Symbols and dsos are shared by all resolvers, so equal frames of two resolvers compare by value. */
struct frame {
	uint64_t ip;
	const struct map *map;        /* NULL: nothing was mapped there */
	const struct symbol *symbol;  /* NULL: no symbol */
	uint64_t object_addr;         /* map_to_object(map, ip), ip when there is no map */
	char level;                   /* '.' user 'k' kernel 'g' guest kernel 'u' guest user 'H' hypervisor, '!' unknown */
	uint8_t cpumode;
	uint32_t id;                  /* counts from 0 in this resolver */
	void *user;                   /* for the analysis: its own cached value (e.g. formatted text), NULL at first */
};

/* Who a sample belongs to; filled once per sample by resolver_task, and kept between samples of the same thread. */
struct sample_task {
	const struct task *task;      /* NULL: unknown thread */
	const char *comm;             /* never NULL; ":TID" when unknown; "swapper" for tid 0 */
	const struct space_version *user_space; /* NULL when task is */
	const struct space_version *kernel_space;
	uint32_t pid, tid;
};

struct resolver;
struct resolver *resolver_new(struct frame_space *space);
void resolver_free(struct resolver *resolver);
void resolver_task(struct resolver *resolver, const struct sample *sample, struct sample_task *ret);
/* cpumode: of the sample, or as the last context marker of the chain said. Never NULL. Cached: a hit is a few nanoseconds. */
const struct frame *resolver_ip(struct resolver *resolver, const struct sample_task *task, enum cpumode cpumode, uint64_t ip);

#endif
