/* Things that are made once and used again, by any thread: whoever needs one takes one that nobody uses, and gives it
 * back. */
#ifndef BASE_POOL_H
#define BASE_POOL_H

#include <pthread.h>
#include "base/vec.h"

struct pool {
	pthread_mutex_t lock;
	VEC(void *) unused;
};
#define POOL_INIT                                   \
	{                                           \
		PTHREAD_MUTEX_INITIALIZER, VEC_INIT \
	}

/* One that was given back; NULL: all are in use, make another. */
void *pool_take(struct pool *pool);
void pool_give(struct pool *pool, void *thing);
/* Frees what was given back, and the pool. */
void pool_done(struct pool *pool, void (*free_thing)(void *thing));

#endif
