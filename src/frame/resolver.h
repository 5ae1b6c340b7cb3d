/* From (thread, time, address) to a frame: map, object, symbol. Each worker thread has its own resolver with its own
 * cache; the objects behind are shared. frame/ is the lowest folder that knows both the model and symbols.
 *
 *     resolver_task(resolver, sample, &task);                      who it is, at the sample's time
 *     const struct frame *frame = resolver_sample_ip(resolver, &task, sample);
 *     frame->symbol ? frame->symbol->name : "[unknown]"
 *
 * A resolver is used by one thread at a time. Symbols are loaded when the first address of their object is asked for.
 */
#ifndef FRAME_RESOLVER_H
#define FRAME_RESOLVER_H

#include "frame/space/frame_space.h"
#include "frame/space/sample_task.h"
#include "model/model.h"
#include "perfdata/record/sample.h"
#include "symbol/object_lines.h"

/* A resolved address. Pointers to it are stable for the life of the resolver that gave it, and unique in it per
 * (address space version, mode, ip). Symbols and dsos are shared by all resolvers, so equal frames of two resolvers
 * compare by value. One cache line. */
struct frame {
	uint64_t ip;
	const struct map *map;       /* NULL: nothing was mapped there */
	const struct symbol *symbol; /* NULL: no symbol */
	uint64_t object_addr;        /* map_to_object(map, ip), ip when there is no map */
	uint64_t key;                /* of the cache: space_id << 3 | mode */
	uint32_t id;                 /* counts from 0 in this resolver: an index for frame/frame_array.h */
	/* '.' user, 'k' kernel, 'g' guest kernel, 'u' guest user, 'H' hypervisor and unknown modes */
	char level;
	uint8_t cpumode;
	bool is_call; /* one of several functions at the address (inlined.h) */
	union {
		const struct inlined *inlined; /* the calls at the address; NULL: nobody asked yet */
		const struct code_frame *call; /* is_call: which function, and where control is in it */
	};
} __attribute__((aligned(64)));

struct resolver;
struct unwinder;
/* space is shared, and must live longer. Never NULL. */
struct resolver *resolver_new(struct frame_space *space);
/* This worker's unwinder (made on first use). */
struct unwinder *resolver_unwinder(struct resolver *resolver);
/* With all its frames and its unwinder. NULL is fine. */
void resolver_free(struct resolver *resolver);
/* For recordings whose times do not order them: until further notice it is time_ns in the model, whatever samples say.
 */
void resolver_set_now(struct resolver *resolver, uint64_t time_ns);
/* The model has grown: who threads are is asked again. */
void resolver_forget_tasks(struct resolver *resolver);
/* Who a sample is of: the thread of its machine, which model_machine_of finds, at its time (that of resolver_set_now,
 * where it was called). Fills all of *ret, whose pointers are the model's and the resolver's. */
void resolver_task(struct resolver *resolver, const struct sample *sample, struct sample_task *ret);
/* The same without a sample: who tid of that machine, or of the host, was at time_ns. */
void resolver_task_of(struct resolver *resolver, const struct machine *machine, uint32_t pid, uint32_t tid,
		      uint64_t time_ns, struct sample_task *ret);
void resolver_task_at(struct resolver *resolver, uint32_t pid, uint32_t tid, uint64_t time_ns, struct sample_task *ret);
/* cpumode: of the sample, or as the last context marker of the chain said. Never NULL. Cached: a hit is a few
 * nanoseconds. */
const struct frame *resolver_ip(struct resolver *resolver, const struct sample_task *task, enum cpumode cpumode,
				uint64_t ip);
/* Of the sample's own ip. */
static inline const struct frame *resolver_sample_ip(struct resolver *resolver, const struct sample_task *task,
						     const struct sample *sample)
{
	return resolver_ip(resolver, task, (enum cpumode)sample->cpumode, sample->ip);
}
/* The object that is mapped at an address, and the address as it counts (map_to_object): a few nanoseconds, also for
 * addresses that were not met before, and no frame is made. NULL: nothing is mapped there, or code without an object
 * (map.ksymbol). Only as long as the model does not change. */
const struct dso *resolver_object(struct resolver *resolver, const struct sample_task *task, enum cpumode cpumode,
				  uint64_t ip, uint64_t *ret_object_addr);
/* The symbol at an address of an object that resolver_object gave, NULL where there is none, and addresses around with
 * the same answer, as object_find_around: no frame is made. */
const struct symbol *resolver_symbol(struct resolver *resolver, const struct dso *dso, uint64_t object_addr,
				     uint64_t *ret_start, uint64_t *ret_end);
/* The frame of the sample's own ip, which is not kept and has no id. */
void resolver_look(struct resolver *resolver, const struct sample_task *task, const struct sample *sample,
		   struct frame *ret);
/* The map alone at an address, NULL where there is none, for addresses that are not worth a frame: nothing is kept. */
const struct map *resolver_map(struct resolver *resolver, const struct sample_task *task, enum cpumode cpumode,
			       uint64_t ip);
/* The frame of data, for who asks once for each of a million addresses: where nothing has a name it is *scratch, which
 * has no id, and nothing is kept. */
const struct frame *resolver_data(struct resolver *resolver, const struct sample_task *task, enum cpumode cpumode,
				  uint64_t ip, struct frame *scratch);
/* How many ids of frames were given so far, those of inlined calls too: all ids are below. */
uint32_t resolver_nr_frames(const struct resolver *resolver);
/* How many threads were met so far: each sample_task.thread is below. */
uint32_t resolver_nr_threads(const struct resolver *resolver);

#endif
