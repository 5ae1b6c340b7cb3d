/* Call chains whose user part the kernel wrote later, when the thread went back to user space (perf_event_attr
 * .defer_callchain, PERF_RECORD_CALLCHAIN_DEFERRED). Such a sample's chain ends in PERF_CONTEXT_USER_DEFERRED and a
 * cookie; the later record of the same thread has the same cookie, which several samples may share. Filled by pass 1,
 * then only read: any number of threads may ask. */
#ifndef SESSION_DEFERRED_CHAINS_H
#define SESSION_DEFERRED_CHAINS_H

#include "base/u64map.h"
#include "base/vec.h"
#include "perfdata/record/sample.h"

struct deferred_chain {
	uint64_t cookie;
	struct cursor ips; /* the record's own bytes: whole words */
	uint32_t tid;
	uint32_t next; /* number + 1 of the next one in the same place of the table; 0: none */
};

/* A zeroed struct is empty. */
struct deferred_chains {
	VEC(struct deferred_chain) items;
	struct u64map by_key; /* of thread and cookie -> number in items + 1 */
};
/* Room for one merged chain of a worker. A zeroed struct is empty. */
struct deferred_buffer {
	VEC(uint64_t) ips;
};

/* A record of the thread. Its bytes stay where they are as long as chains. Of two with one cookie the first counts. */
void deferred_chains_add(struct deferred_chains *chains, const struct record *r, uint32_t tid);
/* Puts the user part in place of the cookie; the chain is in buffer then, until the next call. Where the record is not
 * there, the cookie is taken off and false is returned. Only for a chain that is deferred. */
bool deferred_chains_merge(const struct deferred_chains *chains, struct deferred_buffer *buffer, struct sample *sample);
/* Frees the object too. NULL is fine. */
void deferred_chains_free(struct deferred_chains *chains);

#endif
